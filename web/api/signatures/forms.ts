/**
 * The ways in which functions are called, each in two forms: as a function of the engine, and as a method of a
 * tensor of type `T`, which is then the first operand. The forms are written as methods, because TypeScript
 * compares the parameters of those bivariantly: a `Tensor<'float32'>` is a `Tensor`.
 */
import type { DType } from '../../base/dtypes.js';
import type {
  AllCloseOptions,
  AxisOptions,
  BitShiftOptions,
  ClipOptions,
  GemmOptions,
  NonMaxSuppressionOptions,
  NormalizationOptions,
  OneHotOptions,
  OperatorOptions,
  TopKOptions,
} from '../../base/function-options.js';
import type {
  Alike,
  CommonType,
  Floats,
  Integers,
  Into,
  Joins,
  Meets,
  Numbers,
  Operand,
  Self,
  Takes,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Whether a function is called on the engine, or on its first operand. */
export type Form = 'function' | 'method';

/** The type of a result: that of the operands, unless the function has a type of its own. */
type OwnOr<Own extends DType, Common> = [Own] extends [never] ? Common : Own;

/**
 * The options of a function, including those of every function, and a tensor to write the result into, which has
 * the type of the result. A number is an axis.
 */
type Given<Options, Result, Out extends TensorLike> = Options extends number
  ? Options
  : Options & OperatorOptions<Out> & Into<Result, Out>;

/** A function of one tensor. */
export interface Unary<
  T extends DType,
  Types extends DType,
  Options = unknown,
  Result extends DType = never,
> {
  function<X extends Operand, Out extends TensorLike = Tensor<OwnOr<Result, CommonType<X>>>>(
    x: X & Takes<X, Types>,
    options?: Given<Options, OwnOr<Result, CommonType<X>>, Out>,
  ): NoInfer<Out>;
  method<Out extends TensorLike = Tensor<OwnOr<Result, T>>>(
    this: Self<T, Types>,
    options?: Given<Options, OwnOr<Result, T>, Out>,
  ): NoInfer<Out>;
}

/** A function of a tensor of any type and of arguments that are not tensors. */
export interface Moving<T extends DType, Arguments extends readonly unknown[], Options = unknown> {
  function<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    ...given: [...Arguments, options?: Given<Options, CommonType<X>, Out>]
  ): NoInfer<Out>;
  method<Out extends TensorLike = Tensor<T>>(
    ...given: [...Arguments, options?: Given<Options, T, Out>]
  ): NoInfer<Out>;
}

/** A function of two tensors of one type. */
export interface Binary<
  T extends DType,
  Types extends DType,
  Options = unknown,
  Result extends DType = never,
> {
  function<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<OwnOr<Result, CommonType<A, B>>>,
  >(
    a: A & Takes<A, Types>,
    b: B & Takes<B, Types> & Meets<A, B>,
    options?: Given<Options, OwnOr<Result, CommonType<A, B>>, Out>,
  ): NoInfer<Out>;
  method<B extends Operand, Out extends TensorLike = Tensor<OwnOr<Result, T>>>(
    b: B & Joins<T, Types, B>,
    options?: Given<Options, OwnOr<Result, T>, Out>,
  ): NoInfer<Out>;
}

/** A function of a tensor and of indices into it. */
export interface Indexing<T extends DType, Types extends DType> {
  function<X extends Operand, At extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    indices: At & Takes<At, Types>,
    options?: Given<number | AxisOptions, CommonType<X>, Out>,
  ): NoInfer<Out>;
  method<At extends Operand, Out extends TensorLike = Tensor<T>>(
    indices: At & Takes<At, Types>,
    options?: Given<number | AxisOptions, T, Out>,
  ): NoInfer<Out>;
}

/** A function of an array of tensors of one type. */
export interface Joining<T extends DType> {
  function<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly (X & Alike<X>)[],
    options?: Given<number | AxisOptions, CommonType<X>, Out>,
  ): NoInfer<Out>;
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    others: readonly (B & Meets<TensorLike<T>, B>)[],
    options?: Given<number | AxisOptions, T, Out>,
  ): NoInfer<Out>;
}

export interface Pow<T extends DType, Types extends DType, Options> {
  function<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A>>>(
    a: A & Takes<A, Types>,
    b: B & Takes<B, Numbers>,
    options?: Given<Options, CommonType<A>, Out>,
  ): NoInfer<Out>;
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Types>,
    b: B & Takes<B, Numbers>,
    options?: Given<Options, T, Out>,
  ): NoInfer<Out>;
}

