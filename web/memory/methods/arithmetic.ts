import type { DType } from '../../base/dtypes.js';
import type {
  ArithmeticOptions,
  ClipOptions,
  GeluOptions,
  LeakyReluOptions,
  ModOptions,
  OperatorOptions,
} from '../../base/function-options.js';
import type {
  Floats,
  Into,
  Joins,
  Meets,
  Numbers,
  Operand,
  Self,
  SignedIntegers,
  Takes,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Arithmetic, and functions of one number. */
export interface ArithmeticMethods<T extends DType> {
  /** Returns a + b. Integers wrap. */
  add<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns a - b. Integers wrap. */
  sub<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns a * b. Integers wrap. */
  mul<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns a / b. Integers are truncated towards zero, and division by 0 returns 0. Floats follow
   * IEEE 754.
   */
  div<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns a to the power of b, in the type of a; b may have another numeric type. Integer powers of
   * integers wrap. If a is an integer and b a float, the result is truncated and clamped to the range
   * of the type; NaN becomes 0. Float powers of 2, 3, 0.5, -1 and -2 are correctly rounded.
   */
  pow<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats | 'int32' | 'int64'>,
    b: B & Takes<B, Numbers>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the remainder of a / b, with the sign of the divisor, or of the dividend with `fmod: 1`,
   * as in C.
   */
  mod<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ModOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the elementwise maximum of a and b. NaN propagates, and 0 is larger than -0. For the
   * maximum along axes, use `max`.
   */
  maximum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the elementwise minimum of a and b. NaN propagates, and -0 is smaller than 0. For the
   * minimum along axes, use `min`.
   */
  minimum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns -x. The most negative integer is returned unchanged. */
  neg<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the absolute value of x. The most negative integer is returned unchanged. */
  abs<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the sign of x: -1, 0 or 1. NaN is unchanged. */
  sign<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the square root; NaN if x is negative. */
  sqrt<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns 1 / x. */
  reciprocal<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns e to the power of x. */
  exp<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the natural logarithm; NaN if x is negative. */
  log<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the sine of x, in radians. */
  sin<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the cosine of x, in radians. */
  cos<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the hyperbolic tangent. */
  tanh<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the logistic function, 1 / (1 + exp(-x)). */
  sigmoid<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the rectified linear unit: the maximum of x and 0. */
  relu<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the error function. */
  erf<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns log(1 + exp(x)). */
  softplus<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Rounds down to an integer. */
  floor<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Rounds up to an integer. */
  ceil<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Rounds to the nearest integer; halves are rounded to even. */
  round<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns x for x ≥ 0, otherwise alpha * x. */
  leakyRelu<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: LeakyReluOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns x for x ≥ 0, otherwise slope * x. The slope broadcasts to the shape of x;
   * x is never broadcast.
   */
  prelu<B extends Operand, Out extends TensorLike = Tensor<T>>(
    slope: B & Joins<T, WideNumbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns x · Φ(x), where Φ is the cumulative distribution function of the standard normal
   * distribution. */
  gelu<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: GeluOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Limits x to the range between two scalars of its type, either of which may be omitted. If low is
   * above high, the result is high.
   */
  clip<Low extends Operand, High extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    low?: (Low & Meets<TensorLike<T>, Low>) | undefined,
    high?: (High & Meets<TensorLike<T>, High>) | undefined,
    options?: ClipOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
