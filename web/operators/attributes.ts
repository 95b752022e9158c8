/** Attributes of nodes by ONNX's kinds, also read from JavaScript values. */
import { type DType, onnxNumberOf } from '../base/dtypes.js';
import type { Attributes } from '../base/function-options.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { FaultyNode } from './faults.js';
import { operatorFault } from './messages.js';

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

const isWhole = (value: unknown): boolean =>
  typeof value === 'bigint' || typeof value === 'boolean' || Number.isSafeInteger(value);

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

/** The items of an array, each converted by `read`; `undefined` if one has another kind. */
function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined) {
  if (!isList(value)) return undefined;
  const items = Array.from(value, read);
  return items.includes(undefined) ? undefined : (items as Item[]);
}

const whole = (value: unknown): number | undefined =>
  isWhole(value) ? Number(value as number) : undefined;
/** ONNX's numbers are float32, whatever type the operator computes in. */
const number = (value: unknown): number | undefined =>
  typeof value === 'number' ? Math.fround(value) : undefined;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The caller has already read its tensors: data match type and dims. */
function tensor(value: unknown): TensorValue | undefined {
  const { data, dims, type } = (value ?? {}) as Partial<TensorValue>;
  return data && dims && type ? { type, dims, data } : undefined;
}

const READERS: {
  readonly [Kind in AttributeKind]: (value: unknown) => AttributeValues[Kind] | undefined;
} = {
  int: whole,
  type: (value) => whole(value) ?? onnxNumberOf(value),
  float: number,
  string: text,
  ints: (value) => listOf(value, whole),
  long: (value) => (isWhole(value) ? BigInt(value as number) : undefined),
  longs: (value) => listOf(value, (item) => (isWhole(item) ? BigInt(item as number) : undefined)),
  floats: (value) => listOf(value, number),
  strings: (value) => listOf(value, text),
  tensor,
  sparse: () => undefined,
  other: () => undefined,
};

/** Attributes from a JavaScript object; the kind of each follows from its value. */
export class PlainAttributes implements AttributeSource {
  readonly values: Attributes;
  readonly #node: FaultyNode;

  constructor(node: FaultyNode, values: Attributes) {
    this.#node = node;
    this.values = values;
  }

  get names(): string[] {
    return Object.keys(this.values).filter((name) => this.values[name] !== undefined);
  }

  find<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    const read = READERS[kind](value) as AttributeValues[Kind] | undefined;
    if (read !== undefined) return read;
    throw operatorFault(this.#node, 'attributeType', name, KIND_WORDS[kind], value);
  }
}
