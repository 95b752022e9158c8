import type { DType } from '../../base/dtypes.js';
import type { AxisOptions, SortOptions } from '../../base/function-options.js';
import type { Indices, Numbers } from '../../base/types.js';
import type { Form, Indexing, Mask, Moving, TopK, Unary } from './forms.js';

/** Order, and selection by values. */
export interface OrderingFunctions<As extends Form, T extends DType> {
  /**
   * Returns the k largest or smallest elements along the axis (default: -1), in order, and their indices. Of
   * equal elements, the first counts; NaN counts as the largest.
   * @see {@link https://onnx.ai/onnx/operators/onnx__TopK.html | ONNX TopK}
   */
  topK: TopK<T>[As];
  /**
   * Returns the elements in ascending order along the axis (default: -1); NaN is last, or first if
   * `descending`.
   */
  sort: Unary<T, Numbers, number | SortOptions>[As];
  /**
   * Returns the indices that sort the elements along the axis (default: -1), as `sort` does. Equal elements
   * keep their order, as with NumPy's stable sort.
   */
  argSort: Unary<T, Numbers, number | SortOptions, 'int64'>[As];
  /**
   * Returns the parts of x where a condition is true, like NumPy's `x[condition]`. The condition is a bool
   * tensor that has the sizes of x from the axis (default: 0) on; these axes become one.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Compress.html | ONNX Compress}
   */
  mask: Mask<T>[As];
  /**
   * Returns the indices of the elements other than 0 as a tensor of shape (rank,count): a row for each axis.
   * @see {@link https://onnx.ai/onnx/operators/onnx__NonZero.html | ONNX NonZero}
   */
  nonZero: Unary<T, Numbers | 'bool', unknown, 'int64'>[As];
  /**
   * Returns the distinct elements in ascending order, or, along an axis, the distinct parts. For counts and
   * indices, use `run('Unique', [x], { outputs: 4 })`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Unique.html | ONNX Unique}
   */
  unique: Moving<T, [], number | AxisOptions>[As];
  /**
   * Returns the element of x at each index along the axis (default: -1), like NumPy's `take_along_axis`:
   * `x.takeAlong(x.argSort())` is sorted. Negative indices count from the end.
   * @see {@link https://onnx.ai/onnx/operators/onnx__GatherElements.html | ONNX GatherElements}
   */
  takeAlong: Indexing<T, Indices>[As];
}
