/** linspace, random numbers, images, and writing in place. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import { table } from '../support/operator-table.mjs';
import {
  build,
  indicesOf,
  numbers,
  operand,
  places,
  randomDims,
  randomElement,
  randomOf,
  randomValue,
  refuses,
  same,
  sc,
} from './oracle.mjs';

test('linspace is np.linspace', () => {
  assert.deepEqual(sc.linspace(0, 1, 5).toNested(), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(sc.linspace(3, -1, 3, 'int32').toNested(), [3, 1, -1]);
  assert.deepEqual(sc.linspace(0, 2, 3, 'int64').toNested(), [0n, 1n, 2n]);
  assert.deepEqual(sc.linspace(2, 5, 1).toNested(), [2]);
  assert.deepEqual(sc.linspace(2, 5, 0).dims, [0]);
  assert.deepEqual(sc.linspace(5, 5, 3).toNested(), [5, 5, 5]);
  assert.equal(sc.linspace(0, 1).size, 50);
  // np.linspace(0, 1, 50)[[1, 25, 49]]: i * (1 / 49), and the end is exact.
  const line = sc.linspace(0, 1, 50, 'float64').toArray();
  assert.deepEqual([line[1], line[25], line[49]], [0.02040816326530612, 0.5102040816326531, 1]);
  assert.equal(sc.linspace(0.1, 0.7, 7, 'float64').at(6), 0.7);
  refuses(() => sc.linspace(0), 'no stop', 'ShapeError');
  refuses(() => sc.linspace(0, 1, -1), 'n', 'ShapeError');
  refuses(() => sc.linspace(0, 1, 2.5), 'n', 'ShapeError');
  refuses(() => sc.linspace(0, 1, 3, 'int32'), 'fractions', 'DTypeError');
  refuses(() => sc.linspace(0, 1, 3, 'string'), 'strings', 'DTypeError');
});

test('a seed gives the numbers of RandomState', () => {
  const uniform = (seed, options) => [
    ...sc.random([5], { seed, type: 'float64', ...options }).toArray(),
  ];
  const normal = (seed, options) => [
    ...sc.randomNormal([5], { seed, type: 'float64', ...options }).toArray(),
  ];
  // np.random.RandomState(42).random_sample(5)
  const first = [
    0.3745401188473625, 0.9507143064099162, 0.7319939418114051, 0.5986584841970366,
    0.15601864044243652,
  ];
  assert.deepEqual(uniform(42), first);
  // np.random.RandomState(0).random_sample(5)
  assert.deepEqual(
    uniform(0),
    [
      0.5488135039273248, 0.7151893663724195, 0.6027633760716439, 0.5448831829968969,
      0.4236547993389047,
    ],
  );
  // np.random.RandomState(0).standard_normal(5)
  const deviations = [
    1.764052345967664, 0.4001572083672233, 0.9787379841057392, 2.240893199201458,
    1.8675579901499675,
  ];
  assert.deepEqual(normal(0), deviations);
  // np.random.RandomState(42).standard_normal(5)
  assert.deepEqual(
    normal(42),
    [
      0.4967141530112327, -0.13826430117118466, 0.6476885381006925, 1.5230298564080254,
      -0.23415337472333597,
    ],
  );
  // RandomState's uniform(low, high) is low + (high - low) * random_sample(), its normal(loc, scale) likewise.
  assert.deepEqual(
    uniform(42, { low: -1, high: 3 }),
    first.map((x) => -1 + 4 * x),
  );
  assert.deepEqual(
    normal(0, { mean: 2, deviation: 0.5 }),
    deviations.map((x) => 2 + 0.5 * x),
  );
  // In another type, each is rounded once.
  assert.deepEqual([...sc.random([5], { seed: 42 }).toArray()], first.map(Math.fround));
  assert.equal(sc.random([2, 3], { seed: 42, type: 'float16' }).type, 'float16');
});

/** Bounds in each type, and the largest number below: the bound less the last of 11 or 8 significant bits. */
const BOUNDS = {
  float16: [
    [0, 1, 1 - 2 ** -11],
    [-1, 3, 3 - 2 ** -9],
    [-16, -8, -8 - 2 ** -7],
  ],
  bfloat16: [
    [0, 1, 1 - 2 ** -8],
    [0, 10, 10 - 2 ** -4],
    [-3, -2, -2 - 2 ** -6],
  ],
};

