/** Values that matter, and seeded random ones. */
import { pick, randomFrom, seedOf } from '../../rules/support.mjs';
import { largest } from '../reference/rounding.mjs';
import { types } from '../reference/types.mjs';

const bothSigns = (list) => list.flatMap((x) => [x, -x]);

function floatValues({ format }) {
  const { precision, minExponent, maxExponent } = format;
  const small = [2 ** (minExponent - precision + 1), 2 ** minExponent];
  const nearOne = [1 - 2 ** -precision, 1, 1 + 2 ** (1 - precision)];
  const others = [0.1, 0.5, 1.5, 2, 2.5, 3, 5.3, Math.PI, 7, 100, 1000.5];
  const large = [2 ** (maxExponent - 1), largest(format), Infinity];
  return [...bothSigns([0, ...small, ...nearOne, ...others, ...large]), Number.NaN];
}

function integerValues({ bits, low, high }) {
  const powers = [8, 16, 31, 32, 53, 63].map((bit) => 2n ** BigInt(bit));
  const near = [0n, 1n, 2n, 3n, 5n, 7n, 10n, 64n, 65n, 100n, 127n, 128n, BigInt(bits)];
  const middle = [high / 2n, high / 3n, BigInt(bits - 1), ...powers.map((x) => x - 1n), ...powers];
  const all = [...near, ...middle].flatMap((x) => [x, -x]);
  const within = all.filter((x) => x >= low && x <= high);
  return [...new Set([low, low + 1n, high, high - 1n, ...within])];
}

const TEXTS = ['', 'a', 'b', 'ab', 'é', 'e\u0301', '\u{1f600}', 'line\nline', '\0'];

function valuesOfKind(type) {
  if (type.kind === 'float') return floatValues(type);
  if (type.kind === 'int') return integerValues(type);
  return type.kind === 'bool' ? [0, 1] : TEXTS;
}

const special = new Map(
  Object.values(types).map((type) => [type.name, Object.freeze(valuesOfKind(type))]),
);

/** Values where an operator of the type may go wrong. */
export const specialValues = (name) => special.get(name);

function randomBigInt(random, { bits, low }) {
  let value = 0n;
  for (let i = 0; i < bits; i += 16) value = (value << 16n) | BigInt(Math.floor(random() * 65536));
  return BigInt.asUintN(bits, value) + low;
}

/** Over the format's whole range, often near 1. */
function randomFloat(random, { format, round }) {
  const scale = random() < 0.7 ? 6 : format.maxExponent;
  const exponent = (random() * 2 - 1) * scale;
  return round((random() * 2 - 1) * 2 ** exponent);
}

export function randomValue(random, name) {
  const type = types[name];
  const isSpecial = random() < 0.15;
  if (isSpecial && type.kind !== 'complex') return pick(random, specialValues(name));
  if (type.kind === 'float') return randomFloat(random, type);
  if (type.kind === 'int') {
    const small = BigInt(Math.floor(random() * 20)) - (type.signed ? 10n : 0n);
    return random() < 0.5 ? small : randomBigInt(random, type);
  }
  if (type.kind === 'bool') return Math.floor(random() * 2);
  if (type.kind === 'complex') return [random() * 9 - 4, random() * 9 - 4];
  return pick(random, specialValues(name));
}

export const randomValues = (random, name, count) =>
  Array.from({ length: count }, () => randomValue(random, name));

/** A generator for a test file, and the text that a failure needs to run it again. */
export function seeded(fallback) {
  const seed = seedOf(fallback);
  return { random: randomFrom(seed), seed: `SEED=${seed}` };
}
