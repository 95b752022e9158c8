/** `load` and its options. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AttributeError, load, SimdcastError } from 'simdcast';
import { flavours, loadFlavours } from '../support/flavours.mjs';
import { assertTensor, rejectsWith } from './asserts.mjs';
import { counting } from './reference.mjs';

/** The opcode that tells the probe of relaxed SIMD. */
const RELAXED_MADD = Buffer.of(253, 133, 2);

describe('load', () => {
  it('returns the same instance for the same options', async () => {
    assert.equal(await load(), await load());
    assert.equal(await load({}), await load());
    assert.equal(await load({ flavour: 'simd' }), await load({ flavour: 'simd' }));
    const [first, second] = await Promise.all([
      load({ maximumMemory: 77 * 65536 }),
      load({ maximumMemory: 77 * 65536 }),
    ]);
    assert.equal(first, second);
  });

  it('returns other instances for other options', async () => {
    const engines = await loadFlavours();
    assert.equal(new Set(engines).size, engines.length);
    assert.notEqual(await load({ maximumMemory: 78 * 65536 }), await load());
  });

  it('takes the address of a module as a string', async () => {
    const path = fileURLToPath(import.meta.resolve('simdcast/simd.wasm'));
    const [byPath, byUrl] = [path, pathToFileURL(path).href];
    for (const wasm of [byPath, byUrl]) {
      const sc = await load({ wasm });
      assertTensor(sc.add(counting([3]), counting([3])), 'float32', [3], [0, 2, 4]);
      assert.equal(await load({ wasm }), sc);
      sc.close();
    }
    assert.equal(await load({ wasm: byUrl }), await load({ wasm: pathToFileURL(path) }));
    await rejectsWith(load({ wasm: `${path}.gone` }), SimdcastError, 'fetch_failed');
    await rejectsWith(load({ wasm: '' }), AttributeError, 'invalid_module');
  });

  it('picks the best flavour that runs here', async () => {
    const { flavour } = await load();
    assert.equal(flavour, flavours.at(-1));
    assert.equal(await load({ flavour }), await load());
  });

  it('runs every flavour that it is asked for', async () => {
    for (const flavour of flavours) {
      const sc = await load({ flavour });
      assert.equal(sc.flavour, flavour);
      assertTensor(sc.add(counting([3]), counting([3])), 'float32', [3], [0, 2, 4]);
    }
  });

  it('rejects an unknown flavour', async () => {
    for (const flavour of ['fast', '', 'scalar', null, 'constructor']) {
      const error = await rejectsWith(() => load({ flavour }), AttributeError, 'unknown_flavour');
      assert.match(error.message, /simd/);
    }
  });

  it('rejects relaxed, and returns simd, without relaxed SIMD', async () => {
    const { validate } = WebAssembly;
    const isRelaxed = (bytes) => Buffer.from(bytes).includes(RELAXED_MADD);
    WebAssembly.validate = (bytes) => !isRelaxed(bytes) && validate(bytes);
    try {
      assert.equal(await load(), await load({ flavour: 'simd' }));
      const refused = () => load({ flavour: 'relaxed' });
      await rejectsWith(refused, AttributeError, 'unsupported_flavour');
    } finally {
      WebAssembly.validate = validate;
    }
  });

  const asked = [
    ...[undefined, { flavour: 'simd' }, { flavour: 'relaxed' }],
    { maximumMemory: 79 * 65536 },
  ];
  const refused = async () => {
    for (const options of asked) {
      const { message } = await rejectsWith(() => load(options), SimdcastError, 'no_simd');
      assert.match(message, /WebAssembly with SIMD/);
    }
  };

  it('reports its requirements without WebAssembly', async () => {
    const there = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly');
    delete globalThis.WebAssembly;
    await refused().finally(() => Object.defineProperty(globalThis, 'WebAssembly', there));
    assertTensor((await load()).tensor([1, 2]), 'float32', [2], [1, 2]);
  });

  it('reports its requirements without SIMD', async () => {
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    await refused().finally(() => {
      WebAssembly.validate = validate;
    });
    assertTensor((await load()).tensor([1, 2]), 'float32', [2], [1, 2]);
  });

  it('rejects an impossible memory', async () => {
    for (const maximumMemory of [0, -1, 65536, Number.NaN, 2 ** 33, '1000000000', null])
      await rejectsWith(() => load({ maximumMemory }), AttributeError, 'invalid_memory');
  });

  it('keeps memory below the maximum', async () => {
    const sc = await load({ maximumMemory: 64 * 65536 });
    assert.throws(() => {
      for (;;) sc.tensor(new Float32Array(10_000), [10_000]);
    });
    assert.ok(sc.memory().bytes <= 64 * 65536);
  });

  it('starts with no tensors and little memory', async () => {
    const sc = await load({ maximumMemory: 79 * 65536 });
    const { bytes, tensors } = sc.memory();
    assert.equal(tensors, 0);
    assert.ok(bytes <= 2 ** 22, `${bytes} bytes`);
  });
});
