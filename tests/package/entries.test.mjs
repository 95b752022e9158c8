/** The sources of a module: the entries that load separate files, and the one for the caller's module. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { flavours, hasRelaxed, noRelaxed } from '../support/flavours.mjs';
import { assertTensor, rejectsWith } from './asserts.mjs';
import { counting } from './reference.mjs';

const entry = async (name) => ({ ...(await import(name)) });
const inlined = await entry('simdcast');
const core = await entry('simdcast/core');
const external = await entry('simdcast/external');
const { AttributeError, SimdcastError } = core;
const fileOf = (module) => new URL(import.meta.resolve(`simdcast/${module}.wasm`));
const bytes = await readFile(fileOf('simd'));
const module = await WebAssembly.compile(bytes);
const asWasm = { 'content-type': 'application/wasm' };

const best = flavours.at(-1);

function assertWorks(sc, flavour = best) {
  assert.equal(sc.flavour, flavour);
  assertTensor(sc.add(counting([3]), counting([3])), 'float32', [3], [0, 2, 4]);
}

describe('the entries', () => {
  it('export the same things', () => {
    assert.deepEqual(Object.keys(external), Object.keys(inlined));
    assert.deepEqual(Object.keys(core), Object.keys(inlined));
  });

  it('share their classes', () => {
    for (const name of Object.keys(core).filter((name) => name !== 'load'))
      assert.equal(core[name], inlined[name], name);
    assert.equal(external.Tensor, inlined.Tensor);
  });

  it('agree on the version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url)));
    for (const sc of [
      await inlined.load(),
      await external.load(),
      await core.load({ wasm: module }),
    ])
      assert.equal(sc.version, version);
  });
});

describe('simdcast/external', () => {
  it('loads its files without options', async () => {
    assertWorks(await external.load());
    assert.equal(await external.load(), await external.load({}));
  });

  it('loads every flavour', async () => {
    for (const flavour of flavours) assertWorks(await external.load({ flavour }), flavour);
  });

  it('has a memory apart from the other entries', async () => {
    assert.notEqual(await external.load(), await inlined.load());
  });
});

for (const [name, { load }] of Object.entries({ core, external, inlined })) {
  describe(`wasm in ${name}`, () => {
    const sources = {
      'a compiled module': () => module,
      bytes: () => bytes,
      'an ArrayBuffer': () => Uint8Array.from(bytes).buffer,
      'a view of a part': () => new DataView(Uint8Array.from([9, 9, 9, ...bytes]).buffer, 3),
      'a response': () => new Response(bytes),
      'a response that can be streamed': () => new Response(bytes, { headers: asWasm }),
      'a file’s address': () => fileOf('simd'),
    };
    for (const [kind, make] of Object.entries(sources))
      it(`may be ${kind}`, async () => assertWorks(await load({ wasm: make() })));

    it('runs in every flavour', async () => {
      for (const flavour of flavours) assertWorks(await load({ wasm: module, flavour }), flavour);
    });

    it('returns the same instance for the same module', async () => {
      assert.equal(await load({ wasm: module }), await load({ wasm: module }));
      assert.equal(await load({ wasm: fileOf('simd') }), await load({ wasm: fileOf('simd') }));
      assert.notEqual(await load({ wasm: module }), await load({ wasm: bytes }));
      const maximumMemory = 80 * 65536;
      assert.notEqual(await load({ wasm: module }), await load({ wasm: module, maximumMemory }));
    });

    it('is rejected if it is something else', async () => {
      const refused = (wasm) => rejectsWith(() => load({ wasm }), AttributeError, 'invalid_module');
      for (const wasm of [5, null, {}, [], true, Symbol('wasm'), () => module]) await refused(wasm);
      const other = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
      await refused(other);
      await refused(await WebAssembly.compile(other));
    });

    it('is rejected if it cannot be fetched or compiled', async () => {
      const failing = (wasm, code) => rejectsWith(() => load({ wasm }), SimdcastError, code);
      const missing = await failing(new URL('missing.wasm', import.meta.url), 'fetch_failed');
      assert.match(missing.message, /missing\.wasm/);
      assert.ok(missing.cause instanceof Error);
      await failing('missing.wasm', 'fetch_failed');
      await failing(new Response('', { status: 404 }), 'fetch_failed');
      await failing(new Response('text', { headers: asWasm }), 'compile_failed');
      await failing(new Uint8Array(8), 'compile_failed');
      await failing(new ArrayBuffer(0), 'compile_failed');
    });
  });
}

/** Simulates an environment that only compiles deployed modules. */
async function withoutCompiling(work) {
  const { compile } = WebAssembly;
  WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('not allowed'));
  try {
    return await work();
  } finally {
    WebAssembly.compile = compile;
  }
}

