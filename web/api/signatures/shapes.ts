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
   * The elements of x, in the same order, with other dims. One of these may be -1, and follows
   * from the rest. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Reshape.html | ONNX Reshape}
   */
  reshape<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The axes of x in another order: axis i of the result is axis perm[i] of x. Default: reversed.
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
   * @see {@link https://onnx.ai/onnx/operators/onnx__Expand.html | ONNX Expand}
   */
  expand<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x without these axes, which must have size 1. Default: every axis of size 1. The result shares
   * the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Squeeze.html | ONNX Squeeze}
   */
  squeeze<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x with new axes of size 1, at these positions of the result, which shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Unsqueeze.html | ONNX Unsqueeze}
   */
  unsqueeze<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    axes: number | readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * The elements of x along one axis; with `axis`, along two: the axes before it, and those from
   * it on. The result shares the memory of x.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Flatten.html | ONNX Flatten}
   */
  flatten<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Tensors of one type joined along an axis that they have (default: 0); the other axes must be
   * equal.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Concat.html | ONNX Concat}
   */
  concat<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly (X & Alike<X>)[],
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Tensors of one type and shape joined along a new axis (default: 0).
   */
  stack<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    tensors: readonly (X & Alike<X>)[],
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * x split along an axis (default: 0) into equal parts, or into parts of these sizes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Split.html | ONNX Split}
   */
  split<X extends Operand>(
    x: X,
    parts: number | readonly number[],
    options?: number | Omit<AxisOptions, 'out'>,
  ): Tensor<CommonType<X>>[];

  /**
   * The part of x from each start up to, but not including, its end. Negative numbers count from
   * the end of the axis, and ends past it are clamped.
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
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gather.html | ONNX Gather}
   */
  gather<X extends Operand, At extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    indices: At & Takes<At, Indices>,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * x repeated along each of its axes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Tile.html | ONNX Tile}
   */
  tile<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    repeats: readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * x padded by as many elements as `pads` says: the numbers for the beginning of each axis, then
   * those for the end of each. Negative numbers crop.
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
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;
}
