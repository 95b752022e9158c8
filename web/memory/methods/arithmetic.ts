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
  /** a + b; integers wrap. */
  add<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** a - b; integers wrap. */
  sub<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** a * b; integers wrap. */
  mul<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * a / b: integers are truncated towards zero, and a divisor of 0 gives 0; floats follow IEEE
   * 754.
   */
  div<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * a to the power of b, in the type of a; b may be of another number type. Integers to integers
   * wrap; a float result becomes an integer by truncation, within the range of the type, with 0
   * for NaN. Floats to the power of 2, 3, 0.5, -1 and -2 are as if rounded once.
   */
  pow<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats | 'int32' | 'int64'>,
    b: B & Takes<B, Numbers>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The remainder of a / b with the sign of the divisor; with `fmod: 1` with that of the dividend,
   * as in C.
   */
  mod<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ModOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The larger of a and b, element by element; NaN wins, and 0 is larger than -0. `max` reduces.
   */
  maximum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The smaller of a and b, element by element; NaN wins, and -0 is smaller than 0. `min` reduces.
   */
  minimum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** -x; the lowest integer stays as it is. */
  neg<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The absolute value of x; the lowest integer stays as it is. */
  abs<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** -1, 0 or 1, as x is below, at or above 0; NaN stays. */
  sign<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The square root; NaN below 0. */
  sqrt<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** 1 / x. */
  reciprocal<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The exponential function, e to the power of x. */
  exp<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The natural logarithm; NaN below 0. */
  log<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The sine of x in radians. */
  sin<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The cosine of x in radians. */
  cos<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The hyperbolic tangent. */
  tanh<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The logistic function, 1 / (1 + exp(-x)). */
  sigmoid<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The rectified linear unit: the larger of x and 0. */
  relu<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The error function. */
  erf<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** log(1 + exp(x)). */
  softplus<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The largest whole number that is not above x. */
  floor<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The smallest whole number that is not below x. */
  ceil<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The nearest whole number; halves go to the even one. */
  round<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x where it is not negative, alpha * x elsewhere. */
  leakyRelu<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: LeakyReluOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x where it is not negative, slope * x elsewhere. The slope broadcasts to the shape of x, and x
   * never to another.
   */
  prelu<B extends Operand, Out extends TensorLike = Tensor<T>>(
    slope: B & Joins<T, WideNumbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x times the share of the normal distribution that lies below it. */
  gelu<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: GeluOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x kept between two scalars of its type, of which either may be left out. Where low is above
   * high the result is high.
   */
  clip<Low extends Operand, High extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    low?: (Low & Meets<TensorLike<T>, Low>) | undefined,
    high?: (High & Meets<TensorLike<T>, High>) | undefined,
    options?: ClipOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
