/** The contract of `toExplicit`: the shapes align under the multidirectional rule as they did before. */
import { multidirectional } from '../oracle/rules.mjs';
import { indices, ravelFor, sameList } from './support.mjs';

/** The same shape with 1s inserted: other sizes are neither changed nor reordered. */
function isUnsqueezed(shape, explicit) {
  let next = 0;
  for (const size of explicit) {
    if (next < shape.length && size === shape[next]) next++;
    else if (size !== 1) return false;
  }
  return next === shape.length;
}

function checkSources(answer, explained, pair, explicit, rule) {
  const ravel = ravelFor(rule);
  for (const index of indices(answer.axes ?? answer.shape)) {
    const before = answer.place(index);
    const after = explained.place(index);
    for (let k = 0; k < pair.length; k++) {
      if (ravel(before[k], pair[k]) !== ravel(after[k], explicit[k])) {
        return `[${explicit.join('] [')}] reads operand ${k} elsewhere at [${index}]`;
      }
    }
  }
  return undefined;
}

/** @returns {string | undefined} the fault of `explicit`, if the rule accepts the pair */
export function checkExplicit(explicit, pair, answer, rule) {
  if (!explicit.every((shape, k) => isUnsqueezed(pair[k], shape))) {
    return `[${explicit.join('] [')}] is more than added 1s`;
  }
  const explained = multidirectional(explicit);
  if (!explained.ok || !sameList(explained.shape, answer.axes ?? answer.shape)) {
    return `[${explicit.join('] [')}] gives ${explained.shape}`;
  }
  return checkSources(answer, explained, pair, explicit, rule);
}
