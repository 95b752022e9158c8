import type { DType } from '../../base/dtypes.js';
import type { ResizeOptions } from '../../base/function-options.js';
import type { Numbers } from '../../base/types.js';
import type { Form, NonMaxSuppression, Unary } from './forms.js';

/** Images, and detected boxes. */
export interface VisionFunctions<As extends Form, T extends DType> {
  /**
   * Resizes x by interpolation, to `sizes` or by `scales`. ONNX's attributes are options with names like
   * `nearestMode`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Resize.html | ONNX Resize}
   */
  resize: Unary<T, Numbers | 'bool', ResizeOptions>[As];
  /**
   * Returns the boxes that remain after dropping those that overlap a better one of their class. Boxes have
   * shape (batch,count,4), scores (batch,classes,count). Each row of the result has the indices of an image,
   * a class and a box. As a method, the tensor is boxes.
   * @see {@link https://onnx.ai/onnx/operators/onnx__NonMaxSuppression.html | ONNX NonMaxSuppression}
   */
  nonMaxSuppression: NonMaxSuppression<T>[As];
}
