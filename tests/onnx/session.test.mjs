/** The API of sessions: names, feeds, fetches, the location of results, and mistakes. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { load, SimdcastError, Tensor } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import { temporaryFolder } from '../conformance/support.mjs';
import { affine, encodeModel, floats, int64s } from './models.mjs';

const sc = await load();
const create = (model, options) => InferenceSession.create(model, { engine: sc, ...options });

const x = { data: Float32Array.of(1, 0, 0, 0, 1, 1), dims: [2, 3] };
const y = [11, -98, 18, -90];
const z = [11, 0, 18, 0];

const refusal = async (work) => {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof SimdcastError, String(error.stack));
    return error;
  }
  return assert.fail('it was not refused');
};

describe('a session', () => {
  it('says what it takes and gives', async () => {
    const session = await create(affine);
    assert.deepEqual(session.inputNames, ['x']);
    assert.deepEqual(session.outputNames, ['y', 'z']);
    assert.deepEqual(session.inputMetadata, [{ name: 'x', type: 'float32', shape: ['N', 3] }]);
    assert.deepEqual(
      session.outputMetadata.map(({ shape }) => shape),
      [
        ['N', 2],
        ['N', 2],
      ],
    );
  });

  it('runs, again and again, on other shapes too', async () => {
    const session = await create(affine);
    for (let i = 0; i < 3; i++) {
      const results = await session.run({ x });
      assert.deepEqual(Object.keys(results), ['y', 'z']);
      assert.ok(results.y instanceof Tensor);
      assert.deepEqual([...results.y.data], y);
      assert.deepEqual([...results.z.data], z);
      assert.deepEqual(results.z.dims, [2, 2]);
      const one = session.runSync({ x: { data: x.data.subarray(0, 3), dims: [1, 3] } });
      assert.deepEqual([...one.y.data], y.slice(0, 2));
    }
    const none = session.runSync({ x: { data: new Float32Array(0), dims: [0, 3] } });
    assert.deepEqual(none.z.dims, [0, 2]);
  });

  it('takes more shapes than it keeps programs for', async () => {
    const session = await create(affine);
    for (let rows = 1; rows < 30; rows++) {
      const ones = { data: new Float32Array(3 * rows).fill(1), dims: [rows, 3] };
      assert.deepEqual([...session.runSync({ x: ones }).y.data.slice(-2)], [19, -88]);
    }
  });

  it('gives only what is fetched, and writes where it is told', async () => {
    const session = await create(affine);
    assert.deepEqual(Object.keys(await session.run({ x }, ['z'])), ['z']);
    const mine = { type: 'float32', data: new Float32Array(4), dims: [2, 2] };
    const resident = sc.tensor(new Float32Array(4), [2, 2]);
    const results = await session.run({ x }, { y: mine, z: resident });
    assert.equal(results.y, mine);
    assert.equal(results.z, resident);
    assert.deepEqual([...mine.data], y);
    assert.deepEqual([...resident.data], z);
    assert.deepEqual([...(await session.run({ x }, { z: null })).z.data], z);
  });

  it('takes residents, and makes them', async () => {
    const session = await create(affine, { preferredOutputLocation: 'wasm' });
    const resident = sc.tensor(x.data, x.dims);
    const first = session.runSync({ x: resident });
    const second = session.runSync({ x });
    assert.equal(first.y.location, 'wasm');
    for (const results of [first, second]) assert.deepEqual([...results.z.data], z);
    assert.deepEqual([...resident.data], [...x.data]);
    first.y.dispose();
    assert.deepEqual([...second.y.data], y);
  });

  it('does not change a resident that the first node could overwrite', async () => {
    const session = await create(
      encodeModel({
        inputs: [{ name: 'a', dims: [3] }],
        outputs: [{ name: 'b' }],
        constants: { c: floats([3], 1, 2, 3) },
        nodes: [
          { op: 'Add', inputs: ['a', 'c'], outputs: ['t'] },
          { op: 'Mul', inputs: ['t', 'a'], outputs: ['b'] },
        ],
      }),
    );
    const a = sc.tensor(Float32Array.of(1, 2, 3), [3]);
    assert.deepEqual([...session.runSync({ a }).b.data], [2, 8, 18]);
    assert.deepEqual([...a.data], [1, 2, 3]);
    const plain = { data: Float32Array.of(2, 2, 2), dims: [3] };
    assert.deepEqual([...session.runSync({ a: plain }).b.data], [6, 8, 10]);
    assert.deepEqual([...session.runSync({ a }).b.data], [2, 8, 18]);
  });

  it('takes a value that decides a shape, anew in each run', async () => {
    const session = await create(
      encodeModel({
        inputs: [
          { name: 'x', dims: [6] },
          { name: 'rows', type: 'int64', dims: [1] },
        ],
        outputs: [{ name: 'y' }],
        constants: { rest: int64s(-1) },
        nodes: [
          { op: 'Concat', inputs: ['rows', 'rest'], outputs: ['shape'], attributes: { axis: 0 } },
          { op: 'Reshape', inputs: ['x', 'shape'], outputs: ['y'] },
        ],
      }),
    );
    const six = { data: Float32Array.of(1, 2, 3, 4, 5, 6), dims: [6] };
    for (const rows of [1, 2, 3, 6, 2]) {
      const { y } = await session.run({ x: six, rows: int64s(rows) });
      assert.deepEqual(y.dims, [rows, 6 / rows]);
      assert.deepEqual([...y.data], [...six.data]);
    }
    const error = await refusal(() => session.run({ x: six, rows: int64s(4) }));
    assert.equal(error.code, 'invalid_node');
    assert.match(error.message, /Reshape.*cannot reshape \(6,\) to \(4,-1\)/);
  });

  it('computes what depends on shapes alone before it runs', async () => {
    const session = await create(
      encodeModel({
        inputs: [{ name: 'x', dims: ['N', 'S', 4] }],
        outputs: [{ name: 'y' }],
        constants: { first: int64s(0), tail: int64s(-1) },
        nodes: [
          { op: 'Shape', inputs: ['x'], outputs: ['dims'] },
          { op: 'Gather', inputs: ['dims', 'first'], outputs: ['batch'] },
          { op: 'Concat', inputs: ['batch', 'tail'], outputs: ['shape'], attributes: { axis: 0 } },
          { op: 'Reshape', inputs: ['x', 'shape'], outputs: ['y'] },
        ],
      }),
    );
    const data = Float32Array.from({ length: 24 }, (_, i) => i);
    assert.deepEqual((await session.run({ x: { data, dims: [2, 3, 4] } })).y.dims, [2, 12]);
    assert.deepEqual((await session.run({ x: { data, dims: [3, 2, 4] } })).y.dims, [3, 8]);
  });

  it('lets a feed stand in for an initializer that is an input too', async () => {
    const session = await create(
      encodeModel({
        inputs: [
          { name: 'a', dims: [2] },
          { name: 'b', dims: [2] },
        ],
        outputs: [{ name: 'c' }],
        constants: { b: floats([2], 10, 20) },
        nodes: [{ op: 'Add', inputs: ['a', 'b'], outputs: ['c'] }],
      }),
    );
    const a = { data: Float32Array.of(1, 2), dims: [2] };
    assert.deepEqual(session.inputNames, ['a']);
    assert.deepEqual([...session.runSync({ a }).c.data], [11, 22]);
    const b = { data: Float32Array.of(5, 5), dims: [2] };
    assert.deepEqual([...session.runSync({ a, b }).c.data], [6, 7]);
    assert.deepEqual([...session.runSync({ a }).c.data], [11, 22]);
  });

  it('passes inputs and constants through', async () => {
    const session = await create(
      encodeModel({
        inputs: [{ name: 'a', dims: ['N'] }],
        outputs: [{ name: 'same' }, { name: 'k' }, { name: 'row' }],
        constants: { k: floats([2], 7, 8), shape: int64s(1, -1) },
        nodes: [
          { op: 'Identity', inputs: ['a'], outputs: ['same'] },
          { op: 'Reshape', inputs: ['a', 'shape'], outputs: ['row'] },
        ],
      }),
    );
    const results = session.runSync({ a: { data: Float32Array.of(1, 2, 3), dims: [3] } });
    assert.deepEqual([...results.same.data], [1, 2, 3]);
    assert.deepEqual(results.row.dims, [1, 3]);
    assert.deepEqual([...results.k.data], [7, 8]);
    results.k.data[0] = 99;
    const again = session.runSync({ a: { data: new Float32Array(0), dims: [0] } });
    assert.deepEqual([...again.k.data], [7, 8]);
  });

  it('reads a model from bytes at any offset, a buffer or a file', async (t) => {
    const shifted = new Uint8Array(affine.length + 3);
    shifted.set(affine, 3);
    const file = join(temporaryFolder(t), 'model.onnx');
    writeFileSync(file, affine);
    const buffer = affine.buffer.slice(affine.byteOffset, affine.byteOffset + affine.byteLength);
    const url = pathToFileURL(file);
    for (const source of [shifted.subarray(3), buffer, new DataView(buffer), url, url.href]) {
      const session = await create(source);
      assert.deepEqual([...session.runSync({ x }).z.data], z);
    }
  });

  it('loads an engine by itself', async () => {
    const session = await InferenceSession.create(affine);
    assert.deepEqual([...session.runSync({ x }).z.data], z);
    const simd = await InferenceSession.create(affine, { flavour: 'simd' });
    assert.deepEqual([...simd.runSync({ x }).z.data], z);
  });

  it('keeps no more memory after a hundred runs than after one, and gives all of it back', async () => {
    const fresh = await load({ maximumMemory: 2 ** 28 });
    const session = await create(affine, { engine: fresh });
    const big = { data: new Float32Array(3 * 20000).fill(1), dims: [20000, 3] };
    session.runSync({ x: big });
    const { bytes } = fresh.memory();
    for (let i = 0; i < 100; i++) session.runSync({ x: big });
    assert.equal(fresh.memory().bytes, bytes);
    await session.release();
    for (let i = 0; i < 50; i++) {
      const next = await create(affine, { engine: fresh });
      next.runSync({ x: big });
      await next.release();
    }
    assert.equal(fresh.memory().bytes, bytes);
    assert.equal(fresh.memory().tensors, 0);
  });

  it('plans memory so that a long chain needs no more than a short one', async () => {
    const chain = (length) =>
      encodeModel({
        inputs: [{ name: 'v0', dims: [128, 128] }],
        outputs: [{ name: `v${length}` }],
        constants: { w: { type: 'float32', dims: [128, 128], data: new Float32Array(16384) } },
        nodes: Array.from({ length }, (_, i) => ({
          op: 'MatMul',
          inputs: [`v${i}`, 'w'],
          outputs: [`v${i + 1}`],
        })),
      });
    const bytesFor = async (length) => {
      // A separate instance: the memory differs from test to test.
      const fresh = await load({ maximumMemory: 2 ** 27 + length * 65536 });
      await create(chain(length), { engine: fresh });
      return fresh.memory().bytes;
    };
    const [short, long] = [await bytesFor(4), await bytesFor(400)];
    // 396 products of 64 KB more would be 26 MB; a plan takes 15 KB.
    assert.ok(long - short < 2 ** 23, `${long - short} bytes more`);
  });
});

describe('a session refuses', () => {
  const rejected = async (feeds, fetches) => {
    const session = await create(affine);
    return refusal(() => session.run(feeds, fetches));
  };

  it('feeds that do not fit', async () => {
    const cases = [
      [undefined, /The feeds must be an object/],
      [{}, /'x' is missing/],
      [{ x, q: x }, /no input 'q'.*x/],
      [{ x: { ...x, dims: [3, 2] } }, /must have shape \(N,3\), but has shape \(3,2\)/],
      [{ x: { ...x, dims: [6] } }, /must have shape \(N,3\), but has shape \(6,\)/],
      [
        { x: { data: new Float64Array(6), dims: [2, 3] } },
        /must be Float32Array for float32, but is Float64Array/,
      ],
      [
        { x: { type: 'int32', data: new Int32Array(6), dims: [2, 3] } },
        /must be float32, but is int32/,
      ],
      [
        { x: { data: new Float32Array(5), dims: [2, 3] } },
        /requires 6 elements of data, but has 5/,
      ],
      [{ x: 5 }, /The input 'x'/],
      [{ x: null }, /The input 'x'/],
    ];
    for (const [feeds, message] of cases) {
      const error = await rejected(feeds);
      assert.match(error.message, message);
    }
  });

  it('a conflict of a rule, and names the node once', async () => {
    const session = await create(
      encodeModel({
        inputs: [{ name: 'x', dims: ['N', 3] }],
        outputs: [{ name: 'y' }],
        constants: { scale: floats([4], 1, 1, 1, 1) },
        nodes: [{ op: 'LayerNormalization', name: 'ln', inputs: ['x', 'scale'], outputs: ['y'] }],
      }),
    );
    const { message } = await refusal(() => session.run({ x }));
    assert.equal(message.split("LayerNormalization 'ln'").length, 2, message);
    assert.match(message, /\(2,3\).*\(4,\)/);
  });

  it('sizes that a node cannot take, also by the name that stands for both', async () => {
    const session = await create(
      encodeModel({
        inputs: [
          { name: 'a', dims: ['N'] },
          { name: 'b', dims: ['N'] },
        ],
        outputs: [{ name: 'c' }],
        nodes: [{ op: 'Add', inputs: ['a', 'b'], outputs: ['c'] }],
      }),
    );
    const of = (length) => ({ data: new Float32Array(length).fill(length), dims: [length] });
    for (const fail of [
      () => session.run({ a: of(3), b: of(2) }),
      async () => session.prepare({ a: [3], b: [2] }),
    ]) {
      const error = await refusal(fail);
      assert.match(error.message, /^Add#0.* N is 3 in the input 'a' and 2 in 'b'\.$/);
      assert.deepEqual(error.nodes, ['Add#0']);
    }
    // Exporters use the same name for different sizes.
    const { c } = await session.run({ a: of(3), b: of(1) });
    assert.deepEqual([...c.data], [4, 4, 4]);
  });

  it('dims that are not sizes, whatever the rank', async () => {
    for (const rank of [1, 4]) {
      const dims = Array.from({ length: rank }, (_, axis) => `n${axis}`);
      const session = await create(
        encodeModel({
          inputs: [{ name: 'a', dims }],
          outputs: [{ name: 'b' }],
          nodes: [{ op: 'Neg', inputs: ['a'], outputs: ['b'] }],
        }),
      );
      for (const size of [-1, 1.5, Number.NaN, 2 ** 40, true, '3', 3n, null])
        for (let axis = 0; axis < rank; axis++) {
          const given = dims.map((_, at) => (at === axis ? size : 2));
          assert.throws(() => session.prepare({ a: given }), {
            name: 'ShapeError',
            code: 'invalid_size',
            message: new RegExp(
              `^Axis ${axis} of the input 'a' \\(.*\\) must be an integer from 0 to `,
            ),
          });
        }
      session.prepare({ a: dims.map(() => 0) });
    }
  });

  it('fetches that do not fit, before anything is written', async () => {
    const small = { data: new Float32Array(2).fill(5), dims: [2] };
    const good = { data: new Float32Array(4).fill(5), dims: [2, 2] };
    const cases = [
      [['q'], /no output 'q'.*y, z/],
      [
        { y: small },
        /^The tensor for the output 'y' must have shape \(2,2\), but has shape \(2,\)/,
      ],
      [
        { y: good, z: { data: new Float64Array(4), dims: [2, 2] } },
        /^The tensor for the output 'z' must be float32, but is float64/,
      ],
      [7, /The fetches must be .*, but are 7\./],
      ['y', /, but are 'y'\./],
      [[], /, but are an empty array\./],
      [new Set(['y']), /, but are a Set\. Pass \[\.\.\.set\]\./],
      [new Map([['y', null]]), /, but are a Map\./],
      [good, /, but are a tensor\./],
      [new Float32Array(2), /, but are a Float32Array\./],
      [{ y: null, q: null }, /no output 'q'/],
      [
        { logSeverityLevel: 2 },
        /'logSeverityLevel' of onnxruntime-web has no meaning here\. Omit it/,
      ],
    ];
    for (const [fetches, message] of cases) {
      const error = await rejected({ x }, fetches);
      assert.match(error.message, message);
    }
    assert.deepEqual([...good.data], [5, 5, 5, 5]);
  });

  it('to run once released', async () => {
    const session = await create(affine);
    await session.release();
    assert.equal((await refusal(() => session.run({ x }))).code, 'released');
    await session.release();
  });

  it('options that are none', async () => {
    const of = (options) => refusal(() => InferenceSession.create(affine, options));
    assert.equal((await of({ engine: {} })).code, 'invalid_option');
    const elsewhere = { engine: sc, preferredOutputLocation: 'gpu-buffer' };
    assert.equal((await of(elsewhere)).code, 'invalid_option');
  });

  it('options that there are not, before the model is looked at', async () => {
    const of = (options) => create('nowhere.onnx', options);
    for (const name of ['executionProvider', 'colour', 'constructor'])
      await assert.rejects(of({ [name]: 1 }), {
        name: 'AttributeError',
        code: 'option_unknown',
        message: `InferenceSession.create has no option '${name}'; its options are engine, preferredOutputLocation, externalData, outputs, onProgress, flavour, wasm, relaxed, maximumMemory.`,
      });
    await assert.rejects(of({ flavor: 'simd' }), /did you mean 'flavour'\?/);
    await assert.rejects(InferenceSession.create(affine, 'simd'), { code: 'invalid_options' });
  });

  it('no option of load', async () => {
    const flavour = 'simd';
    const session = await InferenceSession.create(affine, { flavour, maximumMemory: 2 ** 26 });
    assert.deepEqual([...(await session.run({ x })).y.data], y);
    await session.release();
    await assert.rejects(InferenceSession.create(affine, { flavour: 'fast' }), {
      code: 'unknown_flavour',
    });
  });

  it('sources that are none', async () => {
    const of = (source) => refusal(() => create(source));
    assert.equal((await of(undefined)).code, 'invalid_source');
    assert.equal((await of(12)).code, 'invalid_source');
    assert.equal((await of(new URL('file:///no/such/model.onnx'))).code, 'fetch_failed');
    assert.equal((await of('not a url')).code, 'fetch_failed');
    assert.equal((await of(new Uint8Array(0))).code, 'invalid_model');
  });

  it('operators that it does not have, naming every node', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [1] }],
      outputs: [{ name: 'z' }],
      nodes: [
        { op: 'Unheard', name: 'first', inputs: ['x'], outputs: ['y'] },
        { op: 'Add', inputs: ['y', 'y'], outputs: ['w'] },
        { op: 'Gelu', domain: 'com.example', inputs: ['w'], outputs: ['z'] },
      ],
      domains: ['com.example'],
    });
    const error = await refusal(() => create(model));
    assert.ok(error instanceof ModelError);
    assert.equal(error.code, 'unsupported_operator');
    assert.deepEqual(error.nodes, ['first', 'Gelu#2']);
    assert.match(error.message, /Unheard at opset 17 \(first\), com\.example\.Gelu/);
  });

  it('a node of fixed shapes at create, and names it', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [3, 4] }],
      outputs: [{ name: 'y' }],
      constants: { b: floats([3], 1, 2, 3) },
      nodes: [{ op: 'Add', name: 'bias', inputs: ['x', 'b'], outputs: ['y'] }],
    });
    const error = await refusal(() => create(model));
    assert.deepEqual(error.nodes, ['bias']);
    assert.match(error.message, /Add 'bias': Add cannot broadcast A \(3,4\) with B \(3,\)/);
    assert.equal(error.cause.alignment.fixes[0].shape.join(), '3,1');
  });
});
