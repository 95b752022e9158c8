/** The signatures of the functions in `functions.ts`, a file for each family. */
import type { ArithmeticFunctions } from './signatures/arithmetic.js';
import type { LogicFunctions } from './signatures/logic.js';
import type { MatrixFunctions } from './signatures/matrices.js';
import type { OrderingFunctions } from './signatures/ordering.js';
import type { Reductions } from './signatures/reductions.js';
import type { ShapeFunctions } from './signatures/shapes.js';
import type { VisionFunctions } from './signatures/vision.js';

/**
 * The functions of an engine. Each is an ONNX operator in its latest version, or in that of `opset`, and
 * accepts the element types that ONNX lists. All operands have one type unless the function specifies
 * otherwise. A number, or nested arrays of numbers, takes the type of the tensor it is combined with.
 *
 * The result is resident if any operand is; otherwise it is in a JavaScript array. With `out`, it is written
 * there, and `out` is returned.
 */
export interface Functions
  extends ArithmeticFunctions,
    LogicFunctions,
    Reductions,
    OrderingFunctions,
    ShapeFunctions,
    MatrixFunctions,
    VisionFunctions {}
