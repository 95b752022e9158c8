/** The page's warnings, computed from their definitions (demo 7.7) without the engine's answer. */
import { oracle } from '../oracle/rules.mjs';
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

/** Every way to put `sizes`, in order, on axes, with 1s on the others. */
function placings(sizes, rank) {
  if (rank === 0) return sizes.length === 0 ? [[]] : [];
  const [first, ...rest] = sizes;
  const one = placings(sizes, rank - 1).map((shape) => [1, ...shape]);
  return first === undefined
    ? one
    : [...placings(rest, rank - 1).map((shape) => [first, ...shape]), ...one];
}

/** The shapes that put operand `at` on other axes, with the same result. */
export function otherPlacings(shapes, at, output) {
  const shape = shapes[at];
  if (shape.length === 0 || shape.length === output.length) return [];
  if (shape.some((size) => size <= 1)) return [];
  const asItIs = [...Array(output.length - shape.length).fill(1), ...shape];
  return placings(shape, output.length).filter((placed) => {
    const answer = oracle(
      shapes.map((other, i) => (i === at ? placed : other)),
      {},
    );
    return !sameList(placed, asItIs) && answer.ok && sameList(answer.shape, output);
  });
}

/** W2: an operand of a lower rank, all of whose sizes are above 1, fits other axes of the result too. */
const isSquareTrap = (shapes, output) =>
  shapes.some((_, at) => otherPlacings(shapes, at, output).length > 0);

/** The fixes of a square trap are the shapes for the other axes, without the 1s that are added anyway. */
function checkTrap(trace, shapes) {
  const warning = trace.warnings.find(({ code }) => code === 'square_trap');
  if (!warning) return undefined;
  const [{ operand }] = warning.fixes;
  const trimmed = (shape) => shape.join().replace(/^(1,)+/, '');
  const expected = otherPlacings(shapes, operand, trace.outputShape).map(trimmed).sort();
  const offered = warning.fixes.map(({ shape }) => shape.join()).sort();
  return sameList(offered, expected) ? undefined : `offers [${offered}], not [${expected}]`;
}

/** float32 pairs of the exhaustive set are far below 100 MB, so only the ratio of W5 applies. */
function expectedWarnings(trace, shapes) {
  const codes = [];
  if (isOuterProduct(trace)) codes.push('outer_product');
  if (isSquareTrap(shapes, trace.outputShape)) codes.push('square_trap');
  if (shapes.some((shape) => shape.length !== shapes[0].length)) codes.push('rank_change');
  if (trace.outputElements > 1000 * shapes.reduce((sum, shape) => sum + elements(shape), 0)) {
    codes.push('big_result');
  }
  return codes;
}

/** @returns {string | undefined} the expected warnings of a multidirectional trace, if they differ */
export function checkWarnings(trace, shapes) {
  const codes = trace.warnings.map(({ code }) => code).sort();
  const expected = trace.ok ? expectedWarnings(trace, shapes).sort() : [];
  return sameList(codes, expected)
    ? checkTrap(trace, shapes)
    : `warns [${codes}], not [${expected}]`;
}

/** W4: on every ncnn conflict of sizes, and nowhere else. */
export function checkUnchecked(trace, answer) {
  const warned = trace.warnings.some(({ code }) => code === 'ncnn_unchecked');
  const expected = answer.code === 'size_conflict';
  return warned === expected ? undefined : `${warned ? 'warns' : 'does not warn'} of no check`;
}
