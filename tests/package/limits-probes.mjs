/**
 * Every function of the engine that allocates memory, with operands of about `n` elements. If the memory
 * suffices, each result is compared with plain JavaScript.
 */
import assert from 'node:assert/strict';
import { BroadcastError, load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { affine, encodeModel, floats } from '../onnx/models.mjs';
import { ledgerTypes } from './limits-ledger.mjs';

const { fround } = Math;
const ints = (n, f, Array_ = Float32Array) => Array_.from({ length: n }, (_, i) => f(i));
const mod =
  (m, k = 1) =>
  (i) =>
    (i * k) % m;

/** The bits of a float16 that is an integer from 0 to 2047. */
function half(value) {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) | (value * 2 ** (10 - exponent) - 1024);
}
const halves = (n, f) => ints(n, (i) => half(f(i)), Uint16Array);

/** An array of bits, also for float16. */
const bitsArray = ({ data }) =>
  data instanceof Uint16Array ? data : new Uint16Array(data.buffer, data.byteOffset, data.length);
const same = (tensor, type, data, dims = [data.length]) => {
  assert.equal(tensor.type, type);
  assert.deepEqual([...tensor.dims], dims);
  const given = type === 'float16' ? bitsArray(tensor) : tensor.data;
  assert.equal(given.length, data.length);
  for (let i = 0; i < data.length; i++)
    if (given[i] !== data[i]) assert.fail(`element ${i} is ${given[i]}, not ${data[i]}`);
};

const rowsOf = (n) => {
  const columns = Math.max(1, Math.floor(Math.sqrt(n)));
  return [Math.max(1, Math.floor(n / columns)), columns];
};

/** A model of opset 17 with a list of operators and one output. */
const model = (nodes, inputs, outputs, constants) =>
  encodeModel({ nodes, inputs, outputs, constants });

export async function sessionsFor(engine) {
  const create = (bytes, options) => InferenceSession.create(bytes, { engine, ...options });
  const wasm = { preferredOutputLocation: 'wasm' };
  const made = {};
  for (const type of ledgerTypes)
    made[type] = await create(
      model(
        [{ op: 'Add', inputs: ['column', 'row'], outputs: ['result'] }],
        [
          { name: 'column', type, dims: ['R', 1] },
          { name: 'row', type, dims: ['C'] },
        ],
        [{ name: 'result', type, dims: ['R', 'C'] }],
      ),
      wasm,
    );
  const chain = encodeModel({
    inputs: [{ name: 'x', dims: ['N'] }],
    outputs: [{ name: 'y', dims: ['N'] }],
    constants: { two: floats([], 2), one: floats([1], 1) },
    nodes: [
      { op: 'Mul', inputs: ['x', 'two'], outputs: ['a'] },
      { op: 'Sub', inputs: ['a', 'one'], outputs: ['b'] },
      { op: 'Transpose', inputs: ['b'], outputs: ['c'] },
      { op: 'Add', inputs: ['c', 'x'], outputs: ['d'] },
      { op: 'Concat', inputs: ['d', 'x'], outputs: ['e'], attributes: { axis: 0 } },
      { op: 'Shape', inputs: ['x'], outputs: ['s'] },
      { op: 'Reshape', inputs: ['d', 's'], outputs: ['y'] },
    ],
  });
  return {
    ...made,
    affine: await create(affine),
    affineInWasm: await create(affine, wasm),
    chain: await create(chain),
    chainInWasm: await create(chain, wasm),
    affineModel: affine,
  };
}

function affineOf(n) {
  const x = ints(3 * n, mod(11, 7));
  const y = new Float32Array(2 * n);
  for (let r = 0; r < n; r++)
    for (let c = 0; c < 2; c++)
      y[2 * r + c] =
        x[3 * r] * (1 + c) +
        x[3 * r + 1] * (3 + c) +
        x[3 * r + 2] * (5 + c) +
        (c === 0 ? 10 : -100);
  return { x, y, z: y.map((value) => Math.max(value, 0)) };
}
const chainOf = (x) => x.map((value) => 3 * value - 1);

/** The product of integers that floats represent exactly. */
function product(a, b, m, k, n, { transA, transB } = {}) {
  const c = new Float32Array(m * n);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let p = 0; p < k; p++)
        sum += a[transA ? p * m + i : i * k + p] * b[transB ? j * k + p : p * n + j];
      c[i * n + j] = sum;
    }
  return c;
}
/** Sizes of a product of about n elements in all, and few enough steps. */
function matrixSizes(n, random) {
  const side = Math.max(1, Math.min(90, Math.floor(Math.sqrt(n))));
  return [0, 0, 0].map(() => random.between(1, side));
}

