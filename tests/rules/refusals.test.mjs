/** Errors that are not about sizes, limits, and the error of `broadcastShapes`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BroadcastError, load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';

const sc = await load();
const most = 2 ** 31 - 1;

const codeOf = (shapes, options) => {
  const trace = sc.align(shapes, options);
  assert.equal(trace.ok, false);
  return trace.error.code;
};

describe('a rule of two operands', () => {
  for (const rule of ['legacy', 'ncnn', 'expand', 'perChannel']) {
    it(`${rule} rejects one and three`, () => {
      assert.equal(codeOf([[2]], { rule }), 'operand_count');
      assert.equal(codeOf(shapesIn('(2) + (2) + (2)'), { rule }), 'operand_count');
    });
  }
});

describe('limits', () => {
  it('rank 8 and 8 operands', () => {
    const shape = [1, 2, 1, 2, 1, 2, 1, 2];
    assert.deepEqual(sc.broadcastShapes(new Array(8).fill(shape)), shape);
  });
  it('sizes up to 2^31 - 1', () => {
    assert.deepEqual(sc.broadcastShapes([[most, 1], [1]]), [most, 1]);
    assert.equal(sc.align([[most]], { type: 'uint8' }).outputElements, most);
  });
  it('counts above 2^53 are rejected, and those just below are not', () => {
    assert.equal(codeOf([[most, 1, 1], [most, 1], [most]]), 'too_many_elements');
    assert.equal(codeOf(shapesIn('(94906266,1) + (94906266)')), 'too_many_elements');
    const trace = sc.align(shapesIn('(94906265,1) + (94906265)'), { type: 'uint8' });
    assert.equal(trace.outputElements, 9007199136250225);
  });
  it('expand rejects a negative entry', () => {
    assert.equal(
      codeOf(
        [
          [3, 1],
          [3, -1],
        ],
        { rule: 'expand' },
      ),
      'negative_size',
    );
  });
});

describe('the error of broadcastShapes', () => {
  it('carries the code, the rule, the axis, the operands, the sizes and the alignment', () => {
    const shapes = shapesIn('(3,4) + (3)');
    assert.throws(
      () => sc.broadcastShapes(shapes),
      (error) => {
        assert.ok(error instanceof BroadcastError);
        assert.equal(error.code, 'size_conflict');
        assert.equal(error.rule, 'multidirectional');
        assert.equal(error.axis, 1);
        assert.deepEqual(error.operands, [0, 1]);
        assert.deepEqual(error.sizes, [4, 3]);
        assert.deepEqual(error.alignment.fixes[0].shape, [3, 1]);
        assert.match(error.message, /\(3,\s?4\).*\(3,?\)/);
        return true;
      },
    );
  });
  it('numpy is an alias', () => {
    assert.deepEqual(sc.broadcastShapes(shapesIn('(4,1) + (3)'), { rule: 'numpy' }), [4, 3]);
    assert.equal(sc.align(shapesIn('(4,1) + (3)'), { rule: 'numpy' }).rule, 'multidirectional');
  });
});

describe('every failing axis is named with its code', () => {
  const table = [
    ['unidirectional', {}, shapesIn('(1,3) + (2,3)'), 'target_would_grow', 0],
    ['unidirectional', {}, shapesIn('(2,3) + (2,4)'), 'size_conflict', 1],
    ['legacy', {}, shapesIn('(2,3,4,5) + (3,1,5)'), 'interior_one', 2],
    ['legacy', { axis: 1 }, shapesIn('(2,1,4) + (3,4)'), 'target_would_grow', 1],
    ['ncnn', {}, shapesIn('(5,3,4) + (3)'), 'size_conflict', 0],
  ];
  for (const [rule, options, shapes, code, axis] of table) {
    it(`${rule} ${JSON.stringify(shapes)}`, () => {
      const { error } = sc.align(shapes, { rule, ...options });
      assert.deepEqual([error.code, error.axis], [code, axis]);
      assert.deepEqual(error.sizes.length, error.operands.length);
    });
  }
});
