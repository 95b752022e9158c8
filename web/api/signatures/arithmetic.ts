import type { DType } from '../../base/dtypes.js';
import type {
  ArithmeticOptions,
  GeluOptions,
  LeakyReluOptions,
  ModOptions,
} from '../../base/function-options.js';
import type { Floats, Numbers, SignedIntegers } from '../../base/types.js';
import type { Binary, Clip, Form, Pow, PRelu, Unary } from './forms.js';

/** Arithmetic, and functions of one number. */
export interface ArithmeticFunctions<As extends Form, T extends DType> {
  /**
   * Returns a + b. Integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Add.html | ONNX Add}
   */
  add: Binary<T, Numbers, ArithmeticOptions>[As];
  /**
   * Returns a - b. Integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sub.html | ONNX Sub}
   */
  sub: Binary<T, Numbers, ArithmeticOptions>[As];
  /**
   * Returns a * b. Integers wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mul.html | ONNX Mul}
   */
  mul: Binary<T, Numbers, ArithmeticOptions>[As];
  /**
   * Returns a / b. Integers are truncated towards zero, and division by 0 returns 0. Floats follow IEEE 754.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Div.html | ONNX Div}
   */
  div: Binary<T, Numbers, ArithmeticOptions>[As];
  /**
   * Returns a to the power of b, in the type of a; b may have another numeric type. Integer powers of
   * integers wrap. If a is an integer and b a float, the result is truncated and clamped to the range of the
   * type; NaN becomes 0. Float powers of 2, 3, 0.5, -1 and -2 are correctly rounded.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pow.html | ONNX Pow}
   */
  pow: Pow<T, Floats | 'int32' | 'int64', ArithmeticOptions>[As];
  /**
   * Returns the remainder of a / b, with the sign of the divisor, or of the dividend with `fmod: 1`, as in C.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mod.html | ONNX Mod}
   */
  mod: Binary<T, Numbers, ModOptions>[As];
  /**
   * Returns the elementwise maximum of a and b. NaN propagates, and 0 is larger than -0. For the maximum
   * along axes, use `max`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Max.html | ONNX Max}
   */
  maximum: Binary<T, Numbers>[As];
  /**
   * Returns the elementwise minimum of a and b. NaN propagates, and -0 is smaller than 0. For the minimum
   * along axes, use `min`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Min.html | ONNX Min}
   */
  minimum: Binary<T, Numbers>[As];
  /**
   * Returns -x. The most negative integer is returned unchanged.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Neg.html | ONNX Neg}
   */
  neg: Unary<T, Floats | SignedIntegers>[As];
  /**
   * Returns the absolute value of x. The most negative integer is returned unchanged.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Abs.html | ONNX Abs}
   */
  abs: Unary<T, Numbers>[As];
  /**
   * Returns the sign of x: -1, 0 or 1. NaN is unchanged.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sign.html | ONNX Sign}
   */
  sign: Unary<T, Numbers>[As];
  /**
   * Returns the square root; NaN if x is negative.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sqrt.html | ONNX Sqrt}
   */
  sqrt: Unary<T, Floats>[As];
  /**
   * Returns 1 / x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reciprocal.html | ONNX Reciprocal}
   */
  reciprocal: Unary<T, Floats>[As];
  /**
   * Returns e to the power of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Exp.html | ONNX Exp}
   */
  exp: Unary<T, Floats>[As];
  /**
   * Returns the natural logarithm; NaN if x is negative.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Log.html | ONNX Log}
   */
  log: Unary<T, Floats>[As];
  /**
   * Returns the sine of x, in radians.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sin.html | ONNX Sin}
   */
  sin: Unary<T, Floats>[As];
  /**
   * Returns the cosine of x, in radians.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cos.html | ONNX Cos}
   */
  cos: Unary<T, Floats>[As];
  /**
   * Returns the hyperbolic tangent.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tanh.html | ONNX Tanh}
   */
  tanh: Unary<T, Floats>[As];
  /**
   * Returns the logistic function, 1 / (1 + exp(-x)).
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sigmoid.html | ONNX Sigmoid}
   */
  sigmoid: Unary<T, Floats>[As];
  /**
   * Returns the rectified linear unit: the maximum of x and 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Relu.html | ONNX Relu}
   */
  relu: Unary<T, Floats | SignedIntegers>[As];
  /**
   * Returns the error function.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Erf.html | ONNX Erf}
   */
  erf: Unary<T, Numbers>[As];
  /**
   * Returns log(1 + exp(x)).
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softplus.html | ONNX Softplus}
   */
  softplus: Unary<T, Floats>[As];
  /**
   * Rounds down to an integer.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Floor.html | ONNX Floor}
   */
  floor: Unary<T, Floats>[As];
  /**
   * Rounds up to an integer.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Ceil.html | ONNX Ceil}
   */
  ceil: Unary<T, Floats>[As];
  /**
   * Rounds to the nearest integer; halves are rounded to even.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Round.html | ONNX Round}
   */
  round: Unary<T, Floats>[As];
  /**
   * Returns x for x ≥ 0, otherwise alpha * x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LeakyRelu.html | ONNX LeakyRelu}
   */
  leakyRelu: Unary<T, Floats, LeakyReluOptions>[As];
  /**
   * Returns x for x ≥ 0, otherwise slope * x. The slope broadcasts to the shape of x; x is never broadcast.
   * @see {@link https://onnx.ai/onnx/operators/onnx__PRelu.html | ONNX PRelu}
   */
  prelu: PRelu<T>[As];
  /**
   * Returns x · Φ(x), where Φ is the cumulative distribution function of the standard normal distribution.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gelu.html | ONNX Gelu}
   */
  gelu: Unary<T, Floats, GeluOptions>[As];
  /**
   * Limits x to the range between two scalars of its type, either of which may be omitted. If low is above
   * high, the result is high.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Clip.html | ONNX Clip}
   */
  clip: Clip<T>[As];
}
