/** Copies of boxes, and Gather: nothing is computed, so every bit must be right. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { typeNames } from '../operators/reference/types.mjs';
import { expectTensor } from '../operators/support/compare.mjs';
import { seeded } from '../operators/support/values.mjs';
import { gathered, sliced, transposed } from './reference.mjs';
import { countingTensor, everyKernels, runOn, runTask } from './support.mjs';

const { random, seed } = seeded(20261122);
const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
const stored = typeNames.filter((type) => type !== 'string');

function strides(dims) {
  const result = [];
  let step = 1;
  for (const size of [...dims].reverse()) {
    result.unshift(step);
    step *= size;
  }
  return result;
}

/** A box of an input, dense in an output of `dims`. */
const toDense = (input, dims, from) => {
  const output = { type: input.type, dims };
  const box = { sizes: dims, from, to: { offset: 0, strides: strides(dims) } };
  return runTask((kernels) => kernels.copy(input, output, box), [input])[0];
};

function transpose(input, order) {
  const dims = order.map((axis) => input.dims[axis]);
  const steps = strides(input.dims);
  return toDense(input, dims, { offset: 0, strides: order.map((axis) => steps[axis]) });
}

function slice(input, starts, steps, dims) {
  const unit = strides(input.dims);
  const offset = starts.reduce((sum, start, axis) => sum + start * unit[axis], 0);
  return toDense(input, dims, { offset, strides: steps.map((step, axis) => step * unit[axis]) });
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

  it('parts of a larger output, as Concat needs them', () => {
    const [kernels] = everyKernels;
    const input = countingTensor('int16', [2, 3]);
    const output = { type: 'int16', dims: [2, 7] };
    const box = {
      sizes: [2, 3],
      from: { offset: 0, strides: [3, 1] },
      to: { offset: 4, strides: [7, 1] },
    };
    const [{ data }] = runOn(kernels, (each) => each.copy(input, output, box), [input]);
    assert.deepEqual([...data.slice(4, 7)], [0, 1, 2]);
    assert.deepEqual([...data.slice(11, 14)], [3, 4, 5]);
  });

  it('a box that leaves its tensor is refused', () => {
    const base = {
      size: 6,
      dims: [2, 3],
      sizes: [2, 3],
      from: { offset: 0, strides: [3, 1] },
      to: { offset: 0, strides: [3, 1] },
    };
    const wrong = [
      { size: 5 },
      { from: { ...base.from, offset: 1 } },
      { from: { ...base.from, offset: -1 } },
      { from: { ...base.from, strides: [-3, 1] } },
      { from: { ...base.from, strides: [2 ** 40, 1] } },
      { to: { ...base.to, offset: 1 } },
      { to: { ...base.to, strides: [4, 1] } },
      { dims: [2, 2] },
      { sizes: [2, 4] },
      { sizes: [-1, 3] },
      { sizes: [2] },
    ];
    const copy = (kernels, { size, dims, ...box }) =>
      kernels.copy({ type: 'float32', dims: [size] }, { type: 'float32', dims }, box);
    for (const kernels of everyKernels) {
      copy(kernels, base).dispose();
      for (const change of wrong) {
        assert.throws(() => copy(kernels, { ...base, ...change }), { code: 'impossible_task' });
      }
    }
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
        const [actual] = runTask((kernels) => kernels.gather(data, where, axis), [data, where]);
        expectTensor(actual, gathered(data, where, axis));
      }
    });
  }

  it('refuses an index out of range before it writes', () => {
    const data = countingTensor('float32', [3, 2]);
    for (const kernels of everyKernels) {
      for (const wrong of [3, -4, 2 ** 31 - 1, -(2 ** 31)]) {
        const where = { type: 'int32', data: Int32Array.of(0, wrong), dims: [2] };
        const make = (each) => {
          const task = each.gather(data, where, 0);
          const run = (workspace, outputs, inputs) => {
            const before = each.memory.view(Uint8Array, outputs[0], 16).slice();
            assert.throws(
              () => task.run(workspace, outputs, inputs),
              (error) => {
                assert.equal(error.code, 'index_out_of_range');
                assert.match(error.message, /position 1/);
                return true;
              },
            );
            assert.deepEqual(each.memory.view(Uint8Array, outputs[0], 16).slice(), before);
          };
          return { ...task, run };
        };
        runOn(kernels, make, [data, where]);
      }
    }
  });

  it('takes no other type of index', () => {
    for (const kernels of everyKernels)
      assert.throws(
        () => kernels.gather({ type: 'int8', dims: [3] }, { type: 'float32', dims: [1] }, 0),
        { name: 'DTypeError' },
      );
  });
});
