import type { NonMaxSuppressionOptions, ResizeOptions } from '../../base/function-options.js';
import type { CommonType, Into, Numbers, Operand, Takes, TensorLike } from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Images, and detected boxes. */
export interface VisionFunctions {
  /**
   * Resizes x by interpolation, to `sizes` or by `scales`. ONNX's attributes are options with names like
   * `nearestMode`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Resize.html | ONNX Resize}
   */
  resize<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers | 'bool'>,
    options?: ResizeOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the boxes that remain after dropping those that overlap a better one of their class. Boxes have
   * shape (batch,count,4), scores (batch,classes,count). Each row of the result has the indices of an image,
   * a class and a box.
   * @see {@link https://onnx.ai/onnx/operators/onnx__NonMaxSuppression.html | ONNX NonMaxSuppression}
   */
  nonMaxSuppression<
    Boxes extends Operand,
    Scores extends Operand,
    Out extends TensorLike = Tensor<'int64'>,
  >(
    boxes: Boxes & Takes<Boxes, 'float32'>,
    scores: Scores & Takes<Scores, 'float32'>,
    options?: NonMaxSuppressionOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;
}
