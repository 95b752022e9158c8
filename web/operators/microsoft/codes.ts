/** Quantised values of 2, 4 and 8 bits that share bytes, in blocks that share a scale. */
import { sizeOf } from '../../base/dims.js';
import type { Value } from '../../graph/values.js';
import { gathered } from '../gather.js';
import { anyOf } from '../messages.js';
import { partOf } from '../movement.js';
import type { Call } from '../operator.js';

const BITS = [2, 4, 8] as const;
const LEAST_BLOCK = 16;

/** The first opset that has BitwiseAnd. */
const OPSET = 18;

/** How quantised values are packed into bytes, and which of them share a scale. */
export interface Coding {
  readonly bits: number;
  /** Number of quantised values along an axis that share a scale. */
  readonly block: number;
}

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** Reads the coding from the attributes. */
export function codingOf(call: Call, absentBlock?: number): Coding {
  const bits = call.int('bits', 4);
  if (!BITS.some((known) => known === bits))
    throw call.fault('allowed', 'bits', bits, anyOf(BITS.map(String)));
  const block =
    absentBlock === undefined
      ? call.needs('block_size', 'int')
      : call.int('block_size', absentBlock);
  if (block < LEAST_BLOCK || block >= 2 ** 31 || !isPowerOfTwo(block))
    throw call.fault('allowed', 'block_size', block, `a power of two from ${LEAST_BLOCK} on`);
  return { bits, block };
}

/** The number of bytes of packed values. */
export const bytesOfCodes = (codes: number, { bits }: Coding): number =>
  Math.ceil((codes * bits) / 8);

/** Unpacks the first `count` quantised values of each row of bytes, lowest bits first: one byte for each value. */
export function unpacked(call: Call, bytes: Value, { bits }: Coding, count: number): Value {
  const { lowering } = call;
  const rows = bytes.dims.slice(0, -1);
  const width = bytes.dims.at(-1) as number;
  const each = 8 / bits;
  const uint8s = (...numbers: number[]) =>
    lowering.constant('uint8', [numbers.length], Uint8Array.from(numbers));
  if (each === 1) return partOf(call, bytes, rows.length, 0, count);
  const shifts = uint8s(...Array.from({ length: each }, (_, i) => i * bits));
  const single = lowering.alias(bytes, [sizeOf(rows) * width, 1]);
  const direction = { direction: 'RIGHT' };
  const shifted = lowering.pointwise('BitShift', [single, shifts], direction, OPSET);
  const codes = lowering.pointwise('BitwiseAnd', [shifted, uint8s(2 ** bits - 1)], {}, OPSET);
  return partOf(call, lowering.alias(codes, [...rows, width * each]), rows.length, 0, count);
}

/** For each quantised value along an axis, the element of its block. */
export function ofBlocks(
  call: Call,
  value: Value,
  axis: number,
  size: number,
  { block }: Coding,
): Value {
  const blocks = call.table('int32', [size], (at) => Math.floor(at / block));
  return gathered(call, value, blocks, axis);
}

/** Dequantises in float32: subtracts zero points and multiplies by scales. */
export function dequantized(call: Call, codes: Value, scale: Value, zero: Value): Value {
  const whole = call.compute('Sub', call.cast(codes, 'float32'), call.cast(zero, 'float32'));
  return call.compute('Mul', whole, call.cast(scale, 'float32'));
}

/** The default zero point: the middle of the range. */
export const middleOf = (call: Call, { bits }: Coding): Value =>
  call.number('float32', 2 ** (bits - 1));
