/** Results that are fed to the next run, as decoders do, without a turn of the event loop in which finalizers run. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, Tensor } from 'simdcast/ort';
import { encodeModel } from '../onnx/models.mjs';

const engine = await load();
after(() => engine.close());

/** 1 MiB of float32. */
const SIZE = 2 ** 18;
/** y = x + b */
const model = encodeModel({
  inputs: ['x', 'b'].map((name) => ({ name, type: 'float32', dims: [SIZE] })),
  outputs: [{ name: 'y', type: 'float32', dims: [SIZE] }],
  nodes: [{ op: 'Add', inputs: ['x', 'b'], outputs: ['y'] }],
});
const filled = (value) => new Tensor('float32', new Float32Array(SIZE).fill(value), [SIZE]);

const heap = () => engine.memory().bytes / 2 ** 20;

test('past results take no more than 64 MiB of wasm memory, and are garbage in JavaScript', async () => {
  const session = await InferenceSession.create(model);
  const b = filled(1);
  let x = filled(0);
  for (let i = 0; i < 1000; i++) ({ y: x } = await session.run({ x, b }));
  assert.ok(heap() < 160, `${heap()} MiB`);
  const inJavaScript = process.memoryUsage().arrayBuffers / 2 ** 20;
  assert.ok(inJavaScript < 512, `${inJavaScript} MiB, of 1000 in all`);
  assert.deepEqual([...new Set(x.data)], [1000]);
  await session.release();
});

test('a result that has been moved can be read, and fed again', async () => {
  const session = await InferenceSession.create(model);
  const b = filled(1);
  const all = [filled(0)];
  for (let i = 0; i < 100; i++) all.push((await session.run({ x: all.at(-1), b })).y);
  assert.ok(heap() < 160, `${heap()} MiB`);
  const { y } = await session.run({ x: all[5], b });
  assert.equal(y.data[SIZE - 1], 6);
  for (const [i, tensor] of all.entries()) assert.equal(tensor.data[i], i);
  await session.release();
});

test('a result that every run is fed stays in wasm memory', async () => {
  const session = await InferenceSession.create(model);
  const { y: b } = await session.run({ x: filled(1), b: filled(0) });
  let x = filled(0);
  // The first of the others to be moved was fed after b.
  const before = engine.memory().tensors;
  for (let i = 0; i < 100; i++) ({ y: x } = await session.run({ x, b }));
  assert.equal(x.data[0], 100);
  assert.ok(engine.memory().tensors > before, 'some are in wasm memory');
  const used = engine.memory().used;
  void b.data;
  assert.ok(engine.memory().used <= used - SIZE * 4, 'reading b frees its memory');
  await session.release();
});

test('an unread result may be fed and receive an output in the same run', async () => {
  const session = await InferenceSession.create(
    encodeModel({
      inputs: ['x', 'b'].map((name) => ({ name, type: 'float32', dims: [SIZE] })),
      outputs: ['sum', 'difference'].map((name) => ({ name, type: 'float32', dims: [SIZE] })),
      nodes: [
        { op: 'Add', inputs: ['x', 'b'], outputs: ['sum'] },
        { op: 'Sub', inputs: ['x', 'b'], outputs: ['difference'] },
      ],
    }),
  );
  const unread = () => session.run({ x: filled(5), b: filled(3) });
  const cases = [
    // Feeds and targets as functions of the results 8 and 2, and the outputs.
    [({ sum }) => [{ x: sum, b: sum }, { sum }], { sum: 16 }],
    [({ sum, difference }) => [{ x: sum, b: difference }, { sum }], { sum: 10 }],
    [({ sum, difference }) => [{ x: difference, b: sum }, { sum }], { sum: 10 }],
    [
      ({ sum, difference }) => [
        { x: sum, b: difference },
        { sum: difference, difference: sum },
      ],
      { sum: 10, difference: 6 },
    ],
    [
      ({ sum, difference }) => [
        { x: sum, b: difference },
        { sum: null, difference: sum },
      ],
      { sum: 10, difference: 6 },
    ],
  ];
  for (const [argumentsOf, wanted] of cases) {
    const [feeds, fetches] = argumentsOf(await unread());
    const results = await session.run(feeds, fetches);
    for (const [name, value] of Object.entries(wanted)) {
      if (fetches[name]) assert.equal(results[name], fetches[name]);
      assert.deepEqual([...new Set(results[name].data)], [value]);
    }
  }
  // A feed whose dims were replaced moves its elements too.
  const { sum } = await unread();
  sum.dims = [SIZE, 1];
  sum.dims = [SIZE];
  assert.equal((await session.run({ x: sum, b: sum }, { difference: sum })).difference, sum);
  assert.deepEqual([...new Set(sum.data)], [0]);
  await session.release();
});
