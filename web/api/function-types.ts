/** The signatures of the functions in `functions.ts`, a file for each family. */
import type { ArithmeticFunctions } from './signatures/arithmetic.js';
import type { LogicFunctions } from './signatures/logic.js';
import type { MatrixFunctions } from './signatures/matrices.js';
import type { Reductions } from './signatures/reductions.js';
import type { ShapeFunctions } from './signatures/shapes.js';

/**
 * The functions of an engine. Each is an operator of ONNX in its newest version, or in that of `opset`,
 * and takes the element types that ONNX gives it; all operands have one type, but where the function says
 * otherwise, and a number, or nested arrays of numbers, take the type of the tensor that they meet.
 *
 * The result is resident where any operand is, and otherwise in an array of its own; with `out` it is
 * written there, and `out` is returned.
 */
export interface Functions
  extends ArithmeticFunctions,
    LogicFunctions,
    Reductions,
    ShapeFunctions,
    MatrixFunctions {}