describe('relaxed', { skip: !hasRelaxed && noRelaxed }, async () => {
  const loops = await WebAssembly.compile(await readFile(fileOf('relaxed')));
  const fresh = () => WebAssembly.compile(bytes);

  for (const [name, { load }] of Object.entries({ core, external, inlined }))
    it(`may be brought to ${name}`, async () => {
      for (const relaxed of [loops, fileOf('relaxed')])
        assertWorks(await load({ wasm: await fresh(), relaxed }), 'relaxed');
    });

  it('is simd where nothing may be compiled, unless it is brought or asked for', async () => {
    const wasm = await fresh();
    await withoutCompiling(async () => {
      const asked = () => core.load({ wasm, flavour: 'relaxed' });
      await rejectsWith(asked, AttributeError, 'unsupported_flavour');
      assertWorks(await core.load({ wasm }), 'simd');
      await rejectsWith(asked, AttributeError, 'unsupported_flavour');
      const brought = await core.load({ wasm, relaxed: loops });
      assertWorks(brought, 'relaxed');
      assert.equal(await core.load({ wasm, relaxed: loops, flavour: 'relaxed' }), brought);
      assertWorks(await core.load({ wasm }), 'simd');
    });
  });

  it('closes the engine of a flavour that it is not, unless that is in use', async (t) => {
    const wasm = await fresh();
    const { prototype } = (await core.load({ wasm: module })).constructor;
    const { mock } = t.mock.method(prototype, 'close');
    await withoutCompiling(async () => {
      const asked = () => core.load({ wasm, flavour: 'relaxed' });
      const refused = () => rejectsWith(asked, AttributeError, 'unsupported_flavour');
      await Promise.all([refused(), refused()]);
      assert.equal(mock.callCount(), 1);
      const [used] = await Promise.all([core.load({ wasm }), refused()]);
      await refused();
      assert.equal(mock.callCount(), 1);
      assertWorks(used, 'simd');
    });
  });

  it('is rejected if it is something else', async () => {
    const wasm = await fresh();
    const relaxed = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    const refused = (source) =>
      rejectsWith(() => core.load({ wasm, relaxed: source }), AttributeError, 'invalid_module');
    for (const other of [relaxed, module]) await refused(other);
    for (const none of [5, null, {}])
      assert.match((await refused(none)).message, /^relaxed must be/);
    const missing = () => core.load({ wasm, relaxed: new URL('missing.wasm', import.meta.url) });
    await rejectsWith(missing, SimdcastError, 'fetch_failed');
  });
});

describe('simdcast/core', () => {
  it('has no module of its own', async () => {
    await rejectsWith(() => core.load(), AttributeError, 'invalid_module');
    await rejectsWith(() => core.load({ flavour: 'simd' }), AttributeError, 'invalid_module');
  });

  it('can be passed again after a failure', async () => {
    const wasm = new Uint8Array(bytes.length);
    await rejectsWith(() => core.load({ wasm }), SimdcastError, 'compile_failed');
    wasm.set(bytes);
    assertWorks(await core.load({ wasm }));
  });
});

describe('over a network', () => {
  let server;
  let requests = 0;
  before(async () => {
    server = createServer((request, response) => {
      requests++;
      const found = request.url === '/simd.wasm';
      response.writeHead(found ? 200 : 404, asWasm).end(found ? bytes : '');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => server.close());
  const at = (path) => new URL(path, `http://127.0.0.1:${server.address().port}`);

  it('a module is fetched once', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => core.load({ wasm: at('/simd.wasm') })));
    assertWorks(a);
    assert.equal(a, b);
    assert.equal(requests, 1);
  });

  it('a missing file is an error that names the address', async () => {
    const error = await rejectsWith(
      () => core.load({ wasm: at('/no.wasm') }),
      SimdcastError,
      'fetch_failed',
    );
    assert.match(error.message, /no\.wasm.*404/);
  });
});
