/** What every entry exports besides `load`. */

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
export type { TypedArray } from '../base/typed-arrays.js';
export type {
  DataOf,
  ElementOf,
  Nested,
  TensorLike,
  TypeOf,
  TypeOfArray,
  TypeOfValue,
} from '../base/types.js';
export type { Attributes } from '../engine/attributes.js';
export type {
  ArithmeticOptions,
  BitShiftOptions,
  ClipOptions,
  GemmOptions,
  ModOptions,
  NcnnOperator,
  NestedInput,
  OperatorOptions,
  PlainValue,
  RunOptions,
  Variadic,
} from '../engine/operator-options.js';
export type * from '../fuse/types.js';
export { type Location, Tensor, type TensorData } from '../memory/tensor.js';
export type { Flavour } from '../wasm/flavours.js';
export type { CompiledModule, WasmSource } from '../wasm/module-source.js';
export type { LoadOptions } from './loader.js';
export type { MemoryUse, Simdcast } from './simdcast.js';
