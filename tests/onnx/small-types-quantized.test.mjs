/** QuantizeLinear and DequantizeLinear of types of 8 bits and fewer, of a tensor, an axis and blocks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decode,
  encode,
  fewBits,
  firstOpset,
  items,
  powers,
  rangeOf,
  smallTypes,
} from '../support/small-types.mjs';
import { elementTypes } from './models.mjs';
import { refused, t } from './one-node.mjs';
import { each, newest, sameItems, sameNumbers, small } from './small-tensors.mjs';

const opsetOf = (type) => Math.max(newest, firstOpset(type));
const quantizable = smallTypes.filter((type) => type !== powers);

/** QuantizeLinear's definition for one element, in float32. */
function quantized(type, number, scale, zero, saturate) {
  const quotient = Math.fround(number / scale);
  if (!fewBits.includes(type)) return encode(type, Math.fround(quotient + zero), { saturate });
  const [low, high] = rangeOf(type);
  const below = Math.floor(quotient);
  const rest = quotient - below;
  const whole = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  return Math.min(Math.max(whole + zero, low), high) || 0;
}

const scalesOf = [0.5, 2, 0.25];
const values = Array.from({ length: 24 }, (_, i) => (i - 11.5) * 0.75 * (i % 5 === 0 ? 40 : 1));
/** The position of the scale of an element of [4, 6], by granularity. */
const ways = [
  { name: 'of a tensor', dims: [], at: () => 0, attributes: {} },
  { name: 'of an axis', dims: [4], at: (row) => row, attributes: { axis: 0 } },
  {
    name: 'of blocks',
    dims: [4, 2],
    at: (row, column) => 2 * row + Math.floor(column / 3),
    attributes: { axis: 1, block_size: 3 },
  },
];
const grid = (visit) => Array.from({ length: 24 }, (_, i) => visit(i, Math.floor(i / 6), i % 6));
const countOf = (dims) => dims.reduce((product, size) => product * size, 1);

describe('QuantizeLinear and DequantizeLinear', () => {
  for (const type of quantizable)
    for (const { name, dims, at, attributes } of ways) {
      const count = countOf(dims);
      const scales = Array.from({ length: count }, (_, i) => scalesOf[i % 3]);
      const list = items(type).filter((item) => Number.isFinite(decode(type, item)));
      const zeros = Array.from({ length: count }, (_, i) => list[i % Math.min(3, list.length)]);
      const scale = t(dims, scales);
      const zero = small(type, zeros, dims);

      for (const saturate of [0, 1])
        it(`to ${type} ${name}, saturate: ${saturate}`, () => {
          const wanted = grid((i, row, column) => {
            const where = at(row, column);
            const zeroAt = decode(type, zeros[where]);
            return quantized(type, Math.fround(values[i]), scales[where], zeroAt, saturate);
          });
          const node = { op: 'QuantizeLinear', opset: opsetOf(type) };
          const inputs = [t([4, 6], values), scale, zero];
          return each({ ...node, inputs, attributes: { ...attributes, saturate } }, (made, about) =>
            sameItems(made, wanted, about),
          );
        });

      it(`from ${type} ${name}`, async () => {
        const elements = grid((i) => list[(5 * i) % list.length]);
        const wanted = grid((i, row, column) => {
          const where = at(row, column);
          const [element, middle] = [decode(type, elements[i]), decode(type, zeros[where])];
          return Math.fround(Math.fround(element - middle) * scales[where]);
        });
        const inputs = [small(type, elements, [4, 6]), scale, zero];
        const node = { op: 'DequantizeLinear', opset: opsetOf(type), attributes };
        await each({ ...node, inputs }, (made, about) => sameNumbers(made, wanted, about));
      });
    }

  it('to the type that output_dtype names, by a scale that is a power of two', async () => {
    for (const type of quantizable) {
      const attributes = { output_dtype: elementTypes[type] };
      const scale = small(powers, [128], []);
      const node = { op: 'QuantizeLinear', attributes, inputs: [t([3], [1, 2, -4]), scale] };
      await each(node, (made, about) => {
        assert.equal(made.type, type);
        sameItems(
          made,
          [1, 2, -4].map((number) => quantized(type, number, 2, 0, 1)),
          about,
        );
      });
    }
    const inputs = [small('float4e2m1', [2, 15]), small(powers, [128], [])];
    const node = { op: 'DequantizeLinear', inputs, attributes: { output_dtype: 1 } };
    await each(node, (made, about) => sameNumbers(made, [2, -12], about));
    await refused({ ...node, opset: newest, attributes: {} }, /output_dtype/);
  });

  it('refuse a type before its opset', async () => {
    for (const type of quantizable) {
      const opset = firstOpset(type) - 1;
      const one = t([], [1]);
      const zero = small(type, [0], []);
      await refused({ op: 'QuantizeLinear', opset, inputs: [one, one, zero] }, new RegExp(type));
      await refused({ op: 'DequantizeLinear', opset, inputs: [zero, one] }, new RegExp(type));
    }
  });
});