const types = {
  float64: [Float64Array, mod(1000)],
  int32: [Int32Array, mod(1000)],
  uint32: [Uint32Array, mod(1000)],
  int16: [Int16Array, mod(1000)],
  uint8: [Uint8Array, mod(100)],
  int8: [Int8Array, mod(60)],
  int64: [BigInt64Array, (i) => BigInt(i % 1000)],
};

/** @type {Record<string, (given: object) => void>} */
export const probes = {};

for (const [type, [array, value]] of Object.entries(types))
  probes[`add, ${type}, both resident`] = ({ sc, s, n }) => {
    const a = s.resident(type, ints(n, value, array));
    const b = s.resident(
      type,
      ints(1, () => value(3), array),
    );
    const wanted = ints(n, (i) => value(i) + value(3), array);
    same(s.result(sc.add(a, b), type, wanted), type, wanted);
  };

probes['mul, float16, one resident'] = ({ sc, s, n }) => {
  const a = s.resident('float16', halves(n, mod(40)));
  const b = s.plain('float16', halves(n, mod(3)));
  const wanted = halves(n, (i) => (i % 40) * (i % 3));
  same(s.result(sc.mul(a, b), 'float16', wanted), 'float16', wanted);
};
probes['mul, float16, plain'] = ({ sc, s, n }) => {
  const a = s.plain('float16', halves(n, mod(40)));
  const wanted = halves(n, (i) => (i % 40) * 2);
  same(sc.mul(a, { type: 'float16', data: halves(1, () => 2), dims: [] }), 'float16', wanted);
};
probes['sub, plain operands'] = ({ sc, s, n }) => {
  const [a, b] = [s.plain('float32', ints(n, mod(977))), s.plain('float32', ints(n, mod(13)))];
  same(
    sc.sub(a, b),
    'float32',
    ints(n, (i) => (i % 977) - (i % 13)),
  );
};
probes['sub, plain rows and columns, resident column'] = ({ sc, s, n }) => {
  const [rows, columns] = rowsOf(n);
  const a = s.plain('float32', ints(rows * columns, mod(977)), [rows, columns]);
  const b = s.resident('float32', ints(rows, mod(13)), [rows, 1]);
  const wanted = ints(rows * columns, (i) => (i % 977) - (Math.floor(i / columns) % 13));
  const dims = [rows, columns];
  same(s.result(sc.sub(a, b), 'float32', wanted, dims), 'float32', wanted, dims);
};
probes['an outer product of plain operands'] = ({ sc, s, n }) => {
  const [rows, columns] = rowsOf(n);
  const a = s.plain('float32', ints(rows, mod(17)), [rows, 1]);
  const b = s.plain('float32', ints(columns, mod(5)));
  const wanted = ints(rows * columns, (i) => (Math.floor(i / columns) % 17) * ((i % columns) % 5));
  same(sc.mul(a, b), 'float32', wanted, [rows, columns]);
};
probes['max of seven, resident and plain'] = ({ sc, s, n }) => {
  const periods = [3, 5, 7, 11, 13, 17, 19];
  const given = periods.map((m, k) =>
    s[k % 3 === 1 ? 'resident' : 'plain']('float32', ints(n, mod(m))),
  );
  const wanted = ints(n, (i) => Math.max(...periods.map((m) => i % m)));
  same(s.result(sc.run('Max', given), 'float32', wanted), 'float32', wanted);
};
probes['sum of twelve, plain'] = ({ sc, s, n }) => {
  const given = Array.from({ length: 12 }, (_, k) => s.plain('float32', ints(n, mod(k + 2))));
  const wanted = ints(n, (i) => given.reduce((sum, _, k) => sum + (i % (k + 2)), 0));
  same(sc.run('Sum', given), 'float32', wanted);
};
probes['sum of nine into out, one of them itself'] = ({ sc, s, n }) => {
  const given = Array.from({ length: 9 }, (_, k) => s.resident('float32', ints(n, mod(k + 2))));
  const wanted = ints(n, (i) => given.reduce((sum, _, k) => sum + (i % (k + 2)), 0));
  assert.equal(sc.run('Sum', given, { out: given[4] }), given[4]);
  s.written(given[4], wanted);
};
probes['mean of four, float64'] = ({ sc, s, n }) => {
  const given = Array.from({ length: 4 }, (_, k) =>
    s.resident('float64', ints(n, mod(4 * k + 4), Float64Array)),
  );
  const wanted = ints(
    n,
    (i) => [4, 8, 12, 16].reduce((sum, m) => sum + (i % m), 0) / 4,
    Float64Array,
  );
  same(s.result(sc.run('Mean', given), 'float64', wanted), 'float64', wanted);
};
probes['where, three operands'] = ({ sc, s, n }) => {
  const condition = s.plain('bool', ints(n, mod(2), Uint8Array));
  const a = s.resident('int32', ints(n, mod(1000), Int32Array));
  const b = s.plain('int32', Int32Array.of(-4), [1]);
  const wanted = ints(n, (i) => (i % 2 ? i % 1000 : -4), Int32Array);
  same(s.result(sc.where(condition, a, b), 'int32', wanted), 'int32', wanted);
};
probes['less, and clip of what is resident'] = ({ sc, s, n }) => {
  const a = s.resident('float32', ints(n, mod(50)));
  const limit = { data: Float32Array.of(20), dims: [] };
  const less = ints(n, (i) => Number(i % 50 < 20), Uint8Array);
  same(s.result(sc.less(a, limit), 'bool', less), 'bool', less);
  const few = ints(n, (i) => Math.min(i % 50, 20));
  same(s.result(sc.clip(a, undefined, limit), 'float32', few), 'float32', few);
};
probes['pow, div and mod'] = ({ sc, s, n }) => {
  const a = s.resident(
    'int32',
    ints(n, (i) => (i % 9) + 1, Int32Array),
  );
  const b = s.plain('int32', Int32Array.of(3), []);
  for (const [op, f] of [
    ['pow', (x) => x ** 3],
    ['div', (x) => Math.trunc(x / 3)],
    ['mod', (x) => x % 3],
  ]) {
    const wanted = ints(n, (i) => f((i % 9) + 1), Int32Array);
    same(s.result(sc[op](a, b), 'int32', wanted), 'int32', wanted);
  }
};
probes['prelu and leaky relu by run'] = ({ sc, s, n }) => {
  const a = s.resident(
    'float32',
    ints(n, (i) => (i % 9) - 4),
  );
  const slope = s.plain('float32', Float32Array.of(0.5), [1]);
  const wanted = ints(n, (i) => ((i % 9) - 4 < 0 ? ((i % 9) - 4) / 2 : (i % 9) - 4));
  same(s.result(sc.prelu(a, slope), 'float32', wanted), 'float32', wanted);
  const negated = ints(n, (i) => 4 - (i % 9) || 0);
  const made = s.result(
    sc.run('Neg', [a]),
    'float32',
    ints(n, (i) => -((i % 9) - 4)),
  );
  assert.ok(made.data.every((value, i) => (value || 0) === negated[i]));
};
probes.expand = ({ sc, s, n }) => {
  const [rows, columns] = rowsOf(n);
  const a = s.resident('int16', ints(rows, mod(1000), Int16Array), [rows, 1]);
  const wanted = ints(rows * columns, (i) => Math.floor(i / columns) % 1000, Int16Array);
  const dims = [rows, columns];
  same(s.result(sc.expand(a, dims), 'int16', wanted, dims), 'int16', wanted, dims);
};
probes.ncnn = ({ sc, s, n }) => {
  const a = s.resident('float32', ints(n, mod(50)), [n]);
  const wanted = ints(n, (i) => 7 - (i % 50));
  same(s.result(sc.ncnn('RSUB', a, 7), 'float32', wanted), 'float32', wanted);
};
probes['opset 6 with an axis'] = ({ sc, s, n }) => {
  const [rows, columns] = rowsOf(n);
  const a = s.resident('float32', ints(rows * columns, mod(97)), [rows, columns]);
  const b = s.plain('float32', ints(rows, mod(7)));
  const wanted = ints(rows * columns, (i) => (i % 97) + (Math.floor(i / columns) % 7));
  const result = sc.run('Add', [a, b], { opset: 6, attributes: { broadcast: 1, axis: 0 } });
  same(s.result(result, 'float32', wanted, [rows, columns]), 'float32', wanted, [rows, columns]);
};

