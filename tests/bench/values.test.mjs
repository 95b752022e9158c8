import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bfloat16Bits, decoder, elementTypes, fill, float16Bits } from './values.mjs';

test('float16 bits are those of IEEE 754 binary16', () => {
  const known = [
    [0, 0x0000],
    [1, 0x3c00],
    [-2, 0xc000],
    [0.5, 0x3800],
    [65504, 0x7bff],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [0.333251953125, 0x3555],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [2 - 2 ** -12, 0x4000],
  ];
  for (const [value, bits] of known) assert.equal(float16Bits(value), bits, String(value));
});

test('every finite float16 reads back to its own bits', () => {
  const read = decoder('float16');
  for (let bits = 1; bits < 0x7c00; bits++) assert.equal(float16Bits(read(bits)), bits);
});

test('bfloat16 is the upper half of a float32, ties to even', () => {
  assert.equal(bfloat16Bits(1), 0x3f80);
  assert.equal(bfloat16Bits(1 + 2 ** -8), 0x3f80);
  assert.equal(bfloat16Bits(1 + 3 * 2 ** -8), 0x3f82);
  assert.equal(decoder('bfloat16')(0xc000), -2);
});

test('the same seed produces the same values, and another seed others', () => {
  const draw = (seed) => fill('float32', 64, 'any', seed);
  assert.deepEqual(draw(3), draw(3));
  assert.notDeepEqual(draw(3), draw(4));
});

test('values are of their type and in range', () => {
  for (const [type, { array }] of Object.entries(elementTypes)) {
    const data = fill(type, 500, 'positive', 7);
    assert.equal(data.constructor, array);
    const numbers = Array.from(data, decoder(type));
    const least = type === 'bool' ? 0 : 0.5;
    assert.ok(
      numbers.every((value) => value >= least && value <= 11),
      type,
    );
    assert.ok(new Set(numbers).size > 1, type);
  }
});
