/** The sentences say all of the trace: a parser gets it back from the words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { oracle } from '../oracle/rules.mjs';
import { parseAxis, parseSentences, parseVerdict } from './sentences.mjs';
import { pairs, pick, Report, randomFrom, sameList, seedOf, sizes } from './support.mjs';

const sc = await load();
const seed = seedOf(906);

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const differs = (what, said, meant) =>
  `${what}: says ${JSON.stringify(said)}, is ${JSON.stringify(meant)}`;

function checkAxis(said, axis) {
  if (said.axis !== axis.axis) return differs('axis', said.axis, axis.axis);
  if (said.fromEnd !== undefined && said.fromEnd !== axis.fromEnd) {
    return differs(`axis ${axis.axis} from the end`, said.fromEnd, axis.fromEnd);
  }
  for (const key of ['sizes', 'added', 'outcome', 'size']) {
    if (!same(said[key], axis[key]))
      return differs(`axis ${axis.axis} ${key}`, said[key], axis[key]);
  }
  if (said.reused !== undefined && !sameList(said.reused, axis.stretched)) {
    return differs(`axis ${axis.axis} reuse`, said.reused, axis.stretched);
  }
  return undefined;
}

/** Every failure that is not about one axis has a sentence of its own. */
function checkFailures(said, trace) {
  const whole = trace.conflicts.filter(({ axis }) => axis === undefined).map(({ text }) => text);
  return same(said.failures, whole) ? undefined : differs('failures', said.failures, whole);
}

function checkOperands(said, trace, shapes) {
  if (said.operands.length !== shapes.length) return 'an operand has no sentence';
  for (const [k, operand] of said.operands.entries()) {
    const meant = { position: k, shape: shapes[k], rank: shapes[k].length };
    const { elements, ...rest } = operand;
    if (!same(rest, meant)) return differs('operand', rest, meant);
    if (elements !== trace.operands[k].elements) return `operand ${k} has ${elements} elements`;
  }
  return undefined;
}

