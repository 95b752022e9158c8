/**
 * The oracle against the documents: every expectation was written by hand from an example or a table row,
 * never computed.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { golden, presets } from './golden.mjs';
import { shapeIn, shapesIn } from './notation.mjs';
import {
  equal,
  expand,
  legacy,
  matMul,
  multidirectional,
  ncnn,
  oracle,
  perChannel,
  unidirectional,
} from './rules.mjs';

function check(answer, shape, aligned) {
  assert.equal(answer.ok, shape !== null);
  if (!answer.ok) return;
  assert.deepEqual(answer.shape, shape);
  if (aligned) assert.deepEqual(answer.aligned, aligned);
}

/** Rows of [operands, result, aligned shapes]; `-` is a rejection. */
function rows(rule, table) {
  for (const [operands, result, aligned] of table) {
    it(`${operands} gives ${result}`, () => {
      check(rule(shapesIn(operands)), shapeIn(result), aligned && shapesIn(aligned));
    });
  }
}

/** Rows of [operands, the code of the failure]. */
function refusals(rule, table) {
  for (const [operands, code] of table) {
    it(`${operands} is ${code ?? 'an error without a settled name'}`, () => {
      const answer = rule(shapesIn(operands));
      assert.equal(answer.ok, false);
      assert.equal(answer.code, code);
    });
  }
}

const axesOf = (answer) => answer.failures.map((failure) => failure.axis);

const placed = (rule, operands, index) => rule(shapesIn(operands)).place(index);

describe('matMul: the examples of numpy.matmul, and of ONNX', () => {
  rows(matMul, [
    ['(2,2) + (2,2)', '(2,2)'],
    ['(2,2) + (2)', '(2)'],
    ['(2) + (2,2)', '(2)'],
    ['(2,2,4) + (2,4,2)', '(2,2,2)'],
    ['(9,5,7,4) + (9,5,4,3)', '(9,5,7,3)'],
    ['(1,2,3,4) + (1,2,4,3)', '(1,2,3,3)'],
    ['(2,1,3,4) + (5,4,6)', '(2,5,3,6)', '(2,1,3,4,1) + (1,5,1,4,6)'],
    ['(3) + (3)', '()', '(3) + (3)'],
    ['(2,0) + (0,3)', '(2,3)'],
    ['(3,4) + (3,4)', '-'],
    ['(2,2,3) + (3,3,4)', '-'],
  ]);
  refusals(matMul, [
    ['() + (3)', 'rank_too_low'],
    ['(3) + (4)', 'inner_mismatch'],
    ['(2,1) + (3,4)', 'inner_mismatch'],
    ['(2,3,4) + (3,4,5)', 'size_conflict'],
  ]);
  it('multiplies row by column', () => {
    const { axes } = matMul(shapesIn('(2,3) + (3,4)'));
    assert.deepEqual(axes, [2, 3, 4]);
    assert.deepEqual(placed(matMul, '(2,3) + (3,4)', [1, 2, 3]), [
      [1, 2],
      [2, 3],
    ]);
    assert.deepEqual(placed(matMul, '(5,2,3) + (3)', [4, 1, 2]), [[4, 1, 2], [2]]);
  });
});

describe('multidirectional: the ONNX page', () => {
  rows(multidirectional, [
    ['(2,3,4,5) + ()', '(2,3,4,5)', '(2,3,4,5) + (1,1,1,1)'],
    ['(2,3,4,5) + (5)', '(2,3,4,5)', '(2,3,4,5) + (1,1,1,5)'],
    ['(4,5) + (2,3,4,5)', '(2,3,4,5)', '(1,1,4,5) + (2,3,4,5)'],
    ['(1,4,5) + (2,3,1,1)', '(2,3,4,5)', '(1,1,4,5) + (2,3,1,1)'],
    ['(3,4,5) + (2,1,1,1)', '(2,3,4,5)', '(1,3,4,5) + (2,1,1,1)'],
  ]);
  it('places a scalar and both sides of a mutual stretch', () => {
    assert.deepEqual(placed(multidirectional, '(2,3) + ()', [1, 2]), [[1, 2], []]);
    assert.deepEqual(placed(multidirectional, '(4,1) + (3)', [1, 2]), [[1, 0], [2]]);
  });
});

