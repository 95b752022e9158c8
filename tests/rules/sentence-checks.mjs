/** The sentences describe the whole trace: a parser's reading, against the trace and the oracle. */
import { parseAxis, parseSentences, parseVerdict } from './sentences.mjs';
import { sameList } from './support.mjs';

/** Compares numbers, strings, and arrays and objects thereof. */
function same(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  const names = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
  );
}

const differs = (what, said, meant) =>
  `${what}: says ${JSON.stringify(said)}, is ${JSON.stringify(meant)}`;

function checkAxis(said, axis) {
  if (said.axis !== axis.axis) return differs('axis', said.axis, axis.axis);
  for (const key of ['sizes', 'added', 'outcome', 'size']) {
    if (!same(said[key], axis[key]))
      return differs(`axis ${axis.axis} ${key}`, said[key], axis[key]);
  }
  if (said.reused !== undefined && !sameList(said.reused, axis.stretched)) {
    return differs(`axis ${axis.axis} reuse`, said.reused, axis.stretched);
  }
  return undefined;
}

/** Every failure that is not about one axis has its own sentence. */
function checkFailures(said, trace) {
  const whole = trace.conflicts.filter(({ axis }) => axis === undefined).map(({ text }) => text);
  return same(said.failures, whole) ? undefined : differs('failures', said.failures, whole);
}

function checkOperands(said, trace, shapes) {
  if (said.operands.length !== shapes.length) return 'an operand has no sentence';
  for (const [k, operand] of said.operands.entries()) {
    const meant = { position: k, shape: shapes[k] };
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

/** The best fix, unless that is an outer product for which no operand has the 1s. */
function checkAdvice({ fixes: [best], ok, text }, shapes) {
  const doubts = text.includes('Check the sizes');
  if (ok || !best) return doubts && ok ? 'doubts what is accepted' : undefined;
  const rank = Math.max(...shapes.map((shape) => shape.length));
  const deepens = best.outputShape.length > rank;
  if (best.grows && (deepens || best.kind !== 'unsqueeze'))
    return text.includes('fix: ') ? 'an outer product is advised' : undefined;
  const repair = `${best.text[0].toLowerCase()}${best.text.slice(1)}`;
  if (doubts) return 'doubts sizes that a repair pairs';
  return text.endsWith(`fix: ${repair}`) ? undefined : 'the verdict lacks the repair';
}

function checkVerdict(trace, shapes, answer, rule) {
  const said = parseVerdict(trace.text);
  const problem = checkAdvice(trace, shapes);
  if (problem !== undefined) return problem;
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

/** A sentence that claims that no size is 1 must be true. */
export function checkTruth(trace) {
  const liar = trace.axes.find(
    (axis) => /(neither|none of them) is 1/.test(axis.text) && axis.sizes.includes(1),
  );
  return liar && `untrue: ${liar.text}`;
}

function checkWhole(trace, shapes, answer, rule) {
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

/** The names of rules in prose. */
const prose = {
  multidirectional: "NumPy's rule",
  unidirectional: "ONNX's one-way rule",
  legacy: "ONNX's rule up to opset 6",
  ncnn: "ncnn's rule",
};

/** @returns {string | undefined} the facts that the text of a trace omits or contradicts */
export function checkWords(trace, shapes, answer, { rule = 'multidirectional', axis } = {}) {
  const named = prose[rule] + (axis === undefined ? '' : ` with axis=${axis}`);
  return checkWhole(trace, shapes, answer, named);
}
