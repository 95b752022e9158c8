import type { DType } from '../../base/dtypes.js';
import type {
  ArgOptions,
  AxisOptions,
  CumSumOptions,
  NormOptions,
  ReduceOptions,
} from '../../base/function-options.js';
import type { Floats, Numbers, WideNumbers } from '../../base/types.js';
import type { Form, LayerNormalization, Unary } from './forms.js';

/** Reductions over axes, and normalisations along them. */
export interface Reductions<As extends Form, T extends DType> {
  /**
   * Returns the sum along the axes. Integers wrap. The sum of no elements is 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceSum.html | ONNX ReduceSum}
   */
  sum: Unary<T, WideNumbers, number | ReduceOptions>[As];
  /**
   * Returns the mean along the axes, in the type of x; truncated for integers.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMean.html | ONNX ReduceMean}
   */
  mean: Unary<T, WideNumbers, number | ReduceOptions>[As];
  /**
   * Returns the largest element along the axes; NaN if any element is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMax.html | ONNX ReduceMax}
   */
  max: Unary<T, WideNumbers | 'int8' | 'uint8' | 'bool', number | ReduceOptions>[As];
  /**
   * Returns the smallest element along the axes; NaN if any element is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMin.html | ONNX ReduceMin}
   */
  min: Unary<T, WideNumbers | 'int8' | 'uint8' | 'bool', number | ReduceOptions>[As];
  /**
   * Returns the product along the axes. Integers wrap. The product of no elements is 1.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceProd.html | ONNX ReduceProd}
   */
  prod: Unary<T, WideNumbers, number | ReduceOptions>[As];
  /** Returns true where all elements along the axes are true. */
  all: Unary<T, 'bool', number | ReduceOptions, 'bool'>[As];
  /** Returns true where any element along the axes is true. */
  any: Unary<T, 'bool', number | ReduceOptions, 'bool'>[As];
  /** Returns the standard deviation along the axes: the root of `variance`. */
  std: Unary<T, Floats, number | ReduceOptions>[As];
  /**
   * Returns the mean square of the deviations from the mean along the axes, like NumPy's `var`. 16-bit floats
   * are computed in float32.
   */
  variance: Unary<T, Floats, number | ReduceOptions>[As];
  /** Returns the norm along the axes: the Euclidean norm, or that of another `order`. */
  norm: Unary<T, Floats, number | NormOptions>[As];
  /**
   * Returns log(Σ exp(x)) along the axes, computed without overflow.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceLogSumExp.html | ONNX ReduceLogSumExp}
   */
  logSumExp: Unary<T, Floats, number | ReduceOptions>[As];
  /**
   * Returns the running sums along the axis; without one, of all elements in order, as in NumPy. Integers
   * wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__CumSum.html | ONNX CumSum}
   */
  cumSum: Unary<T, WideNumbers, number | CumSumOptions>[As];
  /**
   * Returns the index of the largest element along the axis, or among all elements. Of equal elements, the
   * first counts; NaN counts as the largest.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ArgMax.html | ONNX ArgMax}
   */
  argMax: Unary<T, Numbers, number | ArgOptions, 'int64'>[As];
  /**
   * Returns the index of the smallest element along the axis, or among all elements. Of equal elements, the
   * first counts; NaN counts as the smallest.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ArgMin.html | ONNX ArgMin}
   */
  argMin: Unary<T, Numbers, number | ArgOptions, 'int64'>[As];
  /**
   * Returns exp(x) divided by its sum along the axis (default: -1), computed without overflow.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softmax.html | ONNX Softmax}
   */
  softmax: Unary<T, Floats, number | AxisOptions>[As];
  /**
   * Returns the logarithm of `softmax` along the axis (default: -1).
   * @see {@link https://onnx.ai/onnx/operators/onnx__LogSoftmax.html | ONNX LogSoftmax}
   */
  logSoftmax: Unary<T, Floats, number | AxisOptions>[As];
  /**
   * Normalises x over the axes from `axis` to the last: subtracts the mean, divides by the standard
   * deviation, multiplies by the scale and adds the bias. Computes in float32, as ONNX does by default, even
   * for float64.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LayerNormalization.html | ONNX LayerNormalization}
   */
  layerNormalization: LayerNormalization<T>[As];
}
