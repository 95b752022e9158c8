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

/** What an operand's data may be, by its type. */
interface Inputs extends Omit<Arrays, 'string' | 'uint8'> {
  string: readonly string[];
  uint8: Uint8Array | Uint8ClampedArray;
}

/** Anything with data and dims: this package's tensors, plain objects. */
export interface TensorLike<T extends DType = DType> {
  /** Default: what the array's class stands for. */
  readonly type?: T;
  /** The elements, outermost axis first; complex numbers as two floats each. */
  readonly data: Inputs[T];
  /** The size of each axis, outermost first, but for ncnn's operators; none is one element. */
  readonly dims: readonly number[];
}

/** The same of a library that has other types besides, such as onnxruntime-web. */
export interface ForeignTensor {
  /** One of the types here. */
  readonly type: string;
  /** The elements. */
  readonly data: TypedArray | readonly string[];
  /** The size of each axis. */
  readonly dims: readonly number[];
}

/** A value without a type of its own: it takes that of the tensor that it meets. */
export type PlainValue = number | bigint | boolean | string;

/** Values in arrays, as deep as there are axes. */
export type NestedInput<Value = PlainValue> = Value | readonly NestedInput<Value>[];

/**
 * What an operator takes as an operand: a tensor, a typed array of one axis, or values without a type
 * of their own, which take that of the tensor that they meet: a number, a bigint, a boolean, or
 * nested arrays of them.
 */
export type Operand<T extends DType = DType> =
  | TensorLike<T>
  | ForeignTensor
  | (DType extends T ? TypedArray : DataOf<T>)
  | NestedInput;

/** The type that an array stands for where no type is given. */
export type TypeOfArray<Data> = Data extends { readonly [Symbol.toStringTag]: infer Name }
  ? Name extends keyof TypesOfClasses
    ? TypesOfClasses[Name]
    : DType
  : Data extends readonly string[]
    ? 'string'
    : DType;

/** The types that a tensor of onnxruntime-web may have where its own type does not say which. */
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

/** The element type of a tensor: as its `type` says, else as its array's class does. */
export type TypeOf<Tensor> = Tensor extends {
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

/** The type of an operand; never for one without a type of its own. */
export type TypeOfOperand<A> = A extends string
  ? 'string'
  : A extends PlainValue | readonly unknown[]
    ? never
    : A extends { readonly [Symbol.toStringTag]: keyof TypesOfClasses }
      ? TypeOfArray<A>
      : TypeOf<A>;

/** The element that nested values hold, of up to three axes: TypeScript follows no deeper ones. */
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

/** The type of an operand, or else another. */
type TypeOrElse<A, Else> = [A] extends [never]
  ? Else
  : [TypeOfOperand<A>] extends [never]
    ? Else
    : TypeOfOperand<A>;

/** The type that operands which meet have: that of the first one with a type of its own. */
export type CommonType<A, B = never, C = never> = TypeOrElse<
  A,
  TypeOrElse<B, TypeOrElse<C, TypeOfValue<ValueIn<A>>>>
>;

/** Whether a type is known to be one of some. */
type IsKnown<T> = [DType] extends [T] ? false : true;

/** What a parameter must be besides: nothing where it fits, and else what names the mismatch. */
type Fits<Ok extends boolean, Reason> = Ok extends true ? unknown : { readonly mismatch: Reason };

/** Holds an operand against the types that an operator takes. */
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

/** Holds an operand against the type of another. */
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

/** Holds tensors of a list against each other. */
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

/** Holds an operand against a tensor of a type, and that against the types of the tensor's method. */
export type Joins<T extends DType, Types extends DType, B> =
  B extends Exclude<PlainValue, string>
    ? unknown
    : Takes<TensorLike<T>, Types> & Meets<TensorLike<T>, B>;

/** What a tensor must be to have a method: of a type that the method takes. */
export type Self<T extends DType, Types extends DType> =
  | { readonly type: Types }
  | Takes<TensorLike<T>, Types>;

/** Floats of every width. */
export type Floats = 'float32' | 'float64' | 'float16' | 'bfloat16';
/** Integers with a sign. */
export type SignedIntegers = 'int8' | 'int16' | 'int32' | 'int64';
/** Integers without a sign. */
export type UnsignedIntegers = 'uint8' | 'uint16' | 'uint32' | 'uint64';
/** Integers of every width. */
export type Integers = SignedIntegers | UnsignedIntegers;
/** Floats and integers. */
export type Numbers = Floats | Integers;
/** What sums and products of matrices take. */
export type WideNumbers = Floats | 'int32' | 'int64' | 'uint32' | 'uint64';
/** Types of indices. */
export type Indices = 'int32' | 'int64';

/** Holds a tensor to write into against the type of the result. */
export interface Into<T, Out> {
  /** A tensor of the type of the result. */
  readonly out?: Meets<TensorLike<T & DType>, Out> | undefined;
}
