/** What every entry exports besides `load`. */

export type { Attributes } from './attributes.js';
export type { DType, TypedArray } from './dtypes.js';
export {
  AttributeError,
  BroadcastError,
  DisposedError,
  DTypeError,
  OutOfMemoryError,
  ShapeError,
  SimdcastError,
} from './errors.js';
export type { Flavour } from './flavours.js';
export type * from './fuse/types.js';
export type { LoadOptions } from './loader.js';
export type { CompiledModule, WasmSource } from './modules.js';
export type { OperatorOptions } from './operators.js';
export type {
  ArithmeticOptions,
  BitShiftOptions,
  ClipOptions,
  GemmOptions,
  ModOptions,
  NcnnOperator,
  NestedInput,
  PlainValue,
  RunOptions,
  Variadic,
} from './options.js';
export type { MemoryUse, Simdcast } from './simdcast.js';
export { type Location, Tensor, type TensorData, type TensorLike } from './tensor.js';
export type * from './trace.js';
export type { DataOf, ElementOf, Nested, TypeOf, TypeOfArray, TypeOfValue } from './types.js';