test('random numbers without a seed differ, and lie within their bounds', () => {
  const [a, b] = [sc.random([1000]), sc.random([1000])];
  assert.equal(a.location, 'wasm');
  assert.ok(!a.allClose(b));
  assert.ok(a.greaterOrEqual(0).and(a.less(1)).all().item());
  // RandomState(0).random_sample() draws numbers that each of these types would round up to the bound.
  for (const type of ['float16', 'bfloat16'])
    for (const [low, high, below] of BOUNDS[type]) {
      const drawn = sc.random([40_000], { seed: 0, low, high, type });
      assert.equal(drawn.max().item(), below, `${type} from ${low} to ${high}`);
    }
  assert.ok(sc.random([100], { low: 3, high: 3 }).equal(3).all().item());
  assert.ok(sc.random([1000], { low: 3, high: -1 }).lessOrEqual(3).all().item());
  refuses(() => sc.random([2], { low: -1e308, high: 1e308 }), 'high - low', 'AttributeError');
  assert.notEqual(sc.randomNormal([2]).at(0), sc.randomNormal([2]).at(0));
  assert.deepEqual(sc.random([0, 2]).dims, [0, 2]);
  refuses(() => sc.random([2], { seed: -1 }), 'seed', 'AttributeError');
  refuses(() => sc.random([2], { seed: 2 ** 32 }), 'seed', 'AttributeError');
  refuses(() => sc.random([2], { seed: 1.5 }), 'seed', 'AttributeError');
  refuses(() => sc.random([2], { low: NaN }), 'low', 'AttributeError');
  refuses(() => sc.randomNormal([2], { deviation: -1 }), 'deviation', 'AttributeError');
  refuses(() => sc.random([2], { mean: 1 }), 'option', 'AttributeError');
  refuses(() => sc.random([2], 7), 'options', 'AttributeError');
  refuses(() => sc.random([2], { type: 'int32' }), 'type', 'DTypeError');
  refuses(() => sc.random(2), 'dims', 'ShapeError');
});

test('an image goes there and back', () => {
  const bytes = Uint8ClampedArray.from({ length: 2 * 5 * 4 }, (_, i) => (i * 37) % 256);
  const image = { data: bytes, width: 5, height: 2 };
  const back = sc.toImageData(sc.fromImageData(image));
  assert.deepEqual({ ...back }, image);
  assert.ok(back.data instanceof Uint8ClampedArray);
  const rgb = sc.fromImageData(image).slice([0], [3], { axes: [2] });
  const opaque = bytes.map((byte, i) => (i % 4 === 3 ? 255 : byte));
  assert.deepEqual(sc.toImageData(rgb).data, opaque);
  assert.deepEqual(sc.toImageData(rgb.transpose([2, 0, 1])).data, opaque);
  const unit = rgb.cast('float32').div(255);
  assert.deepEqual(sc.toImageData(unit).data, opaque);
  assert.deepEqual(sc.toImageData(unit.transpose([2, 0, 1])).data, opaque);
  // Grey, in one plane; floats are clamped, and rounded to the nearest.
  assert.deepEqual(
    [...sc.toImageData([[-1, 0.5, 2]]).data].filter((_, i) => i % 4 === 0),
    [0, 128, 255],
  );
  assert.deepEqual([...sc.toImageData(sc.tensor('float16', [[1]])).data], [255, 255, 255, 255]);
  assert.deepEqual(sc.toImageData({ data: Uint8Array.of(9), dims: [1, 1] }).width, 1);
  for (const dims of [[4], [2, 2, 2], [1, 3, 5, 5], [0, 3], [3, 0, 5]])
    refuses(() => sc.toImageData(sc.zeros(dims)), `(${dims})`, 'ShapeError');
  assert.match(
    refuses(() => sc.toImageData(sc.zeros([2, 2], 'int32')), 'type', 'DTypeError').message,
    /cast/,
  );
});

/** The expected result of set, with a start for some first axes; on other axes a size of 1 is repeated. */
function written(x, values, starts) {
  const missing = x.dims.length - values.dims.length;
  const sizes = x.dims.map((_, axis) => (axis < missing ? 1 : values.dims[axis - missing]));
  return build(x.type, x.dims, (index) => {
    let isIn = true;
    const from = index.map((i, axis) => {
      const start = starts[axis];
      if (start === undefined && sizes[axis] === 1) return 0;
      const place = i - (start === undefined ? 0 : start < 0 ? start + x.dims[axis] : start);
      isIn &&= place >= 0 && place < sizes[axis];
      return place;
    });
    if (!isIn) return x.values[index.reduce((at, i, axis) => at * x.dims[axis] + i, 0)];
    return values.values[from.reduce((at, i, axis) => at * sizes[axis] + i, 0)];
  });
}

for (const place of places)
  for (const type of [...numbers, 'bool'])
    test(`set writes a box of ${type}, ${place}`, () => {
      const r = randomOf(`set ${type}`);
      for (let round = 0; round < 15; round++) {
        const x = randomValue(r, type, randomDims(r, r.int(0, 3), 1));
        const rank = r.int(0, x.dims.length);
        const tail = x.dims.length - rank;
        const dims = x.dims.slice(tail).map((size) => r.int(1, size));
        const values = build(type, dims, () => randomElement(r, type, true));
        const starts = x.dims.slice(0, r.int(0, x.dims.length)).map((size, axis) => {
          const start = r.int(0, size - (axis < tail ? 1 : dims[axis - tail]));
          return r.chance(0.3) ? start - size : start;
        });
        const [given, what] = [operand(x, place), `(${x.dims}) at [${starts}] of (${dims})`];
        assert.equal(sc.set(given, operand(values, r.pick(places)), starts), given);
        same(given, written(x, values, starts), what, { place });
        assert.equal(indicesOf(x.dims).length, given.size);
      }
    });

