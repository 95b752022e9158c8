/** std, variance, norm, logSumExp, cumSum, isFinite and allClose, against loops from NumPy's documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  build,
  floats,
  indicesOf,
  isInt,
  operand,
  places,
  randomDims,
  randomOf,
  randomValue,
  refuses,
  rounded,
  SEED,
  same,
  sc,
  sizeOf,
  wide,
  wrap,
} from './oracle.mjs';

/** Units in the last place of a type, relative to 1. */
const EPSILON = { float64: 2 ** -52, float32: 2 ** -23, float16: 2 ** -10, bfloat16: 2 ** -7 };

/** The elements along some axes, folded, as NumPy's functions with `axis` and `keepdims`. */
function folded(x, { axes, keepDims = false }, fold) {
  const rank = x.dims.length;
  const gone = (axes ?? x.dims.map((_, axis) => axis)).map((axis) =>
    axis < 0 ? axis + rank : axis,
  );
  const dims = x.dims.flatMap((size, axis) =>
    gone.includes(axis) ? (keepDims ? [1] : []) : [size],
  );
  const lists = new Map(indicesOf(dims).map((index) => [index.join(), []]));
  for (const index of indicesOf(x.dims)) {
    const key = index.flatMap((i, axis) => (gone.includes(axis) ? (keepDims ? [0] : []) : [i]));
    lists.get(key.join()).push(at(x, index));
  }
  return build(x.type, dims, (index) => rounded(x.type, fold(lists.get(index.join()))));
}

const sum = (list) => list.reduce((a, b) => a + b, 0);
const variance = (list) => {
  const mean = sum(list) / list.length;
  return sum(list.map((x) => (x - mean) ** 2)) / list.length;
};
const norm = (order) => (list) => {
  const sizes = list.map(Math.abs);
  if (order === Infinity) return Math.max(...sizes);
  if (order === -Infinity) return Math.min(...sizes);
  if (order === 0) return sizes.filter((x) => x !== 0).length;
  return sum(sizes.map((x) => x ** order)) ** (1 / order);
};
const logSumExp = (list) => {
  const largest = Math.max(...list);
  return largest + Math.log(sum(list.map((x) => Math.exp(x - largest))));
};

const FUNCTIONS = [
  ['variance', {}, variance],
  ['std', {}, (list) => Math.sqrt(variance(list))],
  ['logSumExp', {}, logSumExp],
  ...[undefined, 1, 2, 3, 0.5, 0, Infinity, -Infinity].map((order) => [
    'norm',
    order === undefined ? {} : { order },
    norm(order ?? 2),
  ]),
];

for (const place of places)
  for (const type of floats)
    test(`reductions of ${type}, ${place}`, () => {
      const r = randomOf(`reductions ${type}`);
      for (let round = 0; round < 12; round++) {
        const rank = r.int(0, 3);
        const x = randomValue(r, type, randomDims(r, rank, 1), round % 2 === 0);
        const axes = x.dims.flatMap((_, axis) =>
          r.chance(0.5) ? [r.chance(0.5) ? axis : axis - rank] : [],
        );
        const some = axes.length > 0 ? { axes } : {};
        const options = { ...some, ...(r.chance(0.5) ? { keepDims: true } : {}) };
        for (const [name, own, fold] of FUNCTIONS) {
          const given = { ...options, ...own };
          const want = folded(x, options, fold);
          // A norm with a small order multiplies the rounding of its sum.
          const near = (_, value) =>
            64 * EPSILON[type] * (Math.abs(value) + (name === 'norm' ? 0 : 1e-6));
          const x0 = operand(x, place);
          same(sc[name](x0, given), want, `${name} ${JSON.stringify(given)}`, { place, near });
          same(sc.tensor(x0)[name](given), want, `${name} as a method`, { near });
          const out = sc.tensor(want.type, new Array(sizeOf(want.dims)).fill(7), want.dims);
          assert.equal(sc[name](x0, { ...given, out }), out);
          same(out, want, `${name} out`, { near });
        }
      }
    });

