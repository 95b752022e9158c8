/** The types of onnxruntime's Tensor, which TypeScript programs name. */
import type {
  TensorFromImageBitmapOptions,
  TensorFromImageDataOptions,
  TensorFromUrlOptions,
  TensorToImageDataOptions,
} from './image.js';
import type { InstanceOf } from './instance-of.js';
import { Tensor as Implementation, type Place } from './tensor.js';

/** A tensor of one element type. Its data is the array that it was made with, and may be written. */
export interface TypedTensor<T extends Tensor.Type> {
  /** The element type. */
  readonly type: T;
  /** The size of each axis. Writable, if the number of elements stays the same. */
  dims: readonly number[];
  /** Number of elements. */
  readonly size: number;
  /** The elements. Results of a run stay in wasm memory until they are read. @throws DisposedError */
  readonly data: Tensor.DataTypeMap[T];
  /** 'cpu' or 'cpu-pinned', or 'none' once disposed. */
  readonly location: Tensor.DataLocation;
  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  readonly texture: Tensor.TextureType;
  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  readonly gpuBuffer: Tensor.GpuBufferType;
  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  readonly mlTensor: Tensor.MLTensorType;
  /** Resolves to `data`. */
  getData(releaseData?: boolean): Promise<Tensor.DataTypeMap[T]>;
  /** The same elements with other dims. @throws ShapeError if their number differs. */
  reshape(dims: readonly number[]): TypedTensor<T>;
  /** The pixels of a tensor of one image. @throws AttributeError if its channels are not those of the format. */
  toImageData(options?: TensorToImageDataOptions): InstanceOf<'ImageData'>;
  /** The same as a PNG in a data URL. @throws AttributeError without a canvas, as in a worker. */
  toDataURL(options?: TensorToImageDataOptions): string;
  /** Frees the elements. */
  dispose(): void;
}

/** A tensor of any element type. */
export interface Tensor extends TypedTensor<Tensor.Type> {}

/** onnxruntime-common's substitutes for WebGPU's and WebNN's classes in programs without their types. */
type NoGpuBuffer = { size: number; mapState: 'unmapped' | 'pending' | 'mapped' };
type NoMLTensor = { destroy(): void };
/** The options of a tensor on another device. */
type Elements<T> = { readonly dataType?: T };

/** Element types that a number converts to. */
type NumberType = Exclude<Tensor.Type, 'string' | 'bool' | 'int64' | 'uint64'>;
type Dims = readonly number[];

/**
 * The class: `new Tensor(type, data, dims)`, or without the type, which the array then tells. Default of dims: one
 * axis. The constructors throw DTypeError or ShapeError if the data does not fit the type or the dims.
 */
export interface TensorConstructor {
  new (type: 'string', data: readonly string[], dims?: Dims): TypedTensor<'string'>;
  new (type: 'bool', data: Uint8Array | readonly boolean[], dims?: Dims): TypedTensor<'bool'>;
  new (type: 'uint8', data: Uint8ClampedArray, dims?: Dims): TypedTensor<'uint8'>;
  new <T extends 'int64' | 'uint64'>(
    type: T,
    data: Tensor.DataTypeMap[T] | readonly bigint[] | readonly number[],
    dims?: Dims,
  ): TypedTensor<T>;
  new <T extends NumberType>(
    type: T,
    data: Tensor.DataTypeMap[T] | readonly number[],
    dims?: Dims,
  ): TypedTensor<T>;
  new (data: Float32Array, dims?: Dims): TypedTensor<'float32'>;
  new (data: Float64Array, dims?: Dims): TypedTensor<'float64'>;
  new (data: Int8Array, dims?: Dims): TypedTensor<'int8'>;
  new (data: Int16Array, dims?: Dims): TypedTensor<'int16'>;
  new (data: Int32Array, dims?: Dims): TypedTensor<'int32'>;
  new (data: BigInt64Array, dims?: Dims): TypedTensor<'int64'>;
  new (data: Uint8Array | Uint8ClampedArray, dims?: Dims): TypedTensor<'uint8'>;
  new (data: Uint16Array, dims?: Dims): TypedTensor<'uint16'>;
  new (data: Uint32Array, dims?: Dims): TypedTensor<'uint32'>;
  new (data: BigUint64Array, dims?: Dims): TypedTensor<'uint64'>;
  new (data: readonly string[], dims?: Dims): TypedTensor<'string'>;
  new (data: readonly boolean[], dims?: Dims): TypedTensor<'bool'>;
  new (
    type: Tensor.Type,
    data: Tensor.DataType | readonly (number | bigint | string | boolean)[],
    dims?: Dims,
  ): Tensor;
  new (data: Tensor.DataType, dims?: Dims): Tensor;

