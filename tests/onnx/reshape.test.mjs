/**
 * A session that has run on other shapes returns the same bits as a new one, which has nothing to reuse:
 * decoders, encoders, loops, branches and stages, on shapes in random order.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { models } from '../clients/models/index.mjs';
import { randomFrom, seedOf } from '../rules/support.mjs';
import { encodeModel, floats, int64s, node } from './models.mjs';

const seed = seedOf(20261127);
const engine = await load();
after(() => engine.close());

const ROUNDS = 10;

const arrays = { float32: Float32Array, int64: BigInt64Array, int32: Int32Array, bool: Uint8Array };

/** Symbolic sizes of a run; a past is as long in every layer. */
function sizesOf(draw) {
  const past = draw(9);
  const rows = past === 0 ? 1 + draw(5) : 1 + draw(2);
  const encoded = 2 + draw(4);
  return {
    batch_size: 1 + draw(2),
    sequence_length: rows,
    past_sequence_length: past,
    total_sequence_length: past + rows,
    decoder_sequence_length: rows,
    encoder_sequence_length: encoded,
    past_decoder_sequence_length: past,
    past_encoder_sequence_length: encoded,
  };
}

/** Random elements; integers are indices that every table has, or masks. */
function tensorOf({ name, type, dims }, sizes, random) {
  const real = dims.map((size) => (typeof size === 'number' ? size : sizes[size]));
  const length = real.reduce((a, b) => a * b, 1);
  const one = () => {
    if (type === 'bool') return sizes.past_decoder_sequence_length > 0 ? 1 : 0;
    if (name.includes('mask')) return 1n;
    return type === 'int64' ? BigInt(random() < 0.5) : random() - 0.5;
  };
  if (type === 'float16') {
    const bits = () => 0x3000 + Math.floor(random() * 0x800);
    return { type, dims: real, data: Uint16Array.from({ length }, bits) };
  }
  return { type, dims: real, data: arrays[type].from({ length }, one) };
}

function assertSame(results, expected, where) {
  assert.deepEqual(Object.keys(results), Object.keys(expected));
  for (const [name, { type, dims, data }] of Object.entries(expected)) {
    const made = results[name];
    assert.deepEqual([made.type, made.dims], [type, dims], `${where}: ${name}`);
    const bytesOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    assert.ok(bytesOf(made.data).equals(bytesOf(data)), `${where}: ${name} differs`);
  }
}

/** Runs one session on everything that `feedsOf` returns, and a new one on each. */
async function assertReshapes(bytes, feedsOf) {
  const { used } = engine.memory();
  const session = await InferenceSession.create(bytes, { engine });
  for (let round = 0; round < ROUNDS; round++) {
    const feeds = feedsOf();
    const fresh = await InferenceSession.create(bytes, { engine });
    const dims = Object.entries(feeds).map(([name, tensor]) => `${name} (${tensor.dims})`);
    const where = `SEED=${seed} round ${round}, ${dims.join(', ')}`;
    assertSame(session.runSync(feeds), fresh.runSync(feeds), where);
    await fresh.release();
  }
  await session.release();
  assert.equal(engine.memory().used, used, 'bytes in use after the session is released');
}

