/** `load` and its options. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttributeError, load } from 'simdcast';
import { assertTensor, rejectsWith } from './asserts.mjs';
import { counting } from './reference.mjs';

/** Best first. */
const flavours = ['relaxed', 'simd', 'scalar'];

describe('load', () => {
  it('gives the same instance for the same options', async () => {
    assert.equal(await load(), await load());
    assert.equal(await load({}), await load());
    assert.equal(await load({ flavour: 'scalar' }), await load({ flavour: 'scalar' }));
    const [first, second] = await Promise.all([
      load({ maximumMemory: 77 * 65536 }),
      load({ maximumMemory: 77 * 65536 }),
    ]);
    assert.equal(first, second);
  });

  it('gives other instances for other options', async () => {
    assert.notEqual(await load({ flavour: 'scalar' }), await load({ flavour: 'simd' }));
    assert.notEqual(await load({ maximumMemory: 78 * 65536 }), await load());
  });

  it('picks the best flavour that runs here', async () => {
    const { flavour } = await load();
    assert.notEqual(flavour, 'scalar');
    const better = flavours.slice(0, flavours.indexOf(flavour));
    for (const refused of better)
      await rejectsWith(() => load({ flavour: refused }), AttributeError, 'unsupported_flavour');
    assert.equal(await load({ flavour }), await load());
  });

  it('runs every flavour that it is asked for', async () => {
    const best = flavours.indexOf((await load()).flavour);
    for (const flavour of flavours.slice(best)) {
      const sc = await load({ flavour });
      assert.equal(sc.flavour, flavour);
      assertTensor(sc.add(counting([3]), counting([3])), 'float32', [3], [0, 2, 4]);
    }
  });

  it('refuses a flavour that is not there', async () => {
    for (const flavour of ['fast', '', null, 'constructor']) {
      const error = await rejectsWith(() => load({ flavour }), AttributeError, 'unknown_flavour');
      assert.match(error.message, /simd/);
    }
  });

  it('says so where there is no WebAssembly', async () => {
    const there = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly');
    delete globalThis.WebAssembly;
    try {
      for (const options of [undefined, { flavour: 'simd' }, { maximumMemory: 79 * 65536 }])
        await rejectsWith(() => load(options), AttributeError, 'unsupported_flavour');
    } finally {
      Object.defineProperty(globalThis, 'WebAssembly', there);
    }
    assertTensor((await load()).fromArray([1, 2]), 'float32', [2], [1, 2]);
  });

  it('refuses a memory that cannot be', async () => {
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
