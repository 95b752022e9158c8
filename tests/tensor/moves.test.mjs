/** Transpose, Slice, Concat and Gather: nothing is computed, so every bit must be right. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensorOf, typeNames } from '../operators/reference/types.mjs';
import { expectTensor } from '../operators/support/compare.mjs';
import { engines, refusalOf, runNode } from '../operators/support/engines.mjs';
import { seeded } from '../operators/support/values.mjs';
import { gathered, sliced, transposed } from './reference.mjs';
import { countingTensor } from './support.mjs';

const { random, seed } = seeded(20261122);
const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
const stored = typeNames.filter((type) => type !== 'string');

const transpose = (input, order) => runNode('Transpose', [input], { attributes: { perm: order } });

/** The end of a slice that runs backwards to the first element. */
const BEFORE_ALL = -(2 ** 31);

function slice(input, starts, steps, dims) {
  const ends = starts.map((start, axis) => {
    const end = start + steps[axis] * dims[axis];
    return end < 0 ? BEFORE_ALL : end;
  });
  const lists = [starts, ends, starts.map((_, axis) => axis), steps];
  const listed = lists.map((list) => tensorOf('int64', list.map(BigInt)));
  return runNode('Slice', [input, ...listed]);
}

function shuffledAxes(rank) {
  const order = Array.from({ length: rank }, (_, i) => i);
  return order.sort(() => random() - 0.5);
}

describe(`copies, ${seed}`, () => {
  for (const type of stored) {
    it(`every order of axes, ${type}`, () => {
      const cases = [
        [
          [3, 5],
          [1, 0],
        ],
        [
          [33, 40],
          [1, 0],
        ],
        [
          [2, 17, 19],
          [2, 1, 0],
        ],
        [
          [2, 17, 19],
          [0, 2, 1],
        ],
        [
          [2, 3, 4, 5],
          [0, 2, 1, 3],
        ],
        [
          [1, 8, 6, 4],
          [0, 2, 3, 1],
        ],
        [[4], [0]],
        [[], []],
        [
          [3, 0, 2],
          [2, 0, 1],
        ],
      ];
      for (const [dims, order] of cases) {
        const input = countingTensor(type, dims);
        expectTensor(transpose(input, order), transposed(input, order));
      }
    });
  }

  it('random orders', () => {
    for (let i = 0; i < 60; i++) {
      const dims = Array.from({ length: whole(1, 6) }, () => whole(1, 7));
      const order = shuffledAxes(dims.length);
      const input = countingTensor('int32', dims);
      expectTensor(transpose(input, order), transposed(input, order));
    }
  });

  it('slices with steps of either sign', () => {
    for (let i = 0; i < 100; i++) {
      const dims = Array.from({ length: whole(1, 4) }, () => whole(1, 12));
      const input = countingTensor(stored[i % stored.length], dims);
      const steps = dims.map(() => whole(1, 3) * (random() < 0.5 ? 1 : -1));
      const starts = dims.map((size) => whole(0, size - 1));
      const sizes = dims.map((size, axis) => {
        const room = steps[axis] > 0 ? size - 1 - starts[axis] : starts[axis];
        return whole(0, Math.floor(room / Math.abs(steps[axis])) + 1);
      });
      expectTensor(slice(input, starts, steps, sizes), sliced(input, starts, steps, sizes));
    }
  });

  it('tensors of different sizes beside each other', () => {
    const [a, b] = [countingTensor('int16', [2, 3]), countingTensor('int16', [2, 4])];
    const joined = runNode('Concat', [a, b], { attributes: { axis: 1 } });
    assert.deepEqual([...joined.data], [0, 1, 2, 0, 1, 2, 3, 3, 4, 5, 4, 5, 6, 7]);
  });
});

describe(`Gather, ${seed}`, () => {
  for (const indexType of ['int32', 'int64']) {
    it(indexType, () => {
      for (let i = 0; i < 60; i++) {
        const dims = Array.from({ length: whole(1, 4) }, () => whole(1, 6));
        const axis = whole(0, dims.length - 1);
        const data = countingTensor(stored[i % stored.length], dims);
        const shape = Array.from({ length: whole(0, 3) }, () => whole(0, 4));
        const where = countingTensor(indexType, shape);
        where.data = where.data.map((x) => {
          const at = whole(-dims[axis], dims[axis] - 1);
          return typeof x === 'bigint' ? BigInt(at) : at;
        });
        const actual = runNode('Gather', [data, where], { attributes: { axis } });
        expectTensor(actual, gathered(data, where, axis));
      }
    });
  }

  it('rejects an index out of range before it writes', () => {
    const data = countingTensor('float32', [3, 2]);
    for (const sc of engines) {
      const out = sc.tensor(new Float32Array(4).fill(7), [2, 2]);
      for (const wrong of [3, -4, 2 ** 31 - 1, -(2 ** 31)]) {
        const where = { type: 'int32', data: Int32Array.of(0, wrong), dims: [2] };
        assert.throws(() => sc.run('Gather', [data, where], { out }), {
          code: 'index_out_of_range',
        });
        assert.deepEqual([...out.data], [7, 7, 7, 7]);
      }
      out.dispose();
    }
  });

  it('takes no other type of index', () => {
    const where = { type: 'float32', data: Float32Array.of(1), dims: [1] };
    const { name } = refusalOf('Gather', [countingTensor('int8', [3]), where]);
    assert.equal(name, 'DTypeError');
  });
});