for (const where of ['resident', 'plain'])
  probes[`matMul, ${where}`] = ({ sc, s, n, random }) => {
    const [m, k, p] = matrixSizes(n, random);
    const a = s[where]('float32', ints(m * k, mod(7)), [m, k]);
    const b = s.plain('float32', ints(k * p, mod(5)), [k, p]);
    const wanted = product(a.data, b.data, m, k, p);
    const result = sc.matMul(a, b);
    if (where === 'resident') s.result(result, 'float32', wanted, [m, p]);
    same(result, 'float32', wanted, [m, p]);
  };
probes['matMul of batches, float64'] = ({ sc, s, n, random }) => {
  const [m, k, p] = matrixSizes(n / 3, random);
  const a = s.resident('float64', ints(3 * m * k, mod(7), Float64Array), [3, 1, m, k]);
  const b = s.resident('float64', ints(2 * k * p, mod(5), Float64Array), [2, k, p]);
  const wanted = new Float64Array(6 * m * p);
  for (let i = 0; i < 6; i++)
    wanted.set(
      product(a.data.subarray((i >> 1) * m * k), b.data.subarray((i & 1) * k * p), m, k, p),
      i * m * p,
    );
  const dims = [3, 2, m, p];
  same(s.result(sc.matMul(a, b), 'float64', wanted, dims), 'float64', wanted, dims);
};
probes['matMul of float16 and int32'] = ({ sc, s, n, random }) => {
  const [m, k, p] = matrixSizes(n, random);
  const a = s.resident('float16', halves(m * k, mod(2)), [m, k]);
  const b = s.resident('float16', halves(k * p, mod(3)), [k, p]);
  const sums = product(ints(m * k, mod(2)), ints(k * p, mod(3)), m, k, p);
  const wanted = halves(m * p, (i) => sums[i]);
  same(s.result(sc.matMul(a, b), 'float16', wanted, [m, p]), 'float16', wanted, [m, p]);
  const c = s.resident('int32', ints(m * k, mod(2), Int32Array), [m, k]);
  const d = s.resident('int32', ints(k * p, mod(3), Int32Array), [k, p]);
  const whole = Int32Array.from(sums);
  same(s.result(sc.matMul(c, d), 'int32', whole, [m, p]), 'int32', whole, [m, p]);
};
probes['gemm with everything'] = ({ sc, s, n, random }) => {
  const [m, k, p] = matrixSizes(n, random);
  const transA = random.chance(50);
  const transB = random.chance(50);
  const a = s.resident('float32', ints(m * k, mod(7)), transA ? [k, m] : [m, k]);
  const b = s.plain('float32', ints(k * p, mod(5)), transB ? [p, k] : [k, p]);
  const c = s.plain('float32', ints(p, mod(3)), [p]);
  const out = s.resident('float32', new Float32Array(m * p).fill(7), [m, p]);
  const sums = product(a.data, b.data, m, k, p, { transA, transB });
  const wanted = sums.map((value, i) => 2 * value + 3 * ((i % p) % 3));
  assert.equal(sc.gemm(a, b, c, { alpha: 2, beta: 3, transA, transB, out }), out);
  s.written(out, wanted);
};

