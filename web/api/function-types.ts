/** The signatures of the functions in `functions.ts`. */
import type { DType } from '../base/dtypes.js';
import type {
  ArgOptions,
  ArithmeticOptions,
  AxisOptions,
  BitShiftOptions,
  ClipOptions,
  GeluOptions,
  GemmOptions,
  IsInfOptions,
  LeakyReluOptions,
  MatMulOptions,
  ModOptions,
  NormalizationOptions,
  OneHotOptions,
  OperatorOptions,
  PadOptions,
  ReduceOptions,
  SliceOptions,
} from '../base/function-options.js';
import type {
  CommonType,
  Floats,
  Indices,
  Integers,
  Into,
  Meets,
  Numbers,
  Operand,
  SignedIntegers,
  Takes,
  TensorLike,
  WideNumbers,
} from '../base/types.js';
import type { Tensor } from '../memory/tensor.js';

/**
 * The functions of an engine. Each is an operator of ONNX in its newest version, or in that of `opset`,
 * and takes the element types that ONNX gives it; all operands have one type, but where the function says
 * otherwise, and a number, or nested arrays of numbers, take the type of the tensor that they meet.
 *
 * The result is resident where any operand is, and otherwise in an array of its own; with `out` it is
 * written there, and `out` is returned.
 */
