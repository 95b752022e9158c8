/**
 * Results that continue an input, such as the caches of decoders: a run frees the input's memory, and the input is
 * copied from the result if it is needed. Expected values are JavaScript's own.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, Tensor } from 'simdcast/ort';
import { encodeModel } from '../onnx/models.mjs';
import { seeded } from '../operators/support/values.mjs';

const engine = await load();
after(() => engine.close());

const { random, seed } = seeded(20261128);
const below = (count) => Math.floor(random() * count);
const sizeOf = (dims) => dims.reduce((product, size) => product * size, 1);

/** A tensor and its expected elements. */
const numbers = (dims) => {
  const data = Float32Array.from({ length: sizeOf(dims) }, () => below(1000));
  return { dims, data, tensor: new Tensor('float32', data.slice(), dims) };
};

function concat(a, b, axis) {
  const outer = sizeOf(a.dims.slice(0, axis));
  const parts = [a, b].map(({ data }) => data.length / outer);
  const data = new Float32Array(a.data.length + b.data.length);
  for (let i = 0; i < outer; i++) {
    const at = i * (parts[0] + parts[1]);
    data.set(a.data.subarray(i * parts[0], (i + 1) * parts[0]), at);
    data.set(b.data.subarray(i * parts[1], (i + 1) * parts[1]), at + parts[0]);
  }
  return { dims: a.dims.map((size, i) => (i === axis ? size + b.dims[i] : size)), data };
}

/** Large enough to stay in wasm memory. */
const FIRST = [4, 24, 64];

/** Growth along an axis; outputs that begin with x, that do not, and that are computed from it. */
const concatModel = (axis) => {
  const dims = FIRST.map((_, i) => `${i === axis ? 'n' : 'size'}${i}`);
  const inputs = ['x', 'b'].map((name) => ({ name, type: 'float32', dims }));
  return encodeModel({
    inputs,
    outputs: ['after', 'before', 'twice', 'moved', 'negative'].map((name) => ({
      name,
      type: 'float32',
    })),
    nodes: [
      { op: 'Concat', inputs: ['x', 'b'], outputs: ['after'], attributes: { axis } },
      { op: 'Concat', inputs: ['b', 'x'], outputs: ['before'], attributes: { axis } },
      { op: 'Concat', inputs: ['x', 'x'], outputs: ['twice'], attributes: { axis: axis - 3 } },
      { op: 'Concat', inputs: ['after', 'x'], outputs: ['moved'], attributes: { axis } },
      { op: 'Neg', inputs: ['after'], outputs: ['negative'] },
    ],
  });
};

const expectedOf = {
  after: (x, b, axis) => concat(x, b, axis),
  before: (x, b, axis) => concat(b, x, axis),
  twice: (x, _, axis) => concat(x, x, axis),
  moved: (x, b, axis) => concat(concat(x, b, axis), x, axis),
  negative: (x, b, axis) => {
    const { dims, data } = concat(x, b, axis);
    return { dims, data: data.map((value) => -value) };
  },
};

for (const axis of [0, 1, 2])
  test(`reads, writes, runs and disposals in any order, along axis ${axis}: ${seed}`, async () => {
    const session = await InferenceSession.create(concatModel(axis));
    const rowDims = FIRST.map((size, i) => (i === axis ? 1 : size));
    const pool = [numbers(FIRST)];
    const check = ({ tensor, dims, data }) => {
      assert.deepEqual(tensor.dims, dims);
      assert.deepEqual(tensor.data, data, seed);
    };
    const actions = [
      async (x) => {
        const b = numbers(rowDims);
        const names = Object.keys(expectedOf).filter((name) => name === 'after' || below(4) === 0);
        const results = await session.run({ x: x.tensor, b: b.tensor }, names);
        for (const name of names)
          pool.push({ tensor: results[name], ...expectedOf[name](x, b, axis) });
      },
      check,
      (one) => {
        // The elements of this tensor alone change.
        const at = below(one.data.length);
        one.tensor.data[at] = one.data[at] = -1;
      },
      (one) => {
        one.tensor.dispose();
        assert.throws(() => one.tensor.data, { code: 'disposed' });
        pool.splice(pool.indexOf(one), 1);
      },
      (one) => {
        const other = numbers(one.dims);
        one.tensor.cpuData = other.data.slice();
        one.data = other.data;
      },
    ];
    for (let i = 0; i < 250; i++) {
      if (pool.length === 0 || pool.at(-1).data.length > 2 ** 16) pool.push(numbers(FIRST));
      const latest = below(2) === 0 ? pool.length - 1 : below(pool.length);
      const action = below(2) === 0 ? 0 : below(actions.length);
      await actions[action](pool[latest]);
    }
    for (const one of pool) check(one);
    await session.release();
  });

