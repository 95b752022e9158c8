/** onnxruntime's Tensor. */
import { checkDims, elementCount } from '../base/checks.js';
import { arrayOf, type DType, storageOf } from '../base/dtypes.js';
import { AttributeError, DisposedError, DTypeError, ShapeError } from '../base/errors.js';
import { className, type TypedArray } from '../base/typed-arrays.js';
import { MOST_AXES } from '../memory/new-tensor.js';
import { Tensor as Plain, type TensorData } from '../memory/tensor.js';
import { Box } from './box.js';
import {
  fromImage,
  type TensorFromImageDataOptions,
  type TensorToImageDataOptions,
  toDataURL,
  toImageData,
} from './image.js';
import type { InstanceOf } from './instance-of.js';
import { ortMessages } from './messages.js';
import { isPacked, pack, unpack } from './packed.js';

/** Where onnxruntime has tensors; here they are in the CPU's memory, or gone. */
export type Place = 'none' | 'cpu' | 'cpu-pinned' | 'texture' | 'gpu-buffer' | 'ml-tensor';

type Data = TypedArray | readonly unknown[];

/** Types whose typed arrays convert numbers, booleans and strings as they always do. */
const CONVERTED: ReadonlySet<unknown> = new Set([
  ...['float32', 'float64', 'int8', 'int16', 'int32'],
  ...['uint8', 'uint16', 'uint32', 'bool'],
]);

/**
 * A typed array from an array, with JavaScript's conversions: 300 as uint8 is 44. Other data is returned
 * unchanged.
 */
function converted(type: DType, data: Data): Data {
  const isClamped = className(data) === 'Uint8ClampedArray' && type === 'uint8';
  const isConverted = Array.isArray(data) && CONVERTED.has(type);
  if (!isClamped && !isConverted) return data;
  const isPlain = (value: unknown) => typeof value !== 'bigint' && typeof value !== 'object';
  const array = arrayOf(type) as unknown as { from(values: Iterable<unknown>): TypedArray };
  return (data as readonly unknown[]).every(isPlain) ? array.from(data as Iterable<unknown>) : data;
}

/** A tensor at a location, in the form that onnxruntime's constructor accepts. */
interface Located {
  readonly location: Place;
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

/** The type that data without one implies. @throws DTypeError */
function typeOf(data: unknown): DType {
  const name = Array.isArray(data) ? typeof data[0] : className(data);
  const table = Array.isArray(data) ? TYPE_OF_ELEMENT : TYPE_OF_CLASS;
  const type = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!type) throw new DTypeError('element_type', ortMessages.untyped(name || typeof data));
  return type;
}

const isLocated = (value: unknown): value is Located =>
  typeof value === 'object' && value !== null && 'location' in value;

/** The arguments of the constructor: an optional type, data and dims. */
function argumentsOf(first: unknown, second: unknown, third: unknown) {
  if (isLocated(first)) {
    if (first.location !== 'cpu' && first.location !== 'cpu-pinned')
      throw new AttributeError('option_value', ortMessages.located(first.location));
    return { ...first, dims: first.dims };
  }
  const [type, data, dims] =
    typeof first === 'string'
      ? [first as DType, second as Data, third]
      : [typeOf(first), first as Data, second];
  const known = dims === undefined ? [data?.length ?? 0] : (dims as readonly number[]);
  return { type, data: converted(type, data), dims: known, location: 'cpu' as const };
}

/** The number of elements. @throws ShapeError if the dims are not sizes */
const countOf = (dims: unknown): number =>
  elementCount(checkDims(dims, 'The tensor', MOST_AXES), 'The tensor');

/** A plain tensor of the elements; int4 and uint4 arrive packed. */
function plainOf(type: DType, data: Data, dims: readonly number[]): Plain {
  if (!isPacked(type)) {
    const name = className(data);
    const { accepts = [] } = storageOf(type) ?? {};
    if (name && accepts.length > 0 && !accepts.includes(name))
      throw new DTypeError('element_type', ortMessages.array(type, accepts, name));
    return new Plain(type, data as TypedArray, dims);
  }
  if (className(data) !== 'Uint8Array')
    throw new DTypeError(
      'element_type',
      ortMessages.packedArray(type, className(data) || typeof data),
    );
  return new Plain(type, unpack(type, data as TypedArray, countOf(dims)), dims);
}

/** Whether a value has the members of a tensor, whichever copy of the class created it. */
const isLike = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Tensor).type === 'string' &&
  Array.isArray((value as Tensor).dims) &&
  typeof (value as Tensor).getData === 'function';

/** Other locations of tensors in onnxruntime, by the member that holds the tensor. */
const ELSEWHERE = {
  texture: 'a WebGL texture',
  gpuBuffer: 'a WebGPU buffer',
  mlTensor: 'a WebNN tensor',
};

function rejectElsewhere(member: keyof typeof ELSEWHERE): never {
  throw new AttributeError('option_value', ortMessages.elsewhere(member, ELSEWHERE[member]));
}

/**
 * A tensor with onnxruntime's members. Its data is the array that it was made with and may be written; results of
 * a run stay in wasm memory until their data is read.
 */
export class Tensor {
  /** @internal The class's name, because bundlers rename a class that refers to itself. */
  static get name(): string {
    return 'Tensor';
  }

  /** The element type. */
  readonly type: DType;
  /** The size of each axis. May be replaced by dims with the same number of elements. */
  dims: readonly number[];
  /** Number of elements. */
  readonly size: number;
  /** The elements, which may be moved without the tensor. */
  readonly #box: Box;
  /** The data of int4 and uint4, packed. */
  #packed: TensorData | undefined;
  /** @internal Where onnxruntime's own class has the location. */
  dataLocation: Place;