test('the variance of large numbers is that of their deviations', () => {
  // np.var(np.array([1e8 + 1, 1e8 + 2, 1e8 + 3])): the mean of squares would lose all digits.
  assert.equal(sc.variance(Float64Array.of(1e8 + 1, 1e8 + 2, 1e8 + 3)).item(), 2 / 3);
  assert.equal(
    sc.variance(Float32Array.of(16777214, 16777215, 16777216)).item(),
    Math.fround(2 / 3),
  );
  // Squares above float16's maximum.
  assert.equal(sc.std(sc.tensor('float16', [300, 900])).item(), 300);
  assert.equal(sc.norm(sc.tensor('float16', [300, 400])).item(), 500);
});

test('nothing, NaN and infinity', () => {
  assert.ok(Number.isNaN(sc.std(new Float32Array(0)).item()));
  assert.equal(sc.std([5]).item(), 0);
  assert.equal(sc.variance([[1, 2]], { axes: [] }).toNested()[0][1], 0);
  assert.ok(Number.isNaN(sc.std([1, NaN]).item()));
  assert.ok(Number.isNaN(sc.norm([1, NaN], { order: Infinity }).item()));
  // As in numpy.linalg.norm, whose maximum begins with 0.
  for (const order of [undefined, 0, 1, 2, 3, Infinity])
    assert.equal(sc.norm(new Float32Array(0), { order }).item(), 0);
  assert.deepEqual([...sc.norm(sc.zeros([2, 0]), { order: Infinity, axis: 1 }).data], [0, 0]);
  assert.equal(sc.logSumExp([1000, 1000]).item(), Math.fround(1000 + Math.log(2)));
});

test('a number is the axis', () => {
  const x = sc.tensor([
    [1, 2],
    [3, 6],
  ]);
  assert.deepEqual(x.std(0).toNested(), [1, 2]);
  assert.deepEqual(x.norm(1).dims, [2]);
  assert.deepEqual(x.cumSum(0).toNested(), [
    [1, 2],
    [4, 8],
  ]);
});

for (const place of places)
  for (const type of wide)
    test(`cumSum of ${type}, ${place}`, () => {
      const r = randomOf(`cumSum ${type}`);
      for (let round = 0; round < 8; round++) {
        const x = randomValue(r, type, randomDims(r, r.int(1, 3)));
        const axis = r.int(-x.dims.length, x.dims.length - 1);
        const [exclusive, reverse] = [r.chance(0.5), r.chance(0.5)];
        const along = axis < 0 ? axis + x.dims.length : axis;
        const running = (index) => {
          const size = x.dims[along];
          const isIn = (i) => {
            if (i === index[along]) return !exclusive;
            return reverse ? i > index[along] : i < index[along];
          };
          const parts = Array.from({ length: size }, (_, i) => i)
            .filter(isIn)
            .map((i) =>
              at(
                x,
                index.map((j, a) => (a === along ? i : j)),
              ),
            );
          if (isInt(type))
            return wrap(
              type,
              parts.map(BigInt).reduce((a, b) => a + b, 0n),
            );
          return rounded(type, sum(parts));
        };
        const want = build(type, x.dims, running);
        const options = { axis, exclusive, reverse };
        const given = operand(x, place);
        same(sc.cumSum(given, options), want, `cumSum ${JSON.stringify(options)}`, {
          place,
          zeros: true,
        });
        const flat = sc.cumSum(given);
        const all = { ...x, dims: [sizeOf(x.dims)] };
        const total = (index) => {
          const parts = x.values.slice(0, index[0] + 1);
          if (isInt(type))
            return wrap(
              type,
              parts.map(BigInt).reduce((a, b) => a + b, 0n),
            );
          return rounded(type, sum(parts));
        };
        same(flat, build(type, all.dims, total), 'cumSum of all', { place, zeros: true });
      }
    });

test('isFinite', () => {
  for (const type of floats)
    assert.deepEqual(
      sc.tensor(type, [0, -0, 1.5, NaN, Infinity, -Infinity]).isFinite().toNested(),
      [true, true, true, false, false, false],
      type,
    );
  refuses(() => sc.tensor('int32', [1]).isFinite(), 'isFinite of integers', 'DTypeError');
});

