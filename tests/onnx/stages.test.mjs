/** Models in which computed values determine shapes: the nodes that use them are compiled at run time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { assertNothingKept } from '../support/retained.mjs';
import { encodeModel, floats, int64s, node } from './models.mjs';

const engine = await load();
const { random, seed } = seeded(71);
const create = (model, options) => InferenceSession.create(model, { engine, ...options });

const output = (name, type = 'float32') => ({ name, type });
const numbers = (tensor) => Array.from(tensor.data, Number);

const dims = [8, 12];
const size = 96;

/** The elements above a bound, and those above a second one. */
const bright = encodeModel({
  inputs: [{ name: 'x', dims }],
  outputs: [
    output('doubled'),
    output('picked'),
    output('sum'),
    output('count', 'int64'),
    output('brightest'),
    output('same'),
  ],
  constants: { one: floats([], 1), more: floats([], 1.5), first: int64s(0) },
  nodes: [
    node('Add', ['x', 'x'], 'doubled'),
    node('Greater', ['doubled', 'one'], 'mask'),
    node('NonZero', ['mask'], 'places'),
    node('Transpose', ['places'], 'rows'),
    node('GatherND', ['doubled', 'rows'], 'picked'),
    node('ReduceSum', ['picked'], 'sum', { keepdims: 0 }),
    node('Shape', ['picked'], 'count'),
    node('Mul', ['picked', 'one'], 'again'),
    node('Greater', ['again', 'more'], 'mask2'),
    node('NonZero', ['mask2'], 'places2'),
    node('Squeeze', ['places2', 'first'], 'at'),
    node('Gather', ['again', 'at'], 'brightest'),
    node('Identity', ['x'], 'same'),
  ],
});

function expected(x) {
  const doubled = x.map((value) => Math.fround(value + value));
  const picked = doubled.filter((value) => value > 1);
  return { doubled, picked, brightest: picked.filter((value) => value > 1.5) };
}

function check(results, x) {
  const { doubled, picked, brightest } = expected(x);
  assert.deepEqual(numbers(results.doubled), doubled);
  assert.deepEqual(results.doubled.dims, dims);
  assert.deepEqual(numbers(results.picked), picked);
  assert.deepEqual(numbers(results.count), [picked.length]);
  assert.deepEqual(numbers(results.brightest), brightest);
  assert.deepEqual(numbers(results.same), x);
  const sum = picked.reduce((total, value) => total + value, 0);
  assert.ok(Math.abs(numbers(results.sum)[0] - sum) < 1e-4 * (1 + sum));
}

