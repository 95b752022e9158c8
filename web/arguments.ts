/** Arguments as callers give them, checked and brought into one form before anything is written. */
import { className, type DType, storageOf, type TypedArray, typeOfClass } from './dtypes.js';
import { AttributeError, DTypeError, ShapeError } from './errors.js';
import type { Layouts } from './layouts.js';
import type { Memory } from './memory.js';
import { messages } from './messages.js';
import { itemsOf, Tensor } from './tensor.js';

const LARGEST_SIZE = 2 ** 31 - 1;

/** An operand ready for the engine. Every one is made with the same fields, which keeps calls fast. */
export interface Operand {
  readonly name: string;
  readonly type: DType;
  readonly dims: readonly number[];
  /** Elements. */
  readonly size: number;
  /** The number of this type and these dims. */
  readonly layout: number;
  /** The elements in JavaScript; undefined where they lie at `address` already. */
  readonly data: TypedArray | undefined;
  readonly address: number;
  /** The elements of a string tensor. */
  readonly strings: readonly string[] | undefined;
  /** Whether it is one of the engine's resident tensors. */
  readonly resident: boolean;
}

/** An optional input that is not given. */
export const ABSENT: Operand = {
  name: '',
  type: 'absent' as DType,
  dims: [],
  size: 0,
  layout: 0,
  data: undefined,
  address: 0,
  strings: undefined,
  resident: false,
};

/** The name of an operand in messages. */
export const operandName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${index}`;

/** Sizes of a shape. `allowNegative` lets the engine say what is wrong with them. */
export function checkDims(
  dims: unknown,
  name: string,
  maxRank: number,
  allowNegative = false,
): readonly number[] {
  if (!Array.isArray(dims) && !ArrayBuffer.isView(dims))
    throw new ShapeError('invalid_dims', messages.dims(name));
  const sizes: unknown[] = Array.prototype.slice.call(dims);
  if (sizes.length > maxRank)
    throw new ShapeError('rank_too_high', messages.rank(name, sizes.length, maxRank));
  const lowest = allowNegative ? -LARGEST_SIZE : 0;
  for (let axis = 0; axis < sizes.length; axis++) {
    const size = sizes[axis] as number;
    if (!Number.isInteger(size) || size < lowest || size > LARGEST_SIZE)
      throw new ShapeError('invalid_size', messages.size(name, sizes, axis));
  }
  return sizes as number[];
}

/** Elements of a shape; a ShapeError past 2^53. */
export function elementCount(dims: readonly number[], name: string): number {
  let count = 1;
  for (const size of dims) count *= size;
  if (count <= Number.MAX_SAFE_INTEGER) return count;
  if (dims.includes(0)) return 0;
  throw new ShapeError('too_many_elements', messages.count(name, dims));
}

function checkType(type: unknown, data: unknown, name: string): DType {
  const known = type ?? (Array.isArray(data) ? 'string' : typeOfClass(data));
  if (known === undefined) throw new DTypeError('not_a_typed_array', messages.notAnArray(name));
  if (typeof known !== 'string' || (known !== 'string' && !storageOf(known)))
    throw new DTypeError('unknown_type', messages.unknownType(String(known)));
  return known as DType;
}

/** Checks that an array is of the type's class, alive and of the right length. */
export function checkData(
  data: unknown,
  type: DType,
  dims: readonly number[],
  name: string,
): TypedArray {
  const got = className(data);
  if (got === '') throw new DTypeError('not_a_typed_array', messages.notAnArray(name));
  const accepts = storageOf(type)?.accepts ?? [];
  if (!accepts.includes(got))
    throw new DTypeError('wrong_array', messages.dataClass(name, type, accepts, got));
  const array = data as TypedArray;
  checkBuffer(array, name);
  return checkLength(array, type, dims, name);
}

/** Checks that there are as many items as the dims ask for. */
export function checkLength<Data extends ArrayLike<unknown>>(
  data: Data,
  type: DType,
  dims: readonly number[],
  name: string,
): Data {
  const needed = itemsOf(type, elementCount(dims, name));
  if (data.length !== needed)
    throw new ShapeError('length_mismatch', messages.length(name, dims, needed, data.length));
  return data;
}

function checkBuffer(array: TypedArray, name: string): void {
  const { buffer } = array;
  if (typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer)
    throw new DTypeError('shared_buffer', messages.shared(name));
  if (isDetached(array)) throw new DTypeError('detached_buffer', messages.detached(name));
}

function isDetached(array: TypedArray): boolean {
  const { buffer } = array as { buffer: ArrayBuffer & { detached?: boolean } };
  if (buffer.detached !== undefined) return buffer.detached;
  if (buffer.byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** Brings a tensor-like value into the engine's form. */
export function toOperand(
  value: unknown,
  name: string,
  memory: Memory,
  layouts: Layouts,
  maxRank: number,
): Operand {
  if (value instanceof Tensor && value.location === 'wasm')
    return fromResident(value, name, memory);
  if (typeof value !== 'object' || value === null)
    throw new DTypeError('not_a_tensor', messages.notATensor(name));
  const { data, dims, type } = value as { data?: unknown; dims?: unknown; type?: unknown };
  if (data === undefined || dims === undefined)
    throw new DTypeError('not_a_tensor', messages.notATensor(name));
  const known = checkType(type, data, name);
  const sizes = checkDims(dims, name, maxRank);
  const size = elementCount(sizes, name);
  const layout = layouts.idOf(known, sizes);
  let strings: readonly string[] | undefined;
  let array: TypedArray | undefined;
  let address = 0;
  if (known === 'string') {
    strings = checkStrings(data, name, sizes);
  } else {
    array = checkData(data, known, sizes, name);
    address = memory.addressOf(array);
    if (address !== 0) array = undefined;
  }
  return {
    name,
    type: known,
    dims: sizes,
    size,
    layout,
    data: array,
    address,
    strings,
    resident: false,
  };
}

function fromResident(tensor: Tensor, name: string, memory: Memory): Operand {
  const residence = Tensor.residenceOf(tensor, name);
  if (residence.memory !== memory) throw new DTypeError('foreign_tensor', messages.foreign(name));
  const { type, dims, size } = tensor;
  const { address, layout } = residence;
  return {
    name,
    type,
    dims,
    size,
    layout,
    data: undefined,
    address,
    strings: undefined,
    resident: true,
  };
}

function checkStrings(data: unknown, name: string, dims: readonly number[]): readonly string[] {
  if (!Array.isArray(data)) throw new DTypeError('wrong_array', messages.strings(name));
  return stringsOf(checkLength(data, 'string', dims, name), name);
}

/** A copy, every item of which is a string. */
export function stringsOf(data: readonly unknown[], name: string): string[] {
  return Array.from(data, (item) => {
    if (typeof item !== 'string') throw new DTypeError('wrong_array', messages.strings(name));
    return item;
  });
}

/** An integer option, or the value for an absent one. */
export function checkInteger(value: unknown, absent: number, name: string): number {
  if (value === undefined || value === null) return absent;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (!Number.isInteger(number) || Math.abs(number as number) > LARGEST_SIZE)
    throw new AttributeError('invalid_attribute', messages.attributeValue(name, 'a whole number'));
  return number as number;
}

/** A flag that ONNX writes as 0 or 1. */
export function checkFlag(value: unknown, absent: boolean, name: string): boolean {
  if (value === undefined || value === null) return absent;
  if (typeof value === 'boolean') return value;
  const number = checkInteger(value, 0, name);
  if (number !== 0 && number !== 1)
    throw new AttributeError('invalid_attribute', messages.attributeValue(name, '0 or 1'));
  return number === 1;
}
