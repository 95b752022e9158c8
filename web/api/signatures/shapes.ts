import type {
  AxisOptions,
  OperatorOptions,
  PadOptions,
  SliceOptions,
} from '../../base/function-options.js';
import type {
  Alike,
  CommonType,
  Indices,
  Into,
  Operand,
  Takes,
  TensorLike,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Tensors under other shapes, and in other orders. */
export interface ShapeFunctions {
  /**
   * Returns the elements of x, in the same order, with another shape. One size may be -1, which is then
   * inferred. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reshape.html | ONNX Reshape}
   */
  reshape<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Permutes the axes of x: axis i of the result is axis perm[i] of x. Default: reversed.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Transpose.html | ONNX Transpose}
   */
  transpose<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    perm?: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Broadcasts x and `dims` together. A 1 in `dims` keeps the size of x, so the result may be larger
   * than `dims`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Expand.html | ONNX Expand}
   */
  expand<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Removes axes of size 1. Default: every axis of size 1. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Squeeze.html | ONNX Squeeze}
   */
  squeeze<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Inserts axes of size 1 at these positions of the result, which shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Unsqueeze.html | ONNX Unsqueeze}
   */
  unsqueeze<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes: number | readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the elements of x along one axis, or, with `axis`, as a matrix: the axes before it become
   * the rows, the others the columns. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Flatten.html | ONNX Flatten}
   */
  flatten<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Joins tensors of the same type along an existing axis (default: 0). The other axes must have equal
   * sizes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Concat.html | ONNX Concat}
   */
  concat<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly (X & Alike<X>)[],
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Joins tensors of the same type and shape along a new axis (default: 0).
   */
  stack<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly (X & Alike<X>)[],
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Splits x along an axis (default: 0) into equal parts, or into parts of the given sizes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Split.html | ONNX Split}
   */
  split<X extends Operand>(
    x: X,
    parts: number | readonly number[],
    options?: number | Omit<AxisOptions, 'out'>,
  ): Tensor<CommonType<X>>[];

  /**
   * Returns the part of x from each start up to, but not including, its end. Negative numbers count from
   * the end of the axis; ends beyond it are clamped.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Slice.html | ONNX Slice}
   */
  slice<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    starts: readonly number[],
    ends: readonly number[],
    options?: SliceOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the slices of x at these indices along an axis (default: 0). Negative indices count from
   * the end.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gather.html | ONNX Gather}
   */
  gather<X extends Operand, At extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    indices: At & Takes<At, Indices>,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Repeats x along each of its axes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tile.html | ONNX Tile}
   */
  tile<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    repeats: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Pads x. `pads` lists the number of elements to add before each axis, then the number to add after each.
   * Negative numbers crop.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pad.html | ONNX Pad}
   */
  pad<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    pads: readonly number[],
    options?: PadOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Reverses x along these axes. Default: all.
   */
  flip<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;
}
