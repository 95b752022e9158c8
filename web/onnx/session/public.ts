/** Public types of a session's feeds and results. */
import type { Operand, TensorLike } from '../../base/types.js';
import type { AnyTensor } from '../../memory/tensor.js';

/**
 * Operands keyed by the names of the inputs. Values without a type take that of the input. A sequence is an
 * array of operands; an optional input may be null, undefined or omitted.
 */
export type Feeds = Readonly<Record<string, Operand | readonly Operand[] | null | undefined>>;

/**
 * The dims of the inputs, keyed by name. If an input's values determine a shape, pass a tensor; for a
 * sequence, pass an array with the dims or a tensor for each element.
 */
export type Shapes = Readonly<
  Record<
    string,
    readonly number[] | TensorLike | readonly (readonly number[] | TensorLike)[] | null | undefined
  >
>;

/** The requested outputs: an array of names, or an object with a tensor to write into, or null, for each name. */
export type Fetches = readonly string[] | Readonly<Record<string, TensorLike | null>>;

/** The value of an output: a tensor, the tensors of a sequence, or null for an empty optional. */
export type Result = AnyTensor | AnyTensor[] | null;

/** The outputs, keyed by name: tensors, unless declared otherwise. */
export type Results = Record<string, AnyTensor>;

/** The outputs of a model that may return sequences and optionals. */
export type AnyResults = Readonly<Record<string, Result>>;
