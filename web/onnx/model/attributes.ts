/** Attributes of nodes by ONNX's kinds, also read from JavaScript values. */
import type { DType } from '../../base/dtypes.js';
import type { Attributes } from '../../base/function-options.js';
import type { TypedArray } from '../../base/typed-arrays.js';

/** A tensor in JavaScript. */
export interface TensorValue {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly data: TypedArray | readonly string[];
}

export interface AttributeValues {
  readonly int: number;
  /** The number of an element type; JavaScript may pass its name. */
  readonly type: number;
  readonly float: number;
  readonly string: string;
  readonly ints: readonly number[];
  /** All 64 bits. */
  readonly long: bigint;
  readonly longs: readonly bigint[];
  readonly floats: readonly number[];
  readonly strings: readonly string[];
  readonly tensor: TensorValue;
  /** Dense after reading. */
  readonly sparse: TensorValue;
  /** Kinds that no operator here accepts: a graph, a type. */
  readonly other: undefined;
}

export type AttributeKind = keyof AttributeValues;

/** How messages describe a value of each kind. */
export const KIND_WORDS: Readonly<Record<AttributeKind, string>> = {
  int: 'an integer',
  type: 'an element type',
  float: 'a number',
  string: 'a string',
  ints: 'an array of integers',
  long: 'an integer',
  longs: 'an array of integers',
  floats: 'a list of numbers',
  strings: 'a list of strings',
  tensor: 'a tensor',
  sparse: 'a sparse tensor, which only models have',
  other: 'a graph, which only models have',
};

/** The attributes of a node, wherever it comes from. */
export interface AttributeSource {
  readonly names: readonly string[];
  /** All values, keyed by name, in the form that the engine accepts. */
  readonly values: Attributes;
  /** Returns `undefined` if the attribute is absent; throws if it has another kind. */
  find<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] | undefined;
}
