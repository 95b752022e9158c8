import type { DType } from '../../base/dtypes.js';
import type {
  ArithmeticOptions,
  BitShiftOptions,
  IsInfOptions,
  OperatorOptions,
} from '../../base/function-options.js';
import type {
  CommonType,
  Integers,
  Into,
  Joins,
  Meets,
  Numbers,
  Operand,
  Takes,
  TensorLike,
} from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Comparison, logic and bits. */
export interface LogicMethods<T extends DType> {
  /** Whether both hold. */
  and<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether either holds. */
  or<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether just one holds. */
  xor<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether x does not hold. */
  not<Out extends TensorLike = Tensor<'bool'>>(
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a equals b. NaN equals nothing, and -0 equals 0; strings are compared as a whole. */
  equal<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers | 'bool' | 'string', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a differs from b; so does NaN from everything. */
  notEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers | 'bool' | 'string', B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a > b; false where either is NaN. */
  greater<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a < b; false where either is NaN. */
  less<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a >= b; false where either is NaN. From opset 12 on. */
  greaterOrEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a <= b; false where either is NaN. From opset 12 on. */
  lessOrEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether x is NaN. */
  isNaN<Out extends TensorLike = Tensor<'bool'>>(
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether x is infinite. */
  isInf<Out extends TensorLike = Tensor<'bool'>>(
    options?: IsInfOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** x where this condition holds, y elsewhere; all three broadcast. */
  where<X extends Operand, Y extends Operand, Out extends TensorLike = Tensor<CommonType<X, Y>>>(
    x: X & Takes<TensorLike<T>, 'bool'>,
    y: Y & Meets<X, Y>,
    options?: OperatorOptions<Out> & Into<CommonType<X, Y>, Out>,
  ): NoInfer<Out>;

  /**
   * x shifted by as many bits as `amount` says. Bits shifted past the width are lost; an amount of
   * the width or more leaves 0, or -1 of a negative x shifted to the right.
   */
  bitShift<B extends Operand, Out extends TensorLike = Tensor<T>>(
    amount: B & Joins<T, Integers, B>,
    options: BitShiftOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that both integers have. From opset 18 on. */
  bitwiseAnd<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that either integer has. From opset 18 on. */
  bitwiseOr<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that just one of the integers has. From opset 18 on. */
  bitwiseXor<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that x does not have. From opset 18 on. */
  bitwiseNot<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
