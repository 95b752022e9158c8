/** Writes values into a box of a tensor, in place. */
import { denseStrides } from '../base/dims.js';
import { bitsArrayOf, itemsOf } from '../base/dtypes.js';
import { AttributeError, DTypeError, ShapeError } from '../base/errors.js';
import type { SetOptions } from '../base/function-options.js';
import { checkOptions, isOptions, optionNames } from '../base/option-names.js';
import { bufferOf, lengthOf, offsetOf, type TypedArray } from '../base/typed-arrays.js';
import type { Shapes } from '../engine/shapes.js';
import type { Memory } from '../memory/memory.js';
import { type Operand, type Reading, recheck, toOperand, toTensor } from '../memory/operand.js';
import { axes as integersIn } from './arguments.js';
import { functionMessages } from './messages.js';

const SET = optionNames<SetOptions>('set', { mask: true });

/** The mask of a call that passes one; `undefined` for a call with starts. */
export function maskOf(where: unknown): unknown {
  if (!isOptions(where)) return undefined;
  checkOptions(where, SET);
  const { mask } = where as SetOptions;
  if (mask === undefined)
    throw new AttributeError('invalid_options', functionMessages.maskMissing());
  return mask;
}

/** @throws DTypeError, or BroadcastError if the mask does not broadcast to the tensor */
export function checkMask(given: unknown, mask: unknown, shapes: Shapes, reading: Reading): void {
  const { dims } = toTensor(given, 'x', reading);
  const read = toOperand(mask, 'mask', reading, 'bool');
  if (read.type !== 'bool') throw new DTypeError('wrong_type', functionMessages.setMask(read.type));
  shapes.broadcast([dims, read.dims], { rule: 'unidirectional' });
}

/** The part of one axis that is written. */
interface Range {
  readonly start: number;
  readonly count: number;
  /** Whether a single value is written to all positions. */
  readonly repeats: boolean;
}

/** The range of an axis; without a start, it begins at 0, and a single value is written to the whole axis. */
function rangeOf(size: number, count: number, start: number | undefined): Range | undefined {
  if (start === undefined && count === 1) return { start: 0, count: size, repeats: true };
  const first = start === undefined ? 0 : start < 0 ? start + size : start;
  if (first < 0 || first + count > size) return undefined;
  return { start: first, count, repeats: false };
}

function rangesOf(x: Operand, values: Operand, starts: readonly number[]): Range[] {
  const missing = x.dims.length - values.dims.length;
  const ranges = x.dims.map((size, axis) =>
    rangeOf(size, axis < missing ? 1 : (values.dims[axis - missing] as number), starts[axis]),
  );
  if (missing < 0 || starts.length > x.dims.length || ranges.includes(undefined))
    throw new ShapeError('invalid_shape', functionMessages.box(values.dims, x.dims, starts));
  return ranges as Range[];
}

/** The elements in the array that stores them: 16-bit floats as their bits. */
function arrayIn({ type, size, data, address }: Operand, memory: Memory): TypedArray {
  const stored = bitsArrayOf(type);
  if (!data) return memory.view(stored, address, itemsOf(type, size));
  return stored === Uint16Array
    ? new Uint16Array(bufferOf(data), offsetOf(data), lengthOf(data))
    : data;
}

/** @throws DTypeError, ShapeError, before anything is written */
export function assign(given: unknown, value: unknown, where: unknown, reading: Reading): void {
  const x = toTensor(given, 'x', reading);
  const values = toOperand(value, 'values', reading, x.type);
  const starts = where === undefined ? [] : integersIn('starts', where);
  if (x.strings) throw new DTypeError('wrong_type', functionMessages.setStrings());
  if (x.type !== values.type)
    throw new DTypeError('types_differ', functionMessages.setType(x.type, values.type));
  const ranges = rangesOf(x, values, starts);
  for (const operand of [x, values]) recheck(operand);
  const { memory } = reading;
  const target = arrayIn(x, memory);
  const read = arrayIn(values, memory);
  const source = bufferOf(read) === bufferOf(target) ? memory.copy(read) : read;
  write(target, source, x, ranges);
}

/** Copies row by row; the two parts of a complex number are a separate axis. */
function write(
  target: TypedArray,
  source: TypedArray,
  { type, dims }: Operand,
  ranges: readonly Range[],
): void {
  const parts = itemsOf(type, 1);
  const all = [...ranges, { start: 0, count: parts, repeats: false }];
  const to = denseStrides([...dims, parts]);
  const from = denseStrides(all.map(({ count, repeats }) => (repeats ? 1 : count)));
  const last = all.length - 1 - Number(parts === 1 && ranges.length > 0);
  const copy = (axis: number, at: number, first: number): void => {
    const { start, count, repeats } = all[axis] as Range;
    const begin = at + start * (to[axis] as number);
    if (axis === last && repeats) target.fill(source[first] as never, begin, begin + count);
    else if (axis === last) target.set(source.subarray(first, first + count) as never, begin);
    else
      for (let i = 0; i < count; i++)
        copy(
          axis + 1,
          begin + i * (to[axis] as number),
          repeats ? first : first + i * (from[axis] as number),
        );
  };
  copy(0, 0, 0);
}
