import type { DType } from '../../base/dtypes.js';
import type { ArithmeticOptions, IsInfOptions } from '../../base/function-options.js';
import type { Floats, Integers, Numbers } from '../../base/types.js';
import type { AllClose, Binary, BitShift, Form, Unary, Where } from './forms.js';

/** Comparison, logic and bits. */
export interface LogicFunctions<As extends Form, T extends DType> {
  /**
   * Returns the logical and: true where a and b are both true.
   * @see {@link https://onnx.ai/onnx/operators/onnx__And.html | ONNX And}
   */
  and: Binary<T, 'bool', ArithmeticOptions, 'bool'>[As];
  /**
   * Returns the logical or: true where a or b is true.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Or.html | ONNX Or}
   */
  or: Binary<T, 'bool', ArithmeticOptions, 'bool'>[As];
  /**
   * Returns the exclusive or: true where exactly one of a and b is true.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Xor.html | ONNX Xor}
   */
  xor: Binary<T, 'bool', ArithmeticOptions, 'bool'>[As];
  /**
   * Returns the logical not: true where x is false.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Not.html | ONNX Not}
   */
  not: Unary<T, 'bool', unknown, 'bool'>[As];
  /**
   * Returns true where a equals b. NaN equals nothing, and -0 equals 0. Strings are equal if all their
   * characters are.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Equal.html | ONNX Equal}
   */
  equal: Binary<T, Numbers | 'bool' | 'string', ArithmeticOptions, 'bool'>[As];
  /** Returns true where a differs from b, and where either is NaN. */
  notEqual: Binary<T, Numbers | 'bool' | 'string', unknown, 'bool'>[As];
  /**
   * Returns true where a > b; false where either is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Greater.html | ONNX Greater}
   */
  greater: Binary<T, Numbers, ArithmeticOptions, 'bool'>[As];
  /**
   * Returns true where a < b; false where either is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Less.html | ONNX Less}
   */
  less: Binary<T, Numbers, ArithmeticOptions, 'bool'>[As];
  /**
   * Returns true where a >= b; false where either is NaN. Since opset 12.
   * @see {@link https://onnx.ai/onnx/operators/onnx__GreaterOrEqual.html | ONNX GreaterOrEqual}
   */
  greaterOrEqual: Binary<T, Numbers, unknown, 'bool'>[As];
  /**
   * Returns true where a <= b; false where either is NaN. Since opset 12.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LessOrEqual.html | ONNX LessOrEqual}
   */
  lessOrEqual: Binary<T, Numbers, unknown, 'bool'>[As];
  /**
   * Returns true where x is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__IsNaN.html | ONNX IsNaN}
   */
  isNaN: Unary<T, Floats, unknown, 'bool'>[As];
  /**
   * Returns true where x is infinite.
   * @see {@link https://onnx.ai/onnx/operators/onnx__IsInf.html | ONNX IsInf}
   */
  isInf: Unary<T, Floats, IsInfOptions, 'bool'>[As];
  /** Returns true where x is neither infinite nor NaN. */
  isFinite: Unary<T, Floats, unknown, 'bool'>[As];
  /**
   * Returns whether all elements of a and b are close: equal, or |a - b| is at most atol + rtol * |b|, computed in
   * float64. NaN is not close to anything. The operands broadcast. As a method, the tensor is a.
   */
  allClose: AllClose<T>[As];
  /**
   * Returns x where the condition is true, y elsewhere. The condition must be bool; all three broadcast. As a
   * method, the tensor is the condition.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Where.html | ONNX Where}
   */
  where: Where<T>[As];
  /**
   * Shifts x by `amount` bits. Bits shifted past the width are lost; an amount of the width or more returns
   * 0, or -1 if a negative x is shifted to the right.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitShift.html | ONNX BitShift}
   */
  bitShift: BitShift<T>[As];
  /**
   * Returns the bitwise and: the bits set in both integers. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseAnd.html | ONNX BitwiseAnd}
   */
  bitwiseAnd: Binary<T, Integers>[As];
  /**
   * Returns the bitwise or: the bits set in either integer. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseOr.html | ONNX BitwiseOr}
   */
  bitwiseOr: Binary<T, Integers>[As];
  /**
   * Returns the bitwise exclusive or: the bits set in exactly one of the integers. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseXor.html | ONNX BitwiseXor}
   */
  bitwiseXor: Binary<T, Integers>[As];
  /**
   * Returns the bitwise not: the bits not set in x. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseNot.html | ONNX BitwiseNot}
   */
  bitwiseNot: Unary<T, Integers>[As];
}
