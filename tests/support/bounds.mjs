/**
 * Bounds for the rounding error of results. Every bound counts roundings, each off by at most the type's
 * unit: N. Higham, Accuracy and Stability of Numerical Algorithms, second edition. References are doubles
 * that round too, which comparisons account for.
 */

/** The unit roundoff: half the distance between 1 and the next number. */
export const units = {
  float64: 2 ** -53,
  float32: 2 ** -24,
  float16: 2 ** -11,
  bfloat16: 2 ** -8,
};

/** Half of the smallest number: the rounding error of a subnormal one. */
const least = { float64: 0, float32: 2 ** -150, float16: 2 ** -25, bfloat16: 2 ** -134 };

/**
 * The relative error after a number of consecutive roundings (Lemma 3.1). A sum of n numbers in any order is
 * off by at most gamma(n - 1) of the sum of their magnitudes (4.4).
 */
export const gamma = (roundings, type) => (roundings * units[type]) / (1 - roundings * units[type]);

/** For results in one type, compared with a double. */
const gammas = (roundings, type) => gamma(roundings, type) + gamma(roundings, 'float64');

/** The compute type of small floats. */
export const laneOf = (type) => (type === 'float64' ? 'float64' : 'float32');

/** The error of rounding a number to the stored type. */
export const stored = (x, type) => units[type] * Math.abs(x) + least[type];

/** Additions that an element goes through in the engine's fold of a row: src/rows/folds.hpp. */
export const foldDepth = (n) => Math.ceil(Math.min(n, 2048) / 256) + 8 + Math.ceil(n / 2048);

/** Roundings that represent exp or log: tests/accuracy bounds them by two units in the last place. */
export const ROUNDINGS_OF_FUNCTION = 4;

/**
 * For each number of a row, how far its Softmax or LogSoftmax may be off, from exp(x - max) and a sum of
 * those in any order. That x - max is rounded changes exp(x - max) by the part |x - max| of a unit.
 * @param {number[]} row
 * @param {number[]} expected
 */
export function softmaxBounds(row, expected, type, log) {
  const lane = laneOf(type);
  const distances = row.map((x) => Math.max(...row) - x);
  const ofSum = Math.max(...distances) + ROUNDINGS_OF_FUNCTION + row.length - 1;
  return expected.map((x, i) => {
    const distance = distances[i];
    // Roundings of x - max, of the logarithm's argument, of the logarithm, and of the difference.
    const ofLogarithm =
      distance + ofSum + ROUNDINGS_OF_FUNCTION * Math.abs(distance + x) + Math.abs(x);
    // Roundings of the reciprocal of the sum, and of the product with it.
    const ofQuotient = distance + ROUNDINGS_OF_FUNCTION + ofSum + 2;
    return (log ? gammas(ofLogarithm, lane) : gammas(ofQuotient, lane) * x) + stored(x, type);
  });
}

/**
 * Errors of the mean of a row, of 1 / sqrt(variance + epsilon), and of the normalised values, computed in
 * sequence in the type `stash`. An error e of every deviation changes sqrt(mean square + epsilon), which is a
 * norm, by at most e.
 */
export function normalizationBounds(row, { inverse, magnitude, values }, stash) {
  const depth = foldDepth(row.length) + 1;
  const highest = Math.max(...row.map(Math.abs));
  const mean = gammas(depth, stash) * magnitude + gammas(1, stash) * highest;
  const ratio = mean * inverse;
  // Squares, their mean, epsilon and the sum with it, root and reciprocal; of a value, also the rounding of
  // its deviation and of the product.
  const off = (roundings) => (1 + gammas(depth + roundings, stash)) / (1 - ratio) - 1;
  return {
    mean,
    inverse: off(6),
    values: values.map((x) => Math.abs(x) * off(8) + ratio * (1 + off(8))),
  };
}

/**
 * How far x * factor + term may be off, where x is off by `off`: ONNX has the value, the product and the sum
 * each in the type.
 */
export const scaledBound = (x, off, factor, result, type) =>
  Math.abs(factor) * (off + stored(Math.abs(x) + off, type)) +
  2 * stored(Math.abs(x * factor) + off, type) +
  2 * stored(result, type);
