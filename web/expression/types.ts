/** The public types of fused expressions. */
import type { DType } from '../base/dtypes.js';
import type { Meets, Operand, TensorLike } from '../base/types.js';
import type { AnyTensor, Tensor } from '../memory/tensor.js';

/** The return value of an expression: a tensor, or an object of several. */
export type Returned = Tensor | Readonly<Record<string, Tensor>>;

/** An operand for each parameter of an expression, of the parameter's type. */
export type Operands<Inputs extends readonly Tensor[]> = {
  readonly [I in keyof Inputs]: Inputs[I] extends Tensor<infer T> ? Operand<T> : Operand;
};

/** Checks operands against the parameters of an expression. */
export type Fitting<Inputs extends readonly Tensor[], Given extends readonly unknown[]> = {
  readonly [I in keyof Given]: I extends keyof Inputs ? Meets<Inputs[I], Given[I]> : unknown;
};

/** The result of an expression. If its type is unknown, it can be narrowed by `type`. */
export type ResultOf<Result extends Returned> =
  Result extends Tensor<infer T>
    ? [DType] extends [T]
      ? AnyTensor
      : Result
    : {
        -readonly [Name in keyof Result]: Result[Name] extends Tensor
          ? ResultOf<Result[Name]>
          : never;
      };

/** Options of a call of a fused expression. */
export interface FusedOptions<Out extends TensorLike = TensorLike> {
  /** A tensor of the result's type and shape to write into. It is returned. */
  readonly out?: Out | undefined;
}

/** An expression as a function of tensors. */
export interface Fused<
  Inputs extends readonly Tensor[] = readonly Tensor[],
  Result extends Returned = Returned,
> {
  /**
   * Evaluates the expression. The result is bit-identical to that of the separate operators, under the same
   * rules for types, shapes and where the result is stored.
   */
  <Given extends Operands<Inputs>>(...operands: Given & Fitting<Inputs, Given>): ResultOf<Result>;
  <Given extends Operands<Inputs>, Out extends TensorLike>(
    ...given: [...(Given & Fitting<Inputs, Given>), FusedOptions<Out>]
  ): Out;
  /** Frees its memory. It can be called again, and then allocates the memory again. */
  dispose(): void;
  /** Calls `dispose` at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** Options of `fuse`. */
export interface FuseOptions {
  /** The version of ONNX's operators to follow, at least 7. Default: the latest. */
  readonly opset?: number | undefined;
}
