/** Lowers an expression to steps, with the elements of its operands as constants. */

import { fromUntyped, typeOfValue, widestTypeOf } from '../base/elements.js';
import type { SimdcastError } from '../base/errors.js';
import type { EngineParts } from '../engine/parts.js';
import { TaskBuilder } from '../engine/tasks.js';
import { Lowering } from '../graph/lowering.js';
import type { Value } from '../graph/values.js';
import { type Operand, type TypeForWeak, valueIn } from '../memory/operand.js';
import { PlainAttributes } from '../operators/attributes.js';
import { checkNode, lowerNode } from '../operators/bind.js';
import { typedFault } from '../operators/faults.js';
import { ownTypesOf, requireOperator } from '../operators/lookup.js';
import { operatorFault } from '../operators/messages.js';
import { ownOperator } from './own-operators.js';
import { type Constant, OWN, type Term, type TracedExpression, type TracedNode } from './tracer.js';
import { explained, labelOf } from './trail.js';

interface Lowered {
  readonly lowering: Lowering;
  readonly results: readonly Value[];
}

class ExpressionLowering {
  readonly lowering: Lowering;
  readonly #parts: EngineParts;
  readonly #expression: TracedExpression;
  readonly #inputs: readonly Value[];
  readonly #made = new Map<TracedNode, readonly (Value | undefined)[]>();

  constructor(parts: EngineParts, operands: readonly Operand[], expression: TracedExpression) {
    this.#parts = parts;
    this.lowering = new Lowering(new TaskBuilder(parts));
    this.#expression = expression;
    this.#inputs = operands.map((operand) => {
      const { type, dims, data } = valueIn(operand, parts.engine.memory);
      return this.lowering.constant(type, dims, data);
    });
  }

  lower(): Value[] {
    const { nodes, results } = this.#expression;
    for (const node of nodes) this.#made.set(node, this.#node(node));
    return results.map((result) => this.#value(result) ?? this.#constantOf(result, 'float32'));
  }

  #node(node: TracedNode): readonly (Value | undefined)[] {
    const { domain, operator, attributes, outputs, takes } = node;
    const { opset } = this.#expression;
    const resolved =
      domain === OWN ? ownOperator(operator) : requireOperator(this.#parts, operator, opset);
    const inputs = node.inputs.map((_, at) => this.#input(node, at));
    const faulty = { label: labelOf(node), fault: typedFault };
    const first = inputs[0];
    const given = {
      ...faulty,
      operator,
      opset,
      attributes: new PlainAttributes(faulty, attributes),
      outputs: new Array<boolean>(outputs).fill(true),
    };
    try {
      if (first && takes && !takes.includes(first.type))
        throw operatorFault(faulty, 'type', 0, first.type, takes);
      checkNode(given, resolved.version, inputs.length);
      return lowerNode(this.#parts, this.lowering, given, resolved, inputs);
    } catch (error) {
      throw explained(error as SimdcastError, node, this.#expression);
    }
  }

  #input({ domain, operator, inputs }: TracedNode, at: number): Value | undefined {
    const term = inputs[at];
    const known = this.#value(term);
    if (known || !term) return known;
    const own = domain === OWN ? [] : ownTypesOf(operator);
    // Inputs that do not share the type of the others are ignored.
    const others = inputs.filter((_, i) => own[i] === undefined);
    const type = own[at] ?? others.map((other) => this.#value(other)?.type).find(Boolean);
    return this.#constantOf(term, type);
  }

  /** The value of a term; undefined for a number, which has no type of its own. */
  #value(term: Term | undefined): Value | undefined {
    if (term?.kind === 'input') return this.#inputs[term.index];
    if (term?.kind === 'output') return this.#made.get(term.node)?.[term.output];
    if (term?.kind !== 'tensor') return undefined;
    const { type, dims, data } = term.value;
    return this.lowering.constant(type, dims, data);
  }

  /** @throws DTypeError for a number that the type cannot represent */
  #constantOf(term: Term, type: TypeForWeak | undefined): Value {
    const { value } = term as { readonly value: Constant };
    const known = type === 'widest' ? widestTypeOf([value]) : (type ?? typeOfValue(value));
    return this.lowering.constant(known, [], fromUntyped(known, [value], 'The number'));
  }
}

/** @throws the errors of operators for invalid operands */
export function lowerExpression(
  parts: EngineParts,
  expression: TracedExpression,
  operands: readonly Operand[],
): Lowered {
  const lowering = new ExpressionLowering(parts, operands, expression);
  try {
    return { lowering: lowering.lowering, results: lowering.lower() };
  } catch (error) {
    lowering.lowering.resources.dispose();
    throw error;
  }
}
