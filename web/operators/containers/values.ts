/**
 * Values of a graph that are not tensors: sequences and optional values. Both are resolved when a graph is
 * lowered; only their tensors are computed at run time.
 */
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';

/** Tensors of one type, in order. */
export interface SequenceValue {
  /** `undefined` if the type of an empty sequence is not declared. */
  readonly type: DType | undefined;
  readonly elements: readonly Value[];
}

/** A tensor or a sequence, or nothing. */
interface OptionalValue {
  readonly type: DType | undefined;
  readonly content: Value | SequenceValue | undefined;
}

export type AnyValue = Value | SequenceValue | OptionalValue;

export const isTensor = (value: AnyValue): value is Value => 'storage' in value;
export const isSequence = (value: AnyValue): value is SequenceValue => 'elements' in value;
export const isOptional = (value: AnyValue): value is OptionalValue => 'content' in value;

export type ValueKind = 'tensor' | 'sequence' | 'optional';

export function kindOfValue(value: AnyValue): ValueKind {
  if (isTensor(value)) return 'tensor';
  return isSequence(value) ? 'sequence' : 'optional';
}

/** The kind of a value, for messages. */
export function textOfValue(value: AnyValue): string {
  if (isTensor(value)) return value.type;
  const type = value.type ?? 'unknown type';
  return isSequence(value) ? `a sequence of ${type}` : `an optional value of ${type}`;
}

/** The tensors in a value. */
export function tensorsIn(value: AnyValue): readonly Value[] {
  if (isTensor(value)) return [value];
  if (isSequence(value)) return value.elements;
  return value.content ? tensorsIn(value.content) : [];
}

/** The same value with other tensors. */
export function withTensors<Of extends AnyValue>(value: Of, make: (tensor: Value) => Value): Of;
export function withTensors(value: AnyValue, make: (tensor: Value) => Value): AnyValue {
  if (isTensor(value)) return make(value);
  if (isSequence(value)) return { ...value, elements: value.elements.map(make) };
  return value.content ? { ...value, content: withTensors(value.content, make) } : value;
}

/** The content of an optional value, or the value itself; `undefined` if it is empty. */
export const contentOf = (value: AnyValue): Value | SequenceValue | undefined =>
  isOptional(value) ? value.content : value;

/** Whether two values differ only in their tensors. */
export function isBuiltAlike(a: AnyValue, b: AnyValue): boolean {
  if (isOptional(a) !== isOptional(b)) return false;
  const [of, other] = [contentOf(a), contentOf(b)];
  if (!of || !other) return of === other;
  if (!isSequence(of) || !isSequence(other)) return isTensor(of) && isTensor(other);
  return of.elements.length === other.elements.length;
}
