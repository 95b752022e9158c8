/** Types of tensors, and what the compiler can tell of a result: its element type, and its array. */
import type { DType } from './dtypes.js';
import type { Global } from './platform-types.js';
import type { TypedArray } from './typed-arrays.js';

/** An array of float16: of halves where the engine has such arrays, else of their bits. */
export type HalfArray = Global<'Float16Array', never> | Uint16Array;

interface Arrays {
  float32: Float32Array;
  float64: Float64Array;
  float16: HalfArray;
  bfloat16: Uint16Array;
  int8: Int8Array;
  int16: Int16Array;
  int32: Int32Array;
  int64: BigInt64Array;
  uint8: Uint8Array;
  uint16: Uint16Array;
  uint32: Uint32Array;
  uint64: BigUint64Array;
  bool: Uint8Array;
  string: string[];
  complex64: Float32Array;
  complex128: Float64Array;
}

/** The array that holds a result of a type. */
export type DataOf<T extends DType> = Arrays[T];

/** One element of a type, as `toNested` gives it; complex numbers are pairs. */
export type ElementOf<T extends DType> = T extends 'int64' | 'uint64'
  ? bigint
  : T extends 'bool'
    ? boolean
    : T extends 'string'
      ? string
      : T extends 'complex64' | 'complex128'
        ? [number, number]
        : number;

/** Elements in arrays, as deep as there are axes. */
export type Nested<Element> = Element | Nested<Element>[];

interface TypesOfClasses {
  Float32Array: 'float32';
  Float64Array: 'float64';
  Float16Array: 'float16';
  Int8Array: 'int8';
  Int16Array: 'int16';
  Int32Array: 'int32';
  BigInt64Array: 'int64';
  Uint8Array: 'uint8';
  Uint8ClampedArray: 'uint8';
  Uint16Array: 'uint16';
  Uint32Array: 'uint32';
  BigUint64Array: 'uint64';
}

/** Anything with data and dims: this package's tensors, onnxruntime-web's, plain objects. */
export interface TensorLike {
  /** Default: what the array's class stands for. */
  readonly type?: DType | (string & {});
  /** The elements, outermost axis first; complex numbers as two floats each. */
  readonly data: TypedArray | readonly string[];
  /** The size of each axis, outermost first, but for ncnn's operators; none is one element. */
  readonly dims: readonly number[];
}

/** The type that an array stands for where no type is given. */
export type TypeOfArray<Data> = Data extends { readonly [Symbol.toStringTag]: infer Name }
  ? Name extends keyof TypesOfClasses
    ? TypesOfClasses[Name]
    : DType
  : Data extends readonly string[]
    ? 'string'
    : DType;

type Named<Type, Data> = unknown extends Type
  ? TypeOfArray<Data>
  : Type extends undefined
    ? TypeOfArray<Data>
    : Type extends DType
      ? Type
      : DType;

/** The element type of an operand: as its `type` says, else as its array's class does. */
export type TypeOf<Operand extends TensorLike> = Operand extends {
  readonly type?: infer Type;
  readonly data: infer Data;
}
  ? Named<Type, Data>
  : DType;

/** The type that nested values have where none is given. */
export type TypeOfValue<Value> = Value extends bigint
  ? 'int64'
  : Value extends boolean
    ? 'bool'
    : Value extends string
      ? 'string'
      : 'float32';
