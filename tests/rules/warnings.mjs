/** The page's warnings from their definitions (demo 7.7), without the engine's answer to them. */
import { elements, sameList } from './support.mjs';

/** W1, in the words of demo 7.7. */
function isOuterProduct(trace) {
  if (trace.operands.some((operand) => operand.elements >= trace.outputElements)) return false;
  const crossed = (x, y) =>
    x.aligned.some((n, i) =>
      y.aligned.some((m, j) => n > 1 && n === m && y.aligned[i] === 1 && x.aligned[j] === 1),
    );
  return trace.operands.some((x, k) => trace.operands.slice(k + 1).some((y) => crossed(x, y)));
}

/** W2: a rank-1 operand of length N > 1 meets a higher-rank one that has N on two axes or more. */
function isSquareTrap(shapes) {
  const ones = shapes.filter((shape) => shape.length === 1 && shape[0] > 1);
  return ones.some(([n]) =>
    shapes.some((other) => other.length > 1 && other.filter((size) => size === n).length >= 2),
  );
}

/** float32 pairs of the exhaustive set are far below 100 MB: only the ratio of W5 can fire. */
function expectedWarnings(trace, shapes) {
  const codes = [];
  if (isOuterProduct(trace)) codes.push('outer_product');
  if (isSquareTrap(shapes)) codes.push('square_trap');
  if (shapes.some((shape) => shape.length !== shapes[0].length)) codes.push('rank_change');
  if (trace.outputElements > 1000 * shapes.reduce((sum, shape) => sum + elements(shape), 0)) {
    codes.push('big_result');
  }
  return codes;
}

/** @returns {string | undefined} what the warnings of a multidirectional trace should have been */
export function checkWarnings(trace, shapes) {
  const codes = trace.warnings.map(({ code }) => code).sort();
  const expected = trace.ok ? expectedWarnings(trace, shapes).sort() : [];
  return sameList(codes, expected) ? undefined : `warns [${codes}], not [${expected}]`;
}

/** W4: on every ncnn conflict of sizes, and nowhere else. */
export function checkUnchecked(trace, answer) {
  const warned = trace.warnings.some(({ code }) => code === 'ncnn_unchecked');
  const expected = answer.code === 'size_conflict';
  return warned === expected ? undefined : `${warned ? 'warns' : 'does not warn'} of no check`;
}