  /** @throws DTypeError, ShapeError if the data does not fit the type or the dims. */
  constructor(type: DType, data: TypedArray | readonly unknown[], dims?: readonly number[]);
  constructor(data: TypedArray | readonly unknown[], dims?: readonly number[]);
  constructor(first: unknown, second?: unknown, third?: unknown) {
    const isResult = first instanceof Plain;
    const given = isResult ? undefined : argumentsOf(first, second, third);
    const { type, data, dims } = given ?? (first as Plain);
    const value = isResult ? first : plainOf(type, data as Data, dims);
    this.#box = new Box(value);
    this.type = value.type;
    this.dims = given && Array.isArray(dims) ? dims : [...value.dims];
    this.dataLocation = given?.location ?? 'cpu';
    Object.defineProperty(this, 'cpuData', Tensor.#CPU_DATA);
    this.size = value.size;
    if (given && isPacked(type)) this.#packed = data as TensorData;
  }

  /**
   * The elements, an own property, as in onnxruntime's class: `structuredClone` and `postMessage`
   * copy it, and some clients write it.
   */
  static readonly #CPU_DATA: PropertyDescriptor & ThisType<Tensor> = {
    enumerable: true,
    configurable: true,
    get() {
      return this.#box.isGone ? undefined : this.data;
    },
    set(data: TypedArray) {
      this.#box.replace(plainOf(this.type, data, this.dims));
      this.#packed = isPacked(this.type) ? data : undefined;
    },
  };

  /** True of tensors of every copy of onnxruntime-common too. */
  static [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this.
    const { prototype } = this;
    if (prototype === Tensor.prototype) return isLike(value);
    return Object.prototype.isPrototypeOf.call(prototype, value as object);
  }

  /**
   * A float32 tensor from an ImageData, an ImageBitmap, an image element or its address.
   * @throws AttributeError if it is not an image, or there is no canvas to read it with
   */
  static async fromImage(image: unknown, options?: TensorFromImageDataOptions): Promise<Tensor> {
    const { data, dims } = await fromImage(image, options);
    return new Tensor('float32', data, dims);
  }

  /** A tensor over a typed array, without copying it. @throws DTypeError, ShapeError */
  static fromPinnedBuffer(type: DType, data: TypedArray, dims?: readonly number[]): Tensor {
    const located = { location: 'cpu-pinned', type, data, dims: dims ?? [data?.length ?? 0] };
    return new Tensor(located as never);
  }

  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  static fromTexture(..._given: unknown[]): never {
    return rejectElsewhere('texture');
  }

  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  static fromGpuBuffer(..._given: unknown[]): never {
    return rejectElsewhere('gpuBuffer');
  }

  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  static fromMLTensor(..._given: unknown[]): never {
    return rejectElsewhere('mlTensor');
  }

  /** The elements, in an array of JavaScript. @throws DisposedError */
  get data(): TensorData {
    const { data, type } = Tensor.#alive(this.#box.own);
    if (!isPacked(type)) return data as TensorData;
    this.#packed ??= pack(data as TypedArray);
    return this.#packed;
  }

  /** 'cpu' or 'cpu-pinned', or 'none' once disposed. */
  get location(): Place {
    return this.dataLocation;
  }

  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  get texture(): never {
    return rejectElsewhere('texture');
  }

  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  get gpuBuffer(): never {
    return rejectElsewhere('gpuBuffer');
  }

  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  get mlTensor(): never {
    return rejectElsewhere('mlTensor');
  }

  /** Resolves to `data`. */
  async getData(_releaseData?: boolean): Promise<TensorData> {
    return this.data;
  }

  /** The same elements with other dims. @throws ShapeError if their number differs. */
  reshape(dims: readonly number[]): Tensor {
    if (countOf(dims) !== this.size)
      throw new ShapeError('data_length', ortMessages.reshaped(this.dims, dims));
    return new Tensor(this.type, this.data as TypedArray, dims);
  }

  /** The pixels of a tensor of one image. @throws AttributeError if its channels are not those of the format. */
  toImageData(options?: TensorToImageDataOptions): InstanceOf<'ImageData'> {
    return toImageData(this, options) as InstanceOf<'ImageData'>;
  }

  /** The same as a PNG in a data URL. @throws AttributeError without a canvas, as in a worker. */
  toDataURL(options?: TensorToImageDataOptions): string {
    return toDataURL(toImageData(this, options));
  }

  /** Frees the elements. */
  dispose(): void {
    this.#box.release();
    this.#packed = undefined;
    this.dataLocation = 'none';
  }

  static #alive(value: Plain | undefined): Plain {
    if (!value) throw new DisposedError('disposed', ortMessages.disposed());
    return value;
  }

  /** Whether it is of this class, not of another copy of onnxruntime-common. */
  static #isOwn(tensor: object): boolean {
    return #box in tensor;
  }

  /** @internal The operand that a session is fed: in wasm memory if the elements are there. */
  static operandOf(tensor: Tensor): Plain {
    if (!Tensor.#isOwn(tensor)) return plainOf(tensor.type, tensor.data, tensor.dims);
    const value = Tensor.#alive(tensor.#box.value);
    if (`${tensor.dims}` === `${value.dims}` && !isPacked(value.type)) return value;
    return plainOf(value.type, tensor.data, tensor.dims);
  }

  /** @internal The elements of a tensor of this class, for those that move them. */
  static boxOf(tensor: unknown): Box | undefined {
    return typeof tensor === 'object' && tensor && #box in tensor ? tensor.#box : undefined;
  }
}
