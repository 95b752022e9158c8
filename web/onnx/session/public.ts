/** What callers give a session, and what it gives them. */
import type { Operand, TensorLike } from '../../base/types.js';
import type { AnyTensor } from '../../memory/tensor.js';

/**
 * An operand for each input, by name; values without a type have that of the input. A sequence is an array of
 * operands, and an optional input may be null, undefined or left out.
 */
export type Feeds = Readonly<Record<string, Operand | readonly Operand[] | null | undefined>>;

/**
 * The dims of each input by name; a tensor where the values of an input decide a shape. Of a sequence it is an
 * array of such, one for each element.
 */
export type Shapes = Readonly<
  Record<
    string,
    readonly number[] | TensorLike | readonly (readonly number[] | TensorLike)[] | null | undefined
  >
>;

/** The outputs wanted: names, or by name a tensor to write into, or null for a new one. */
export type Fetches = readonly string[] | Readonly<Record<string, TensorLike | null>>;

/** What an output gives: a tensor, the tensors of a sequence, or null for an optional value that holds nothing. */
export type Result = AnyTensor | AnyTensor[] | null;

/** The outputs by name: tensors, where the model gives nothing else. */
export type Results = Record<string, AnyTensor>;

/** The outputs of a model that may give sequences and optional values. */
export type AnyResults = Readonly<Record<string, Result>>;