test(`allClose is NumPy's, seed ${SEED}`, () => {
  const isClose = (a, b, rtol, atol) => {
    if (a === b) return true;
    if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
    return Math.abs(a - b) <= atol + rtol * Math.abs(b);
  };
  const r = randomOf('allClose');
  const values = [0, 1, -1, 1e-9, 1 + 1e-6, 1 + 1e-4, 1e10, 1e10 + 1e4, Infinity, -Infinity, NaN];
  for (let round = 0; round < 300; round++) {
    const [a, b] = [r.pick(values), r.pick(values)];
    const options = r.pick([{}, { rtol: 0 }, { atol: 1e-3 }, { rtol: 1e-3, atol: 0 }]);
    const want = isClose(a, b, options.rtol ?? 1e-5, options.atol ?? 1e-8);
    const given = [Float64Array.of(a), Float64Array.of(b)];
    assert.equal(sc.allClose(...given, options), want, `allClose(${a}, ${b})`);
    assert.equal(sc.tensor(given[0]).allClose(given[1], options), want, `${a}.allClose(${b})`);
  }
  assert.equal(
    sc.allClose(
      [
        [1, 2],
        [1, 2],
      ],
      [1, 2],
    ),
    true,
  );
  assert.equal(sc.allClose([], []), true);
  assert.equal(sc.allClose([1n], [1n]), true);
  assert.equal(
    sc.allClose(sc.tensor('uint8', [1, 2]), sc.tensor('uint8', [2, 1]), { atol: 1 }),
    true,
  );
  assert.equal(sc.allClose([true], [false]), false);
  const before = sc.memory().tensors;
  sc.allClose(sc.tensor([1]), 1);
  assert.equal(sc.memory().tensors, before + 1, 'only the operand is left');
  refuses(() => sc.allClose(sc.tensor([1]), sc.tensor('int32', [1])), 'types', 'DTypeError');
  refuses(() => sc.allClose(['a'], ['a']), 'strings', 'DTypeError');
  refuses(() => sc.allClose([1, 2], [1, 2, 3]), 'shapes', 'BroadcastError');
  refuses(() => sc.allClose([1], [1], { atol: NaN }), 'NaN', 'AttributeError');
  refuses(() => sc.allClose([1], [1], { out: sc.zeros([]) }), 'out', 'AttributeError');
});

test('rejected, with the name of the function', () => {
  const x = sc.tensor([
    [1, 2],
    [3, 4],
  ]);
  const ints = sc.tensor('int32', [1]);
  for (const name of ['std', 'variance', 'norm', 'logSumExp'])
    assert.match(
      refuses(() => ints[name](), name, 'DTypeError').message,
      new RegExp(`^A of ${name} .*cast`),
    );
  assert.match(
    refuses(() => sc.cumSum(sc.tensor('uint8', [1])), 'cumSum', 'DTypeError').message,
    /A of cumSum/,
  );
  assert.match(refuses(() => x.std(2), 'axis', 'ShapeError').message, /Axis 2 of std/);
  refuses(() => x.norm({ order: NaN }), 'NaN', 'AttributeError');
  refuses(() => x.norm({ order: '2' }), 'text', 'AttributeError');
  refuses(() => x.norm({ axis: 0, axes: [1] }), 'both', 'AttributeError');
  assert.match(
    refuses(() => sc.fuse((a) => a.std(), { opset: 14 })(x), 'opset', 'AttributeError').message,
    /std requires opset 15/,
  );
});

test('fused, with the same bits', () => {
  const r = randomOf('fused statistics');
  const x = operand(randomValue(r, 'float32', [5, 7], false), 'wasm');
  const scale = (a) => a.sub(a.mean(0)).div(a.std(0)).cumSum(1);
  assert.deepEqual(sc.fuse(scale)(x).toNested(), scale(x).toNested());
  refuses(() => sc.fuse((a) => a.allClose(1)), 'allClose while fusing', 'AttributeError');
});