test('set as a method, with numbers, and by a mask', () => {
  const x = sc.zeros([2, 3]);
  assert.equal(x.set([1, 2, 3], 1), x);
  x.set(9, [0, -1]);
  assert.deepEqual(x.toNested(), [
    [0, 0, 9],
    [1, 2, 3],
  ]);
  x.set(-1, { mask: x.greater(2) });
  assert.deepEqual(x.toNested(), [
    [0, 0, -1],
    [1, 2, -1],
  ]);
  x.set([[10], [20]], { mask: [true, false, false] });
  assert.deepEqual(x.toNested(), [
    [10, 0, -1],
    [20, 2, -1],
  ]);
  const row = x.at(0);
  x.set(row, 1);
  assert.deepEqual(x.toNested(), [
    [10, 0, -1],
    [10, 0, -1],
  ]);
  // Values that share memory with the tensor are read first.
  const line = sc.tensor([1, 2, 3, 4, 5, 6]);
  line.reshape([3, 2]).set(line.reshape([3, 2]).slice([0], [2]), 1);
  line
    .reshape([2, 3])
    .at(1)
    .set(line.reshape([2, 3]).at(0));
  assert.deepEqual(line.toNested(), [1, 2, 1, 1, 2, 1]);
  const [array, out] = [new Float32Array(4), Float32Array.of(0, 0, 5, 5)];
  sc.set({ data: array, dims: [2, 2] }, 5, 1);
  assert.deepEqual(array, out);
  assert.deepEqual(
    sc
      .zeros([2], 'complex64')
      .set(sc.ones([1], 'complex64'), 1)
      .toNested(),
    [
      [0, 0],
      [1, 1],
    ],
  );
  assert.equal(sc.tensor(3).set(4).item(), 4);
});

test('set rejects before anything is written', () => {
  const x = sc.tensor([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const before = x.toNested();
  assert.match(
    refuses(() => x.set([1, 2], [0, 2]), 'beyond', 'ShapeError').message,
    /\(2,\).*\(2,3\) at \[0, 2\]/,
  );
  refuses(() => x.set([1, 2, 3, 4]), 'too long', 'ShapeError');
  refuses(() => x.set(0, 2), 'start', 'ShapeError');
  refuses(() => x.set(0, -3), 'start', 'ShapeError');
  refuses(() => x.set(0, [0.5]), 'fraction', 'ShapeError');
  refuses(() => x.set(0, [0, 0, 0]), 'too many', 'ShapeError');
  refuses(() => x.set([[[1]]]), 'rank', 'ShapeError');
  refuses(() => x.set(sc.tensor('int32', [1])), 'type', 'DTypeError');
  refuses(() => x.set('a'), 'string', 'DTypeError');
  refuses(() => x.set(), 'nothing', 'DTypeError');
  refuses(() => x.set(0, {}), 'no mask', 'AttributeError');
  refuses(() => x.set(0, { where: [true] }), 'option', 'AttributeError');
  assert.match(refuses(() => x.set(0, { mask: x }), 'mask', 'DTypeError').message, /must be bool/);
  refuses(() => x.set(0, { mask: [true, false] }), 'mask', 'BroadcastError');
  refuses(() => x.set(0, { mask: [[[true]]] }), 'mask', 'BroadcastError', 'ShapeError');
  refuses(() => x.set([1, 2], { mask: [true, true, true] }), 'values', 'BroadcastError');
  refuses(() => sc.set(new Tensor('string', ['a'], [1]), 'b'), 'strings', 'DTypeError');
  refuses(() => new Tensor('float32', [1], [1]).set(2), 'no engine', 'AttributeError');
  refuses(() => sc.fuse((a) => a.set(1)), 'fuse', 'AttributeError');
  assert.deepEqual(x.toNested(), before);
  x.dispose();
  refuses(() => x.set(0), 'disposed', 'DisposedError');
});

test('the names in the type of run are those of the operators', async () => {
  const source = readFileSync(new URL('../../web/base/operator-names.ts', import.meta.url), 'utf8');
  const listed = [...source.matchAll(/Words<'([^']+)'>/g)].flatMap(([, words]) => words.split(' '));
  const branching = ['If', 'Loop', 'Scan'];
  const called = table
    .names()
    .filter((name) => table.versions(name).some(({ onlyInModels }) => !onlyInModels));
  const unknown = (name) => {
    try {
      sc.run(name, []);
    } catch ({ code }) {
      return code === 'unknown_operator';
    }
    return false;
  };
  assert.deepEqual(listed.filter(unknown), []);
  assert.deepEqual(
    called.filter((name) => !branching.includes(name) && !listed.includes(name)),
    [],
  );
});

test('a size of -0 is 0', () => {
  for (const x of [
    sc.zeros([-0]),
    sc.tensor([], [-0, 2]),
    sc.eye(-0),
    new Tensor('int8', [], [-0]),
  ])
    assert.ok(Object.is(x.dims[0], 0));
});
