/** The public types of fused expressions. */
import type { DType } from '../base/dtypes.js';
import type { TensorLike } from '../base/types.js';
import type { BitShiftOptions, ModOptions } from '../engine/operator-options.js';
import type { Tensor } from '../memory/tensor.js';

/**
 * What an expression may be applied to: another value of it, a tensor from outside, which is read
 * anew in each call, or one element of the type of the others.
 */
export type Term = Traced | TensorLike | number | bigint | boolean;

/** Options of `leakyRelu`. */
export interface LeakyReluOptions {
  /** The slope below zero. Default: 0.01. */
  readonly alpha?: number;
}

/** Options of `gelu`. */
export interface GeluOptions {
  /** By the error function, unless it is `tanh`. */
  readonly approximate?: 'none' | 'tanh';
}

/** Options of `isInf`. */
export interface IsInfOptions {
  /** Whether -Infinity counts. Default: 1. */
  readonly detect_negative?: 0 | 1;
  /** Whether Infinity counts. Default: 1. */
  readonly detect_positive?: 0 | 1;
}

/**
 * A value of an expression while it is traced: each method is the elementwise operator of that name
 * on `Simdcast`, or ONNX's.
 */
export interface Traced {
  /** a + b; integers wrap. */
  add(b: Term): Traced;
  /** a - b; integers wrap. */
  sub(b: Term): Traced;
  /** a * b; integers wrap. */
  mul(b: Term): Traced;
  /** a / b, as `Simdcast.div`. */
  div(b: Term): Traced;
  /** a to the power of b, in the type of a. */
  pow(b: Term): Traced;
  /** The remainder of a / b with the divisor's sign; with `fmod: 1` with the dividend's. */
  mod(b: Term, options?: Pick<ModOptions, 'fmod'>): Traced;
  /** Whether both hold. */
  and(b: Term): Traced;
  /** Whether either holds. */
  or(b: Term): Traced;
  /** Whether just one holds. */
  xor(b: Term): Traced;
  /** Whether a equals b. */
  equal(b: Term): Traced;
  /** Whether a > b. */
  greater(b: Term): Traced;
  /** Whether a < b. */
  less(b: Term): Traced;
  /** Whether a >= b. */
  greaterOrEqual(b: Term): Traced;
  /** Whether a <= b. */
  lessOrEqual(b: Term): Traced;
  /** The bits that are set in both. */
  bitwiseAnd(b: Term): Traced;
  /** The bits that are set in either. */
  bitwiseOr(b: Term): Traced;
  /** The bits that are set in just one. */
  bitwiseXor(b: Term): Traced;
  /** The bits of an unsigned integer moved by b places. */
  bitShift(b: Term, options: Pick<BitShiftOptions, 'direction'>): Traced;
  /** The largest of all operands; NaN where one is. */
  max(...others: Term[]): Traced;
  /** The smallest of all operands; NaN where one is. */
  min(...others: Term[]): Traced;
  /** The sum of all operands. */
  sum(...others: Term[]): Traced;
  /** The mean of all operands. */
  mean(...others: Term[]): Traced;
  /** `yes` where this condition holds, and `no` elsewhere. */
  where(yes: Term, no: Term): Traced;
  /** x where it is not below zero, and slope * x elsewhere. */
  prelu(slope: Term): Traced;
  /** x kept between two scalars, of which either may be left out. */
  clip(low?: Term, high?: Term): Traced;
  /** -x; the lowest integer stays. */
  neg(): Traced;
  /** The magnitude of x; the lowest integer stays. */
  abs(): Traced;
  /** The square root. */
  sqrt(): Traced;
  /** 1 / x. */
  reciprocal(): Traced;
  /** e to the power of x. */
  exp(): Traced;
  /** The natural logarithm. */
  log(): Traced;
  /** 1 / (1 + e^-x). */
  sigmoid(): Traced;
  /** The natural logarithm of 1 + e^x. */
  softplus(): Traced;
  /** The hyperbolic tangent. */
  tanh(): Traced;
  /** The larger of x and 0. */
  relu(): Traced;
  /** x where it is not below zero, and alpha * x elsewhere. Default of alpha: 0.01. */
  leakyRelu(options?: LeakyReluOptions): Traced;
  /** The error function. */
  erf(): Traced;
  /** x times the normal distribution's share below it. */
  gelu(options?: GeluOptions): Traced;
  /** The sine of an angle in radians. */
  sin(): Traced;
  /** The cosine of an angle in radians. */
  cos(): Traced;
  /** -1, 0 or 1; NaN for NaN. */
  sign(): Traced;
  /** The largest whole number that is not above x. */
  floor(): Traced;
  /** The smallest whole number that is not below x. */
  ceil(): Traced;
  /** The nearest whole number; halves go to the even one. */
  round(): Traced;
  /** Whether x does not hold. */
  not(): Traced;
  /** The bits that are not set. */
  bitwiseNot(): Traced;
  /** Whether x is NaN. */
  isNaN(): Traced;
  /** Whether x is an infinity. */
  isInf(options?: IsInfOptions): Traced;
  /** x in another type, as ONNX Cast converts it. */
  cast(to: Exclude<DType, 'string'>): Traced;
}

/** A tensor for each parameter of an expression. */
export type Operands<Inputs extends readonly Traced[]> = {
  readonly [I in keyof Inputs]: TensorLike;
};

/** Options of a call of a fused expression. */
export interface FusedOptions<Out extends TensorLike = TensorLike> {
  /** Where the result goes: a tensor of its type and shape. It is written in place and returned. */
  readonly out?: Out;
}

/** An expression as a function of tensors. */
export interface Fused<Inputs extends readonly Traced[] = readonly Traced[]> {
  /**
   * Evaluates the expression: the bits that the operators give one by one, by the same rules for
   * types, shapes and where the result lies.
   */
  (...operands: Operands<Inputs>): Tensor;
  <Out extends TensorLike>(...given: [...Operands<Inputs>, FusedOptions<Out>]): Out;
  /** Gives back the memory that it holds; it can be called again, and then takes it anew. */
  dispose(): void;
  /** The end of a block that declared it with `using`: `dispose`. */
  [Symbol.dispose](): void;
}

/** Options of `fuse`. */
export interface FuseOptions {
  /** The version of ONNX's operators to follow, at least 7. Default: the newest. */
  readonly opset?: number;
}
