/** ncnn's 19 operators: names, numbers, values, shapes, scalars, and both orders of the operands. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ncnnOperators, ncnnReference } from './reference/ncnn.mjs';
import { tensorOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { engines, runNcnn } from './support/engines.mjs';
import { pairLayouts } from './support/layouts.mjs';
import { randomValues, seeded, specialValues } from './support/values.mjs';

const { random, seed } = seeded(7767517);
const size = (dims) => dims.reduce((product, n) => product * n, 1);
const tensor = (dims) => tensorOf('float32', randomValues(random, 'float32', size(dims)), dims);
const special = specialValues('float32');

// log-add-exp of a NaN that std::max drops is not documented.
const isSettled = (name, y) => name !== 'LOGADDEXP' || !Number.isNaN(y);

/** The layouts in ncnn's order, in which w is first and varies fastest. */
function layouts(values, others) {
  const { flat, outer, left } = pairLayouts('float32', values, 'float32', others);
  const turned = ({ dims, ...rest }) => ({ ...rest, dims: [...dims].reverse() });
  return [flat, outer.map(turned), left.map(turned)];
}

function check(operator, a, b) {
  const { name, ulps } = operator;
  const about = (i) =>
    `${name} [${a.dims}] with [${b.dims}] at ${i}, ${a.data[i % a.data.length]} first`;
  expectTensor(runNcnn(name, a, b), ncnnReference(operator, a, b), { ulps, about });
}

describe('names and numbers', () => {
  it('are 19, in this order', () => {
    const [a, b] = [tensorOf('float32', [7, -7.5]), tensorOf('float32', [2, 2])];
    ncnnOperators.forEach((operator, number) => {
      const named = runNcnn(operator.name, a, b);
      expectTensor(runNcnn(number, a, b), named);
      expectTensor(named, ncnnReference(operator, a, b), { ulps: operator.ulps });
    });
  });

  it('no others', () => {
    const x = tensorOf('float32', [1]);
    for (const operator of [19, -1, 0.5, 'Add', 'add', '', Number.NaN, undefined]) {
      for (const engine of engines) {
        assert.throws(() => engine.ncnn(operator, x, x), { code: 'unknown_operator' });
      }
    }
  });

  it('float32 only', () => {
    const x = { data: Int32Array.of(1), dims: [1] };
    assert.throws(() => engines[0].ncnn('ADD', x, x), { name: 'DTypeError' });
  });
});

describe('special values', () => {
  for (const operator of ncnnOperators) {
    it(operator.name, () => {
      const others = special.filter((y) => isSettled(operator.name, y));
      for (const [a, b] of layouts(special, others)) check(operator, a, b);
    });

    it(`${operator.name} with a scalar`, () => {
      const a = tensorOf('float32', special);
      for (const y of special.filter((value) => isSettled(operator.name, value))) {
        const scalar = tensorOf('float32', [y], []);
        const expected = ncnnReference(operator, a, scalar);
        const { ulps, name } = operator;
        const about = (i) => `${name} of ${special[i]} and ${y}`;
        expectTensor(runNcnn(name, a, y), expected, { ulps, about });
        expectTensor(runNcnn(name, a, scalar), expected, { ulps, about });
      }
    });
  }
});