function checkAxes(said, trace) {
  if (said.axes.length !== trace.axes.length) return 'an axis has no sentence';
  for (const [i, axis] of trace.axes.entries()) {
    const problem =
      checkAxis(said.axes[i], axis) ?? checkAxis(parseAxis(axis.text, trace.operands.length), axis);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkResult(said, trace, shapes, answer) {
  if (!answer.ok) return said.result === undefined ? undefined : 'a failure has a result';
  if (said.result === undefined) return 'the result has no sentence';
  const aligned = shapes.map((shape, k) => said.aligned[k] ?? shape);
  if (!same(aligned, answer.aligned)) return differs('aligned', aligned, answer.aligned);
  if (!sameList(said.result.shape, answer.shape)) {
    return differs('result', said.result.shape, answer.shape);
  }
  if (said.result.elements !== trace.outputElements) return 'the count of the result is wrong';
  const stored = trace.operands.reduce((sum, operand) => sum + operand.elements, 0);
  return said.result.stored === stored ? undefined : differs('stored', said.result.stored, stored);
}

function checkVerdict(trace, shapes, answer, rule) {
  const said = parseVerdict(trace.text);
  const [best] = trace.fixes;
  const repair = best && `${best.text[0].toLowerCase()}${best.text.slice(1)}`;
  if (best && !trace.text.endsWith(`fix: ${repair}`)) return 'the verdict lacks the repair';
  if (said.ok !== answer.ok) return 'the verdict is wrong';
  if (!same(said.shapes, shapes)) return differs('verdict', said.shapes, shapes);
  if (said.rule !== rule) return differs('rule', said.rule, rule);
  if (answer.ok) {
    const right = sameList(said.outputShape, answer.shape);
    return right ? undefined : differs('verdict', said.outputShape, answer.shape);
  }
  if (said.fault === undefined) {
    return trace.error.axis === undefined ? undefined : 'the verdict names no axis';
  }
  const { axis, sizes: meant, operands } = trace.error;
  const fault = { axis, sizes: meant, operands };
  return same(said.fault, fault) ? undefined : differs('fault', said.fault, fault);
}

/** A sentence that says no size is 1 must be true. */
function checkTruth(trace) {
  const liar = trace.axes.find(
    (axis) => /(neither|none of them) is 1/.test(axis.text) && axis.sizes.includes(1),
  );
  return liar && `untrue: ${liar.text}`;
}

function checkWords(trace, shapes, answer, rule) {
  try {
    const said = parseSentences(trace.sentences);
    return (
      checkOperands(said, trace, shapes) ??
      checkAxes(said, trace) ??
      checkFailures(said, trace) ??
      checkResult(said, trace, shapes, answer) ??
      checkVerdict(trace, shapes, answer, rule) ??
      checkTruth(trace)
    );
  } catch (error) {
    return error.message;
  }
}

/** What a rule is called in prose. */
const prose = {
  multidirectional: "NumPy's rule",
  unidirectional: "ONNX's one-way rule",
  legacy: "ONNX's rule up to opset 6",
  ncnn: "ncnn's rule",
};

function check(shapes, options) {
  const { rule = 'multidirectional', axis } = options;
  const named = prose[rule] + (axis === undefined ? '' : ` with axis=${axis}`);
  return checkWords(sc.align(shapes, options), shapes, oracle(shapes, options), named);
}

describe('a parser of the sentences recovers the trace', () => {
  it('multidirectional, all 116,281 pairs', () => {
    const report = new Report();
    for (const pair of pairs()) report.add(pair, {}, check(pair, {}));
    report.done(116281);
  });

  it('random triples and quadruples', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const report = new Report();
    for (let i = 0; i < 4000; i++) {
      const list = Array.from({ length: 3 + (i % 2) }, () =>
        Array.from({ length: Math.floor(random() * 4) }, () => pick(random, sizes)),
      );
      report.add(list, {}, check(list, {}));
    }
    report.done(4000);
  });

  for (const options of [
    { rule: 'unidirectional' },
    { rule: 'ncnn' },
    { rule: 'legacy' },
    { rule: 'legacy', axis: 1 },
  ]) {
    it(`${options.rule} ${options.axis ?? ''}, a tenth of the pairs`, (t) => {
      t.diagnostic(`seed ${seed}`);
      const random = randomFrom(seed);
      const report = new Report();
      for (const pair of pairs()) {
        if (random() < 0.1) report.add(pair, options, check(pair, options));
      }
      report.done(10000);
    });
  }
});

describe('no axis is said to be without a 1 when it has one', () => {
  for (const options of [
    { rule: 'equal' },
    { rule: 'perChannel' },
    { rule: 'expand' },
    { rule: 'legacy', broadcast: 0 },
  ]) {
    it(Object.values(options).join(' broadcast='), (t) => {
      t.diagnostic(`seed ${seed}`);
      const random = randomFrom(seed);
      const report = new Report();
      for (const pair of pairs()) {
        if (random() < 0.1) report.add(pair, options, checkTruth(sc.align(pair, options)));
      }
      report.done(10000);
    });
  }
});

describe('what a message must say', () => {
  it('broadcast=0: that broadcast=1 was left out (facts 3.4)', () => {
    const { text } = sc.align(shapesIn('(2,3) + (3)'), { rule: 'legacy', broadcast: 0 });
    assert.match(text, /broadcast=1/);
  });
  it('equal: nothing of an attribute that Max, Min, Sum and Mean do not have (facts 1c)', () => {
    const { text } = sc.align(shapesIn('(2,3) + (3)'), { rule: 'equal' });
    assert.doesNotMatch(text, /broadcast=1/);
  });
  it('the shapes, the axis, both sizes and a checked repair', () => {
    const { text } = sc.align(shapesIn('(3,4) + (3)'));
    assert.equal(
      text,
      'A (3,4) and B (3) do not broadcast: in the last axis A has 4 and B has 3, and they must be ' +
        'equal or one of them 1. Likely fix: reshape B to (3,1), which gives (3,4).',
    );
  });
  it('growth before anything else when there is only growth (demo 7.8)', () => {
    const { text } = sc.align(shapesIn('(3) + (4)'));
    assert.match(text, /size is wrong.*outer product/);
  });
  it('a reshape changes which number meets which (demo 7.8)', () => {
    const { fixes } = sc.align(shapesIn('(2,3) + (6)'));
    const reshape = fixes.find((fix) => fix.kind === 'reshape');
    assert.match(reshape.text, /changes which number meets which/);
  });
  it('every failure has a text, and every axis has a sentence that is not empty', () => {
    const trace = sc.align(shapesIn('(2,3,4) + (5,3,6)'));
    assert.equal(trace.conflicts.length, 2);
    assert.ok(trace.conflicts.every((finding) => finding.text.length > 0));
    assert.deepEqual(
      trace.conflicts.map(({ axis }) => trace.axes[axis].outcome),
      ['conflict', 'conflict'],
    );
  });
});