describe('multidirectional: zero sizes (facts 2.13)', () => {
  rows(multidirectional, [
    ['(0) + (1)', '(0)'],
    ['(0) + (0)', '(0)'],
    ['(0) + (2)', '-'],
    ['(0,3) + (1,3)', '(0,3)'],
    ['(0) + ()', '(0)'],
    ['(1,3) + (2,1) + (0)', '-'],
    ['(1) + (1) + (0)', '(0)'],
  ]);
});

describe('multidirectional: any number of operands', () => {
  rows(multidirectional, [
    ['(2,3)', '(2,3)'],
    ['()', '()'],
    ['() + ()', '()'],
    ['(2,1) + (1,3) + ()', '(2,3)', '(2,1) + (1,3) + (1,1)'],
    ['(5,1) + (1,6) + (6) + ()', '(5,6)', '(5,1) + (1,6) + (1,6) + (1,1)'],
  ]);
  refusals(multidirectional, [
    ['', 'operand_count'],
    ['(3,4) + (3)', 'size_conflict'],
  ]);
  it('reports every conflicting axis', () => {
    assert.deepEqual(axesOf(multidirectional(shapesIn('(2,3,4) + (3,3,5)'))), [0, 2]);
  });
});

describe('unidirectional: the ONNX page', () => {
  rows(unidirectional, [
    ['(2,3,4,5) + ()', '(2,3,4,5)'],
    ['(2,3,4,5) + (5)', '(2,3,4,5)'],
    ['(2,3,4,5) + (2,1,1,5)', '(2,3,4,5)'],
    ['(2,3,4,5) + (1,3,1,5)', '(2,3,4,5)', '(2,3,4,5) + (1,3,1,5)'],
  ]);
});

describe('unidirectional: rejections (facts 6.5)', () => {
  rows(unidirectional, [['(0) + (1)', '(0)']]);
  refusals(unidirectional, [
    ['(3,1) + (4)', 'target_would_grow'],
    ['(2) + (1,2)', 'rank_exceeds_target'],
    ['(3,4) + (3)', 'size_conflict'],
    ['(1) + (0)', undefined],
    ['(1)', 'operand_count'],
  ]);
});

describe('legacy: the text of opset 6', () => {
  const text = [
    ['()', undefined, '(1,1,1,1)'],
    ['(1,1)', undefined, '(1,1,1,1)'],
    ['(5)', undefined, '(1,1,1,5)'],
    ['(4,5)', undefined, '(1,1,4,5)'],
    ['(3,4)', 1, '(1,3,4,1)'],
    ['(2)', 0, '(2,1,1,1)'],
  ];
  const a = [2, 3, 4, 5];
  for (const [b, axis, aligned] of text) {
    it(`(2,3,4,5) with ${b}, axis ${axis ?? 'absent'}`, () => {
      check(legacy([a, shapeIn(b)], { axis }), a, [a, shapeIn(aligned)]);
    });
  }
  it('places B on its window', () => {
    const places = legacy([a, [3, 4]], { axis: 1 }).place([1, 2, 3, 4]);
    assert.deepEqual(places[0], [1, 2, 3, 4]);
    assert.deepEqual(places[1], [2, 3]);
  });
});