describe(`shapes in random order, SEED=${seed}`, () => {
  const texts = ['embeddings', 'moods', 'answers', 'chat', 'chat-groups', 'summaries', 'speech'];
  for (const name of texts)
    for (const form of ['fp32', 'q8', 'fp16', 'q4'])
      it(`${name}, ${form}`, async () => {
        for (const graphOf of Object.values(models[name].graphs)) {
          const graph = graphOf(form);
          const random = randomFrom(seed);
          const draw = (count) => Math.floor(random() * count);
          await assertReshapes(graph.encode(), () => {
            const sizes = sizesOf(draw);
            // Grouped queries take the batch's sequences one by one if several tokens follow a past.
            if (name === 'chat-groups' && sizes.sequence_length > 1) sizes.batch_size = 1;
            return Object.fromEntries(
              graph.inputs.map((input) => [input.name, tensorOf(input, sizes, random)]),
            );
          });
        }
      });

  it('loops that are unrolled, and loops that run', async () => {
    const body = {
      inputs: [
        { name: 'i', type: 'int64', dims: [] },
        { name: 'on', type: 'bool', dims: [] },
        { name: 'state', dims: ['n', 8] },
      ],
      outputs: [{ name: 'still' }, { name: 'next' }, { name: 'row' }],
      constants: { half: floats([], 0.5) },
      nodes: [
        node('Identity', ['on'], 'still'),
        node('Cast', ['i'], 'count', { to: 1 }),
        node('MatMul', ['state', 'w'], 'product'),
        node('Mul', ['product', 'half'], 'halved'),
        node('Add', ['halved', 'count'], 'more'),
        node('Add', ['more', 'x'], 'sum'),
        node('Tanh', ['sum'], 'next'),
        node('ReduceSum', ['next'], 'row', { keepdims: 0 }),
      ],
    };
    const random = randomFrom(seed);
    const model = encodeModel({
      opset: 17,
      inputs: [
        { name: 'x', dims: ['n', 8] },
        { name: 'trips', type: 'int64', dims: [] },
      ],
      outputs: [{ name: 'y' }, { name: 'rows' }],
      constants: {
        w: floats([8, 8], ...Array.from({ length: 64 }, () => random() - 0.5)),
      },
      nodes: [
        {
          ...{ op: 'Loop', inputs: ['trips', '', 'x'], outputs: ['y', 'rows'] },
          attributes: { body: { graph: body } },
        },
      ],
    });
    await assertReshapes(model, () => ({
      x: tensorOf(
        { name: 'x', type: 'float32', dims: [1 + Math.floor(random() * 3), 8] },
        {},
        random,
      ),
      trips: {
        type: 'int64',
        dims: [],
        data: BigInt64Array.of(BigInt(Math.floor(random() * 7))),
      },
    }));
  });

  it('elements that decide shapes, in stages', async () => {
    const model = encodeModel({
      opset: 17,
      inputs: [{ name: 'x', dims: ['n'] }],
      outputs: [{ name: 'picked' }, { name: 'sum' }, { name: 'all' }],
      constants: { none: floats([], 0), first: int64s(0) },
      nodes: [
        node('Greater', ['x', 'none'], 'above'),
        node('NonZero', ['above'], 'places'),
        node('Squeeze', ['places', 'first'], 'at'),
        node('Gather', ['x', 'at'], 'picked'),
        node('Exp', ['picked'], 'large'),
        node('ReduceSum', ['large'], 'sum', { keepdims: 1 }),
        node('Add', ['x', 'sum'], 'all'),
      ],
    });
    const random = randomFrom(seed);
    await assertReshapes(model, () => ({
      x: tensorOf({ name: 'x', type: 'float32', dims: [3 + Math.floor(random() * 4)] }, {}, random),
    }));
  });

  it('zero points that nodes share, and that the first of them converts', async () => {
    const random = randomFrom(seed);
    const domain = 'com.microsoft';
    const attributes = { K: 32, N: 8, bits: 4, block_size: 16 };
    const product = (x, y) => ({
      ...{
        op: 'MatMulNBits',
        domain,
        inputs: [x, 'w', 'scales', 'zeros'],
        outputs: [y],
        attributes,
      },
    });
    const bytes = (...dims) => ({ type: 'uint8', dims });
    const model = encodeModel({
      opset: 17,
      domains: [domain],
      inputs: [
        { name: 'x', dims: ['n', 32] },
        { name: 'z', dims: [3, 32] },
        { name: 'zeros', ...bytes(8, 1) },
      ],
      outputs: [{ name: 'a' }, { name: 'b' }],
      constants: {
        w: { ...bytes(8, 2, 8), data: Uint8Array.from({ length: 128 }, () => random() * 256) },
        scales: floats([8, 2], ...Array.from({ length: 16 }, () => random())),
      },
      nodes: [product('x', 'a'), product('z', 'b')],
    });
    const float = (...dims) => tensorOf({ name: 'x', type: 'float32', dims }, {}, random);
    await assertReshapes(model, () => ({
      ...{ x: float(1 + Math.floor(random() * 4), 32), z: float(3, 32) },
      zeros: { ...bytes(8, 1), data: Uint8Array.from({ length: 8 }, () => random() * 256) },
    }));
  });

  it('parts of parts, one value read twice, and numbers that change while sizes stay', async () => {
    const random = randomFrom(seed);
    const model = encodeModel({
      opset: 17,
      inputs: [
        { name: 'x', dims: ['n', 6] },
        { name: 'shape', type: 'int64', dims: [2] },
        { name: 'from', type: 'int64', dims: [1] },
      ],
      outputs: ['a', 'b', 'twice', 'rolled', 'filled', 'tiled'].map((name) => ({ name })),
      constants: {
        ...{ zeroth: int64s(0), four: int64s(4), halves: int64s(2, 2) },
        ...{ top: int64s(99), axis: int64s(1) },
      },
      nodes: [
        node('Shape', ['x'], 'dims'),
        node('Gather', ['dims', 'zeroth'], 'count'),
        node('Sub', ['count', 'four'], 'before'),
        node('Concat', ['before', 'four'], 'rows', { axis: 0 }),
        node('Exp', ['x'], 'e'),
        { op: 'Split', inputs: ['e', 'rows'], outputs: ['first', 'rest'], attributes: { axis: 0 } },
        { op: 'Split', inputs: ['rest', 'halves'], outputs: ['a', 'b'], attributes: { axis: 0 } },
        node('Expand', ['e', 'shape'], 'wide'),
        node('Sub', ['wide', 'e'], 'zero'),
        node('Mul', ['wide', 'wide'], 'square'),
        node('Add', ['zero', 'square'], 'twice'),
        node('Slice', ['first', 'from', 'top', 'axis'], 'rolled'),
        node('ConstantOfShape', ['shape'], 'filled'),
        node('Tile', ['first', 'shape'], 'tiled'),
      ],
    });
    const draw = (count) => Math.floor(random() * count);
    const numbers = (...values) => ({
      ...{ type: 'int64', dims: [values.length] },
      data: BigInt64Array.from(values, BigInt),
    });
    await assertReshapes(model, () => {
      const rows = 5 + draw(2);
      return {
        x: tensorOf({ name: 'x', type: 'float32', dims: [rows, 6] }, {}, random),
        shape: numbers(draw(2) === 0 ? 1 : rows, 1),
        from: numbers(draw(3)),
      };
    });
  });

  it('an operand that is stretched, or not, in a fused chain', async () => {
    const random = randomFrom(seed);
    const model = encodeModel({
      opset: 17,
      inputs: [
        { name: 'x', dims: ['n'] },
        { name: 'y', dims: [4] },
      ],
      outputs: [{ name: 'z' }],
      nodes: [
        node('Add', ['x', 'y'], 'sum'),
        node('Tanh', ['sum'], 'bounded'),
        node('Mul', ['bounded', 'y'], 'z'),
      ],
    });
    const float = (...dims) => tensorOf({ name: 'x', type: 'float32', dims }, {}, random);
    await assertReshapes(model, () => ({ x: float(random() < 0.5 ? 1 : 4), y: float(4) }));
  });

  it('constants of programs that have been evicted', async () => {
    // A quarter of it is for programs.
    const small = await load({ maximumMemory: 2 ** 24 });
    const model = encodeModel({
      opset: 17,
      inputs: [
        { name: 'x', dims: ['n', 7] },
        { name: 'z', type: 'int64', dims: [3] },
      ],
      outputs: [{ name: 'y', type: 'int64' }, { name: 'sum' }],
      constants: { one: int64s(1), axes: int64s(0) },
      nodes: [
        node('Shape', ['x'], 'shape'),
        node('Gather', ['shape', 'one'], 'width'),
        node('Mul', ['z', 'width'], 'y'),
        node('ReduceSum', ['x', 'axes'], 'sum', { keepdims: 0 }),
      ],
    });
    const session = await InferenceSession.create(model, { engine: small });
    // The second program stays; the first, whose constant it uses, goes.
    for (const rows of Array.from({ length: 200 }, (_, i) => [i + 1, 2]).flat()) {
      const z = BigInt64Array.of(BigInt(rows), 2n, -1n);
      const feeds = {
        x: { type: 'float32', dims: [rows, 7], data: new Float32Array(rows * 7).fill(1) },
        z: { type: 'int64', dims: [3], data: z },
      };
      const { y, sum } = session.runSync(feeds);
      assert.deepEqual(
        y.data,
        z.map((value) => 7n * value),
      );
      assert.deepEqual(sum.data, new Float32Array(7).fill(rows));
    }
    await session.release();
    small.close();
  });

  it('strings', async () => {
    const model = encodeModel({
      opset: 20,
      inputs: [{ name: 'x', type: 'string', dims: ['n'] }],
      outputs: [
        { name: 'y', type: 'string' },
        { name: 'count', type: 'int64' },
      ],
      constants: { ending: { type: 'string', dims: [1], data: ['!'] }, two: int64s(2) },
      nodes: [
        node('StringConcat', ['x', 'ending'], 'loud'),
        node('Tile', ['loud', 'two'], 'y'),
        node('Shape', ['y'], 'count'),
      ],
    });
    const session = await InferenceSession.create(model, { engine });
    for (const words of [['a'], ['b', 'c'], ['d'], ['e', 'f'], ['g', 'h', 'i'], ['j']]) {
      const { y, count } = session.runSync({
        x: { type: 'string', dims: [words.length], data: words },
      });
      const loud = words.map((word) => `${word}!`);
      assert.deepEqual(y.data, [...loud, ...loud]);
      assert.deepEqual(count.data, BigInt64Array.of(BigInt(2 * words.length)));
    }
    await session.release();
  });
});
