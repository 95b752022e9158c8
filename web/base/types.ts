/** Types of tensors, and the types from which the compiler infers a result's element type and array. */
import type { DType } from './dtypes.js';
import type { Global } from './platform-types.js';
import type { TypedArray } from './typed-arrays.js';

/** An array of float16: a Float16Array if the JavaScript engine has it, otherwise the bits. */
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
  float8e4m3fn: Uint8Array;
  float8e4m3fnuz: Uint8Array;
  float8e5m2: Uint8Array;
  float8e5m2fnuz: Uint8Array;
  float8e8m0: Uint8Array;
  float4e2m1: Uint8Array;
  int4: Int8Array;
  uint4: Uint8Array;
  int2: Int8Array;
  uint2: Uint8Array;
}

/** The array that holds a result of a type. */
export type DataOf<T extends DType> = Arrays[T];

/** One element of a type, as `toNested` returns it; complex numbers are pairs. */
export type ElementOf<T extends DType> = T extends 'int64' | 'uint64'
  ? bigint
  : T extends 'bool'
    ? boolean
    : T extends 'string'
      ? string
      : T extends 'complex64' | 'complex128'
        ? [number, number]
        : number;

/** Elements in nested arrays, one level for each axis. */
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

/** The data that an operand may have, by its type. */
interface Inputs extends Omit<Arrays, 'string' | 'uint8'> {
  string: readonly string[];
  uint8: Uint8Array | Uint8ClampedArray;
}

/** An object with data and dims: a tensor of this package, or a plain object. */
export interface TensorLike<T extends DType = DType> {
  /** The element type. Default: that of the array's class. */
  readonly type?: T;
  /** The elements, outermost axis first; a complex number is two floats. */
  readonly data: Inputs[T];
  /** The size of each axis, outermost first (innermost first for ncnn's operators). `[]` is a scalar. */
  readonly dims: readonly number[];
}

/** A tensor of another library, such as onnxruntime-web, which may have element types that simdcast lacks. */
export interface ForeignTensor {
  /** The element type, which must be one of this package's. */
  readonly type: string;
  /** The elements. */
  readonly data: TypedArray | readonly string[];
  /** The size of each axis. */
  readonly dims: readonly number[];
}

/** A value without a type of its own: it takes the type of the tensor that it is combined with. */
export type PlainValue = number | bigint | boolean | string;

/** Values in nested arrays, one level for each axis. */
export type NestedInput<Value = PlainValue> = Value | readonly NestedInput<Value>[];

/** Typed arrays in nested arrays: rows of one type. */
export type NestedRows<Row = TypedArray> = readonly (Row | NestedRows<Row>)[];

/**
 * An operand: a tensor, a typed array with one axis or an array of typed arrays, or a number, a bigint, a boolean or
 * nested arrays of them, which take the type of the tensor they are combined with.
 */
export type Operand<T extends DType = DType> =
  | TensorLike<T>
  | ForeignTensor
  | (DType extends T ? TypedArray : DataOf<T>)
  | NestedInput
  | NestedRows;

/** The element type of an array if no type is given. */
export type TypeOfArray<Data> = Data extends { readonly [Symbol.toStringTag]: infer Name }
  ? Name extends keyof TypesOfClasses
    ? TypesOfClasses[Name]
    : DType
  : Data extends readonly string[]
    ? 'string'
    : DType;

/** The element types that a tensor of onnxruntime-web may have if its type does not determine it. */
type AnyOfOrt = Exclude<Numbers, 'bfloat16'> | 'bool' | 'string';

type Named<Type, Data> = unknown extends Type
  ? TypeOfArray<Data>
  : [AnyOfOrt] extends [Type]
    ? DType
    : Type extends undefined
      ? TypeOfArray<Data>
      : Type extends DType
        ? Type
        : DType;

/** The element type of a tensor: its `type`, or otherwise that of its array's class. */
export type TypeOf<Tensor> = Tensor extends {
  readonly type?: infer Type;
  readonly data: infer Data;
}
  ? Named<Type, Data>
  : DType;

/** The element type of nested values if none is given. */
export type TypeOfValue<Value> = Value extends bigint
  ? 'int64'
  : Value extends boolean
    ? 'bool'
    : Value extends string
      ? 'string'
      : 'float32';

/** The type of rows that are typed arrays, in up to two levels of arrays; otherwise `never`. */
export type TypeOfRows<Row> = TypedArray extends Row
  ? DType
  : Row extends TypedArray
    ? TypeOfArray<Row>
    : Row extends readonly (infer Inner)[]
      ? Inner extends TypedArray
        ? TypeOfArray<Inner>
        : never
      : never;