export interface PRelu<T extends DType> {
  function<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, WideNumbers>,
    slope: B & Takes<B, WideNumbers> & Meets<A, B>,
    options?: Given<unknown, CommonType<A, B>, Out>,
  ): NoInfer<Out>;
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    slope: B & Joins<T, WideNumbers, B>,
    options?: Given<unknown, T, Out>,
  ): NoInfer<Out>;
}

export interface Clip<T extends DType> {
  function<
    X extends Operand,
    Low extends Operand,
    High extends Operand,
    Out extends TensorLike = Tensor<CommonType<X, Low, High>>,
  >(
    x: X & Takes<X, Numbers>,
    low?: (Low & Meets<X, Low>) | undefined,
    high?: (High & Meets<X, High>) | undefined,
    options?: Given<ClipOptions, CommonType<X, Low, High>, Out>,
  ): NoInfer<Out>;
  method<Low extends Operand, High extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    low?: (Low & Meets<TensorLike<T>, Low>) | undefined,
    high?: (High & Meets<TensorLike<T>, High>) | undefined,
    options?: Given<ClipOptions, T, Out>,
  ): NoInfer<Out>;
}

export interface AllClose<T extends DType> {
  function<A extends Operand, B extends Operand>(
    a: A & Takes<A, Numbers | 'bool'>,
    b: B & Takes<B, Numbers | 'bool'> & Meets<A, B>,
    options?: AllCloseOptions,
  ): boolean;
  method<B extends Operand>(
    b: B & Joins<T, Numbers | 'bool', B>,
    options?: AllCloseOptions,
  ): boolean;
}

export interface Where<T extends DType> {
  function<
    C extends Operand,
    X extends Operand,
    Y extends Operand,
    Out extends TensorLike = Tensor<CommonType<X, Y>>,
  >(
    condition: C & Takes<C, 'bool'>,
    x: X,
    y: Y & Meets<X, Y>,
    options?: Given<unknown, CommonType<X, Y>, Out>,
  ): NoInfer<Out>;
  method<X extends Operand, Y extends Operand, Out extends TensorLike = Tensor<CommonType<X, Y>>>(
    x: X & Takes<TensorLike<T>, 'bool'>,
    y: Y & Meets<X, Y>,
    options?: Given<unknown, CommonType<X, Y>, Out>,
  ): NoInfer<Out>;
}

export interface BitShift<T extends DType> {
  function<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, Integers>,
    amount: B & Takes<B, Integers> & Meets<A, B>,
    options: Given<BitShiftOptions, CommonType<A, B>, Out>,
  ): NoInfer<Out>;
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    amount: B & Joins<T, Integers, B>,
    options: Given<BitShiftOptions, T, Out>,
  ): NoInfer<Out>;
}

export interface LayerNormalization<T extends DType> {
  function<
    X extends Operand,
    Scale extends Operand,
    Bias extends Operand,
    Out extends TensorLike = Tensor<CommonType<X>>,
  >(
    x: X & Takes<X, Floats>,
    scale: Scale & Meets<X, Scale>,
    bias?: (Bias & Meets<X, Bias>) | undefined,
    options?: Given<number | NormalizationOptions, CommonType<X>, Out>,
  ): NoInfer<Out>;
  method<Scale extends Operand, Bias extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    scale: Scale & Meets<TensorLike<T>, Scale>,
    bias?: (Bias & Meets<TensorLike<T>, Bias>) | undefined,
    options?: Given<number | NormalizationOptions, T, Out>,
  ): NoInfer<Out>;
}

export interface TopK<T extends DType> {
  function<X extends Operand>(
    x: X & Takes<X, Numbers>,
    k: number,
    options?: number | TopKOptions,
  ): { values: Tensor<CommonType<X>>; indices: Tensor<'int64'> };
  method(
    this: Self<T, Numbers>,
    k: number,
    options?: number | TopKOptions,
  ): { values: Tensor<T>; indices: Tensor<'int64'> };
}