describe('examples', () => {
  const run = (name, x, y) =>
    runNcnn(name, tensorOf('float32', [x]), tensorOf('float32', [y])).data[0];

  it('MAX and MIN keep a NaN of x and drop one of y', () => {
    for (const name of ['MAX', 'MIN']) {
      assert.equal(run(name, Number.NaN, 1), Number.NaN);
      assert.equal(run(name, 1, Number.NaN), 1);
      assert.equal(run(name, 0, -0), 0);
      assert.equal(run(name, -0, 0), -0);
    }
  });

  it('REMAINDER rounds ties to the even quotient', () => {
    const wanted = [
      [5, 2, 1],
      [7, 2, -1],
      [-5, 2, -1],
      [-7, 2, 1],
      [1, 2, 1],
      [3, 2, -1],
      [2.5, 1, 0.5],
      [3.5, 1, -0.5],
      [4, 2, 0],
      [-4, 2, -0],
      [3, Infinity, 3],
    ];
    for (const [x, y, expected] of wanted) {
      assert.equal(run('REMAINDER', x, y), expected, `${x} ${y}`);
      assert.equal(run('RREMAINDER', y, x), expected, `${x} ${y}`);
    }
    for (const [x, y] of [
      [Infinity, 1],
      [1, 0],
      [Number.NaN, 1],
    ]) {
      assert.equal(run('REMAINDER', x, y), Number.NaN);
    }
  });

  it('LOGADDEXP and infinities', () => {
    assert.equal(run('LOGADDEXP', Infinity, Infinity), Number.NaN);
    assert.equal(run('LOGADDEXP', -Infinity, -Infinity), Number.NaN);
    assert.equal(run('LOGADDEXP', Infinity, 1), Infinity);
    assert.equal(run('LOGADDEXP', -Infinity, 1), 1);
    assert.equal(run('LOGADDEXP', 1, -Infinity), 1);
    assert.equal(run('LOGADDEXP', 1000, 1000), Math.fround(1000 + Math.LN2));
  });

  it('FLOOR_DIVIDE', () => {
    assert.equal(run('FLOOR_DIVIDE', -7, 2), -4);
    assert.equal(run('RFLOOR_DIVIDE', 2, -7), -4);
    assert.equal(run('FLOOR_DIVIDE', 1, 0), Infinity);
    assert.equal(run('FLOOR_DIVIDE', 0, 0), Number.NaN);
  });
});

/** Every mask of the sizes, with 1 for those that it drops. */
const masks = (sizes) =>
  Array.from({ length: 2 ** sizes.length }, (_, mask) =>
    sizes.map((n, axis) => ((mask >> axis) & 1 ? n : 1)),
  );

/** ncnn's own six generators of shapes (facts 4.5), with smaller sizes. */
function* shapePairs() {
  for (const sizes of [[5], [5, 6], [3, 5, 6], [2, 3, 5, 6]]) {
    for (const a of masks(sizes)) for (const b of masks(sizes)) yield [a, b];
  }
  const suffixes = [[6], [5, 6], [3, 5, 6], [2, 3, 5, 6]];
  for (const a of suffixes) for (const b of suffixes) yield [a, b];
  for (const a of [
    [5, 6],
    [5, 3, 6],
    [5, 2, 3, 6],
    [6, 6],
    [6, 3, 6],
    [6, 2, 3, 6],
  ]) {
    yield [a, [a[0]]];
    yield [[a[0]], a];
  }
}

describe(`shapes, ${seed}`, () => {
  for (const operator of ncnnOperators) {
    it(operator.name, () => {
      for (const shapes of shapePairs()) {
        const [a, b] = shapes.map(tensor);
        const settled = b.data.map((y) => (isSettled(operator.name, y) ? y : 1));
        check(operator, a, { ...b, data: settled });
      }
    });
  }

  it('what ncnn cannot hold, or does not check, is rejected', () => {
    for (const shapes of [
      [[2, 3], [4]],
      [[5, 3, 4], [3]],
      [
        [2, 3, 4],
        [2, 3],
      ],
      [
        [2, 3],
        [2, 4],
      ],
      [[0], [1]],
      [[2, 0], [2]],
      [[1, 1, 1, 1, 2], [2]],
      [[], []],
    ]) {
      const [a, b] = shapes.map(tensor);
      assert.equal(ncnnReference(ncnnOperators[0], a, b), undefined);
      assert.throws(() => engines[0].ncnn('ADD', a, b), { name: 'BroadcastError' });
    }
    assert.throws(() => engines[0].ncnn('ADD', tensor([0]), 1), { name: 'BroadcastError' });
  });
});
