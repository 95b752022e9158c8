/** Lowers an expression to steps, for operands of given types and shapes. */

import { operandName } from '../base/checks.js';
import { fromUntyped, typeOfValue, widestTypeOf } from '../base/elements.js';
import { BroadcastError, passed } from '../base/errors.js';
import type { Step } from '../base/trail.js';
import type { EngineParts } from '../engine/parts.js';
import type { TensorType } from '../engine/task.js';
import { TaskBuilder } from '../engine/tasks.js';
import { Lowering } from '../graph/lowering.js';
import { bytesOfValue, Storage, type Value } from '../graph/values.js';
import type { TypeForWeak } from '../memory/operand.js';
import { PlainAttributes } from '../operators/attributes.js';
import { checkNode, lowerNode } from '../operators/bind.js';
import { typedFault } from '../operators/faults.js';
import { ownTypesOf, requireOperator } from '../operators/lookup.js';
import { operatorFault } from '../operators/messages.js';
import {
  type Constant,
  type Term,
  type TracedExpression,
  type TracedNode,
  vectorOf,
} from './tracer.js';

interface Lowered {
  readonly lowering: Lowering;
  readonly inputs: readonly Value[];
  readonly results: readonly Value[];
}

class ExpressionLowering {
  readonly lowering: Lowering;
  readonly inputs: readonly Value[];
  readonly #parts: EngineParts;
  readonly #opset: number;
  readonly #isAlone: boolean;
  readonly #made = new Map<TracedNode, readonly (Value | undefined)[]>();

  constructor(parts: EngineParts, operands: readonly TensorType[], expression: TracedExpression) {
    this.#parts = parts;
    this.lowering = new Lowering(new TaskBuilder(parts));
    this.#opset = expression.opset;
    const [first] = expression.nodes;
    this.#isAlone = expression.nodes.every(
      (node) => node === first || (node.call && node.call === first?.call),
    );
    this.inputs = operands.map(({ type, dims }) => {
      const shape = Object.freeze([...dims]);
      return { type, dims: shape, storage: new Storage('input', bytesOfValue({ type, dims })) };
    });
  }

  lower({ nodes, results }: TracedExpression): Value[] {
    for (const node of nodes) this.#made.set(node, this.#node(node));
    return results.map((result) => this.#value(result) ?? this.#constantOf(result, 'float32'));
  }

  #node(node: TracedNode): readonly (Value | undefined)[] {
    const { operator, attributes, outputs, takes } = node;
    const opset = this.#opset;
    const resolved = requireOperator(this.#parts, operator, opset);
    const inputs = node.inputs.map((_, at) => this.#input(node, at));
    const faulty = { label: labelOf(node), fault: typedFault };
    const first = inputs[0];
    const values = typeof attributes === 'function' ? attributes(inputs) : attributes;
    const given = {
      ...faulty,
      operator,
      opset,
      attributes: new PlainAttributes(faulty, values),
      outputs: new Array<boolean>(outputs).fill(true),
    };
    try {
      if (first && takes && !takes.includes(first.type))
        throw operatorFault(faulty, 'type', 0, first.type, takes);
      checkNode(given, resolved.version, inputs.length);
      return lowerNode(this.#parts, this.lowering, given, resolved, inputs);
    } catch (error) {
      throw this.#about(node, error);
    }
  }

  /** The engine's error. It names the node, unless the node is the only one, or is a whole function. */
  #about(node: TracedNode, error: unknown): unknown {
    const name = labelOf(node);
    const { inputs, operator } = node;
    const steps: Step[] = [['call', { name, operator }]];
    if (error instanceof BroadcastError && error.operator !== error.alignment.operator)
      steps.unshift(['part', { name }]);
    // Callers of a function refer to operands by letters, not as inputs of operators.
    if (name !== operator) steps.push(['inputs', { names: inputs.map(nameOf) }]);
    const isMade = inputs.some((input) => input?.kind === 'output');
    if (error instanceof BroadcastError && (isMade || !this.#isAlone))
      steps.push(['node', { text: textOf(node, name) }]);
    return passed(error, ...steps);
  }

  #input({ operator, inputs }: TracedNode, at: number): Value | undefined {
    const term = inputs[at];
    const known = this.#value(term);
    if (known || !term) return known;
    const own = ownTypesOf(operator);
    // Inputs that do not share the type of the others are ignored.
    const others = inputs.filter((_, i) => own[i] === undefined);
    const type = own[at] ?? others.map((other) => this.#value(other)?.type).find(Boolean);
    return this.#constantOf(term, type);
  }

  /** The value of a term; undefined for a number, which has no type of its own. */
  #value(term: Term | undefined): Value | undefined {
    if (term?.kind === 'input') return this.inputs[term.index];
    if (term?.kind === 'output') return this.#made.get(term.node)?.[term.output];
    if (term === undefined || term.kind === 'constant') return undefined;
    const { type, dims, data } =
      term.kind === 'tensor'
        ? term.value
        : vectorOf(term.make(...term.of.map((other) => this.#value(other)?.dims ?? [])));
    return this.lowering.constant(type, dims, data);
  }

  /** @throws DTypeError for a number that the type cannot represent */
  #constantOf(term: Term, type: TypeForWeak | undefined): Value {
    const { value } = term as { readonly value: Constant };
    const known = type === 'widest' ? widestTypeOf([value]) : (type ?? typeOfValue(value));
    return this.lowering.constant(known, [], fromUntyped(known, [value], 'The number'));
  }
}

/** The name of the operand that a term stands for. */
function nameOf(term: Term | undefined): string | undefined {
  if (term?.kind === 'input') return operandName(term.index);
  const at = term?.kind === 'tensor' ? term.operand : undefined;
  return at === undefined ? undefined : operandName(at);
}

/** The name of the called function or operator, for messages. */
const labelOf = ({ operator, call }: TracedNode): string => call?.of ?? operator;

/** The function that corresponds to an operator. */
const functionNameOf = (operator: string): string =>
  operator.charAt(0).toLowerCase() + operator.slice(1);

/** A node in the form of messages: `mul(add(A, B), 2)`, or within one function `matMul(transpose(A), B)`. */
function textOf({ inputs, call }: TracedNode, name: string): string {
  const names = inputs.map((input) => {
    if (input?.kind === 'input') return operandName(input.index);
    if (input?.kind === 'constant') return String(input.value);
    if (input?.kind !== 'output') return '…';
    const { node } = input;
    return textOf(node, node.call === call ? functionNameOf(node.operator) : labelOf(node));
  });
  return `${name}(${names.join(', ')})`;
}

/** @throws the errors of operators for invalid operands */
export function lowerExpression(
  parts: EngineParts,
  expression: TracedExpression,
  operands: readonly TensorType[],
): Lowered {
  const lowering = new ExpressionLowering(parts, operands, expression);
  try {
    const results = lowering.lower(expression);
    return { lowering: lowering.lowering, inputs: lowering.inputs, results };
  } catch (error) {
    lowering.lowering.resources.dispose();
    throw error;
  }
}