export interface Mask<T extends DType> {
  function<
    X extends Operand,
    Condition extends Operand,
    Out extends TensorLike = Tensor<CommonType<X>>,
  >(
    x: X,
    condition: Condition & Takes<Condition, 'bool'>,
    options?: Given<number | AxisOptions, CommonType<X>, Out>,
  ): NoInfer<Out>;
  method<Condition extends Operand, Out extends TensorLike = Tensor<T>>(
    condition: Condition & Takes<Condition, 'bool'>,
    options?: Given<number | AxisOptions, T, Out>,
  ): NoInfer<Out>;
}

export interface Split<T extends DType> {
  function<X extends Operand>(
    x: X,
    parts: number | readonly number[],
    options?: number | Omit<AxisOptions, 'out'>,
  ): Tensor<CommonType<X>>[];
  method(
    parts: number | readonly number[],
    options?: number | Omit<AxisOptions, 'out'>,
  ): Tensor<T>[];
}

export interface NonMaxSuppression<T extends DType> {
  function<Boxes extends Operand, Scores extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    boxes: Boxes & Takes<Boxes, 'float32'>,
    scores: Scores & Takes<Scores, 'float32'>,
    options?: Given<NonMaxSuppressionOptions, 'int64', Out>,
  ): NoInfer<Out>;
  method<Scores extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, 'float32'>,
    scores: Scores & Takes<Scores, 'float32'>,
    options?: Given<NonMaxSuppressionOptions, 'int64', Out>,
  ): NoInfer<Out>;
}

/** Editors take the documentation of a call to an overload from its signature. */
export interface Gemm<T extends DType> {
  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n), or
   * omitted. As a method, the tensor is A.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  function<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, WideNumbers>,
    b: B & Meets<A, B>,
    options?: Given<GemmOptions, CommonType<A, B>, Out>,
  ): NoInfer<Out>;
  function<
    A extends Operand,
    B extends Operand,
    C extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, WideNumbers>,
    b: B & Meets<A, B>,
    c: (C & Meets<A, C>) | undefined,
    options?: Given<GemmOptions, CommonType<A, B>, Out>,
  ): NoInfer<Out>;
  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n), or
   * omitted. As a method, the tensor is A.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    b: B & Meets<TensorLike<T>, B>,
    options?: Given<GemmOptions, T, Out>,
  ): NoInfer<Out>;
  method<B extends Operand, C extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    b: B & Meets<TensorLike<T>, B>,
    c: (C & Meets<TensorLike<T>, C>) | undefined,
    options?: Given<GemmOptions, T, Out>,
  ): NoInfer<Out>;
}

export interface Einsum<T extends DType> {
  /**
   * Sums products of the operands' elements over the axes that the equation does not keep: `'ij,jk->ik'` is
   * the matrix product of two operands. Options go last. As a method, the tensor is the first operand.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Einsum.html | ONNX Einsum}
   */
  function<X extends Operand>(
    equation: string,
    ...operands: readonly (X & Alike<X> & Takes<X, Numbers>)[]
  ): Tensor<CommonType<X>>;
  function<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    equation: string,
    ...given: readonly [...(X & Alike<X> & Takes<X, Numbers>)[], Given<unknown, CommonType<X>, Out>]
  ): NoInfer<Out>;
  /**
   * Sums products of the operands' elements over the axes that the equation does not keep: `'ij,jk->ik'` is
   * the matrix product of two operands. Options go last. As a method, the tensor is the first operand.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Einsum.html | ONNX Einsum}
   */
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    equation: string,
    ...others: readonly (B & Meets<TensorLike<T>, B>)[]
  ): NoInfer<Out>;
  method<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    equation: string,
    ...given: readonly [...(B & Meets<TensorLike<T>, B>)[], Given<unknown, T, Out>]
  ): NoInfer<Out>;
}

export interface Cast {
  function<To extends DType, Out extends TensorLike = Tensor<To>>(
    x: Operand,
    type: To,
    options?: Given<unknown, To, Out>,
  ): NoInfer<Out>;
  method<To extends DType, Out extends TensorLike = Tensor<To>>(
    type: To,
    options?: Given<unknown, To, Out>,
  ): NoInfer<Out>;
}

export interface OneHot {
  function<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    indices: Operand,
    depth: number,
    options?: number | (OneHotOptions<Out, To> & Into<To, Out>),
  ): NoInfer<Out>;
  method<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    depth: number,
    options?: number | (OneHotOptions<Out, To> & Into<To, Out>),
  ): NoInfer<Out>;
}
