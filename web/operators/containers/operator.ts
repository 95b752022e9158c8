/** The rows of the container table, and the node that is lowered. */
import type { DType } from '../../base/dtypes.js';
import type { EngineParts } from '../../engine/parts.js';
import type { Lowering } from '../../graph/lowering.js';
import type { Value } from '../../graph/values.js';
import { checkTypes } from '../bind.js';
import type { FaultyNode } from '../faults.js';
import { operatorFault } from '../messages.js';
import {
  Call,
  type Node,
  type OperatorRow,
  type ResolvedOperator,
  type Version,
} from '../operator.js';
import { checkKind, type Kinds } from './kinds.js';
import { containerFault } from './messages.js';
import { type AnyValue, isTensor, type SequenceValue } from './values.js';

/** An operator on sequences or optional values: it arranges tensors, and computes only those that it must. */
export interface ContainerOperator extends OperatorRow {
  /** The kinds of each input; the last entry applies to all further inputs. */
  readonly kinds: readonly Kinds[];
  lower(call: ContainerCall): AnyValue[];
}

/** Maximum number of elements of a sequence: each one is a step of a program, with its own memory. */
export const MOST_ELEMENTS = 2 ** 12;

export function checkCount(node: FaultyNode, count: number): void {
  if (count > MOST_ELEMENTS) throw containerFault(node, 'elements', count, MOST_ELEMENTS);
}

/** Checks the type of an element of a sequence; the sequence's type is `undefined` if any type fits. */
export function checkElement(node: FaultyNode, type: DType | undefined, element: Value): void {
  if (type && element.type !== type) throw operatorFault(node, 'typesDiffer', type, element.type);
}

export class ContainerCall extends Call {
  /** All inputs, of any kind; `inputs` has only the tensors. */
  readonly values: readonly (AnyValue | undefined)[];

  constructor(
    parts: EngineParts,
    lowering: Lowering,
    node: Node,
    version: Version,
    values: readonly (AnyValue | undefined)[],
  ) {
    const tensors = values.map((value) => (value && isTensor(value) ? value : undefined));
    super(parts, lowering, node, version, tensors);
    this.values = values;
  }

  /** A required input. */
  value(at: number): AnyValue {
    const value = this.values[at];
    if (!value) throw this.fault('inputMissing', at);
    return value;
  }

  sequence(at: number): SequenceValue {
    return this.value(at) as SequenceValue;
  }

  /**
   * The position among `count` that an input specifies, from the end if it is negative; `absent` without the
   * input.
   */
  position(at: number, count: number, absent: number): number {
    if (!this.values[at]) return absent;
    const position = this.scalar(at);
    return position < 0 ? position + count : position;
  }

  /** The error for a position that the sequence does not have. */
  outside(at: number, count: number): Error {
    return containerFault(this.node, 'position', this.inputs[at] ? this.scalar(at) : -1, count);
  }

  /** A sequence of tensors of one type. */
  make(elements: readonly Value[], type = elements[0]?.type): SequenceValue {
    checkCount(this.node, elements.length);
    return { type, elements };
  }
}

/** Checks kinds and types of a node's inputs. */
export function checkContainers(
  node: Node,
  { operator, version }: ResolvedOperator<ContainerOperator>,
  values: readonly (AnyValue | undefined)[],
): void {
  const { kinds } = operator;
  values.forEach((value, at) => {
    checkKind(node, at, value, kinds[Math.min(at, kinds.length - 1)]);
  });
  checkTypes(node, { operator, version }, values);
}

/** The outputs of a node that has been checked. */
export function lowerContainer(
  parts: EngineParts,
  lowering: Lowering,
  node: Node,
  resolved: ResolvedOperator<ContainerOperator>,
  values: readonly (AnyValue | undefined)[],
): AnyValue[] {
  const { operator, version } = resolved;
  checkContainers(node, resolved, values);
  return operator.lower(new ContainerCall(parts, lowering, node, version, values));
}
