/** Whether two runtimes returned the same to a client. */

/**
 * The maximum difference, relative to the largest number of the list (or to 1). A different rounding changes
 * an 8-bit activation by a step, which is 1/255 of its range.
 */
export const bounds = { fp32: 2e-5, fp16: 2e-2, q8: 1 / 255, q4: 2e-5 };
/** The share of an image's bytes that may differ. */
const FEW = 0.01;

const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);

function* differencesOfLists(one, other, bound, path) {
  const allowed = bound * largest(other);
  const isNear = (value, i) => Math.abs(value - other[i]) <= allowed;
  const wrong = one.findIndex((value, i) => !isNear(value, i));
  if (one.length !== other.length) yield `${path}: ${one.length} numbers, not ${other.length}`;
  else if (wrong >= 0) yield `${path}[${wrong}]: ${one[wrong]}, not ${other[wrong]} ± ${allowed}`;
}

function* differencesOfPixels(one, other, path) {
  const differ = one.filter((value, i) => Math.abs(value - other[i]) > 1).length;
  if (one.length !== other.length || differ > FEW * one.length)
    yield `${path}: ${differ} bytes of ${other.length} differ`;
}

/** Sentences about all differences: texts and labels must be equal, numbers within a bound. */
export function* differences(one, other, bound, path = 'result') {
  const isList = Array.isArray(one) && Array.isArray(other);
  if (isList && path.endsWith('.pixels')) yield* differencesOfPixels(one, other, path);
  else if (isList && typeof other[0] === 'number')
    yield* differencesOfLists(one, other, bound, path);
  else if (typeof one === 'object' && one && typeof other === 'object' && other) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    for (const name of names) yield* differences(one[name], other[name], bound, `${path}.${name}`);
  } else if (typeof one === 'number' && typeof other === 'number')
    yield* differencesOfLists([one], [other], bound, path);
  else if (one !== other) yield `${path}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`;
}
