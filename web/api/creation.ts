/** New tensors: from data of any kind, filled, or evenly spaced. */
import {
  checkData,
  checkDims,
  checkLength,
  checkStrings,
  checkType,
  copyOf,
  elementCount,
  LARGEST_SIZE,
} from '../base/checks.js';
import {
  arrayOf,
  bytesOf,
  type DType,
  holdsBigInts,
  itemsOf,
  storageOf,
  typeOfClass,
} from '../base/dtypes.js';
import { checkItems, fromUntyped, fromValues, truthsOf, typeOfValue } from '../base/elements.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { flatten, isList } from '../base/nested-arrays.js';
import { className, lengthOf, type TypedArray } from '../base/typed-arrays.js';
import type { TensorLike } from '../base/types.js';
import type { EngineParts } from '../engine/parts.js';
import type { Memory } from '../memory/memory.js';
import type { Tensor } from '../memory/tensor.js';
import { functionMessages } from './messages.js';

const NAME = 'The value';
const TENSOR = 'The tensor';

/** Maximum number of rows without elements. */
const MOST_ROWS = 2 ** 20;

/** Data of any kind, with its type and dims. */
interface Read {
  readonly type: DType;
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** Converts plain values to an array: of the caller's type, or of the type that they imply. */
const convertTo = (asked: DType | undefined) => (asked === undefined ? fromUntyped : fromValues);

/**
 * A resident tensor with a copy of the data; a plain one if it holds strings.
 * @throws DTypeError, ShapeError, OutOfMemoryError
 */
export function place(
  { engine, tensors, layouts }: EngineParts,
  asked: DType | undefined,
  value: unknown,
  valueDims: unknown,
): Tensor {
  const { memory, catalogue } = engine;
  const { type, data, dims } = read(asked, value, valueDims, catalogue.maxRank);
  const size = elementCount(dims, TENSOR);
  const frozen = Object.freeze([...dims]);
  if (type === 'string') return tensors.plain(type, frozen, size, checkStrings(data, dims, TENSOR));
  const given = checkData(data, type, dims, TENSOR);
  checkItems(type, given, TENSOR);
  const array = type === 'bool' ? truthsOf(given) : given;
  // A view of wasm memory would be stale after growth.
  const source = memory.addressOf(array) !== 0 ? memory.copy(array) : array;
  const bytes = bytesOf(type, size);
  const address = memory.claim(bytes);
  memory.write(address, source, bytes);
  return tensors.add({ type, dims: frozen, size, layout: layouts.idOf(type, frozen) }, address);
}

function read(asked: DType | undefined, given: unknown, dims: unknown, maxRank: number): Read {
  if (typeof given === 'object' && given !== null && 'data' in given && 'dims' in given) {
    const { data, dims: own, type } = given as TensorLike;
    const sizes = checkDims(own, TENSOR, maxRank);
    return readElements(asked ?? type, listIn(data, sizes), sizes);
  }
  const sizes = dims === undefined ? undefined : checkDims(dims, TENSOR, maxRank);
  if (className(given) !== '')
    return readElements(asked, given, sizes ?? [lengthOf(given as TypedArray)]);
  const list = sizes ? listIn(given, sizes) : given;
  if (sizes && Array.isArray(list) && !isList(list[0])) return readElements(asked, list, sizes);
  const type = asked === undefined ? undefined : checkType(asked);
  const nested = flatten(list, { type, isNamed: true }, maxRank);
  return readElements(nested.type, nested.values, sizes ?? nested.dims, convertTo(asked));
}

/**
 * A copy of an array, because getters and proxies may change it. It has no more items than a tensor of these
 * dims, or its rows, can have. Other data is returned unchanged.
 */
function listIn(data: unknown, dims: readonly number[]): unknown {
  if (!Array.isArray(data)) return data;
  const count = elementCount(dims, TENSOR);
  const list = copyOf<unknown>(data, Math.max(2 * count, MOST_ROWS));
  if (list) return list;
  throw new ShapeError('length_mismatch', messages.length(TENSOR, dims, count, data.length));
}

/** Elements in a list or a typed array; converted if it is not an array of the type's own. */
function readElements(
  asked: DType | undefined,
  data: unknown,
  dims: readonly number[],
  convert = convertTo(asked),
): Read {
  const type = asked ?? (Array.isArray(data) ? typeOfValue(data[0]) : typeOfClass(data));
  if (type === undefined) throw new DTypeError('not_a_typed_array', messages.notAnArray(TENSOR));
  checkType(type);
  const isPlain = Array.isArray(data) || !storageOf(type)?.accepts.includes(className(data));
  if (type === 'string' || !isPlain) return { type, data, dims };
  const list = data as ArrayLike<unknown>;
  const { length } = list;
  checkLength(length, type, dims, TENSOR);
  return { type, data: convert(type, list, TENSOR, length), dims };
}

/** A type other than strings, which elements can be computed in. */
export function checkNumeric(type: unknown): DType {
  const known = checkType(type);
  if (known === 'string') throw new DTypeError('strings_stay', functionMessages.noStrings());
  return known;
}

/** The type of a fill value. @throws DTypeError if it is not a number, bigint or boolean */
function typeOfFill(value: unknown): DType {
  if (!['number', 'bigint', 'boolean'].includes(typeof value))
    throw new DTypeError(
      'wrong_value',
      messages.badValue('value', 'a number, a bigint or a boolean', value),
    );
  return typeOfValue(value);
}

/** One element, repeated. */
function filled(type: DType, size: number, one: TypedArray, memory: Memory): TypedArray {
  const data = memory.newArray(arrayOf(type), itemsOf(type, size));
  data.fill(one[0] as never);
  return data;
}

/** A resident tensor of one value. */
export function fill(
  parts: EngineParts,
  dims: readonly number[],
  value: number | bigint | boolean,
  type: DType | undefined,
): Tensor {
  const { memory, catalogue } = parts.engine;
  const size = elementCount(checkDims(dims, TENSOR, catalogue.maxRank), TENSOR);
  const known = checkNumeric(type ?? typeOfFill(value));
  const one = convertTo(type)(known, [value], NAME);
  return place(parts, known, filled(known, size, one, memory), dims);
}

function checkSize(size: number, of: string): number {
  if (!Number.isInteger(size) || size < 0 || size > LARGEST_SIZE)
    throw new ShapeError(
      'invalid_size',
      messages.badValue(of, 'an integer from 0 to 2147483647', size),
    );
  return size;
}

/** start, start + step, … up to but not including stop. Default type: float32. @throws OutOfMemoryError */
export function counted(
  asked: DType | undefined,
  start: number,
  stop: number,
  step: number,
  memory: Memory,
): TypedArray {
  if (step === 0 || Number.isNaN(step))
    throw new ShapeError('invalid_step', messages.badValue('step', 'a number other than 0', step));
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= LARGEST_SIZE))
    throw new ShapeError('invalid_size', functionMessages.rangeLength(length));
  const values = memory.newArray(Float64Array, length);
  for (let i = 0; i < length; i++) values[i] = start + i * step;
  return converted(asked, values);
}