/** The type of an operand; `never` if it has no type of its own. */
export type TypeOfOperand<A> = A extends string
  ? 'string'
  : A extends boolean
    ? 'bool'
    : A extends PlainValue
      ? never
      : A extends readonly (infer Row)[]
        ? TypeOfRows<Row>
        : A extends { readonly [Symbol.toStringTag]: keyof TypesOfClasses }
          ? TypeOfArray<A>
          : TypeOf<A>;

/** The element of nested values, for up to three axes: TypeScript infers no deeper ones. */
type ValueIn<A> = A extends PlainValue
  ? A
  : A extends readonly (infer Row)[]
    ? ValueInRow<Row>
    : number;
type ValueInRow<A> = A extends PlainValue
  ? A
  : A extends readonly (infer Row)[]
    ? Row extends PlainValue
      ? Row
      : Row extends readonly (infer Value)[]
        ? Value
        : number
    : number;

/** The type of an operand, or otherwise another type. */
type TypeOrElse<A, Else> = [A] extends [never]
  ? Else
  : [TypeOfOperand<A>] extends [never]
    ? Else
    : TypeOfOperand<A>;

/** The common type of the operands: that of the first operand that has one. */
export type CommonType<A, B = never, C = never> = TypeOrElse<
  A,
  TypeOrElse<B, TypeOrElse<C, TypeOfValue<ValueIn<A>>>>
>;

/** Whether a type is certain to be one of several. */
type IsKnown<T> = [DType] extends [T] ? false : true;

/** An additional constraint on a parameter: none if it matches, otherwise a type that names the mismatch. */
type Fits<Ok extends boolean, Reason> = Ok extends true ? unknown : { readonly mismatch: Reason };

/** Checks an operand against the types that an operator accepts. */
export type Takes<A, Types extends DType> = [TypeOfOperand<A>] extends [never]
  ? unknown
  : Fits<
      IsKnown<TypeOfOperand<A>> extends false
        ? true
        : [TypeOfOperand<A>] extends [Types]
          ? true
          : false,
      { readonly type: TypeOfOperand<A>; readonly takes: Types }
    >;

/** Checks an operand against the type of another. */
export type Meets<A, B> = [TypeOfOperand<A>] extends [never]
  ? unknown
  : [TypeOfOperand<B>] extends [never]
    ? unknown
    : Fits<
        false extends IsKnown<TypeOfOperand<A>> | IsKnown<TypeOfOperand<B>>
          ? true
          : [TypeOfOperand<B>] extends [TypeOfOperand<A>]
            ? true
            : false,
        { readonly a: TypeOfOperand<A>; readonly b: TypeOfOperand<B> }
      >;

/** Checks that the tensors of an array have the same type. */
export type Alike<X, All = X> = X extends unknown
  ? [TypeOfOperand<X>] extends [never]
    ? unknown
    : Fits<
        IsKnown<TypeOfOperand<All>> extends false
          ? true
          : [TypeOfOperand<All>] extends [TypeOfOperand<X>]
            ? true
            : false,
        { readonly types: TypeOfOperand<All> }
      >
  : never;

/** Checks an operand against a tensor's type, and that type against the types its method accepts. */
export type Joins<T extends DType, Types extends DType, B> =
  B extends Exclude<PlainValue, string | boolean>
    ? unknown
    : Takes<TensorLike<T>, Types> & Meets<TensorLike<T>, B>;

/** The tensor that a method requires: one of a type that the method accepts. */
export type Self<T extends DType, Types extends DType> =
  | { readonly type: Types }
  | Takes<TensorLike<T>, Types>;

/** Floating-point types of every width. */
export type Floats = 'float32' | 'float64' | 'float16' | 'bfloat16';
/** Signed integer types. */
export type SignedIntegers = 'int8' | 'int16' | 'int32' | 'int64';
/** Unsigned integer types. */
export type UnsignedIntegers = 'uint8' | 'uint16' | 'uint32' | 'uint64';
/** Integer types of every width. */
export type Integers = SignedIntegers | UnsignedIntegers;
/** Floating-point and integer types. */
export type Numbers = Floats | Integers;
/** Types that sums and matrix products accept. */
export type WideNumbers = Floats | 'int32' | 'int64' | 'uint32' | 'uint64';
/** Types of indices. */
export type Indices = 'int32' | 'int64';

/** Checks a tensor to write into against the type of the result. */
export interface Into<T, Out> {
  /** A tensor of the type of the result. */
  readonly out?: Meets<TensorLike<T & DType>, Out> | undefined;
}
