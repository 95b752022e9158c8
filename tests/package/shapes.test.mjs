/** Functions on shapes only. The rules themselves are tested in tests/rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttributeError, BroadcastError, DTypeError, load, ShapeError } from 'simdcast';
import { throwsError } from './asserts.mjs';

const sc = await load();

describe('broadcastShapes', () => {
  it('returns the shape', () => {
    assert.deepEqual(sc.broadcastShapes([[2, 3, 4, 5], [5]]), [2, 3, 4, 5]);
    assert.deepEqual(
      sc.broadcastShapes([
        [8, 1, 6, 1],
        [7, 1, 5],
      ]),
      [8, 7, 6, 5],
    );
    assert.deepEqual(sc.broadcastShapes([[]]), []);
    assert.deepEqual(sc.broadcastShapes([[0, 3], [1], []]), [0, 3]);
  });

  it('accepts the rules by name', () => {
    const pair = [
      [2, 3, 4, 5],
      [3, 4],
    ];
    assert.deepEqual(sc.broadcastShapes(pair, { rule: 'legacy', axis: 1 }), [2, 3, 4, 5]);
    assert.deepEqual(
      sc.broadcastShapes(
        [
          [2, 3, 4],
          [3, 4],
        ],
        { rule: 'ncnn' },
      ),
      [2, 3, 4],
    );
    assert.deepEqual(sc.broadcastShapes([[3, 4], [4]], { rule: 'numpy' }), [3, 4]);
    assert.deepEqual(sc.broadcastShapes([[3, 4], [4]], { rule: 'unidirectional' }), [3, 4]);
    assert.deepEqual(
      sc.broadcastShapes(
        [
          [3, 1],
          [2, 1, 6],
        ],
        { rule: 'expand' },
      ),
      [2, 3, 6],
    );
    throwsError(() => sc.broadcastShapes([[1]], { rule: 'torch' }), AttributeError, 'unknown_rule');
  });

  it('rejects values that are not shapes', () => {
    throwsError(() => sc.broadcastShapes('ab'), ShapeError, 'invalid_shapes');
    throwsError(() => sc.broadcastShapes(undefined), ShapeError, 'invalid_shapes');
    throwsError(() => sc.broadcastShapes([]), ShapeError, 'operand_count');
    throwsError(() => sc.broadcastShapes(new Array(33).fill([1])), ShapeError, 'operand_count');
    throwsError(() => sc.broadcastShapes([5]), ShapeError, 'invalid_shapes');
    throwsError(() => sc.broadcastShapes(['a']), ShapeError, 'invalid_dims');
    throwsError(() => sc.broadcastShapes([[1], [-1]]), ShapeError, 'invalid_size');
    throwsError(() => sc.broadcastShapes([[1.5]]), ShapeError, 'invalid_size');
    throwsError(() => sc.broadcastShapes([[2 ** 31]]), ShapeError, 'invalid_size');
    throwsError(() => sc.broadcastShapes([new Array(17).fill(1)]), ShapeError, 'rank_too_high');
  });

  it('rejects invalid options', () => {
    const pair = [[2, 3], [3]];
    for (const axis of [0.5, '1', Number.NaN])
      throwsError(
        () => sc.broadcastShapes(pair, { rule: 'legacy', axis }),
        AttributeError,
        'invalid_attribute',
      );
    throwsError(
      () => sc.broadcastShapes(pair, { rule: 'legacy', broadcast: 2 }),
      AttributeError,
      'invalid_attribute',
    );
    throwsError(() => sc.align(pair, { type: 'float33' }), DTypeError, 'unknown_type');
    throwsError(() => sc.align(pair, { type: 'string' }), DTypeError, 'unknown_type');
  });

  it('takes 32 operands of rank 16', () => {
    const shape = new Array(16).fill(1);
    assert.deepEqual(sc.broadcastShapes(new Array(32).fill(shape)), shape);
  });
});

describe('align', () => {
  const shapes = [[4, 1], [3]];

  it('returns the trace', () => {
    const trace = sc.align(shapes);
    assert.equal(trace.ok, true);
    assert.equal(trace.rule, 'multidirectional');
    assert.deepEqual(trace.outputShape, [4, 3]);
    assert.equal(trace.outputElements, 12);
    assert.deepEqual(trace.operands[1].aligned, [1, 3]);
    assert.deepEqual(trace.operands[1].added, [0]);
    assert.deepEqual(trace.operands[0].stretched, [1]);
    assert.deepEqual(trace.operands[0].strides, [1, 0]);
    assert.deepEqual(
      trace.axes.map(({ outcome }) => outcome),
      ['stretched', 'stretched'],
    );
    assert.equal(trace.error, undefined);
    assert.deepEqual([...trace.fixes], []);
    assert.deepEqual(trace.memory, { stored: 28, ifCopied: 96, output: 48 });
    assert.match(trace.text, /\(4,3\)/);
  });

  it('counts bytes in the type that is asked for', () => {
    assert.deepEqual(sc.align(shapes, { type: 'float64' }).memory, {
      stored: 56,
      ifCopied: 192,
      output: 96,
    });
    assert.equal(sc.align(shapes, { type: 'bool' }).memory.output, 12);
  });

  it('does not throw for a conflict', () => {
    const trace = sc.align([[3, 4], [3]]);
    assert.equal(trace.ok, false);
    assert.equal(trace.error.code, 'size_conflict');
    assert.equal(trace.error.axis, 1);
    assert.equal(trace.outputShape, undefined);
    assert.ok(trace.fixes.length > 0);
  });

  it('does not change its arguments', () => {
    const given = [[3, 1], [4]];
    sc.align(given);
    assert.deepEqual(given, [[3, 1], [4]]);
  });
});

describe('the order of axes', () => {
  const outermost = [
    [4, 3, 2],
    [4, 3],
  ];

  it('is the rule’s own, or the one that is asked for', () => {
    const order = 'outermostFirst';
    const trace = sc.align(outermost, { rule: 'ncnn', order });
    assert.equal(trace.order, order);
    assert.deepEqual(trace.outputShape, [4, 3, 2]);
    assert.deepEqual(trace.operands[1].added, [2]);
    assert.deepEqual(
      trace.axes.map(({ letter, fromEnd }) => `${letter} ${fromEnd}`),
      ['c -3', 'h -2', 'w -1'],
    );
    assert.match(trace.sentences[0].text, /^A has shape \(4,3,2\)/);
    assert.deepEqual(trace.source([3, 2, 1]), [
      [3, 2, 1],
      [3, 2],
    ]);
    assert.deepEqual(trace.fanout(1, [3, 2]).first, [
      [3, 2, 0],
      [3, 2, 1],
    ]);
    assert.deepEqual(sc.toExplicit(outermost, { rule: 'ncnn', order }), [
      [4, 3, 2],
      [4, 3, 1],
    ]);
    assert.deepEqual(sc.broadcastShapes(outermost, { rule: 'ncnn', order }), [4, 3, 2]);
    assert.equal(sc.align([[2]], { rule: 'ncnn' }).order, 'innermostFirst');
  });

  it('may be turned for any rule', () => {
    const order = 'innermostFirst';
    assert.deepEqual(sc.align([[1, 4], [3]], { order }).outputShape, [3, 4]);
  });

  it('has two names', () => {
    const error = throwsError(
      () => sc.align(outermost, { order: 'rowMajor' }),
      AttributeError,
      'invalid_attribute',
    );
    assert.match(error.message, /'order' must be outermostFirst or innermostFirst/);
  });
});

describe('source', () => {
  it('returns the index into every operand', () => {
    const trace = sc.align([[3, 4], [3, 1], [4], []]);
    assert.deepEqual(trace.source([1, 2]), [[1, 2], [1, 0], [2], []]);
  });

  it('speaks the rule’s own order', () => {
    const trace = sc.align(
      [
        [2, 3, 4],
        [3, 4],
      ],
      { rule: 'ncnn' },
    );
    assert.deepEqual(trace.source([1, 2, 3]), [
      [1, 2, 3],
      [2, 3],
    ]);
  });

  it('follows the axis of the legacy rule', () => {
    const trace = sc.align(
      [
        [2, 3, 4, 5],
        [3, 4],
      ],
      { rule: 'legacy', axis: 1 },
    );
    assert.deepEqual(trace.source([1, 2, 3, 4])[1], [2, 3]);
  });

  it('may be asked again after other questions', () => {
    const trace = sc.align([[3, 4], [4]]);
    sc.align([[9], [9]]);
    assert.deepEqual(trace.source([2, 3]), [[2, 3], [3]]);
  });

  it('rejects an index outside the result', () => {
    const trace = sc.align([[3, 4], [4]]);
    for (const index of [[3, 0], [0, 4], [-1, 0], [0], [0, 0, 0], [0.5, 0], 'ab', undefined])
      throwsError(() => trace.source(index), ShapeError, 'invalid_index');
    const tooLong = throwsError(() => trace.source([0, 1, 2]), ShapeError, 'invalid_index');
    assert.match(tooLong.message, /index \(0,1,2\)/);
  });

  it('has no answer for a failure', () => {
    const trace = sc.align([[3], [4]]);
    throwsError(() => trace.source([0]), ShapeError, 'no_result');
    throwsError(() => trace.fanout(0, [0]), ShapeError, 'no_result');
  });
});

describe('an alignment is read part by part', () => {
  const parts = ['axes', 'conflicts', 'warnings', 'fixes', 'sentences', 'text', 'error'];
  const asked = [
    [[[3, 4], [3]]],
    [[[4, 1], [3]]],
    [
      [
        [2, 3, 4, 5],
        [3, 4],
      ],
      { rule: 'legacy' },
    ],
    [[[4, 3], [3]], { rule: 'ncnn' }],
  ];

  it('and returns the same after other calls', () => {
    const wholes = asked.map((question) => ({ ...sc.align(...question) }));
    const traces = asked.map((question) => sc.align(...question));
    for (const part of parts) {
      for (const [i, trace] of traces.entries()) {
        assert.deepEqual(trace[part], wholes[i][part]);
        throwsError(
          () => sc.add(new Float32Array(2), new Float32Array(3)),
          BroadcastError,
          'size_conflict',
        );
      }
    }
    assert.match(traces[0].text, /\(3,4\).*\(3,\)/);
    assert.match(traces[1].text, /\(4,1\).*\(3,\)/);
    assert.deepEqual(traces[1].source([3, 2]), [[3, 0], [2]]);
    assert.deepEqual(traces[3].source([3, 2]), [[3, 2], [2]]);
  });

  it('as plain data, each part once', () => {
    const [trace] = asked.map((question) => Object.freeze(sc.align(...question)));
    for (const part of parts) {
      assert.ok(Object.keys(trace).includes(part), part);
      assert.equal(trace[part], trace[part], part);
    }
    const { source, fanout, ...data } = trace;
    assert.deepEqual(structuredClone(data), data);
    assert.deepEqual(JSON.parse(JSON.stringify(trace)), data);
    assert.deepEqual(Object.getOwnPropertySymbols(data), []);
  });
});

describe('fanout', () => {
  it('counts the outputs that an element feeds, and lists the first', () => {
    const trace = sc.align([[4, 1], [3]]);
    assert.deepEqual(trace.fanout(0, [2, 0]), {
      count: 3,
      first: [
        [2, 0],
        [2, 1],
        [2, 2],
      ],
    });
    assert.equal(trace.fanout(1, [1]).count, 4);
  });

  it('counts past 32 bits', () => {
    const trace = sc.align([[100000, 1], [100000], []]);
    const { count, first } = trace.fanout(2, []);
    assert.equal(count, 1e10);
    assert.equal(first.length, 16);
    assert.deepEqual(first[15], [0, 15]);
  });

  it('rejects operands and indices that do not exist', () => {
    const trace = sc.align([[4, 1], [3]]);
    throwsError(() => trace.fanout(1, [3]), ShapeError, 'invalid_index');
    const error = throwsError(() => trace.fanout(2, [0]), ShapeError, 'invalid_index');
    assert.match(error.message, /no operand at position 2/);
  });
});

describe('toExplicit', () => {
  it('puts axis 1s in front, and the rest behind', () => {
    const pair = [
      [2, 3, 4, 5],
      [3, 4],
    ];
    assert.deepEqual(sc.toExplicit(pair, { rule: 'legacy', axis: 1 }), [
      [2, 3, 4, 5],
      [1, 3, 4, 1],
    ]);
  });

  it('turns ncnn’s implicit axes into explicit ones', () => {
    const explicit = sc.toExplicit(
      [
        [2, 3, 4],
        [3, 4],
      ],
      { rule: 'ncnn' },
    );
    assert.deepEqual(explicit, [
      [2, 3, 4],
      [1, 3, 4],
    ]);
  });

  it('throws for a conflict', () => {
    throwsError(() => sc.toExplicit([[3], [4]]), BroadcastError, 'size_conflict');
  });
});