/** Converts numbers to a type. Default: float32, which may not round integers. */
function converted(asked: DType | undefined, values: TypedArray): TypedArray {
  if (asked === undefined) return fromUntyped('float32', values as Float64Array, NAME);
  const read = holdsBigInts(asked) ? toBigInt : undefined;
  return fromValues(asked, values as Float64Array, NAME, values.length, read);
}

/** n evenly spaced values from start to stop, computed like NumPy. @throws OutOfMemoryError */
export function spaced(
  asked: DType | undefined,
  [start, stop]: readonly [number, number],
  n: number,
  memory: Memory,
): TypedArray {
  const values = memory.newArray(Float64Array, checkSize(n, 'n'));
  const last = n - 1;
  const step = (stop - start) / last;
  for (let i = 0; i < n; i++)
    values[i] = start + (step === 0 ? (i / last) * (stop - start) : i * step);
  if (n > 0) values[0] = start;
  if (n > 1) values[last] = stop;
  return converted(asked, values);
}

/** The type's own check rejects non-integers. */
const toBigInt = (value: unknown): unknown =>
  Number.isInteger(value) ? BigInt(value as number) : value;

/** 1 on the diagonal, and 0 elsewhere. */
export function diagonal(type: DType, n: number, memory: Memory): TypedArray {
  checkSize(n, 'n');
  const [zero, one] = [0, 1].map((value) => fromValues(type, [value], NAME)) as [
    TypedArray,
    TypedArray,
  ];
  const data = filled(type, n * n, zero, memory);
  for (let i = 0; i < n; i++) data[i * (n + 1)] = one[0] as never;
  return data;
}
