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
  Meets,
  Numbers,
  Operand,
  Takes,
  TensorLike,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Comparison, logic and bits. */
export interface LogicFunctions {
  /**
   * Returns the logical and: true where a and b are both true.
   * @see {@link https://onnx.ai/onnx/operators/onnx__And.html | ONNX And}
   */
  and<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, 'bool'>,
    b: B & Takes<B, 'bool'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns the logical or: true where a or b is true.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Or.html | ONNX Or}
   */
  or<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, 'bool'>,
    b: B & Takes<B, 'bool'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns the exclusive or: true where exactly one of a and b is true.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Xor.html | ONNX Xor}
   */
  xor<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, 'bool'>,
    b: B & Takes<B, 'bool'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns the logical not: true where x is false.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Not.html | ONNX Not}
   */
  not<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, 'bool'>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where a equals b. NaN equals nothing, and -0 equals 0. Strings are equal if all
   * their characters are.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Equal.html | ONNX Equal}
   */
  equal<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers | 'bool' | 'string'>,
    b: B & Takes<B, Numbers | 'bool' | 'string'> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where a differs from b, and where either is NaN. */
  notEqual<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers | 'bool' | 'string'>,
    b: B & Takes<B, Numbers | 'bool' | 'string'> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where a > b; false where either is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Greater.html | ONNX Greater}
   */
  greater<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where a < b; false where either is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Less.html | ONNX Less}
   */
  less<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where a >= b; false where either is NaN. Since opset 12.
   * @see {@link https://onnx.ai/onnx/operators/onnx__GreaterOrEqual.html | ONNX GreaterOrEqual}
   */
  greaterOrEqual<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where a <= b; false where either is NaN. Since opset 12.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LessOrEqual.html | ONNX LessOrEqual}
   */
  lessOrEqual<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    a: A & Takes<A, Numbers>,
    b: B & Takes<B, Numbers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where x is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__IsNaN.html | ONNX IsNaN}
   */
  isNaN<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns true where x is infinite.
   * @see {@link https://onnx.ai/onnx/operators/onnx__IsInf.html | ONNX IsInf}
   */
  isInf<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, Floats>,
    options?: IsInfOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Returns true where x is neither infinite nor NaN. */
  isFinite<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, Floats>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * Returns whether all elements of a and b are close: |a - b| is at most atol + rtol * |b|, computed in
   * float64. NaN is not close to anything. The operands broadcast.
   */
  allClose<A extends Operand, B extends Operand>(
    a: A & Takes<A, Numbers | 'bool'>,
    b: B & Takes<B, Numbers | 'bool'> & Meets<A, B>,
    options?: AllCloseOptions,
  ): boolean;

  /**
   * Returns x where the condition is true, y elsewhere. The condition must be bool; all three
   * broadcast.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Where.html | ONNX Where}
   */
  where<
    C extends Operand,
    X extends Operand,
    Y extends Operand,
    Out extends TensorLike = Tensor<CommonType<X, Y>>,
  >(
    condition: C & Takes<C, 'bool'>,
    x: X,
    y: Y & Meets<X, Y>,
    options?: OperatorOptions<Out> & Into<CommonType<X, Y>, Out>,
  ): NoInfer<Out>;

  /**
   * Shifts x by `amount` bits. Bits shifted past the width are lost; an amount of the width or more
   * returns 0, or -1 if a negative x is shifted to the right.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitShift.html | ONNX BitShift}
   */
  bitShift<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    x: A & Takes<A, Integers>,
    amount: B & Takes<B, Integers> & Meets<A, B>,
    options: BitShiftOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the bitwise and: the bits set in both integers. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseAnd.html | ONNX BitwiseAnd}
   */
  bitwiseAnd<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, Integers>,
    b: B & Takes<B, Integers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the bitwise or: the bits set in either integer. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseOr.html | ONNX BitwiseOr}
   */
  bitwiseOr<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, Integers>,
    b: B & Takes<B, Integers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the bitwise exclusive or: the bits set in exactly one of the integers. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseXor.html | ONNX BitwiseXor}
   */
  bitwiseXor<
    A extends Operand,
    B extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, Integers>,
    b: B & Takes<B, Integers> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the bitwise not: the bits not set in x. Since opset 18.
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseNot.html | ONNX BitwiseNot}
   */
  bitwiseNot<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Integers>,
    options?: OperatorOptions<Out> & Into<CommonType<X>, Out>,
  ): NoInfer<Out>;
}
