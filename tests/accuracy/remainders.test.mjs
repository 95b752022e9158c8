/**
 * Mod of floats is exact whatever the quotient: at the borders of each way there is to find it, against
 * integer arithmetic.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';

const engines = await loadFlavours();
const { random, seed } = seeded(71);

const word = new DataView(new ArrayBuffer(8));
const UNIT = 1074; // of 2^-1074, every double is an integer

/** The units of a finite double's magnitude. */
function unitsOf(x) {
  word.setFloat64(0, x);
  const bits = word.getBigUint64(0) & 0x7fffffffffffffffn;
  const biased = bits >> 52n;
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0n ? fraction : (fraction | 0x10000000000000n) << (biased - 1n);
}

/** Back to a double that holds them all; two steps, because one may leave the range. */
function fromUnits(units) {
  const drop = Math.max(0, units.toString(2).length - 60);
  const exponent = drop - UNIT;
  const half = Math.trunc(exponent / 2);
  return Number(units >> BigInt(drop)) * 2 ** half * 2 ** (exponent - half);
}

const isNegative = (x) => x < 0 || Object.is(x, -0);
const withSign = (magnitude, sign) => (isNegative(sign) ? -magnitude : magnitude);

/** C's fmod. */
function fmod(x, y) {
  if (Number.isNaN(y) || !Number.isFinite(x) || y === 0) return Number.NaN;
  return Number.isFinite(y) ? withSign(fromUnits(unitsOf(x) % unitsOf(y)), x) : x;
}

/** ONNX Mod-28: the remainder with the divisor's sign, where adding the divisor rounds once. */
function floored(x, y) {
  const rest = fmod(x, y);
  if (Number.isNaN(rest)) return rest;
  if (rest === 0) return withSign(0, y);
  return isNegative(rest) === isNegative(y) ? rest : rest + y;
}

const formats = {
  float32: { array: Float32Array, bits: Uint32Array, fraction: 23, least: -149, most: 127 },
  float64: { array: Float64Array, bits: BigUint64Array, fraction: 52, least: -1074, most: 1023 },
};

/** The number `steps` further from zero. */
function next(format, x, steps) {
  const { array, bits } = formats[format];
  const value = array.of(x);
  const word = new bits(value.buffer);
  word[0] += word[0].constructor(steps);
  return value[0];
}

const between = (low, high) => low + Math.floor(random() * (high - low + 1));

/** Any fraction, now and then one whose low or high half is empty or full. */
function significand({ fraction }) {
  const half = 2 ** (fraction >> 1);
  const parts = [0, 1, half - 1, half / 2, Math.floor(random() * half)];
  const part = () => parts[between(0, parts.length + 3)] ?? parts.at(-1);
  return 1 + part() / half + part() / half / half;
}

function divisor(format, low, high) {
  const { array, least, most } = formats[format];
  const exponent = between(Math.max(low, least), Math.min(high, most));
  return array.of(significand(formats[format]) * 2 ** exponent)[0] || 2 ** least;
}

/** A dividend next to a multiple of y, on either side. */
function dividend(format, y, quotient) {
  const x = formats[format].array.of(y * quotient)[0];
  const steps = between(-2, 2);
  return Number.isFinite(x) && (x > 0 || steps > 0)
    ? Math.abs(next(format, x, x > 0 ? steps : 1))
    : y;
}

function check(format, pairs) {
  const { array } = formats[format];
  const operands = [0, 1].map((side) => ({
    type: format,
    data: array.from(pairs, (pair) => pair[side]),
    dims: [pairs.length],
  }));
  for (const [fmodFlag, reference] of [fmod, floored].map((f, i) => [1 - i, f])) {
    const wanted = array.from(pairs, ([x, y]) => reference(x, y));
    for (const sc of engines) {
      const { data } = sc.run('Mod', operands, { attributes: { fmod: fmodFlag } });
      for (let i = 0; i < pairs.length; i++) {
        if (Object.is(data[i], wanted[i])) continue;
        assert.fail(
          `${sc.flavour}, fmod=${fmodFlag}: ${pairs[i].join(' mod ')} is ${data[i]}, not ${wanted[i]}; ${seed}`,
        );
      }
    }
  }
}

const signed = (x) => (random() < 0.5 ? -x : x);
const COUNT = 512;

/** Quotients about which another way of computing, or another rounding, may begin. */
const borders = [0, 1, 2, 3, 11, 12, 13, 22, 23, 24, 25, 26, 27, 28, 29, 30, 51, 52, 53, 54, 100];

describe('remainders of floats are exact', () => {
  for (const format of Object.keys(formats)) {
    const { least, most } = formats[format];
    const ranges = { normal: [-20, 20], subnormal: [least, least + 40], large: [most - 60, most] };
    for (const [range, [low, high]] of Object.entries(ranges)) {
      it(`${format}, about powers of two times a ${range} divisor`, () => {
        for (const exponent of borders) {
          const pairs = Array.from({ length: COUNT }, () => {
            const y = divisor(format, low, high);
            const quotient = 2 ** exponent + between(-2, 2) * (random() < 0.5 ? 1 : 0.5);
            return [signed(dividend(format, y, Math.max(quotient, 0.5))), signed(y)];
          });
          check(format, pairs);
        }
      });

      it(`${format}, about any whole quotient of a ${range} divisor`, () => {
        for (let bits = 1; bits <= 30; bits++) {
          const pairs = Array.from({ length: COUNT }, () => {
            const y = divisor(format, low, high);
            return [signed(dividend(format, y, between(1, 2 ** bits))), signed(y)];
          });
          check(format, pairs);
        }
      });
    }

    it(`${format}, of any exponents`, () => {
      const pairs = Array.from({ length: 4096 }, () =>
        [0, 1].map(() => signed(divisor(format, least, most))),
      );
      check(format, pairs);
    });

    it(`${format}, of the longest way down`, () => {
      const largest = next(format, Infinity, -1);
      const tiny = [1, 2, 3, 5, 7].map((times) => times * 2 ** least);
      check(
        format,
        tiny.flatMap((y) => [largest, -largest, 1, 3].map((x) => [x, y])),
      );
    });

    it(`${format}, special values in every lane beside regular ones`, () => {
      const special = [0, -0, Infinity, -Infinity, Number.NaN, 2 ** least, -(2 ** least)];
      const pairs = special.flatMap((x) => special.map((y) => [x, y]));
      const regular = () => [signed(divisor(format, 0, 9)), signed(divisor(format, 0, 2))];
      for (const pair of pairs) {
        for (let lane = 0; lane < 4; lane++) {
          const vector = Array.from({ length: 4 }, (_, i) => (i === lane ? pair : regular()));
          check(format, vector);
        }
      }
      for (const x of special)
        check(
          format,
          Array.from({ length: 4 }, () => [x, 3]),
        );
      for (const y of special)
        check(
          format,
          Array.from({ length: 4 }, () => [3, y]),
        );
    });

    it(`${format}, equal operands`, () => {
      const pairs = Array.from({ length: COUNT }, () => {
        const y = divisor(format, least, most);
        return [signed(y), signed(y)];
      });
      check(format, pairs);
    });
  }

  it('the oracle is that of JavaScript', () => {
    for (let i = 0; i < 20000; i++) {
      const [x, y] = [0, 1].map(() => signed(divisor('float64', -1074, 1023)));
      assert.ok(Object.is(fmod(x, y), x % y), `${x} % ${y}; ${seed}`);
    }
  });
});