probes['out: resident'] = ({ sc, s, n }) => {
  const out = s.resident('float32', new Float32Array(n).fill(7));
  const a = s.plain('float32', ints(n, mod(9)));
  const b = s.plain('float32', ints(n, mod(4)));
  assert.equal(sc.mul(a, b, { out }), out);
  s.written(
    out,
    ints(n, (i) => (i % 9) * (i % 4)),
  );
};
probes['out: plain'] = ({ sc, s, n }) => {
  const out = s.plain('float32', new Float32Array(n).fill(7));
  const a = s.resident('float32', ints(n, mod(9)));
  const b = s.plain('float32', ints(n, mod(4)));
  const wanted = ints(n, (i) => (i % 9) * (i % 4));
  assert.equal(sc.mul(a, b, { out }), out);
  s.written(out, wanted);
};
probes['out: a view of wasm memory'] = ({ sc, s, n }) => {
  const target = s.resident('float32', new Float32Array(n).fill(7));
  const a = s.plain('float32', ints(n, mod(9)));
  const out = { data: target.data, dims: [n] };
  sc.mul(a, { data: Float32Array.of(2), dims: [] }, { out });
  s.written(
    target,
    ints(n, (i) => (i % 9) * 2),
  );
};
probes['out: an operand, resident'] = ({ sc, s, n }) => {
  const a = s.resident('float64', ints(n, mod(9), Float64Array));
  const b = s.plain('float64', ints(n, mod(4), Float64Array));
  sc.sub(b, a, { out: a });
  s.written(
    a,
    ints(n, (i) => (i % 4) - (i % 9), Float64Array),
  );
};
probes['out: an operand, plain'] = ({ sc, s, n }) => {
  const a = s.plain('float32', ints(n, mod(9)));
  const b = s.resident('float32', ints(n, mod(4)));
  sc.sub(b, a, { out: a });
  s.written(
    a,
    ints(n, (i) => (i % 4) - (i % 9)),
  );
};
probes['operands that are views of wasm memory'] = ({ sc, s, n }) => {
  const a = s.resident('float32', ints(n, mod(9)));
  const b = s.resident('float32', ints(n, mod(4)));
  const wanted = ints(n, (i) => (i % 9) + (i % 4));
  same(sc.add({ data: a.data, dims: [n] }, { data: b.data, dims: [n] }), 'float32', wanted);
  const result = sc.add({ data: a.data, dims: [n] }, b);
  same(s.result(result, 'float32', wanted), 'float32', wanted);
  const copy = sc.tensor(a.data, [n]);
  same(s.result(copy, 'float32', ints(n, mod(9))), 'float32', ints(n, mod(9)));
};

