import type { DType } from '../../base/dtypes.js';
import type { AxisOptions, PadOptions, SliceOptions } from '../../base/function-options.js';
import type { Indices } from '../../base/types.js';
import type { Form, Indexing, Joining, Moving, Split } from './forms.js';

/** Tensors under other shapes, and in other orders. */
export interface ShapeFunctions<As extends Form, T extends DType> {
  /**
   * Returns the elements of x, in the same order, with another shape. One size may be -1, which is then
   * inferred. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reshape.html | ONNX Reshape}
   */
  reshape: Moving<T, [dims: readonly number[]]>[As];
  /**
   * Permutes the axes of x: axis i of the result is axis perm[i] of x. Default: reversed.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Transpose.html | ONNX Transpose}
   */
  transpose: Moving<T, [perm?: readonly number[]]>[As];
  /**
   * Broadcasts x and `dims` together. A 1 in `dims` keeps the size of x, so the result may be larger than
   * `dims`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Expand.html | ONNX Expand}
   */
  expand: Moving<T, [dims: readonly number[]]>[As];
  /**
   * Removes axes of size 1. Default: every axis of size 1. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Squeeze.html | ONNX Squeeze}
   */
  squeeze: Moving<T, [axes?: number | readonly number[]]>[As];
  /**
   * Inserts axes of size 1 at these positions of the result, which shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Unsqueeze.html | ONNX Unsqueeze}
   */
  unsqueeze: Moving<T, [axes: number | readonly number[]]>[As];
  /**
   * Returns the elements of x along one axis, or, with `axis`, as a matrix: the axes before it become the
   * rows, the others the columns. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Flatten.html | ONNX Flatten}
   */
  flatten: Moving<T, [], number | AxisOptions>[As];
  /**
   * Joins tensors of the same type along an existing axis (default: 0). The other axes must have equal sizes.
   * As a method, the tensor is the first.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Concat.html | ONNX Concat}
   */
  concat: Joining<T>[As];
  /**
   * Joins tensors of the same type and shape along a new axis (default: 0). As a method, the tensor is the
   * first.
   */
  stack: Joining<T>[As];
  /**
   * Splits x along an axis (default: 0) into equal parts, or into parts of the given sizes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Split.html | ONNX Split}
   */
  split: Split<T>[As];
  /**
   * Returns the part of x from each start up to, but not including, its end. Negative numbers count from the
   * end of the axis; ends beyond it are clamped.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Slice.html | ONNX Slice}
   */
  slice: Moving<T, [starts: readonly number[], ends: readonly number[]], SliceOptions>[As];
  /**
   * Returns the slices of x at these indices along an axis (default: 0). Negative indices count from the end.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gather.html | ONNX Gather}
   */
  gather: Indexing<T, Indices>[As];
  /**
   * Repeats x along each of its axes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tile.html | ONNX Tile}
   */
  tile: Moving<T, [repeats: readonly number[]]>[As];
  /**
   * Pads x. `pads` lists the number of elements to add before each axis, then the number to add after each.
   * Negative numbers crop.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pad.html | ONNX Pad}
   */
  pad: Moving<T, [pads: readonly number[]], PadOptions>[As];
  /** Reverses x along these axes. Default: all. */
  flip: Moving<T, [axes?: number | readonly number[]]>[As];
}