test('earlier results take no memory, and can be read in any order', async () => {
  const session = await InferenceSession.create(concatModel(1));
  let x = numbers([4, 512, 64]);
  const all = [x];
  const { used } = engine.memory();
  for (let i = 0; i < 200; i++) {
    const b = numbers([4, 1, 64]);
    const { after: tensor } = await session.run({ x: x.tensor, b: b.tensor }, ['after']);
    x = { tensor, ...concat(x, b, 1) };
    all.push(x);
  }
  const bytes = engine.memory().used - used;
  // Programs of 200 lengths too.
  assert.ok(bytes < 20 * x.data.byteLength, `${bytes} bytes, of ${x.data.byteLength} in the last`);
  x.tensor.dispose();
  for (const at of [150, 3, 199, 198, 0]) assert.deepEqual(all[at].tensor.data, all[at].data);
  await session.release();
});

test('an input that continues with other dims stays as it was', async () => {
  const session = await InferenceSession.create(
    encodeModel({
      inputs: ['x', 'b'].map((name) => ({ name, type: 'float32' })),
      outputs: [{ name: 'y', type: 'float32' }],
      constants: { dims: { type: 'int64', dims: [3], data: BigInt64Array.of(64n, 32n, 4n) } },
      nodes: [
        { op: 'Reshape', inputs: ['x', 'dims'], outputs: ['other'] },
        { op: 'Concat', inputs: ['other', 'b'], outputs: ['y'], attributes: { axis: 1 } },
      ],
    }),
  );
  const [x, later] = [numbers([32, 64, 3]), numbers([64, 1, 4])];
  // A result that stays in wasm memory.
  const concats = await InferenceSession.create(concatModel(2));
  const { after: own } = await concats.run({ x: x.tensor, b: numbers([32, 64, 1]).tensor });
  const data = own.data.slice();
  const { after: fed } = await concats.run({ x: x.tensor, b: numbers([32, 64, 1]).tensor });
  const { y } = await session.run({ x: fed, b: later.tensor });
  assert.deepEqual(y.dims, [64, 33, 4]);
  assert.deepEqual(fed.dims, [32, 64, 4]);
  for (const at of [0, 1, 2, 4, 5, 6]) assert.equal(fed.data[at], data[at]);
  assert.deepEqual(y.data.subarray(0, 128), fed.data.subarray(0, 128));
  assert.deepEqual(y.data.subarray(132, 260), fed.data.subarray(128, 256));
  await Promise.all([session.release(), concats.release()]);
});

test(`GroupQueryAttention may write new rows over past ones: ${seed}`, async () => {
  const [batch, heads, size] = [2, 2, 64];
  const names = ['query', 'key', 'value', 'pastKey', 'pastValue', 'lengths', 'total'];
  const session = await InferenceSession.create(
    encodeModel({
      opsets: { '': 17, 'com.microsoft': 1 },
      inputs: names.map((name, i) => ({ name, type: i < 5 ? 'float32' : 'int32' })),
      outputs: ['output', 'keys', 'values'].map((name) => ({ name, type: 'float32' })),
      nodes: [
        {
          op: 'GroupQueryAttention',
          domain: 'com.microsoft',
          inputs: names,
          outputs: ['output', 'keys', 'values'],
          attributes: { num_heads: heads, kv_num_heads: heads },
        },
      ],
    }),
  );
  /** New rows [batch, length, heads * size] after `starts` rows of the past, then zeros. */
  const grown = (past, rows, starts, total) => {
    const [kept, length] = [past.dims[2], rows.dims[1]];
    const data = new Float32Array(batch * heads * total * size);
    for (let b = 0; b < batch; b++)
      for (let head = 0; head < heads; head++) {
        const place = b * heads + head;
        const row = (at) =>
          data.subarray((place * total + at) * size, (place * total + at + 1) * size);
        for (let at = 0; at < starts[b]; at++)
          row(at).set(
            past.data.subarray((place * kept + at) * size, (place * kept + at + 1) * size),
          );
        for (let at = 0; at < length; at++) {
          const from = ((b * length + at) * heads + head) * size;
          row(starts[b] + at).set(rows.data.subarray(from, from + size));
        }
      }
    return { dims: [batch, heads, total, size], data };
  };
  for (let round = 0; round < 20; round++) {
    let past = [0, 1].map(() => numbers([batch, heads, 40, size]));
    const all = [...past];
    for (let i = 0; i < 8; i++) {
      const kept = past[0].dims[2];
      const length = 1 + below(2);
      const isShort = below(4) === 0;
      const total = kept + (isShort && length === 2 ? 1 : length);
      const room = total - length;
      const starts = [room, isShort ? below(room + 1) : room];
      const rows = [0, 1, 2].map(() => numbers([batch, length, heads * size]));
      const ends = Int32Array.from(starts, (start) => start + length - 1);
      const results = await session.run({
        ...Object.fromEntries(rows.map(({ tensor }, at) => [names[at], tensor])),
        pastKey: past[0].tensor,
        pastValue: past[1].tensor,
        lengths: new Tensor('int32', ends, [batch]),
        total: new Tensor('int32', [total], []),
      });
      past = ['keys', 'values'].map((name, at) => ({
        tensor: results[name],
        ...grown(past[at], rows[at + 1], starts, total),
      }));
      all.push(...past);
    }
    for (const { tensor, dims, data } of all) {
      assert.deepEqual(tensor.dims, dims);
      assert.deepEqual(tensor.data, data, seed);
    }
  }
  await session.release();
});
