/** The functions of the engine and of its tensors: each is declared once, in the file of its family. */
import type { DType } from '../base/dtypes.js';
import type { SetOptions } from '../base/function-options.js';
import type { Meets, Operand, TensorLike } from '../base/types.js';
import type { ArithmeticFunctions } from './signatures/arithmetic.js';
import type { Form } from './signatures/forms.js';
import type { LogicFunctions } from './signatures/logic.js';
import type { MatrixFunctions } from './signatures/matrices.js';
import type { OrderingFunctions } from './signatures/ordering.js';
import type { Reductions } from './signatures/reductions.js';
import type { ShapeFunctions } from './signatures/shapes.js';
import type { VisionFunctions } from './signatures/vision.js';

/** The functions, as functions of the engine or as methods of a tensor. */
export interface Declared<As extends Form, T extends DType>
  extends ArithmeticFunctions<As, T>,
    LogicFunctions<As, T>,
    Reductions<As, T>,
    OrderingFunctions<As, T>,
    ShapeFunctions<As, T>,
    MatrixFunctions<As, T>,
    VisionFunctions<As, T> {}

/**
 * The functions of an engine. Each is an ONNX operator in its latest version, or in that of `opset`, and
 * accepts the element types that ONNX lists. All operands have one type unless the function specifies
 * otherwise. A number, or nested arrays of numbers, takes the type of the tensor it is combined with.
 *
 * The result is resident if any operand is; otherwise it is in a JavaScript array. With `out`, it is written
 * there, and `out` is returned.
 */
export interface Functions extends Declared<'function', DType> {}

declare module '../memory/tensor.js' {
  interface Tensor<T extends DType> extends Declared<'method', T> {
    /**
     * Writes values into the tensor, in place, and returns it. The values have its type, and are aligned with its
     * last axes. `where` has a start for each of the first axes; an axis without one begins at 0, and a single value
     * is written to the whole of it: `x.set(row, [1])`. With `{ mask }`, values that broadcast to the tensor are
     * written where the mask is true: `x.set(0, { mask: x.less(0) })`.
     */
    set<Values extends Operand>(
      values: Values & Meets<TensorLike<T>, Values>,
      where?: number | readonly number[] | SetOptions,
    ): this;
  }
}