export interface Functions {
  /**
   * a + b; integers wrap.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Add.html | ONNX Add}
   */
  add<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * a - b; integers wrap.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sub.html | ONNX Sub}
   */
  sub<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * a * b; integers wrap.
   *
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
   *
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
   * for NaN.
   *
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
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mod.html | ONNX Mod}
   */
  mod<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ModOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The larger of a and b, element by element; NaN wins, and 0 is larger than -0. `max` reduces.
   *
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
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Min.html | ONNX Min}
   */
  minimum<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * -x; the lowest integer stays.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Neg.html | ONNX Neg}
   */
  neg<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The magnitude of x; the lowest integer stays.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Abs.html | ONNX Abs}
   */
  abs<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * -1, 0 or 1, as x is below, at or above 0; NaN stays.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sign.html | ONNX Sign}
   */
  sign<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The square root; NaN below 0.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sqrt.html | ONNX Sqrt}
   */
  sqrt<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * 1 / x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reciprocal.html | ONNX Reciprocal}
   */
  reciprocal<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * e to the power of x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Exp.html | ONNX Exp}
   */
  exp<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The natural logarithm; NaN below 0.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Log.html | ONNX Log}
   */
  log<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The sine of x in radians.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sin.html | ONNX Sin}
   */
  sin<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The cosine of x in radians.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cos.html | ONNX Cos}
   */
  cos<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The hyperbolic tangent.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tanh.html | ONNX Tanh}
   */
  tanh<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * 1 / (1 + exp(-x)).
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sigmoid.html | ONNX Sigmoid}
   */
  sigmoid<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The larger of x and 0.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Relu.html | ONNX Relu}
   */
  relu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats | SignedIntegers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The error function.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Erf.html | ONNX Erf}
   */
  erf<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * log(1 + exp(x)).
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softplus.html | ONNX Softplus}
   */
  softplus<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The largest whole number that is not above x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Floor.html | ONNX Floor}
   */
  floor<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The smallest whole number that is not below x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Ceil.html | ONNX Ceil}
   */
  ceil<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The nearest whole number; halves go to the even one.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Round.html | ONNX Round}
   */
  round<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x where it is not negative, alpha * x elsewhere.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__LeakyRelu.html | ONNX LeakyRelu}
   */
  leakyRelu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: LeakyReluOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x where it is not negative, slope * x elsewhere. The slope broadcasts to the shape of x, and
   * x never to another.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__PRelu.html | ONNX PRelu}
   */
  prelu<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, WideNumbers>,
    slope: B & Takes<B, WideNumbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * x times the share of the normal distribution that lies below it.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gelu.html | ONNX Gelu}
   */
  gelu<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: GeluOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x kept between two scalars of its type, of which either may be left out. Where low is above
   * high the result is high.
   *
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

  /**
   * Whether both hold.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__And.html | ONNX And}
   */
  and<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, 'bool'>,
    b: B & Takes<B, 'bool'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether either holds.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Or.html | ONNX Or}
   */
  or<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, 'bool'>,
    b: B & Takes<B, 'bool'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether just one holds.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Xor.html | ONNX Xor}
   */
  xor<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, 'bool'>,
    b: B & Takes<B, 'bool'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether x does not hold.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Not.html | ONNX Not}
   */
  not<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, 'bool'>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether a equals b. NaN equals nothing, and -0 equals 0; strings are compared as a whole.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Equal.html | ONNX Equal}
   */
  equal<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers | 'bool' | 'string'>,
    b: B & Takes<B, Numbers | 'bool' | 'string'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether a differs from b; so does NaN from everything.
   */
  notEqual<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers | 'bool' | 'string'>,
    b: B & Takes<B, Numbers | 'bool' | 'string'> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether a > b; false where either is NaN.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Greater.html | ONNX Greater}
   */
  greater<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether a < b; false where either is NaN.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Less.html | ONNX Less}
   */
  less<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether a >= b; false where either is NaN. From opset 12 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__GreaterOrEqual.html | ONNX GreaterOrEqual}
   */
  greaterOrEqual<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether a <= b; false where either is NaN. From opset 12 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__LessOrEqual.html | ONNX LessOrEqual}
   */
  lessOrEqual<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether x is NaN.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__IsNaN.html | ONNX IsNaN}
   */
  isNaN<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether x is infinite.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__IsInf.html | ONNX IsInf}
   */
  isInf<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, Floats>,
    options?: IsInfOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * x where the condition holds, y elsewhere. The condition is bool, and all three broadcast.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Where.html | ONNX Where}
   */
  where<
    C extends Operand,
    X extends Operand,
    Y extends Operand,
    Out extends TensorLike = Tensor<CommonType<X, Y>>,
  >(
    condition: C & Takes<C, 'bool'>,
    x: X,
    y: Y & Meets<X, Y>,
    options?: OperatorOptions<Out> & Into<CommonType<X, Y>, Out>,
  ): NoInfer<Out>;

  /**
   * x shifted by as many bits as `amount` says. Bits shifted past the width are lost; an amount
   * of the width or more leaves 0, or -1 of a negative x shifted to the right.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitShift.html | ONNX BitShift}
   */
  bitShift<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, Integers>,
    amount: B & Takes<B, Integers> & Meets<A, B>,
    options: BitShiftOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The bits that both integers have. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseAnd.html | ONNX BitwiseAnd}
   */
  bitwiseAnd<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, Integers>,
    b: B & Takes<B, Integers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The bits that either integer has. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseOr.html | ONNX BitwiseOr}
   */
  bitwiseOr<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, Integers>,
    b: B & Takes<B, Integers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The bits that just one of the integers has. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseXor.html | ONNX BitwiseXor}
   */
  bitwiseXor<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, Integers>,
    b: B & Takes<B, Integers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * The bits that x does not have. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseNot.html | ONNX BitwiseNot}
   */
  bitwiseNot<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Integers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The sum along the axes; integers wrap. Of no elements: 0.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceSum.html | ONNX ReduceSum}
   */
  sum<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: ReduceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The mean along the axes, in the type of x: of integers, truncated.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMean.html | ONNX ReduceMean}
   */
  mean<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: ReduceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The largest element along the axes; NaN where there is one.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMax.html | ONNX ReduceMax}
   */
  max<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: ReduceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The smallest element along the axes; NaN where there is one.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMin.html | ONNX ReduceMin}
   */
  min<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: ReduceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The product along the axes; integers wrap. Of no elements: 1.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceProd.html | ONNX ReduceProd}
   */
  prod<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: ReduceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Whether all elements along the axes hold.
   */
  all<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, 'bool'>,
    options?: ReduceOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Whether any element along the axes holds.
   */
  any<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, 'bool'>,
    options?: ReduceOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * The index of the largest element along the axis, or among all; of equals the first, and NaN
   * counts as the largest.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ArgMax.html | ONNX ArgMax}
   */
  argMax<X extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    x: X & Takes<X, Numbers>,
    options?: ArgOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /**
   * The index of the smallest element along the axis, or among all; of equals the first, and NaN
   * counts as the smallest.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__ArgMin.html | ONNX ArgMin}
   */
  argMin<X extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    x: X & Takes<X, Numbers>,
    options?: ArgOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /**
   * exp(x) divided by its sum along the axis (default: -1), computed so that nothing overflows.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softmax.html | ONNX Softmax}
   */
  softmax<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: AxisOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The logarithm of `softmax` along the axis (default: -1).
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__LogSoftmax.html | ONNX LogSoftmax}
   */
  logSoftmax<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: AxisOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x minus its mean, divided by its standard deviation, over the axes from `axis` on; times the
   * scale, plus the bias.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__LayerNormalization.html | ONNX LayerNormalization}
   */
  layerNormalization<
    X extends Operand,
    Scale extends Operand,
    Bias extends Operand,
    Out extends TensorLike = Tensor<CommonType<X>>,
  >(
    x: X & Takes<X, Floats>,
    scale: Scale & Meets<X, Scale>,
    bias?: (Bias & Meets<X, Bias>) | undefined,
    options?: NormalizationOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The elements of x, in their order, under other dims; one of them may be -1, for what is
   * left. It shares the memory of x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reshape.html | ONNX Reshape}
   */
  reshape<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The axes of x in another order: result axis i is axis perm[i] of x. Default: reversed.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Transpose.html | ONNX Transpose}
   */
  transpose<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    perm?: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x broadcast to meet `dims`: a 1 there keeps the size of x, so that the result need not have
   * the dims that were asked for.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Expand.html | ONNX Expand}
   */
  expand<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x without these axes, which have size 1. Default: all of size 1. It shares the memory of x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Squeeze.html | ONNX Squeeze}
   */
  squeeze<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes?: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x with new axes of size 1, at these positions of the result. It shares the memory of x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Unsqueeze.html | ONNX Unsqueeze}
   */
  unsqueeze<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The elements of x along one axis; with `axis`, along two: the axes before it, and those from
   * it on. It shares the memory of x.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Flatten.html | ONNX Flatten}
   */
  flatten<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    options?: AxisOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Tensors of one type joined along an axis that they have (default: 0); the other axes must be
   * equal.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Concat.html | ONNX Concat}
   */
  concat<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly X[],
    options?: AxisOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Tensors of one type and shape joined along a new axis (default: 0).
   */
  stack<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly X[],
    options?: AxisOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x cut along an axis (default: 0) into equal parts, or into parts of these sizes.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Split.html | ONNX Split}
   */
  split<X extends Operand>(
    x: X,
    parts: number | readonly number[],
    options?: Omit<AxisOptions, 'out'>,
  ): Tensor<CommonType<X>>[];

  /**
   * The part of x from each start up to its end, which is not in it. Negative ones count from
   * the end of the axis, and ends past it are cut.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Slice.html | ONNX Slice}
   */
  slice<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    starts: readonly number[],
    ends: readonly number[],
    options?: SliceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The parts of x at these indices along an axis (default: 0), which count from the end where
   * they are negative.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gather.html | ONNX Gather}
   */
  gather<X extends Operand, At extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    indices: At & Takes<At, Indices>,
    options?: AxisOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x repeated along each of its axes.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tile.html | ONNX Tile}
   */
  tile<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    repeats: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x with as many elements more at the beginning of each axis, then at the end of each, as
   * `pads` says; negative ones cut.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pad.html | ONNX Pad}
   */
  pad<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    pads: readonly number[],
    options?: PadOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x with these axes reversed. Default: all.
   */
  flip<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes?: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The matrix product over the last two axes, (…,m,k) by (…,k,n); the axes before them
   * broadcast, and an operand of rank 1 is a row on the left or a column on the right, whose
   * axis the result does not have.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__MatMul.html | ONNX MatMul}
   */
  matMul<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, WideNumbers>,
    b: B & Takes<B, WideNumbers> & Meets<A, B>,
    options?: MatMulOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n), with C broadcast to (m,n)
   * or left out.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  gemm<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, WideNumbers>,
    b: B & Meets<A, B>,
    options?: GemmOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;
  /**
   * alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n), with C broadcast to (m,n)
   * or left out.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  gemm<
    A extends Operand,
    B extends Operand,
    C extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, WideNumbers>,
    b: B & Meets<A, B>,
    c: (C & Meets<A, C>) | undefined,
    options?: GemmOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * x in another type. Floats are truncated to integers; what is out of the range of the type
   * goes to its nearest end, and NaN to 0.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cast.html | ONNX Cast}
   */
  cast<To extends DType, Out extends TensorLike = Tensor<To>>(
    x: Operand,
    type: To,
    options?: OperatorOptions<Out> & Into<To, Out>,
  ): NoInfer<Out>;

  /**
   * Two strings joined, element by element. From opset 20 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__StringConcat.html | ONNX StringConcat}
   */
  stringConcat<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'string'>>(
    a: A & Takes<A, 'string'>,
    b: B & Takes<B, 'string'> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'string', Out>,
  ): NoInfer<Out>;

  /**
   * For each index a vector of `depth` elements, 1 at the index and 0 elsewhere. Negative
   * indices count from the end; one that is out of range gives 0 everywhere.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__OneHot.html | ONNX OneHot}
   */
  oneHot<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    indices: Operand,
    depth: number,
    options?: OneHotOptions<Out, To> & Into<To, Out>,
  ): NoInfer<Out>;
}
