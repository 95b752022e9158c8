/** onnxruntime's Tensor. */
import { elementCount } from '../base/checks.js';
import { type DType, storageOf } from '../base/dtypes.js';
import { AttributeError, DisposedError, DTypeError, ShapeError } from '../base/errors.js';
import { className, type TypedArray } from '../base/typed-arrays.js';
import { Tensor as Plain, type TensorData } from '../memory/tensor.js';
import { ortMessages } from './messages.js';
import { isPacked, pack, unpack } from './packed.js';

/** Where onnxruntime has tensors; here they are in the CPU's memory, or gone. */
export type DataLocation = 'none' | 'cpu' | 'cpu-pinned' | 'texture' | 'gpu-buffer' | 'ml-tensor';

type Data = TypedArray | readonly unknown[];

/** A tensor at a location, as onnxruntime's constructor takes it. */
interface Located {
  readonly location: DataLocation;
  readonly type: DType;
  readonly data: Data;
  readonly dims: readonly number[];
}

const TYPE_OF_CLASS: Readonly<Record<string, DType>> = {
  Float32Array: 'float32',
  Float64Array: 'float64',
  Float16Array: 'float16',
  Int8Array: 'int8',
  Int16Array: 'int16',
  Int32Array: 'int32',
  BigInt64Array: 'int64',
  Uint8Array: 'uint8',
  Uint8ClampedArray: 'uint8',
  Uint16Array: 'uint16',
  Uint32Array: 'uint32',
  BigUint64Array: 'uint64',
};

const TYPE_OF_ELEMENT: Readonly<Record<string, DType>> = { string: 'string', boolean: 'bool' };

/** The type that data without one stands for. @throws DTypeError */
function typeOf(data: unknown): DType {
  const name = Array.isArray(data) ? typeof data[0] : className(data);
  const table = Array.isArray(data) ? TYPE_OF_ELEMENT : TYPE_OF_CLASS;
  const type = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!type) throw new DTypeError('element_type', ortMessages.untyped(name || typeof data));
  return type;
}

const isLocated = (value: unknown): value is Located =>
  typeof value === 'object' && value !== null && 'location' in value;

/** What a constructor is given: a type, data and dims, of which the type may be left out. */
function argumentsOf(first: unknown, second: unknown, third: unknown) {
  if (isLocated(first)) {
    if (first.location !== 'cpu' && first.location !== 'cpu-pinned')
      throw new AttributeError('option_value', ortMessages.located(first.location));
    return { type: first.type, data: first.data, dims: first.dims };
  }
  const [type, data, dims] =
    typeof first === 'string'
      ? [first as DType, second as Data, third]
      : [typeOf(first), first as Data, second];
  return { type, data, dims: (dims ?? [data?.length ?? 0]) as readonly number[] };
}

/** A plain tensor of the elements; int4 and uint4 arrive packed. */
function plainOf(type: DType, data: Data, dims: readonly number[]): Plain {
  if (!isPacked(type)) {
    const name = className(data);
    const { accepts = [] } = storageOf(type) ?? {};
    if (name && accepts.length > 0 && !accepts.includes(name))
      throw new DTypeError('element_type', ortMessages.array(type, accepts, name));
    return new Plain(type, data as TypedArray, dims);
  }
  return new Plain(type, unpack(type, data as TypedArray, elementCount(dims, 'The tensor')), dims);
}

/** Whether a value has the members of a tensor, whichever copy of the class it is of. */
const isLike = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Tensor).type === 'string' &&
  Array.isArray((value as Tensor).dims) &&
  typeof (value as Tensor).getData === 'function';

/**
 * A tensor with onnxruntime's members. Its data is the array that it was made with and may be written; results of
 * a run stay in wasm memory until their data is read.
 */
export class Tensor {
  /** The element type. */
  readonly type: DType;
  /** The size of each axis. May be replaced by others of as many elements. */
  dims: readonly number[];
  /** Number of elements. */
  readonly size: number;
  /** Undefined once disposed. */
  #value: Plain | undefined;
  /** The data of int4 and uint4, packed. */
  #packed: TensorData | undefined;

  /** @throws DTypeError, ShapeError if the data does not fit the type or the dims. */
  constructor(type: DType, data: TypedArray | readonly unknown[], dims?: readonly number[]);
  constructor(data: TypedArray | readonly unknown[], dims?: readonly number[]);
  constructor(first: unknown, second?: unknown, third?: unknown) {
    const isResult = first instanceof Plain;
    const { type, data, dims } = isResult ? first : argumentsOf(first, second, third);
    this.#value = isResult ? first : plainOf(type, data as Data, dims);
    this.type = this.#value.type;
    this.dims = [...this.#value.dims];
    this.size = this.#value.size;
    if (!isResult && isPacked(type)) this.#packed = data as TensorData;
  }

  /** True of tensors of every copy of onnxruntime-common too. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isLike(value);
  }

  /** The elements, in an array of JavaScript. @throws DisposedError */
  get data(): TensorData {
    const value = this.#alive();
    if (value.location === 'wasm') {
      this.#value = new Plain(value.type, value.toArray() as TypedArray, value.dims);
      value.dispose();
    }
    const { data, type } = this.#value as Plain;
    if (!isPacked(type)) return data as TensorData;
    this.#packed ??= pack(data as TypedArray);
    return this.#packed;
  }

  /** 'cpu', or 'none' once disposed. */
  get location(): DataLocation {
    return this.#value ? 'cpu' : 'none';
  }

  /** Resolves to `data`. */
  async getData(_releaseData?: boolean): Promise<TensorData> {
    return this.data;
  }

  /** The same elements with other dims. @throws ShapeError if their number differs. */
  reshape(dims: readonly number[]): Tensor {
    if (elementCount(dims, 'The tensor') !== this.size)
      throw new ShapeError('data_length', ortMessages.reshaped(this.dims, dims));
    return new Tensor(this.type, this.data as TypedArray, dims);
  }

  /** Frees the elements. */
  dispose(): void {
    this.#value?.dispose();
    this.#value = undefined;
    this.#packed = undefined;
  }

  #alive(): Plain {
    if (!this.#value) throw new DisposedError('disposed', ortMessages.disposed());
    return this.#value;
  }

  /** Whether it is of this class, not of another copy of onnxruntime-common. */
  static #isOwn(tensor: object): boolean {
    return #value in tensor;
  }

  /** @internal The operand that a session is fed: in wasm memory if the elements are there. */
  static operandOf(tensor: Tensor): Plain {
    if (!Tensor.#isOwn(tensor)) return plainOf(tensor.type, tensor.data, tensor.dims);
    const value = tensor.#alive();
    if (`${tensor.dims}` === `${value.dims}` && !isPacked(value.type)) return value;
    return plainOf(value.type, tensor.data, tensor.dims);
  }

  /** @internal Bytes of wasm memory that the elements take. */
  static bytesIn(tensor: Tensor): number {
    const value = tensor.#value;
    return value?.location === 'wasm' ? (value.data as TypedArray).byteLength : 0;
  }

  /** @internal Moves elements from wasm memory to JavaScript. */
  static bringHome(tensor: Tensor): boolean {
    if (tensor.#value?.location !== 'wasm') return false;
    return tensor.data !== undefined;
  }
}