describe('legacy: the acceptance table (facts 3.4)', () => {
  const table = [
    ['broadcast=0, equal shapes', '(2,3) + (2,3)', { broadcast: 0 }, '(2,3)'],
    ['broadcast=0, shapes differ', '(2,3) + (3)', { broadcast: 0 }, 'broadcast_off'],
    ['broadcast=0, one element', '(2,3) + ()', { broadcast: 0 }, 'broadcast_off'],
    ['one element', '(2,3) + (1)', {}, '(2,3)'],
    ['one element, axis ignored', '(2,3) + (1)', { axis: 7 }, '(2,3)'],
    ['one element, negative axis ignored', '(2,3) + (1)', { axis: -7 }, '(2,3)'],
    ['one element of a higher rank', '(3) + (1,1)', {}, 'rank_exceeds_target'],
    ['rank B > rank A', '(3) + (2,3)', {}, 'rank_exceeds_target'],
    ['axis absent', '(2,3) + (3)', {}, '(2,3)'],
    ['axis -1', '(2,3) + (3)', { axis: -1 }, '(2,3)'],
    ['axis -2', '(2,3) + (3)', { axis: -2 }, 'negative_axis'],
    ['axis too large', '(2,3) + (3)', { axis: 2 }, 'axis_out_of_range'],
    ['axis too large by one', '(2,3,4) + (3,4)', { axis: 2 }, 'axis_out_of_range'],
    ['window sizes equal', '(2,3,4) + (2,3)', { axis: 0 }, '(2,3,4)'],
    ['window sizes differ', '(2,3,4) + (2,4)', { axis: 0 }, 'size_conflict'],
    ['leading 1', '(2,3) + (1,3)', { axis: 0 }, '(2,3)'],
    ['trailing 1', '(2,3) + (2,1)', { axis: 0 }, '(2,3)'],
    ['leading and trailing 1s', '(2,3,4,5) + (1,3,1,1)', {}, '(2,3,4,5)'],
    ['interior 1', '(2,3,4,5) + (3,1,5)', {}, 'interior_one'],
    ['interior 1 against a 1', '(2,3,1,5) + (3,1,5)', {}, '(2,3,1,5)'],
    ['interior 1 against a 0', '(3,0,5) + (3,1,5)', {}, 'interior_one'],
    ['A would grow', '(2,1) + (2,3)', {}, 'target_would_grow'],
    ['zero against zero', '(2,0) + (0)', {}, '(2,0)'],
    ['leading 1 against zero', '(0,3) + (1,3)', {}, '(0,3)'],
    ['zero against three', '(2,3) + (0)', {}, 'size_conflict'],
    ['three operands', '(2) + (2) + (2)', {}, 'operand_count'],
  ];
  for (const [title, operands, attributes, expected] of table) {
    it(`${title}: ${operands}`, () => {
      const answer = legacy(shapesIn(operands), attributes);
      if (expected.startsWith('(')) check(answer, shapeIn(expected));
      else assert.equal(answer.code, expected);
    });
  }
});

describe('legacy: shipped data and the converter (facts 3.2, 3.5)', () => {
  const table = [
    ['(2,3) + (2,1)', 0, '(2,3) + (2,1)'],
    ['(2,3) + (1,3)', 0, '(2,3) + (1,3)'],
    ['(2,3,4,5) + (3,4)', 1, '(2,3,4,5) + (1,3,4,1)'],
    ['(3,3,3,5) + (3,3)', 1, '(3,3,3,5) + (1,3,3,1)'],
  ];
  for (const [operands, axis, aligned] of table) {
    it(`${operands} axis=${axis} aligns as ${aligned}`, () => {
      const [a, b] = shapesIn(operands);
      check(legacy([a, b], { axis }), a, shapesIn(aligned));
    });
  }
});

describe('ncnn, rule 1: scalar-like', () => {
  for (const a of shapesIn('[5] [2,3] [2,3,4] [2,3,4,5]')) {
    for (let rank = 1; rank <= a.length; rank++) {
      const b = new Array(rank).fill(1);
      const ones = new Array(a.length).fill(1);
      it(`[${a}] + [${b}]`, () => {
        check(ncnn([a, b]), a, [a, ones]);
        check(ncnn([b, a]), a, [ones, a]);
      });
    }
  }
});

describe('ncnn, rule 2: equal shapes', () => {
  rows(ncnn, [
    ['[2] + [2]', '[2]'],
    ['[2,3] + [2,3]', '[2,3]'],
    ['[2,3,4] + [2,3,4]', '[2,3,4]'],
    ['[2,3,4,5] + [2,3,4,5]', '[2,3,4,5]'],
  ]);
});