probes['tensor of an array of numbers, and nested'] = ({ sc, s, n }) => {
  const few = Math.min(n, 3000);
  const wanted = ints(few, mod(9), Int32Array);
  const tensor = sc.tensor('int32', [...wanted], [few]);
  same(s.result(tensor, 'int32', wanted), 'int32', wanted);
  const rows = [Array.from(wanted), Array.from(wanted)];
  const nested = sc.tensor(rows);
  const twice = Float32Array.of(...wanted, ...wanted);
  same(s.result(nested, 'float32', twice, [2, few]), 'float32', twice, [2, few]);
  assert.deepEqual(nested.toNested(), rows);
};

probes['a fused expression, resident'] = ({ s, n, fused }) => {
  const a = s.resident('float32', ints(n, mod(50)));
  const b = s.plain('float32', ints(n, mod(4)));
  const wanted = ints(n, (i) => Math.min(Math.max((i % 50) * 2 - (i % 4), 0), 60));
  same(s.result(fused.five(a, b), 'float32', wanted), 'float32', wanted);
};
probes['a fused expression, plain and out'] = ({ s, n, fused }) => {
  const a = s.plain('float32', ints(n, mod(50)));
  const b = s.plain('float32', ints(n, mod(4)));
  const wanted = ints(n, (i) => Math.min(Math.max((i % 50) * 2 - (i % 4), 0), 60));
  same(fused.five(a, b), 'float32', wanted);
  const out = s.resident('float32', new Float32Array(n).fill(7));
  assert.equal(fused.five(a, b, { out }), out);
  s.written(out, wanted);
  fused.five(b, b, { out: b });
  s.written(
    b,
    ints(n, (i) => i % 4),
  );
};
probes['a fused expression that calls kernels'] = ({ s, n, fused }) => {
  const a = s.resident(
    'float32',
    ints(n, (i) => (i % 50) / 16),
  );
  const wanted = Float32Array.from(
    fused.reference({ data: ints(n, (i) => (i % 50) / 16), dims: [n] }).data,
  );
  same(s.result(fused.kernels(a), 'float32', wanted), 'float32', wanted);
};
probes['a fused expression, made anew'] = ({ sc, s, n, random }) => {
  const number = random.between(1, 1000);
  const again = sc.fuse((x, y) => x.mul(2).add(y).sub(number));
  try {
    const a = s.resident('float32', ints(n, mod(50)));
    const b = s.plain('float32', Float32Array.of(3), []);
    const wanted = ints(n, (i) => (i % 50) * 2 + 3 - number);
    same(s.result(again(a, b), 'float32', wanted), 'float32', wanted);
  } finally {
    again.dispose();
  }
};

