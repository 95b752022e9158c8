/** External data: where files are looked for, which parts are read, and which file an error names. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'simdcast';
import { checkModel, InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel } from './models.mjs';

const engine = await load();
const create = (model, options = {}) => InferenceSession.create(model, { engine, ...options });

const folder = mkdtempSync(join(tmpdir(), 'simdcast-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** y = w, of two floats in another file. */
const model = (external) =>
  encodeModel({
    outputs: [{ name: 'y' }],
    constants: { w: { type: 'float32', dims: [2], external } },
    nodes: [{ op: 'Identity', inputs: ['w'], outputs: ['y'] }],
  });

const weights = (...values) => new Uint8Array(Float32Array.from(values).buffer);

/** Writes a model into a folder of its own, with other files. */
function written(external, files = {}) {
  const own = mkdtempSync(join(folder, 'model-'));
  mkdirSync(join(own, 'sub'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(own, name), bytes);
  const path = join(own, 'model.onnx');
  writeFileSync(path, model(external));
  return path;
}

async function valuesOf(source, options) {
  const session = await create(source, options);
  const { y } = await session.run({});
  await session.release();
  return [...y.data];
}

const refused = (promise, code, message) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof ModelError, String(error.stack));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });

/** Serves files by path, with or without ranges; records the requested ranges. */
async function serving(files, hasRanges, work) {
  const asked = [];
  const server = createServer((request, response) => {
    const file = files[decodeURIComponent(request.url.replace(/\?.*/, ''))];
    const { range } = request.headers;
    asked.push(range ?? 'all');
    if (!file) return response.writeHead(404).end('<!doctype html>');
    if (!range || !hasRanges) return response.end(file);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range);
    if (Number(start) >= file.length) return response.writeHead(416).end();
    return response.writeHead(206).end(file.subarray(Number(start), Number(end) + 1));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${server.address().port}`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a file beside the model', () => {
  it('is found by the path of the model, and by its URL', async () => {
    const path = written({ location: 'model.onnx.data' }, { 'model.onnx.data': weights(3, 4) });
    assert.deepEqual(await valuesOf(path), [3, 4]);
    assert.deepEqual(await valuesOf(pathToFileURL(path)), [3, 4]);
    assert.deepEqual(await valuesOf(pathToFileURL(path).href), [3, 4]);
  });

  it('may be in a folder, have a name with spaces, and be written with ./', async () => {
    const files = { 'sub/my weights#1.bin': weights(5, 6) };
    const path = written({ location: './sub/my weights#1.bin' }, files);
    assert.deepEqual(await valuesOf(path), [5, 6]);
    assert.deepEqual(await valuesOf(pathToFileURL(path)), [5, 6]);
  });

  it('is fetched from beside a URL, with or without ranges, and of a Response', async () => {
    const data = new Uint8Array(3_000_008);
    data.set(weights(1, 2), 3_000_000);
    const files = {
      '/m/model.onnx': model({ location: 'far.bin', offset: 3_000_000 }),
      '/m/far.bin': data,
    };
    for (const hasRanges of [true, false])
      await serving(files, hasRanges, async (origin, asked) => {
        const url = `${origin}/m/model.onnx?v=1`;
        assert.deepEqual(await valuesOf(url), [1, 2]);
        assert.deepEqual(asked, ['all', 'bytes=3000000-3000007']);
        assert.deepEqual(await valuesOf(await fetch(url)), [1, 2]);
      });
  });

  it('that is not there is named, and not taken for the model', async () => {
    const path = written({ location: 'gone.bin' });
    await refused(
      create(path),
      'external_data',
      /^The data of the tensor 'w' is in the file 'gone\.bin', which could not be read at .*gone\.bin: .*Put it next to the model\.$/,
    );
    await serving({ '/model.onnx': model({ location: 'gone.bin' }) }, true, (origin) =>
      refused(create(`${origin}/model.onnx`), 'external_data', /'gone\.bin'.*status 404/),
    );
    await refused(
      create(path, { externalData: { 'gone.bin': join(folder, 'nowhere') } }),
      'fetch_failed',
      /^The file 'gone\.bin', which contains the data of the tensor 'w', could not be read at .*nowhere/,
    );
  });

  it('that ends too early is named', async () => {
    const path = written({ location: 'w.bin', offset: 4 }, { 'w.bin': weights(1, 2) });
    await refused(
      create(path),
      'external_data',
      /extends to byte 12 of the file 'w\.bin', which has only 8/,
    );
    const far = written({ location: 'w.bin', offset: 4e6 }, { 'w.bin': weights(1, 2) });
    await refused(create(far), 'external_data', /extends to byte 4000008/);
    const files = {
      '/model.onnx': model({ location: 'w.bin', offset: 4e6 }),
      '/w.bin': weights(1, 2),
    };
    for (const hasRanges of [true, false])
      await serving(files, hasRanges, (origin) =>
        refused(create(`${origin}/model.onnx`), 'external_data', /extends to byte 4000008/),
      );
  });

  it('is not read outside the folder of the model, unless it is given', async () => {
    for (const location of [
      '../secret.bin',
      'sub/../../secret.bin',
      '..\\secret.bin',
      '/etc/passwd',
      '\\\\host\\share',
      'C:\\secret.bin',
      'C:/secret.bin',
      'file:///etc/passwd',
      'http://127.0.0.1/x',
      './/etc/../../x',
    ]) {
      const path = written({ location });
      await refused(create(path), 'external_data', /outside the folder of the model/);
      await refused(create(pathToFileURL(path)), 'external_data', /outside the folder/);
      const externalData = { [location]: weights(8, 9) };
      assert.deepEqual(await valuesOf(path, { externalData }), [8, 9], location);
    }
  });
});

describe('externalData', () => {
  const bytes = model({ location: './w.bin' });
  const data = weights(1, 2);

  it('is an object by name, or a list as onnxruntime-web has it', async () => {
    const path = join(folder, 'w.bin');
    writeFileSync(path, data);
    for (const externalData of [
      { 'w.bin': data },
      { './w.bin': data },
      [{ path: 'w.bin', data }],
      [{ path: './w.bin', data: data.buffer }],
      [
        { path: 'w.bin', data: new Blob([data]) },
        { path: 'other', data: path },
      ],
      [path],
    ])
      assert.deepEqual(await valuesOf(bytes, { externalData }), [1, 2]);
    // Another spelling of the model's path is accepted too.
    const plain = model({ location: 'w.bin' });
    assert.deepEqual(await valuesOf(plain, { externalData: { './w.bin': data } }), [1, 2]);
  });

  it('of another form is refused', async () => {
    for (const externalData of [7, null, 'w.bin', [7], [{}], [{ path: 'w.bin' }], [null]])
      await refused(create(bytes, { externalData }), 'invalid_option', /externalData/);
  });

  it('that is a promise is to be awaited', async () => {
    const message = /is a promise\. Await it/;
    await refused(create(Promise.resolve(bytes)), 'invalid_source', message);
    await refused(checkModel(Promise.resolve(bytes), { engine }), 'invalid_source', message);
    const externalData = { 'w.bin': Promise.resolve(data) };
    await refused(create(bytes, { externalData }), 'invalid_source', message);
  });
});

it('only the bytes that are needed are read of a file beyond 2 GiB', async (t) => {
  const offset = 3_200_000_000;
  const path = written({ location: 'big.bin', offset });
  const big = join(path, '..', 'big.bin');
  const file = openSync(big, 'w');
  try {
    ftruncateSync(file, offset + 8);
    writeSync(file, weights(7, -7), 0, 8, offset);
  } catch {
    return t.skip('the file system has no sparse files');
  } finally {
    closeSync(file);
  }
  const seen = [];
  const onProgress = ({ loaded, total }) => seen.push([loaded, total]);
  assert.deepEqual(await valuesOf(path, { onProgress }), [7, -7]);
  const size = model({ location: 'big.bin', offset }).length;
  assert.deepEqual(seen.at(-1), [size + 8, size + 8]);
  const externalData = { 'big.bin': await openAsBlob(big) };
  assert.deepEqual(
    await valuesOf(model({ location: 'big.bin', offset }), { externalData }),
    [7, -7],
  );
});

describe('the command line', () => {
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  const run = (...args) =>
    promisify(execFile)(process.execPath, [cli, ...args]).catch((error) => error);

  it('finds the file beside the model', async () => {
    const path = written({ location: './w.bin' }, { 'w.bin': weights(3, 4) });
    assert.match((await run('run', path)).stdout, /y: float32 \(2,\) \[3, 4\]/);
    assert.equal((await run('check', path)).code, undefined);
  });

  it('says which file is missing, and nothing of JavaScript', async () => {
    const { stderr, code } = await run('run', written({ location: 'w.bin' }));
    assert.equal(code, 2);
    assert.match(stderr, /file 'w\.bin'/);
    assert.doesNotMatch(stderr, /externalData|\{/);
  });
});