  /** A float32 tensor of an image. @throws AttributeError without a canvas to read it with. */
  fromImage(
    image: InstanceOf<'ImageData'> | InstanceOf<'HTMLImageElement'>,
    options?: TensorFromImageDataOptions,
  ): Promise<TypedTensor<'float32'>>;
  /** A float32 tensor of the image at an address. @throws AttributeError if it cannot be loaded or read. */
  fromImage(address: string, options?: TensorFromUrlOptions): Promise<TypedTensor<'float32'>>;
  /** A float32 tensor of a bitmap. @throws AttributeError without options, or if there is no canvas. */
  fromImage(
    image: InstanceOf<'ImageBitmap'>,
    options: TensorFromImageBitmapOptions,
  ): Promise<TypedTensor<'float32'>>;
  /** A tensor over a typed array, without copying it. @throws DTypeError, ShapeError */
  fromPinnedBuffer<T extends Tensor.CpuPinnedDataTypes>(
    type: T,
    data: Tensor.DataTypeMap[T],
    dims?: Dims,
  ): TypedTensor<T>;
  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  fromTexture(texture: Tensor.TextureType, options: object): TypedTensor<'float32'>;
  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  fromGpuBuffer<T extends Tensor.Type>(
    buffer: Tensor.GpuBufferType,
    options: Elements<T>,
  ): TypedTensor<T>;
  /** @throws AttributeError always: tensors are in the memory of the CPU. */
  fromMLTensor<T extends Tensor.Type>(
    tensor: Tensor.MLTensorType,
    options: Elements<T>,
  ): TypedTensor<T>;
}

/** onnxruntime's Tensor. `instanceof` is true of tensors of every copy of onnxruntime-common too. */
export const Tensor: TensorConstructor = Implementation as unknown as TensorConstructor;

export declare namespace Tensor {
  /**
   * The array of each element type. float16 is a Float16Array where JavaScript has it; int4 and uint4 are bytes of
   * two elements, the first in the low half, in a Uint8Array.
   */
  type DataTypeMap = Record<'float32', Float32Array> &
    Record<'float64', Float64Array> &
    Record<'float16' | 'uint16', Uint16Array> &
    Record<'int8' | 'int4', Int8Array> &
    Record<'int16', Int16Array> &
    Record<'int32', Int32Array> &
    Record<'int64', BigInt64Array> &
    Record<'uint8' | 'uint4' | 'bool', Uint8Array> &
    Record<'uint32', Uint32Array> &
    Record<'uint64', BigUint64Array> &
    Record<'string', string[]>;
  /** The JavaScript type of an element. */
  type ElementTypeMap = Record<Exclude<Type, 'int64' | 'uint64' | 'string' | 'bool'>, number> &
    Record<'int64' | 'uint64', bigint> & { string: string; bool: boolean };
  /** The element types. */
  type Type = keyof DataTypeMap;
  /** An array of elements. */
  type DataType = DataTypeMap[Type];
  /** An element in JavaScript. */
  type ElementType = ElementTypeMap[Type];
  /** Types of `fromPinnedBuffer`. */
  type CpuPinnedDataTypes = Exclude<Type, 'string'>;
  /** Where onnxruntime has tensors; here they are in the CPU's memory, or gone. */
  type DataLocation = Place;
  /** A WebGL texture. */
  type TextureType = InstanceOf<'WebGLTexture'>;
  /** A WebGPU buffer. */
  type GpuBufferType = InstanceOf<'GPUBuffer', NoGpuBuffer>;
  /** A WebNN tensor. */
  type MLTensorType = InstanceOf<'MLTensor', NoMLTensor>;
}