probes['a session'] = ({ s, n, sessions }) => {
  const rows = Math.max(1, Math.floor(n / 3));
  const { x, y, z } = affineOf(rows);
  const feed = s.plain('float32', x, [rows, 3]);
  const results = sessions.affine.runSync({ x: feed });
  same(results.y, 'float32', y, [rows, 2]);
  same(results.z, 'float32', z, [rows, 2]);
};
probes['a session whose results stay'] = ({ s, n, sessions }) => {
  const rows = Math.max(1, Math.floor(n / 3));
  const { x, y, z } = affineOf(rows);
  const feed = s.resident('float32', x, [rows, 3]);
  const results = sessions.affineInWasm.runSync({ x: feed });
  s.result(results.y, 'float32', y, [rows, 2]);
  s.result(results.z, 'float32', z, [rows, 2]);
  same(results.z, 'float32', z, [rows, 2]);
};
probes['a session that writes into out'] = ({ s, n, sessions }) => {
  const rows = Math.max(1, Math.floor(n / 3));
  const { x, y, z } = affineOf(rows);
  const feed = s.resident('float32', x, [rows, 3]);
  const out = {
    y: s.resident('float32', new Float32Array(2 * rows).fill(7), [rows, 2]),
    z: s.plain('float32', new Float32Array(2 * rows).fill(7), [rows, 2]),
  };
  sessions.affine.runSync({ x: feed }, out);
  s.written(out.y, y);
  s.written(out.z, z);
};
probes['a session of several steps'] = ({ s, n, sessions }) => {
  const x = ints(n, mod(50));
  const wanted = chainOf(x);
  const feed = s.plain('float32', x);
  same(sessions.chain.runSync({ x: feed }).y, 'float32', wanted);
  const { y } = sessions.chainInWasm.runSync({ x: feed });
  same(s.result(y, 'float32', wanted), 'float32', wanted);
};

probes['many shapes'] = ({ sc, s, n, random }) => {
  for (let k = 0; k < 12; k++) {
    const dims = Array.from({ length: random.between(1, 6) }, () => random.between(1, 4));
    const size = dims.reduce((a, b) => a * b, 1);
    const a = s.resident('float32', ints(size, mod(50)), dims);
    const narrow = dims.map((d) => (random.chance(40) ? 1 : d));
    const few = narrow.reduce((x, y) => x * y, 1);
    const b = s.plain('float32', new Float32Array(few).fill(n), narrow);
    const wanted = ints(size, (i) => fround((i % 50) - n));
    same(s.result(sc.sub(a, b), 'float32', wanted, dims), 'float32', wanted, dims);
  }
};
probes['what does not broadcast'] = ({ sc, s, n }) => {
  const a = s.plain('float32', ints(6, mod(50)), [2, 3]);
  const b = s.plain('float32', ints(n + 3, mod(50)), [n + 3]);
  try {
    sc.add(a, b);
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error;
    assert.equal(error.code, 'size_conflict');
    assert.ok(error.message.includes(`${n + 3}`), error.message);
    assert.ok(error.alignment.text.length > 0);
    return;
  }
  assert.fail('it should not broadcast');
};
probes.align = ({ sc, random }) => {
  const { text, ok, fixes } = sc.align([
    [random.between(2, 9), 4, 7],
    [random.between(2, 9), 1],
    [7],
  ]);
  assert.ok(text.length > 0 && typeof ok === 'boolean' && Array.isArray(fixes));
  const alignment = sc.align([
    [8, 1, 6, 1],
    [7, 1, 5],
  ]);
  assert.deepEqual(alignment.source([1, 2, 3, 4]), [
    [1, 0, 3, 0],
    [2, 0, 4],
  ]);
  assert.equal(alignment.fanout(1, [0, 0, 0]).count, 48);
};
probes.shapes = ({ sc, random }) => {
  const size = random.between(1, 1e6);
  assert.deepEqual(sc.broadcastShapes([[size, 1], [3]]), [size, 3]);
  assert.deepEqual(sc.toExplicit([[2, 3], [2]], { rule: 'legacy', axis: 0 }), [
    [2, 3],
    [2, 1],
  ]);
};

/** The context of the probes: fused expressions, the same on an engine with enough memory, and sessions. */
export async function toolsFor(sc) {
  const other = await load({ flavour: sc.flavour, maximumMemory: 2 ** 28 });
  const kernels = (x) => x.exp().add(1).log().mul(2).tanh();
  return {
    sessions: await sessionsFor(sc),
    fused: {
      five: sc.fuse((a, b) => a.mul(2).sub(b).clip(0, 60)),
      kernels: sc.fuse(kernels),
      reference: other.fuse(kernels),
      sum: sc.fuse((a, b) => a.add(b)),
    },
  };
}
