/**
 * Powers that are arithmetic: 0, 1, 2, 3, 1/2, -1 and -2. They are rounded once, whether the exponent is a number,
 * a tensor of one element or one of many, in calls, fused expressions and sessions.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';
import { seeded, specialValues } from './support/values.mjs';

const sc = await load();
const { random, seed } = seeded(31);
const EXPONENTS = [0, 1, 2, 3, 0.5, -1, -2];

const ARRAYS = { float32: Float32Array, float64: Float64Array };
/** Bits of the significand, and the exponent of the last bit of the smallest normal number. */
const FORMATS = { float32: [24, -149], float64: [53, -1074] };

/** A finite number other than 0 as sign, whole significand and exponent: ±m * 2^e. */
function parts(x) {
  let exponent = 0;
  let m = Math.abs(x);
  while (!Number.isInteger(m)) {
    m *= 2;
    exponent--;
  }
  return { sign: Math.sign(x), m: BigInt(m), exponent };
}

const bitsOf = (n) => n.toString(2).length;

/** n / d * 2^exponent for positive bigints, rounded to nearest, ties to even, with integers only. */
function nearest(n, d, exponent, [digits, lowest]) {
  const guess = bitsOf(n) - bitsOf(d) + exponent - digits;
  for (let last = Math.max(guess - 1, lowest); ; last++) {
    const shift = BigInt(Math.abs(exponent - last));
    const [top, bottom] = exponent >= last ? [n << shift, d] : [n, d << shift];
    let whole = top / bottom;
    const twice = 2n * (top - whole * bottom);
    if (twice > bottom || (twice === bottom && whole % 2n === 1n)) whole++;
    if (bitsOf(whole) > digits && whole !== 1n << BigInt(digits)) continue;
    return Number(whole) * 2 ** Math.max(last, -1000) * 2 ** Math.min(0, last + 1000);
  }
}

/** The power of a finite number other than 0, rounded once. */
function exactPower(x, exponent, type) {
  const { sign, m, exponent: e } = parts(x);
  const format = FORMATS[type];
  if (exponent === 0) return 1;
  if (exponent === 0.5) return type === 'float32' ? Math.fround(Math.sqrt(x)) : Math.sqrt(x);
  const k = BigInt(Math.abs(exponent));
  const size =
    exponent > 0
      ? nearest(m ** k, 1n, e * exponent, format)
      : nearest(1n, m ** k, e * exponent, format);
  const limited = type === 'float32' ? Math.fround(size) : size;
  return sign < 0 && k % 2n === 1n ? -limited : limited;
}

/** Numbers whose powers are normal. */
const bases = (type, count) =>
  ARRAYS[type].from({ length: count }, () => {
    const size = (1 + random()) * 2 ** Math.floor(random() * 80 - 40);
    return random() < 0.5 ? size : -size;
  });

/** The results of every way to compute a power. */
async function everyWay(type, x, exponent) {
  const Array_ = ARRAYS[type];
  const one = Array_.of(exponent);
  const many = new Array_(x.length).fill(exponent);
  // Combined with exponents that are not special.
  const mixed = Array_.from(x, (_, i) => (i % 3 === 1 ? 7.25 : exponent));
  const session = await InferenceSession.create(
    encodeModel({
      inputs: [{ name: 'x', type, dims: [x.length] }],
      outputs: [{ name: 'y' }],
      constants: { e: { type, dims: [], data: one } },
      nodes: [{ op: 'Pow', inputs: ['x', 'e'], outputs: ['y'] }],
    }),
    { engine: sc },
  );
  const { y } = await session.run({ x: { type, data: x, dims: [x.length] } });
  session.release();
  const resident = sc.tensor(x);
  return {
    number: sc.pow(x, exponent).data,
    'one element': sc.pow(x, one).data,
    'a scalar': sc.pow(x, { data: one, dims: [] }).data,
    'a resident scalar': sc.pow(resident, sc.tensor({ data: one, dims: [] })).toArray(),
    'many elements': sc.pow(x, many).data,
    mixed: sc.pow(x, mixed).data.map((value, i) => (i % 3 === 1 ? Number.NaN : value)),
    'by name': sc.run('Pow', [x, one]).data,
    fused: sc.fuse((a) => a.pow(exponent))(x).data,
    'fused with others': sc.fuse((a) => a.neg().neg().pow(exponent).neg().neg())(x).data,
    'fused with a tensor': sc.fuse((a, b) => a.pow(b))(x, one).data,
    session: y.data,
  };
}

