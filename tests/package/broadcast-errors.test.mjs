/** Operands with incompatible shapes: the contents of the error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BroadcastError, load, ShapeError } from 'simdcast';
import { throwsError } from './asserts.mjs';
import { counting } from './reference.mjs';

const sc = await load();

describe('a pair that does not broadcast', () => {
  const fail = () => sc.add(counting([3, 4]), counting([3]));

  it('names the operator, both shapes, the axis, both sizes, the requirement and a fix', () => {
    const { message } = throwsError(fail, BroadcastError, 'size_conflict');
    assert.equal(
      message,
      'add cannot broadcast A (3,4) with B (3,). Last axis: A has 4, B has 3. Sizes must match, or ' +
        'one must be 1. Likely fix: reshape B to (3,1), which gives (3,4).',
    );
  });

  it('carries the facts for programs', () => {
    const error = throwsError(fail, BroadcastError, 'size_conflict');
    assert.equal(error.operator, 'Add');
    assert.equal(error.rule, 'multidirectional');
    assert.equal(error.axis, 1);
    assert.deepEqual([...error.operands], [0, 1]);
    assert.deepEqual([...error.sizes], [4, 3]);
  });

  it('carries the whole alignment', () => {
    const { alignment, message } = throwsError(fail, BroadcastError, 'size_conflict');
    assert.equal(alignment.ok, false);
    assert.equal(alignment.text, message.replace(/^add/, 'Add'));
    assert.deepEqual(alignment.fixes[0].shape, [3, 1]);
    assert.deepEqual(alignment.fixes[0].outputShape, [3, 4]);
    assert.deepEqual(alignment.operands[0].shape, [3, 4]);
  });

  it('from shapes has the same text, and names no operator', () => {
    const { message } = throwsError(
      () => sc.broadcastShapes([[3, 4], [3]]),
      BroadcastError,
      'size_conflict',
    );
    const fromOperator = throwsError(fail, BroadcastError, 'size_conflict').message;
    const reason = (text) => text.slice(text.indexOf('. '));
    assert.equal(reason(message), reason(fromOperator));
    assert.match(message, /^A \(3,4\) and B \(3,\) don't fit\. /);
    assert.equal('operator' in sc.align([[3, 4], [3]]), false);
  });

  it('offers a repair that the operator takes', () => {
    const { alignment } = throwsError(fail, BroadcastError, 'size_conflict');
    const [fix] = alignment.fixes;
    const repaired = sc.add(counting([3, 4]), counting(fix.shape));
    assert.deepEqual([...repaired.dims], fix.outputShape);
  });

  it('lists every conflict', () => {
    const { alignment } = throwsError(
      () => sc.add(counting([2, 5, 4]), counting([3, 5, 7])),
      BroadcastError,
      'size_conflict',
    );
    assert.deepEqual(
      alignment.conflicts.map(({ axis }) => axis),
      [0, 2],
    );
  });

  it('of a zero size is a conflict', () => {
    const empty = { data: new Float32Array(0), dims: [2, 0] };
    const error = throwsError(() => sc.add(empty, counting([2])), BroadcastError, 'size_conflict');
    assert.equal(error.axis, 1);
    assert.deepEqual([...error.sizes], [0, 2]);
  });
});

describe('a product of matrices', () => {
  const shape = (a, b) => sc.broadcastShapes([a, b], { rule: 'matMul' });

  it('has the shape of numpy.matmul', () => {
    assert.deepEqual(shape([2, 3], [3, 4]), [2, 4]);
    assert.deepEqual(shape([9, 5, 7, 4], [9, 5, 4, 3]), [9, 5, 7, 3]);
    assert.deepEqual(shape([3], [3]), []);
  });

  it('is explained on all of its axes, of which the inner one is summed', () => {
    const { axes, operands, outputShape } = sc.align(
      [
        [5, 2, 3],
        [3, 4],
      ],
      { rule: 'matMul' },
    );
    assert.deepEqual(
      axes.map(({ role, size, outcome }) => [role, size, outcome]),
      [
        [undefined, 5, 'stretched'],
        ['rows', 2, 'stretched'],
        ['inner', 3, 'summed'],
        ['columns', 4, 'stretched'],
      ],
    );
    assert.deepEqual(
      operands.map(({ strides }) => strides),
      [
        [6, 3, 1, 0],
        [0, 0, 4, 1],
      ],
    );
    assert.deepEqual(outputShape, [5, 2, 4]);
  });

  it('reports the term of an index', () => {
    const product = sc.align(
      [
        [2, 3],
        [3, 4],
      ],
      { rule: 'matMul' },
    );
    assert.deepEqual(product.source([1, 2, 3]), [
      [1, 2],
      [2, 3],
    ]);
    assert.deepEqual(product.fanout(0, [1, 2]).first, [
      [1, 2, 0],
      [1, 2, 1],
      [1, 2, 2],
      [1, 2, 3],
    ]);
    throwsError(() => product.source([1, 3]), ShapeError, 'invalid_index');
  });

  it('that does not exist is rejected with the full shapes, and with fixes', () => {
    const inner = throwsError(
      () => sc.matMul(counting([2, 3]), counting([4, 3])),
      BroadcastError,
      'inner_mismatch',
    );
    assert.match(inner.message, /^matMul cannot multiply A \(2,3\) with B \(4,3\)\. /);
    assert.match(inner.message, /A has 3 columns, B has 4 rows/);
    assert.equal(inner.rule, 'matMul');
    assert.deepEqual([inner.axis, ...inner.sizes], [1, 3, 4]);
    const [fix] = inner.alignment.fixes;
    assert.deepEqual([fix.kind, fix.operand, fix.outputShape], ['transpose', 1, [2, 4]]);
    const stack = throwsError(
      () => sc.matMul(counting([2, 2, 3]), counting([3, 3, 4])),
      BroadcastError,
      'size_conflict',
    );
    assert.match(stack.message, /A \(2,2,3\) with B \(3,3,4\)\. Batch axis 0: A has 2, B has 3\. /);
    assert.deepEqual([stack.axis, ...stack.sizes], [0, 2, 3]);
  });

  it('with a bias that does not fit is rejected with the shape of A·B', () => {
    const { message } = throwsError(
      () => sc.gemm(counting([2, 3]), counting([3, 4]), counting([2])),
      BroadcastError,
      'size_conflict',
    );
    assert.match(
      message,
      /^gemm cannot broadcast A·B \(2,4\) with C \(2,\) by ONNX's one-way rule\. /,
    );
    assert.doesNotMatch(message, /\bB \(2,\)/);
  });
});

describe('every code of a failed alignment', () => {
  const cases = [
    ['size_conflict', [[3], [4]], {}],
    ['target_would_grow', [[3, 1], [4]], { rule: 'unidirectional' }],
    ['rank_exceeds_target', [[5], [4, 5]], { rule: 'unidirectional' }],
    [
      'interior_one',
      [
        [2, 3, 4],
        [2, 1, 4],
      ],
      { rule: 'legacy' },
    ],
    ['axis_out_of_range', [[2, 3], [3]], { rule: 'legacy', axis: 2 }],
    ['negative_axis', [[2, 3], [3]], { rule: 'legacy', axis: -2 }],
    ['broadcast_off', [[2, 3], [3]], { rule: 'legacy', broadcast: 0 }],
    ['rank_not_representable', [[1, 1, 1, 1, 1], [1]], { rule: 'ncnn' }],
    ['zero_not_representable', [[0], [1]], { rule: 'ncnn' }],
    ['operand_count', [[2]], { rule: 'legacy' }],
    ['rank_too_low', [[3, 4], []], { rule: 'matMul' }],
    ['too_many_elements', [[94906266, 1], [94906267]], {}],
    ['negative_size', [[3], [-1]], { rule: 'expand' }],
    [
      'inner_mismatch',
      [
        [2, 3],
        [4, 5],
      ],
      { rule: 'matMul' },
    ],
  ];
  for (const [code, shapes, options] of cases) {
    it(code, () => {
      const error = throwsError(() => sc.broadcastShapes(shapes, options), BroadcastError, code);
      assert.equal(error.rule, options.rule ?? 'multidirectional');
      const alignment = sc.align(shapes, options);
      assert.equal(alignment.ok, false);
      assert.equal(alignment.error.code, code);
      assert.equal(alignment.outputShape, undefined);
    });
  }
});
