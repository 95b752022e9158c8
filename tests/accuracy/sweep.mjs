/** Pairs of values, mostly float32, that cover every exponent, with random fractions and signs. */
import { randomFrom } from '../rules/support.mjs';

export const exponents = Array.from({ length: 277 }, (_, i) => i - 149);

const { fround } = Math;

/** Uniform in [1, 2), now and then at an end, where an error is likeliest. */
function significand(random) {
  const kind = random();
  if (kind < 0.06) return 1;
  if (kind < 0.12) return 2 - 2 ** -23;
  return 1 + random();
}

const sign = (random) => (random() < 0.5 ? -1 : 1);
const ofExponent = (random, exponent) => fround(significand(random) * 2 ** exponent);

/** @typedef {Iterable<[number, number]>} Pairs */

/** Every pair of exponents, `times` over, with all signs. */
export function* everyPair(seed, times) {
  const random = randomFrom(seed);
  for (let i = 0; i < times; i++) {
    for (const e of exponents) {
      for (const f of exponents) {
        yield [sign(random) * ofExponent(random, e), sign(random) * ofExponent(random, f)];
      }
    }
  }
}

/** For every exponent of the base and of the result, the power that leads there. */
function* towardsResults(random) {
  for (const e of exponents) {
    const x = ofExponent(random, e);
    for (const f of exponents) {
      const y = fround((f + random()) / Math.log2(x));
      if (Number.isFinite(y)) yield [x, y];
    }
  }
}

/** Bases close to 1, where a large power magnifies the error of a logarithm. */
function* nearOne(random) {
  for (let e = -24; e < 0; e++) {
    for (let i = 0; i < 150; i++) {
      const x = fround(1 + sign(random) * ofExponent(random, e));
      yield [x, fround((random() * 300 - 150) / Math.log2(x))];
    }
  }
}

/** Whole powers, also of negative bases. */
function* wholePowers(random) {
  for (const e of exponents) {
    for (let y = -40; y <= 40; y++) yield [sign(random) * ofExponent(random, e), y];
  }
}

/** @returns {Pairs} */
export function* forPow(seed, times) {
  const random = randomFrom(seed);
  for (let i = 0; i < times; i++) {
    yield* towardsResults(random);
    yield* nearOne(random);
    yield* wholePowers(random);
  }
  yield* everyPair(seed, 1);
}

/** Every exponent of x with every exponent of the distance to y. */
export function* forLogAddExp(seed, times) {
  const random = randomFrom(seed);
  for (let i = 0; i < times; i++) {
    for (const e of exponents) {
      const x = sign(random) * ofExponent(random, e);
      for (let f = -60; f <= 8; f++) yield [x, fround(x + sign(random) * ofExponent(random, f))];
    }
  }
  yield* everyPair(seed, 1);
}

/** Where the two logarithms cancel: log(exp(x) + exp(y)) near 0, for every x below it. */
export function* nearRoots(seed, count) {
  const random = randomFrom(seed);
  for (let i = 0; i < count; i++) {
    const x = fround(-random() * 2 ** (-6 * random()));
    const y = fround(Math.log1p(-Math.exp(x)));
    if (Number.isFinite(y)) yield [x, y];
  }
}

/** @returns {Pairs} Values of every exponent, and the same number between -range and range; the second is 0. */
export function* everyValue(seed, range) {
  const random = randomFrom(seed);
  for (let i = 0; i < 40; i++) {
    for (const e of exponents) yield [sign(random) * ofExponent(random, e), 0];
    for (let k = 0; k < exponents.length; k++) yield [fround((random() * 2 - 1) * range), 0];
  }
}

/** In [1, 2), of all the bits of a double. */
const wideSignificand = (random) =>
  random() < 0.1 ? 2 - 2 ** -52 : 1 + random() + random() * 2 ** -32;

/**
 * @returns {Pairs} Doubles of every exponent up to `highest`, and the same number between -range and range;
 *    the second is 0. Most exponents are far from the interesting ones, which are more frequent.
 */
export function* everyDouble(seed, range, highest = 1023) {
  const random = randomFrom(seed);
  const signed = () => sign(random) * wideSignificand(random);
  for (let i = 0; i < 4; i++) for (let e = -1074; e <= highest; e++) yield [signed() * 2 ** e, 0];
  for (let i = 0; i < 150; i++)
    for (let e = -30; e <= Math.min(highest, 9); e++) yield [signed() * 2 ** e, 0];
  for (let i = 0; i < 12000; i++) yield [(signed() / 2) * range, 0];
}

/** Angles of every exponent, and many next to multiples of pi / 2; the second is 0. */
export function* everyAngle(seed, { lowest, highest, nearest, round }) {
  const random = randomFrom(seed);
  yield [nearest, 0];
  for (let e = lowest; e <= highest; e++)
    for (let i = 0; i < 8; i++) yield [sign(random) * round(significand(random) * 2 ** e), 0];
  for (let i = 0; i < 20000; i++) {
    const quarters = Math.floor(2 ** (random() * 30));
    yield [sign(random) * round(quarters * (Math.PI / 2)), 0];
    yield [round((random() * 2 - 1) * 2 ** (random() * 40)), 0];
  }
}
