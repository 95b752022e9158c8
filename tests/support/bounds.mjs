/**
 * How far rounding may take a result from the exact one. Every bound counts roundings, each off by at most the
 * type's unit: N. Higham, Accuracy and Stability of Numerical Algorithms, second edition. References are
 * doubles that round too, and what is compared with them allows for that.
 */

/** The unit roundoff: half the distance between 1 and the next number. */
export const units = {
  float64: 2 ** -53,
  float32: 2 ** -24,
  float16: 2 ** -11,
  bfloat16: 2 ** -8,
};

/** Half of the least number: how far rounding takes a subnormal one. */
const least = { float64: 0, float32: 2 ** -150, float16: 2 ** -25, bfloat16: 2 ** -134 };

/**
 * The part of a result by which so many roundings may change it, one after the other (Lemma 3.1). A sum of
 * n numbers in any order is off by at most gamma(n - 1) of the sum of their magnitudes (4.4).
 */
export const gamma = (roundings, type) => (roundings * units[type]) / (1 - roundings * units[type]);

/** Of what is computed in one type and compared with a double. */
const gammas = (roundings, type) => gamma(roundings, type) + gamma(roundings, 'float64');

/** What the small floats are computed in. */
export const laneOf = (type) => (type === 'float64' ? 'float64' : 'float32');

/** What the rounding of a number to the type that is stored adds. */
export const stored = (x, type) => units[type] * Math.abs(x) + least[type];

/** Additions that an element goes through in the engine's fold of a row: src/layers/folds.hpp. */
export const foldDepth = (n) => Math.ceil(Math.min(n, 2048) / 256) + 8 + Math.ceil(n / 2048);

/** Roundings that stand for exp or log: tests/accuracy holds them within two units in the last place. */
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
    // Of x - max, of the logarithm's argument, of the logarithm, and of the difference.
    const ofLogarithm =
      distance + ofSum + ROUNDINGS_OF_FUNCTION * Math.abs(distance + x) + Math.abs(x);
    // Of the reciprocal of the sum, and of the product with it.
    const ofQuotient = distance + ROUNDINGS_OF_FUNCTION + ofSum + 2;
    return (log ? gammas(ofLogarithm, lane) : gammas(ofQuotient, lane) * x) + stored(x, type);
  });
}

/**
 * How far the mean of a row, the part by which 1 / sqrt(variance + epsilon), and the normalized values may be
 * off, computed in the type `stash` one after the other. An error e of every deviation changes
 * sqrt(mean square + epsilon), which is a norm, by e at most.
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