function check(ways, expected, about) {
  for (const [name, made] of Object.entries(ways))
    for (let i = 0; i < expected.length; i++)
      if (name !== 'mixed' || i % 3 !== 1)
        assert.ok(
          Object.is(made[i], expected[i]),
          `${name}: ${about(i)} is ${made[i]}, not ${expected[i]}`,
        );
}

describe('powers that are arithmetic', () => {
  for (const type of Object.keys(ARRAYS))
    for (const exponent of EXPONENTS)
      it(`${type} to the ${exponent}, ${seed}`, async () => {
        const all = bases(type, 401);
        const x = exponent === 0.5 ? all.map(Math.abs) : all;
        const expected = Array.from(x, (value) => exactPower(value, exponent, type));
        check(await everyWay(type, x, exponent), expected, (i) => `${x[i]} to the ${exponent}`);
      });

  it('are one value each for special operands, as C defines them', async () => {
    for (const [type, Array_] of Object.entries(ARRAYS))
      for (const exponent of EXPONENTS) {
        const x = Array_.from(specialValues(type));
        const ways = await everyWay(type, x, exponent);
        check(ways, ways.number, (i) => `${x[i]} to the ${exponent}`);
        const at = (value) => ways.number[x.findIndex((item) => Object.is(item, value))];
        const tiny = { 0: 1, 1: -0, 2: 0, 3: -0, 0.5: 0, '-1': -Infinity, '-2': Infinity };
        assert.ok(Object.is(at(-0), tiny[exponent]), `-0 to the ${exponent}`);
        const huge = {
          0: 1,
          1: -Infinity,
          2: Infinity,
          3: -Infinity,
          0.5: Infinity,
          '-1': -0,
          '-2': 0,
        };
        assert.ok(Object.is(at(-Infinity), huge[exponent]), `-Infinity to the ${exponent}`);
        assert.ok(Object.is(at(Number.NaN), exponent === 0 ? 1 : Number.NaN));
      }
  });

  it('hold beyond the range in which squares are normal', async () => {
    const x = Float64Array.of(2 ** 340, 3e160, -5e-170, 2 ** -340, 1e-110, 2e90);
    for (const exponent of [3, -2]) {
      const ways = await everyWay('float64', x, exponent);
      check(ways, ways.number, (i) => `${x[i]} to the ${exponent}`);
    }
    assert.equal(sc.pow(2 ** 340, 3).item(), Number.POSITIVE_INFINITY);
    const [square] = sc.pow(Float64Array.of(2 ** 530), -2).data;
    assert.equal(square, 2 ** -1060);
  });

  for (const type of ['float16', 'bfloat16'])
    it(`are those of float32, rounded, in ${type}`, () => {
      // All numbers of the type.
      const bits = { type, data: Uint16Array.from({ length: 65536 }, (_, i) => i), dims: [65536] };
      const wide = sc.cast(bits, 'float32');
      for (const exponent of EXPONENTS) {
        const expected = sc.cast(sc.pow(wide, exponent), type).data;
        const same = (made) => {
          const differs = sc.equal(
            { type, data: made, dims: [65536] },
            { type, data: expected, dims: [65536] },
          );
          const nans = sc.isNaN(sc.cast({ type, data: expected, dims: [65536] }, 'float32'));
          assert.ok(sc.all(sc.or(differs, nans)).item(), `to the ${exponent}`);
        };
        same(sc.pow(bits, exponent).data);
        same(sc.fuse((x) => x.pow(exponent))(bits).data);
        same(sc.pow(bits, sc.expand(sc.cast(exponent, type), [65536])).data);
      }
    });

  for (const [type, Array_, wrap] of [
    ['int32', Int32Array, (x) => BigInt.asIntN(32, x)],
    ['int64', BigInt64Array, (x) => BigInt.asIntN(64, x)],
  ])
    it(`wrap in ${type}`, () => {
      const isBig = type === 'int64';
      const of = (value) => (isBig ? value : Number(value));
      const list = Array.from({ length: 101 }, () =>
        wrap(BigInt(Math.floor(random() * 2 ** 53)) * 2049n),
      );
      const x = Array_.from(list, of);
      for (const exponent of [0, 1, 2, 3, 4]) {
        const expected = Array_.from(list, (value) => of(wrap(value ** BigInt(exponent))));
        const made = [
          sc.pow(x, exponent).data,
          sc.pow(x, new Array_(101).fill(of(BigInt(exponent)))).data,
          sc.pow(x, Uint8Array.of(exponent)).data,
          sc.fuse((a) => a.pow(exponent))(x).data,
        ];
        for (const data of made) assert.deepEqual(data, expected);
      }
    });
});