describe('ncnn, rule 3: explicit, the 22 rows', () => {
  const explicit = shapesIn(`
    [1,3] [2,1]
    [1,1,4] [1,3,1] [2,1,1] [1,3,4] [2,1,4] [2,3,1]
    [1,1,1,5] [1,1,4,1] [1,3,1,1] [2,1,1,1]
    [1,1,4,5] [1,3,1,5] [2,1,1,5] [1,3,4,1] [2,1,4,1] [2,3,1,1]
    [1,3,4,5] [2,1,4,5] [2,3,1,5] [2,3,4,1]`);
  it('has 22 rows', () => assert.equal(new Set(explicit.map(String)).size, 22));
  for (const b of explicit) {
    const a = [2, 3, 4, 5].slice(0, b.length);
    it(`[${a}] + [${b}]`, () => check(ncnn([a, b]), a, [a, b]));
  }
});

describe('ncnn, rule 4: implicit, inner axes broadcast', () => {
  rows(ncnn, [
    ['[2,3] + [3]', '[2,3]', '[2,3] + [1,3]'],
    ['[2,3,4] + [4]', '[2,3,4]', '[2,3,4] + [1,1,4]'],
    ['[2,3,4] + [3,4]', '[2,3,4]', '[2,3,4] + [1,3,4]'],
    ['[2,3,4,5] + [5]', '[2,3,4,5]', '[2,3,4,5] + [1,1,1,5]'],
    ['[2,3,4,5] + [4,5]', '[2,3,4,5]', '[2,3,4,5] + [1,1,4,5]'],
    ['[2,3,4,5] + [3,4,5]', '[2,3,4,5]', '[2,3,4,5] + [1,3,4,5]'],
  ]);
});

describe('ncnn, rule 5: implicit, outer axes broadcast, rank 1 only', () => {
  rows(ncnn, [
    ['[2,3] + [2]', '[2,3]', '[2,3] + [2,1]'],
    ['[2,3,4] + [2]', '[2,3,4]', '[2,3,4] + [2,1,1]'],
    ['[2,3,4,5] + [2]', '[2,3,4,5]', '[2,3,4,5] + [2,1,1,1]'],
  ]);
});

describe('ncnn, rule 6 and the rest of 4.4', () => {
  rows(ncnn, [
    ['[2,2] + [2]', '[2,2]', '[2,2] + [1,2]'],
    ['[4,3,4] + [4]', '[4,3,4]', '[4,3,4] + [1,1,4]'],
    ['[5] + [4,3,2,5]', '[4,3,2,5]', '[1,1,1,5] + [4,3,2,5]'],
    ['[1,3] + [2,1]', '[2,3]'],
    ['[1,3] + [4]', '[4,3]', '[1,3] + [4,1]'],
    ['[2,3,4] + []', '[2,3,4]', '[2,3,4] + [1,1,1]'],
    ['[] + [5]', '[5]', '[1] + [5]'],
  ]);
  refusals(ncnn, [
    ['[5,3,4] + [3]', 'size_conflict'],
    ['[2,3] + [4]', 'size_conflict'],
    ['[0] + [1]', 'zero_not_representable'],
    ['[] + []', 'rank_not_representable'],
    ['[] + [1,1,1,1,1]', 'rank_not_representable'],
    ['[1,1,1,1,1] + [2]', 'rank_not_representable'],
    ['[0] + []', 'zero_not_representable'],
    ['[0] + [1,1,1,1,1]', undefined],
    ['[1] + [1] + [1]', 'operand_count'],
  ]);
  it('a mismatch is a conflict on w', () => {
    assert.deepEqual(axesOf(ncnn(shapesIn('[5,3,4] + [3]'))), [0]);
  });
  it('places on the output', () => {
    const [a, b] = placed(ncnn, '[2,3,4] + [3,4]', [1, 2, 3]);
    assert.deepEqual(a, [1, 2, 3]);
    assert.deepEqual(b, [2, 3]);
  });
});

