/** Compares an alignment of the engine with an answer of the oracle. Each check names the differences. */
import { indices, ravelFor, sameList } from './support.mjs';

const show = (value) => JSON.stringify(value);

function compareShapes(trace, answer) {
  if (!sameList(trace.outputShape, answer.shape)) {
    return `gives ${show(trace.outputShape)}, the rule gives ${show(answer.shape)}`;
  }
  for (const [k, operand] of trace.operands.entries()) {
    if (!sameList(operand.aligned, answer.aligned[k])) {
      const name = `operand ${k}`;
      return `aligns ${name} as ${show(operand.aligned)}, the rule as ${show(answer.aligned[k])}`;
    }
  }
  return undefined;
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** For every output element: the engine's strides against the oracle's sources. */
export function compareSources(trace, answer, shapes, rule) {
  const ravel = ravelFor(rule);
  for (const index of indices(answer.axes ?? answer.shape)) {
    const places = answer.place(index);
    for (let k = 0; k < shapes.length; k++) {
      const expected = ravel(places[k], shapes[k]);
      const actual = dot(trace.operands[k].strides, index);
      if (actual !== expected) {
        return `element [${index}] reads offset ${actual} of operand ${k}, the rule ${expected}`;
      }
    }
  }
  return undefined;
}

function compareCodes(trace, answer) {
  if (!sameList(Object.keys(trace.error ?? {}), Object.keys(trace.conflicts[0] ?? {}))) {
    return 'error is not the first of conflicts';
  }
  if (trace.error === undefined) return 'fails without an error';
  if (trace.error.code !== trace.conflicts[0].code) return 'error is not the first of conflicts';
  const allowed = answer.failures.map((failure) => failure.codes);
  if (allowed.some((codes) => codes.length === 0)) return undefined;
  if (!allowed.flat().includes(trace.error.code)) {
    return `error ${trace.error.code}, the rule says ${allowed.flat().join(' or ')}`;
  }
  return compareAxesOfConflict(trace, answer);
}

/** If only axes are at fault, exactly those axes are reported. */
function compareAxesOfConflict(trace, answer) {
  const faulty = answer.failures.filter((failure) => failure.axis !== undefined);
  if (faulty.length < answer.failures.length) return undefined;
  const axes = trace.conflicts.map((finding) => finding.axis).sort((a, b) => a - b);
  const expected = faulty.map((failure) => failure.axis);
  if (!sameList(axes, expected)) return `conflicts on [${axes}], the rule's are on [${expected}]`;
  for (const { axis, codes } of faulty) {
    const finding = trace.conflicts.find((conflict) => conflict.axis === axis);
    if (!codes.includes(finding.code)) {
      return `${finding.code} on axis ${axis}, the rule says ${codes.join(' or ')}`;
    }
  }
  return undefined;
}

/**
 * @returns {string | undefined} what differs
 */
export function compare(trace, answer, shapes, rule) {
  if (answer.unsettled) return undefined;
  if (trace.ok !== answer.ok) {
    return trace.ok
      ? `accepted as ${show(trace.outputShape)}, the rule refuses`
      : `refused (${trace.error?.code}), the rule gives ${show(answer.shape)}`;
  }
  if (!answer.ok) return compareCodes(trace, answer);
  return compareShapes(trace, answer) ?? compareSources(trace, answer, shapes, rule);
}

/** Per operand, the index that `source()` names, against the oracle's. */
export function compareSourceCall(alignment, answer, index) {
  const actual = alignment.source(index);
  const expected = answer.place(index);
  if (show(actual) === show(expected)) return undefined;
  return `source([${index}]) is ${show(actual)}, the rule says ${show(expected)}`;
}
