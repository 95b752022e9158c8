import type { DType } from '../../base/dtypes.js';
import type {
  AllCloseOptions,
  ArithmeticOptions,
  BitShiftOptions,
  IsInfOptions,
  OperatorOptions,
} from '../../base/function-options.js';
import type {
  CommonType,
  Floats,
  Integers,
  Into,
  Joins,
  Meets,
  Numbers,
  Operand,
  Self,
  Takes,
  TensorLike,
} from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Comparison, logic and bits. */
export interface LogicMethods<T extends DType> {
  /** Returns the logical and: true where a and b are both true. */
  and<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns the logical or: true where a or b is true. */
  or<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns the exclusive or: true where exactly one of a and b is true. */
  xor<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns the logical not: true where x is false. */
  not<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, 'bool'>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where a equals b. NaN equals nothing, and -0 equals 0. Strings are equal if all
   * their characters are.
   */
  equal<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers | 'bool' | 'string', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where a differs from b, and where either is NaN. */
  notEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers | 'bool' | 'string', B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where a > b; false where either is NaN. */
  greater<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where a < b; false where either is NaN. */
  less<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where a >= b; false where either is NaN. Since opset 12. */
  greaterOrEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where a <= b; false where either is NaN. Since opset 12. */
  lessOrEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where x is NaN. */
  isNaN<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where x is infinite. */
  isInf<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, Floats>,
    options?: IsInfOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where x is neither infinite nor NaN. */
  isFinite<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, Floats>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns whether all elements of a and b are close: |a - b| is at most atol + rtol * |b|, computed in
   * float64. NaN is not close to anything. The operands broadcast. This tensor is a.
   */
  allClose<B extends Operand>(
    b: B & Joins<T, Numbers | 'bool', B>,
    options?: AllCloseOptions,
  ): boolean;

  /**
   * Returns x where the condition is true, y elsewhere. The condition must be bool; all three
   * broadcast.
   * This tensor is the condition.
   */
  where<X extends Operand, Y extends Operand, Out extends TensorLike = Tensor<CommonType<X, Y>>>(
    x: X & Takes<TensorLike<T>, 'bool'>,
    y: Y & Meets<X, Y>,
    options?: OperatorOptions<Out> & Into<CommonType<X, Y>, Out>,
  ): NoInfer<Out>;

  /**
   * Shifts x by `amount` bits. Bits shifted past the width are lost; an amount of the width or more
   * returns 0, or -1 if a negative x is shifted to the right.
   */
  bitShift<B extends Operand, Out extends TensorLike = Tensor<T>>(
    amount: B & Joins<T, Integers, B>,
    options: BitShiftOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the bitwise and: the bits set in both integers. Since opset 18. */
  bitwiseAnd<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the bitwise or: the bits set in either integer. Since opset 18. */
  bitwiseOr<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the bitwise exclusive or: the bits set in exactly one of the integers. Since opset 18. */
  bitwiseXor<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Returns the bitwise not: the bits not set in x. Since opset 18. */
  bitwiseNot<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Integers>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
