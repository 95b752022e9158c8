/** Arguments as callers give them, checked and brought into one form before anything is written. */
import {
  bufferOf,
  bytesOfBuffer,
  className,
  type DType,
  lengthOf,
  storageOf,
  type TypedArray,
  typeOfClass,
} from './dtypes.js';
import { AttributeError, DisposedError, DTypeError, ShapeError } from './errors.js';
import type { Layouts } from './layouts.js';
import type { Memory } from './memory.js';
import { messages } from './messages.js';
import { itemsOf, type Residence, Tensor } from './tensor.js';

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
  /** Where one of the engine's resident tensors lies. */
  readonly residence: Residence | undefined;
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
  residence: undefined,
};

/** The name of an operand in messages. */
export const operandName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${index}`;

/** A list's items, read once each; undefined for more than `most` of them. */
export function copyOf<Item>(list: ArrayLike<Item>, most: number): Item[] | undefined {
  const { length } = list;
  if (!(length <= most)) return undefined;
  const items: Item[] = [];
  for (let i = 0; i < length; i++) items.push(list[i] as Item);
  return items;
}

/** Sizes of a shape. `allowNegative` lets the engine say what is wrong with them. */
export function checkDims(
  dims: unknown,
  name: string,
  maxRank: number,
  allowNegative = false,
): readonly number[] {
  if (!Array.isArray(dims) && className(dims) === '')
    throw new ShapeError('invalid_dims', messages.dims(name));
  const sizes = copyOf(dims as ArrayLike<unknown>, maxRank);
  if (!sizes)
    throw new ShapeError(
      'rank_too_high',
      messages.rank(name, (dims as ArrayLike<unknown>).length, maxRank),
    );
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
    throw new DTypeError('unknown_type', messages.unknownType(known));
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
  checkLength(lengthOf(array), type, dims, name);
  return array;
}

/** Checks that there are as many items as the dims ask for. */
export function checkLength(
  length: number,
  type: DType,
  dims: readonly number[],
  name: string,
): void {
  const needed = itemsOf(type, elementCount(dims, name));
  if (length !== needed)
    throw new ShapeError('length_mismatch', messages.length(name, dims, needed, length));
}

function checkBuffer(array: TypedArray, name: string): void {
  const buffer = bufferOf(array);
  const bytes = bytesOfBuffer(buffer);
  if (bytes === undefined) throw new DTypeError('shared_buffer', messages.shared(name));
  if (bytes === 0 && isDetached(buffer))
    throw new DTypeError('detached_buffer', messages.detached(name));
}

function isDetached(buffer: ArrayBufferLike): boolean {
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
  const residence = Tensor.residenceOf(value, name);
  if (residence) return fromResident(residence, name, memory);
  const { data, dims, type } = fieldsOf(value, name);
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
    residence: undefined,
  };
}

interface Fields {
  readonly data?: unknown;
  readonly dims?: unknown;
  readonly type?: unknown;
}

/** Reads each field once: what is behind them may be a program of its own. */
function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null) {
    try {
      const { data, dims, type } = value as Fields;
      if (data !== undefined && dims !== undefined) return { data, dims, type };
    } catch (error) {
      throw new DTypeError('not_a_tensor', messages.unreadable(name, error), error);
    }
  }
  throw new DTypeError('not_a_tensor', messages.notATensor(name));
}

function fromResident(residence: Residence, name: string, memory: Memory): Operand {
  if (residence.memory !== memory) throw new DTypeError('foreign_tensor', messages.foreign(name));
  const { type, dims, size, layout, address } = residence;
  return {
    name,
    type,
    dims,
    size,
    layout,
    data: undefined,
    address,
    strings: undefined,
    residence,
  };
}

/**
 * Checks an operand once more, when no code of the caller's runs between here and its use: that of
 * a later operand may have disposed of it, or taken its buffer away.
 */
export function recheck({ name, type, dims, address, data, residence }: Operand): void {
  if (residence && residence.address !== address)
    throw new DisposedError('disposed', messages.disposed(name));
  if (data) checkData(data, type, dims, name);
}

function checkStrings(data: unknown, name: string, dims: readonly number[]): readonly string[] {
  if (!Array.isArray(data)) throw new DTypeError('wrong_array', messages.strings(name));
  checkLength(data.length, 'string', dims, name);
  return stringsOf(data, name);
}

/** A copy, every item of which is a string. */
export function stringsOf(data: readonly unknown[], name: string): string[] {
  return Array.from(data, (item) => {
    if (typeof item !== 'string') throw new DTypeError('wrong_array', messages.strings(name));
    return item;
  });
}

/** Options, or attributes, where there are any: what has no names was meant otherwise. */
export function checkObject(options: unknown): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || Array.isArray(options) || ArrayBuffer.isView(options))
    throw new AttributeError('invalid_options', messages.options());
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
