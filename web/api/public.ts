/** The exports of every entry, apart from `load`. */

export type * from '../base/alignment.js';
export type { DType } from '../base/dtypes.js';
export {
  AttributeError,
  BroadcastError,
  DisposedError,
  DTypeError,
  OutOfMemoryError,
  ShapeError,
  SimdcastError,
} from '../base/errors.js';
export type * from '../base/function-options.js';
export type { OperatorName } from '../base/operator-names.js';
export type { TypedArray } from '../base/typed-arrays.js';
export type {
  Alike,
  CommonType,
  DataOf,
  ElementOf,
  Floats,
  ForeignTensor,
  Indices,
  Integers,
  Into,
  Joins,
  Meets,
  Nested,
  NestedInput,
  NestedRows,
  Numbers,
  Operand,
  PlainValue,
  Self,
  SignedIntegers,
  Takes,
  TensorLike,
  TypeOf,
  TypeOfArray,
  TypeOfOperand,
  TypeOfRows,
  TypeOfValue,
  UnsignedIntegers,
  WideNumbers,
} from '../base/types.js';
export type * from '../expression/types.js';
export type { MemoryUse } from '../memory/memory.js';
export {
  type AnyTensor,
  type Location,
  Tensor,
  type TensorData,
  type TensorJson,
} from '../memory/tensor.js';
export type { Flavour } from '../wasm/flavours.js';
export type { CompiledModule, WasmSource } from '../wasm/module-source.js';
export type { Functions } from './function-types.js';
export type { ImageLike, ImageOf } from './images.js';
export type { LoadOptions } from './loader.js';
export type { Simdcast } from './simdcast.js';
