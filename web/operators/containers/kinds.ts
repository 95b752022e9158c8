/** Which inputs of a node may be tensors, sequences or optional values. */
import type { Value } from '../../graph/values.js';
import { anyOf } from '../messages.js';
import type { Node } from '../operator.js';
import { containerFault } from './messages.js';
import { type AnyValue, kindOfValue, textOfValue, type ValueKind } from './values.js';

/** The kinds that an input may be, and the first opset for each. */
export type Kinds = Readonly<Partial<Record<ValueKind, number>>>;

const WORDS: Readonly<Record<ValueKind, string>> = {
  tensor: 'a tensor',
  sequence: 'a sequence',
  optional: 'an optional value',
};

const TENSOR: Kinds = { tensor: 1 };

const isTaken = ({ opset }: Node, kinds: Kinds, value: AnyValue): boolean =>
  opset >= (kinds[kindOfValue(value)] ?? Infinity);

/** @throws SimdcastError if the node's opset does not accept this kind of input */
export function checkKind(
  node: Node,
  at: number,
  value: AnyValue | undefined,
  kinds: Kinds = TENSOR,
): void {
  if (!value || isTaken(node, kinds, value)) return;
  const wanted = (Object.keys(kinds) as ValueKind[])
    .filter((kind) => node.opset >= (kinds[kind] as number))
    .map((kind) => WORDS[kind]);
  const takes = kinds[kindOfValue(value)];
  throw containerFault(node, 'kind', at, textOfValue(value), anyOf(wanted), takes);
}

/** The inputs of a node that accepts only tensors. */
export function onlyTensors(
  node: Node,
  values: readonly (AnyValue | undefined)[],
): (Value | undefined)[] {
  return values.map((value, at) => {
    checkKind(node, at, value);
    return value as Value | undefined;
  });
}

/** Checks a value that a subgraph of the node returns. */
export function checkMade(node: Node, value: AnyValue, kinds: Kinds = TENSOR): void {
  if (!isTaken(node, kinds, value))
    throw containerFault(node, 'made', textOfValue(value), kinds[kindOfValue(value)]);
}