describe('expand: the examples (facts 2.9)', () => {
  rows(expand, [
    ['(3,1) + [2,1,6]', '(2,3,6)'],
    ['(1,3,1) + [3,1]', '(1,3,1)'],
    ['(1,3,1) + [1,3]', '(1,3,3)'],
    ['(1,3,1) + [3,1,3]', '(3,3,3)'],
    ['(1,3,1) + [3,3,1,3]', '(3,3,3,3)'],
    ['() + [4,8]', '(4,8)'],
    ['(2,3) + []', '(2,3)'],
    ['(1) + [0]', '(0)'],
    ['(0) + [0]', '(0)'],
    ['(0) + [1]', '(0)'],
  ]);
  refusals(expand, [
    ['(3) + [0]', 'size_conflict'],
    ['(3,1) + [3,-1]', 'negative_size'],
  ]);
});

describe('perChannel: PRelu-1 and PRelu-6 (facts 2.8)', () => {
  rows(perChannel, [
    ['(2,3,4) + (3)', '(2,3,4)', '(2,3,4) + (1,3,1)'],
    ['(2,3,4,5) + (3)', '(2,3,4,5)', '(2,3,4,5) + (1,3,1,1)'],
    ['(2,3) + (3)', '(2,3)', '(2,3) + (1,3)'],
    ['(2,3,4) + (1)', '(2,3,4)', '(2,3,4) + (1,1,1)'],
    ['(2,3,4) + ()', '(2,3,4)'],
    ['(5) + (1)', '(5)'],
    ['(2,3,4) + (4)', '-'],
    ['(5) + (5)', '-'],
    ['(2,3,4) + (3,4)', '-'],
  ]);
});

describe('equal (facts 1c)', () => {
  rows(equal, [
    ['(2,3) + (2,3) + (2,3)', '(2,3)'],
    ['(2,3) + (2,3) + (2,1)', '-'],
    ['(2,3) + (3)', '-'],
    ['() + ()', '()'],
  ]);
});

describe('the golden table (demo 4.5)', () => {
  it('has 21 rows', () => assert.equal(golden.length, 21));
  for (const row of golden) {
    for (const cell of row.cells) {
      it(`${row.operands}, ${cell.title}`, () => {
        check(oracle(cell.shapes, cell.options), cell.shape, cell.aligned);
      });
    }
  }
});

describe('the presets (demo 7.19)', () => {
  it('are 22', () => assert.equal(presets.length, 22));
  for (const preset of presets) {
    for (const cell of preset.cells) {
      it(`${preset.id} ${preset.operands}, ${cell.title}`, () => {
        check(oracle(cell.shapes, cell.options), cell.shape, cell.aligned);
      });
    }
  }
});

/** The 120 shapes of rank 1 to 4 with sizes 1 to 3. */
function representable() {
  const ranks = [[[]]];
  for (let rank = 1; rank <= 4; rank++) {
    ranks.push(ranks[rank - 1].flatMap((shape) => [1, 2, 3].map((size) => [...shape, size])));
  }
  return ranks.slice(1).flat();
}

const turned = (list) => list.map((shape) => [...shape].reverse());

describe('NumPy and ncnn over 14,400 pairs (demo 0.5)', () => {
  const counts = { both: 0, identical: 0, sameShape: 0, different: 0 };
  for (const a of representable()) {
    for (const b of representable()) {
      const numpy = multidirectional([a, b]);
      const inNcnn = ncnn(turned([a, b]));
      if (!numpy.ok || !inNcnn.ok) continue;
      counts.both++;
      const [shape] = turned([inNcnn.shape]);
      if (String(shape) !== String(numpy.shape)) counts.different++;
      else if (turned(inNcnn.aligned).join(';') === numpy.aligned.join(';')) counts.identical++;
      else counts.sameShape++;
    }
  }
  it('both accept 5,276: 3,620 identical, 344 alike in shape only, 1,312 different', () => {
    assert.deepEqual(counts, { both: 5276, identical: 3620, sameShape: 344, different: 1312 });
  });
});
