/** The public types of fused expressions. */
import type { DType } from '../base/dtypes.js';
import type { Meets, Operand, TensorLike } from '../base/types.js';
import type { AnyTensor, Tensor } from '../memory/tensor.js';

/** What an expression returns: a tensor, or several by name. */
export type Returned = Tensor | Readonly<Record<string, Tensor>>;

/** An operand for each parameter of an expression, of the parameter's type. */
export type Operands<Inputs extends readonly Tensor[]> = {
  readonly [I in keyof Inputs]: Inputs[I] extends Tensor<infer T> ? Operand<T> : Operand;
};

/** Holds operands against the parameters of an expression. */
export type Fitting<Inputs extends readonly Tensor[], Given extends readonly unknown[]> = {
  readonly [I in keyof Given]: I extends keyof Inputs ? Meets<Inputs[I], Given[I]> : unknown;
};

/** The result of an expression; one of an unknown type can be narrowed by its `type`. */
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
  /** Where the one result goes: a tensor of its type and shape. It is written in place and returned. */
  readonly out?: Out | undefined;
}

/** An expression as a function of tensors. */
export interface Fused<
  Inputs extends readonly Tensor[] = readonly Tensor[],
  Result extends Returned = Returned,
> {
  /**
   * Evaluates the expression: the bits that the operators give one by one, by the same rules for
   * types, shapes and where the result lies.
   */
  <Given extends Operands<Inputs>>(...operands: Given & Fitting<Inputs, Given>): ResultOf<Result>;
  <Given extends Operands<Inputs>, Out extends TensorLike>(
    ...given: [...(Given & Fitting<Inputs, Given>), FusedOptions<Out>]
  ): Out;
  /** Gives back the memory that it holds; it can be called again, and then takes it anew. */
  dispose(): void;
  /** The end of a block that declared it with `using`: `dispose`. */
  [Symbol.dispose](): void;
}

/** Options of `fuse`. */
export interface FuseOptions {
  /** The version of ONNX's operators to follow, at least 7. Default: the newest. */
  readonly opset?: number | undefined;
}
