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
   * a + b; integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Add.html | ONNX Add}
   */
  add<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * a - b; integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sub.html | ONNX Sub}
   */
  sub<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * a * b; integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mul.html | ONNX Mul}
   */
  mul<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * a / b: integers are truncated towards zero, and a divisor of 0 gives 0; floats follow IEEE
   * 754.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Div.html | ONNX Div}
   */
  div<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * a to the power of b, in the type of a; b may be of another number type. Integers to integers
   * wrap; a float result becomes an integer by truncation, within the range of the type, with 0
   * for NaN. Floats to the power of 2, 3, 0.5, -1 and -2 are as if rounded once.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pow.html | ONNX Pow}
   */
  pow<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A>>>(
    a: A & Takes<A, Floats | 'int32' | 'int64'>,
    b: B & Takes<B, Numbers>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A>, Out>,
  ): NoInfer<Out>;

  /**
   * The remainder of a / b with the sign of the divisor; with `fmod: 1` with that of the
   * dividend, as in C.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mod.html | ONNX Mod}
   */
  mod<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ModOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The larger of a and b, element by element; NaN wins, and 0 is larger than -0. `max` reduces.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Max.html | ONNX Max}
   */
  maximum<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The smaller of a and b, element by element; NaN wins, and -0 is smaller than 0. `min`
   * reduces.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Min.html | ONNX Min}
   */
  minimum<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * -x; the lowest integer stays as it is.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Neg.html | ONNX Neg}
   */
  neg<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The absolute value of x; the lowest integer stays as it is.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Abs.html | ONNX Abs}
   */
  abs<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * -1, 0 or 1, as x is below, at or above 0; NaN stays.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sign.html | ONNX Sign}
   */
  sign<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The square root; NaN below 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sqrt.html | ONNX Sqrt}
   */
  sqrt<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * 1 / x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reciprocal.html | ONNX Reciprocal}
   */
  reciprocal<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The exponential function, e to the power of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Exp.html | ONNX Exp}
   */
  exp<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The natural logarithm; NaN below 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Log.html | ONNX Log}
   */
  log<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The sine of x in radians.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sin.html | ONNX Sin}
   */
  sin<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The cosine of x in radians.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cos.html | ONNX Cos}
   */
  cos<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The hyperbolic tangent.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tanh.html | ONNX Tanh}
   */
  tanh<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The logistic function, 1 / (1 + exp(-x)).
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sigmoid.html | ONNX Sigmoid}
   */
  sigmoid<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The rectified linear unit: the larger of x and 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Relu.html | ONNX Relu}
   */
  relu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The error function.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Erf.html | ONNX Erf}
   */
  erf<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * log(1 + exp(x)).
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softplus.html | ONNX Softplus}
   */
  softplus<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The largest whole number that is not above x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Floor.html | ONNX Floor}
   */
  floor<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The smallest whole number that is not below x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Ceil.html | ONNX Ceil}
   */
  ceil<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The nearest whole number; halves go to the even one.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Round.html | ONNX Round}
   */
  round<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x where it is not negative, alpha * x elsewhere.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LeakyRelu.html | ONNX LeakyRelu}
   */
  leakyRelu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: LeakyReluOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x where it is not negative, slope * x elsewhere. The slope broadcasts to the shape of x, and
   * x never to another.
   * @see {@link https://onnx.ai/onnx/operators/onnx__PRelu.html | ONNX PRelu}
   */
  prelu<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, WideNumbers>,
    slope: B & Takes<B, WideNumbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * x times the share of the normal distribution that lies below it.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gelu.html | ONNX Gelu}
   */
  gelu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: GeluOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x kept between two scalars of its type, of which either may be left out. Where low is above
   * high the result is high.
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
