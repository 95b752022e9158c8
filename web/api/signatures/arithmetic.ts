import type {
  ArithmeticOptions,
  ClipOptions,
  GeluOptions,
  LeakyReluOptions,
  ModOptions,
  OperatorOptions,
} from '../../base/function-options.js';
import type {
  CommonType,
  Floats,
  Into,
  Meets,
  Numbers,
  Operand,
  SignedIntegers,
  Takes,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Arithmetic, and functions of one number. */
export interface ArithmeticFunctions {
  /**
   * Returns a + b. Integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Add.html | ONNX Add}
   */
  add<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns a - b. Integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sub.html | ONNX Sub}
   */
  sub<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns a * b. Integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mul.html | ONNX Mul}
   */
  mul<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns a / b. Integers are truncated towards zero, and division by 0 returns 0. Floats follow
   * IEEE 754.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Div.html | ONNX Div}
   */
  div<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns a to the power of b, in the type of a; b may have another numeric type. Integer powers of
   * integers wrap. If a is an integer and b a float, the result is truncated and clamped to the range
   * of the type; NaN becomes 0. Float powers of 2, 3, 0.5, -1 and -2 are correctly rounded.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pow.html | ONNX Pow}
   */
  pow<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A>>>(
    a: A & Takes<A, Floats | 'int32' | 'int64'>,
    b: B & Takes<B, Numbers>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the remainder of a / b, with the sign of the divisor, or of the dividend with `fmod: 1`,
   * as in C.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mod.html | ONNX Mod}
   */
  mod<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ModOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the elementwise maximum of a and b. NaN propagates, and 0 is larger than -0. For the
   * maximum along axes, use `max`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Max.html | ONNX Max}
   */
  maximum<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the elementwise minimum of a and b. NaN propagates, and -0 is smaller than 0. For the
   * minimum along axes, use `min`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Min.html | ONNX Min}
   */
  minimum<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns -x. The most negative integer is returned unchanged.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Neg.html | ONNX Neg}
   */
  neg<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the absolute value of x. The most negative integer is returned unchanged.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Abs.html | ONNX Abs}
   */
  abs<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the sign of x: -1, 0 or 1. NaN is unchanged.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sign.html | ONNX Sign}
   */
  sign<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the square root; NaN if x is negative.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sqrt.html | ONNX Sqrt}
   */
  sqrt<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns 1 / x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reciprocal.html | ONNX Reciprocal}
   */
  reciprocal<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns e to the power of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Exp.html | ONNX Exp}
   */
  exp<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the natural logarithm; NaN if x is negative.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Log.html | ONNX Log}
   */
  log<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the sine of x, in radians.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sin.html | ONNX Sin}
   */
  sin<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the cosine of x, in radians.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cos.html | ONNX Cos}
   */
  cos<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the hyperbolic tangent.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tanh.html | ONNX Tanh}
   */
  tanh<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the logistic function, 1 / (1 + exp(-x)).
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sigmoid.html | ONNX Sigmoid}
   */
  sigmoid<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the rectified linear unit: the maximum of x and 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Relu.html | ONNX Relu}
   */
  relu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the error function.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Erf.html | ONNX Erf}
   */
  erf<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns log(1 + exp(x)).
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softplus.html | ONNX Softplus}
   */
  softplus<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Rounds down to an integer.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Floor.html | ONNX Floor}
   */
  floor<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Rounds up to an integer.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Ceil.html | ONNX Ceil}
   */
  ceil<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Rounds to the nearest integer; halves are rounded to even.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Round.html | ONNX Round}
   */
  round<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns x for x ≥ 0, otherwise alpha * x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LeakyRelu.html | ONNX LeakyRelu}
   */
  leakyRelu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: LeakyReluOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns x for x ≥ 0, otherwise slope * x. The slope broadcasts to the shape of x;
   * x is never broadcast.
   * @see {@link https://onnx.ai/onnx/operators/onnx__PRelu.html | ONNX PRelu}
   */
  prelu<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, WideNumbers>,
    slope: B & Takes<B, WideNumbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns x · Φ(x), where Φ is the cumulative distribution function of the standard normal
   * distribution.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gelu.html | ONNX Gelu}
   */
  gelu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: GeluOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Limits x to the range between two scalars of its type, either of which may be omitted. If low is
   * above high, the result is high.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Clip.html | ONNX Clip}
   */
  clip<
    X extends Operand,
    Low extends Operand,
    High extends Operand,
    Out extends TensorLike = Tensor<CommonType<X, Low, High>>,
  >(
    x: X & Takes<X, Numbers>,
    low?: (Low & Meets<X, Low>) | undefined,
    high?: (High & Meets<X, High>) | undefined,
    options?: ClipOptions<Out> & Into<CommonType<X, Low, High>, Out>,
  ): NoInfer<Out>;
}