describe(`elements that decide shapes, ${seed}`, () => {
  const picture = (brightness = 1) =>
    Array.from({ length: size }, () => Math.fround(random() * brightness));

  it('are computed anew for every picture', async () => {
    const session = await create(bright);
    session.prepare({ x: dims });
    for (const brightness of [1, 1, 0.2, 1, 0.6, 0, 3]) {
      const x = picture(brightness);
      check(await session.run({ x: { data: Float32Array.from(x), dims } }), x);
    }
    await session.release();
  });

  it('are found in tensors that stay in WebAssembly memory, and leave results there', async () => {
    const session = await create(bright, { preferredOutputLocation: 'wasm' });
    for (let i = 0; i < 5; i++) {
      const x = picture();
      const resident = engine.tensor(Float32Array.from(x), dims);
      const results = session.runSync({ x: resident });
      check(results, x);
      for (const result of Object.values(results)) result.dispose();
      resident.dispose();
    }
    await session.release();
  });

  it('hold as much memory after five hundred long pictures as after ten', async () => {
    const count = 2000;
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [count] }],
      outputs: [output('picked')],
      constants: { none: floats([], 0), first: int64s(0) },
      nodes: [
        node('Greater', ['x', 'none'], 'above'),
        node('NonZero', ['above'], 'places'),
        node('Squeeze', ['places', 'first'], 'at'),
        node('Gather', ['x', 'at'], 'picked'),
      ],
    });
    const session = await create(model);
    const run = (i) => {
      const data = new Float32Array(count);
      const wanted = Array.from({ length: 50 }, (_, place) => place + 1);
      for (const value of wanted) data[(i + value * 40) % count] = value;
      const { picked } = session.runSync({ x: { data, dims: [count] } });
      assert.deepEqual(
        numbers(picked).sort((a, b) => a - b),
        wanted,
      );
    };
    const used = [10, 490].map((times) => {
      for (let i = 0; i < times; i++) run(i);
      return engine.memory().used;
    });
    assertNothingKept(used[0], used[1], 490);
    await session.release();
  });

  it('are not those of a node with an output that nothing reads', async () => {
    const model = encodeModel({
      opset: 13,
      inputs: [{ name: 'x', dims: [300] }],
      outputs: [output('y')],
      constants: { ratio: floats([], 0.5), two: floats([], 2) },
      nodes: [
        node('Mul', ['x', 'two'], 'doubled'),
        node('Dropout', ['doubled', 'ratio'], ['kept', 'mask']),
        node('Add', ['kept', 'two'], 'y'),
      ],
    });
    const session = await create(model);
    const used = [];
    for (let run = 0; run < 30; run++) {
      const x = floats([300], ...Array.from({ length: 300 }, () => Math.fround(random())));
      const { y } = session.runSync({ x });
      assert.deepEqual([...y.data], [...x.data.map((value) => value * 2 + 2)]);
      used.push(engine.memory().used);
    }
    // A session that compiled for each set of elements would keep a program for each.
    assertNothingKept(used[0], used.at(-1), 29);
    await session.release();
  });

  it('refuse what does not fit them before anything is written', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [90] }],
      outputs: [output('doubled'), output('rows')],
      constants: { none: floats([], 0), rest: int64s(-1), first: int64s(0) },
      nodes: [
        node('Add', ['x', 'x'], 'doubled'),
        node('Greater', ['x', 'none'], 'above'),
        node('Cast', ['above'], 'ones', { to: 7 }),
        node('ReduceSum', ['ones', 'first'], 'count'),
        node('Concat', ['count', 'rest'], 'shape', { axis: 0 }),
        node('Reshape', ['doubled', 'shape'], 'rows'),
      ],
    });
    const session = await create(model);
    const above = (count) => Float32Array.from({ length: 90 }, (_, i) => (i < count ? 1 : -1));
    for (const count of [9, 10, 90]) {
      const { rows } = session.runSync({ x: { data: above(count), dims: [90] } });
      assert.deepEqual(rows.dims, [count, 90 / count]);
    }
    const doubled = { data: new Float32Array(90).fill(7), dims: [90], type: 'float32' };
    assert.throws(
      () => session.runSync({ x: { data: above(7), dims: [90] } }, { doubled }),
      (error) => error instanceof ModelError && error.code === 'invalid_node',
    );
    assert.ok(doubled.data.every((value) => value === 7));
    session.runSync({ x: { data: above(9), dims: [90] } }, { doubled });
    assert.deepEqual([...doubled.data], [...above(9).map((value) => 2 * value)]);
    await session.release();
  });

  it('may be places that were found, and decide in their turn', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [80] }],
      outputs: [output('picked'), output('places', 'int64'), output('upTo'), output('even')],
      constants: {
        none: floats([], 0),
        two: { type: 'int64', dims: [], data: BigInt64Array.of(2n) },
        zero: { type: 'int64', dims: [], data: BigInt64Array.of(0n) },
        first: int64s(0),
      },
      nodes: [
        node('Greater', ['x', 'none'], 'above'),
        node('NonZero', ['above'], 'found'),
        node('Squeeze', ['found', 'first'], 'places'),
        node('Gather', ['x', 'places'], 'picked'),
        node('ReduceMax', ['places'], 'last', { keepdims: 1 }),
        node('Slice', ['x', 'first', 'last'], 'upTo'),
        node('Mod', ['places', 'two'], 'rest'),
        node('Equal', ['rest', 'zero'], 'isEven'),
        node('Compress', ['picked', 'isEven'], 'even', { axis: 0 }),
      ],
      opset: 17,
    });
    const session = await create(model);
    // The same number elsewhere, and other numbers.
    for (const wanted of [[3, 4, 70], [5, 61, 62], [8], [3, 4, 70], [2, 79], [0, 1, 2], [6]]) {
      const data = new Float32Array(80).fill(-1);
      for (const place of wanted) data[place] = place + 1;
      const results = session.runSync({ x: { data, dims: [80] } });
      assert.deepEqual(numbers(results.places), wanted);
      assert.deepEqual(
        numbers(results.picked),
        wanted.map((place) => place + 1),
      );
      assert.deepEqual(numbers(results.upTo), [...data.subarray(0, wanted.at(-1))]);
      assert.deepEqual(
        numbers(results.even),
        wanted.filter((place) => place % 2 === 0).map((place) => place + 1),
      );
    }
    await session.release();
  });

  it('may say how often a loop runs that stacks what it makes', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [80] }],
      outputs: [output('stacked')],
      constants: {
        none: floats([], 0),
        yes: { type: 'bool', dims: [], data: Uint8Array.of(1) },
      },
      nodes: [
        node('Greater', ['x', 'none'], 'above'),
        node('Cast', ['above'], 'ones', { to: 7 }),
        node('ReduceSum', ['ones'], 'count', { keepdims: 0 }),
        node('ReduceMax', ['x'], 'largest', { keepdims: 0 }),
        node('Loop', ['count', 'yes', 'largest'], ['last', 'stacked'], {
          body: {
            graph: {
              inputs: [
                { name: 'i', type: 'int64', dims: [] },
                { name: 'go', type: 'bool', dims: [] },
                { name: 'v' },
              ],
              outputs: [{ name: 'on', type: 'bool', dims: [] }, { name: 'w' }, { name: 'made' }],
              nodes: [
                node('Identity', ['go'], 'on'),
                node('Add', ['v', 'v'], 'w'),
                node('Identity', ['w'], 'made'),
              ],
            },
          },
        }),
      ],
      opset: 17,
    });
    const session = await create(model);
    for (const count of [3, 5, 0, 3]) {
      const data = Float32Array.from({ length: 80 }, (_, i) => (i < count ? 2 : -1));
      const { stacked } = session.runSync({ x: { data, dims: [80] } });
      const largest = count > 0 ? 2 : -1;
      assert.deepEqual(
        numbers(stacked),
        Array.from({ length: count }, (_, i) => largest * 2 ** (i + 1)),
      );
    }
    await session.release();
  });

  it('are those that a fed initializer makes', async () => {
    const model = encodeModel({
      inputs: [
        { name: 'x', dims: [80] },
        { name: 'bound', dims: [] },
      ],
      outputs: [output('picked')],
      constants: { bound: floats([], 0.5), first: int64s(0) },
      nodes: [
        node('Greater', ['x', 'bound'], 'above'),
        node('NonZero', ['above'], 'places'),
        node('Squeeze', ['places', 'first'], 'at'),
        node('Gather', ['x', 'at'], 'taken'),
        node('Sub', ['taken', 'bound'], 'picked'),
      ],
    });
    const session = await create(model);
    const data = Float32Array.from({ length: 80 }, (_, i) => i / 64);
    for (const bound of [undefined, 1, undefined, 0.25]) {
      const feeds = {
        x: { data, dims: [80] },
        ...(bound !== undefined && { bound: floats([], bound) }),
      };
      const { picked } = session.runSync(feeds);
      const least = bound ?? 0.5;
      assert.deepEqual(
        numbers(picked),
        [...data].filter((value) => value > least).map((value) => value - least),
      );
    }
    await session.release();
  });

  it('may be texts', async () => {
    const count = 70;
    const model = encodeModel({
      opset: 20,
      inputs: [{ name: 'texts', type: 'string', dims: [count] }],
      outputs: [output('parts', 'string'), output('counts', 'int64')],
      constants: { end: { type: 'string', dims: [], data: [' end'] } },
      nodes: [
        node('StringConcat', ['texts', 'end'], 'ended'),
        node('StringSplit', ['ended'], ['parts', 'counts']),
      ],
    });
    const session = await create(model);
    for (const most of [2, 4]) {
      const texts = Array.from({ length: count }, (_, i) => 'word '.repeat(i % (most + 1)).trim());
      const { parts, counts } = session.runSync({
        texts: { type: 'string', data: texts, dims: [count] },
      });
      const wanted = texts.map((text) => [...text.split(' ').filter(Boolean), 'end']);
      assert.deepEqual(
        numbers(counts),
        wanted.map((words) => words.length),
      );
      assert.deepEqual(parts.dims, [count, most + 1]);
      assert.deepEqual(
        parts.data,
        wanted.flatMap((words) => [...words, ...Array(most + 1 - words.length).fill('')]),
      );
    }
    await session.release();
  });
});
