/** From a traced expression and the types and shapes of its operands to steps. */
import type { DType } from '../base/dtypes.js';
import { fromValues, typeOfValue } from '../base/elements.js';
import type { TaskBuilder, TensorType } from '../engine/tasks.js';
import { Lowering } from '../graph/lowering.js';
import { bytesOfValue, Storage, type Value } from '../graph/values.js';
import type { Constant, TracedExpression, TracedNode, TracedOperator } from './tracer.js';

interface Lowered {
  readonly lowering: Lowering;
  readonly inputs: readonly Value[];
  readonly result: Value;
}

class ExpressionLowering {
  readonly lowering: Lowering;
  readonly inputs: readonly Value[];
  readonly #opset: number;
  readonly #made = new Map<TracedOperator, Value>();

  constructor(operands: readonly TensorType[], tasks: TaskBuilder, opset: number) {
    this.lowering = new Lowering(tasks);
    this.#opset = opset;
    this.inputs = operands.map(({ type, dims }) => {
      const shape = Object.freeze([...dims]);
      return { type, dims: shape, storage: new Storage('input', bytesOfValue({ type, dims })) };
    });
  }

  lower(operators: readonly TracedOperator[]): Value {
    let result: Value | undefined;
    for (const operator of operators) {
      const inputs = operator.inputs.map((_, i) => this.#input(operator, i));
      const { operator: name, attributes } = operator;
      result = this.lowering.pointwise(name, inputs, attributes, this.#opset);
      this.#made.set(operator, result);
    }
    return result as Value;
  }

  #input({ operator, inputs }: TracedOperator, at: number): Value | undefined {
    const node = inputs[at];
    if (node?.kind !== 'constant') return this.#value(node);
    // The condition of Where has a type of its own.
    const others = operator === 'Where' ? inputs.slice(1) : inputs;
    const typed = others.find((other) => other && other.kind !== 'constant');
    return this.#constant(node.value, this.#value(typed)?.type ?? typeOfValue(node.value));
  }

  #value(node: TracedNode | undefined): Value | undefined {
    if (node?.kind === 'operator') return this.#made.get(node);
    return node?.kind === 'input' ? this.inputs[node.index] : undefined;
  }

  /** @throws DTypeError for one that the type does not have. */
  #constant(value: Constant, type: DType): Value {
    return this.lowering.constant(type, [], fromValues(type, [value], 'The number'));
  }
}

/** @throws what the operators throw for operands that they do not take. */
export function lowerExpression(
  { operators }: TracedExpression,
  operands: readonly TensorType[],
  tasks: TaskBuilder,
  opset: number,
): Lowered {
  const lowering = new ExpressionLowering(operands, tasks, opset);
  try {
    const result = lowering.lower(operators);
    return { lowering: lowering.lowering, inputs: lowering.inputs, result };
  } catch (error) {
    lowering.lowering.resources.dispose();
    throw error;
  }
}
