/** Traces the operators that a function applies to its operands, as a graph. */
import type { DType } from '../base/dtypes.js';
import type { Attributes } from '../base/function-options.js';
import type { TensorType } from '../engine/task.js';
import type { TensorValue } from '../operators/attributes.js';

/** A value without a type of its own: it has the type of the other operands. */
export type Constant = number | bigint | boolean;

/** A value of the graph and its origin. */
export type Term =
  | { readonly kind: 'input'; readonly index: number }
  | { readonly kind: 'constant'; readonly value: Constant }
  | {
      readonly kind: 'tensor';
      readonly value: TensorValue;
      /** The position of the operand. */
      readonly operand?: number;
    }
  | {
      readonly kind: 'integers';
      readonly of: readonly (Term | undefined)[];
      readonly make: (...dims: readonly (readonly number[])[]) => readonly number[];
    }
  | { readonly kind: 'output'; readonly node: TracedNode; readonly output: number };

/** Attributes, or a function that computes them from the inputs. */
export type TracedAttributes =
  | Attributes
  | ((inputs: readonly (TensorType | undefined)[]) => Attributes);

export interface TracedNode {
  readonly operator: string;
  readonly inputs: readonly (Term | undefined)[];
  readonly attributes: TracedAttributes;
  readonly outputs: number;
  /** The types of the first input, if the function accepts fewer than the operator. */
  readonly takes: readonly DType[] | undefined;
  /** The call of a function that it is part of; undefined for an operator that was called by name. */
  readonly call: TracedCall | undefined;
}

/** One call of a function. */
interface TracedCall {
  /** The function's name in messages. */
  readonly of: string;
}

export interface TracedExpression {
  readonly nodes: readonly TracedNode[];
  readonly results: readonly Term[];
  readonly opset: number;
}

/** Integers as a tensor with one axis. */
export function vectorOf(values: readonly (number | bigint)[]): TensorValue {
  const data = BigInt64Array.from(values, BigInt);
  return { type: 'int64', dims: [data.length], data };
}

/** The properties of a node, without its operator and inputs. */
interface NodeOptions {
  readonly attributes?: TracedAttributes;
  readonly takes?: readonly DType[];
}

export class Tracer {
  readonly opset: number;
  readonly #nodes: TracedNode[] = [];
  #call: TracedCall | undefined;

  constructor(opset: number) {
    this.opset = opset;
  }

  /** Traces `build` as one call of a function, which errors name instead of its operators. */
  calling<Made>(of: string, build: () => Made): Made {
    this.#call = { of };
    try {
      return build();
    } finally {
      this.#call = undefined;
    }
  }

  input(index: number): Term {
    return { kind: 'input', index };
  }

  /** Integers as an int64 vector, the form of axes and sizes in ONNX's operators. */
  integers(values: readonly (number | bigint)[]): Term {
    return { kind: 'tensor', value: vectorOf(values) };
  }

  /** Integers computed from the dims of terms. */
  integersOf<Terms extends readonly (Term | undefined)[]>(
    of: readonly [...Terms],
    make: (...dims: { [I in keyof Terms]: readonly number[] }) => readonly number[],
  ): Term {
    return { kind: 'integers', of, make: make as (...dims: readonly unknown[]) => number[] };
  }

  /** The outputs of an operator. */
  outputs(
    operator: string,
    inputs: readonly (Term | undefined)[],
    count: number,
    { attributes = {}, takes }: NodeOptions = {},
  ): Term[] {
    const call = this.#call;
    const node: TracedNode = { operator, inputs, attributes, outputs: count, takes, call };
    this.#nodes.push(node);
    return Array.from({ length: count }, (_, output) => ({ kind: 'output', node, output }));
  }

  /** The single output of an operator. */
  apply(operator: string, inputs: readonly (Term | undefined)[], options?: NodeOptions): Term {
    return this.outputs(operator, inputs, 1, options)[0] as Term;
  }

  /** Traces another expression on terms of this one. */
  inlined({ nodes, results }: TracedExpression, inputs: readonly Term[]): Term[] {
    const copies = new Map<TracedNode, TracedNode>();
    const here = <Of extends Term | undefined>(term: Of): Of => {
      if (term?.kind === 'input') return inputs[term.index] as Of;
      if (term?.kind === 'integers') return { ...term, of: term.of.map(here) };
      if (term?.kind !== 'output') return term;
      return { ...term, node: copies.get(term.node) as TracedNode };
    };
    for (const node of nodes) {
      const copy = { ...node, inputs: node.inputs.map(here) };
      copies.set(node, copy);
      this.#nodes.push(copy);
    }
    return results.map(here);
  }

  /** The expression of these results, without unused nodes. */
  expression(results: readonly Term[]): TracedExpression {
    const wanted = new Set(results.flatMap(nodeOf));
    const needed = [...this.#nodes].reverse().filter((node) => {
      if (!wanted.has(node)) return false;
      for (const input of node.inputs) for (const other of nodeOf(input)) wanted.add(other);
      return true;
    });
    return { nodes: needed.reverse(), results, opset: this.opset };
  }
}

function nodeOf(term: Term | undefined): TracedNode[] {
  if (term?.kind === 'integers') return term.of.flatMap(nodeOf);
  return term?.kind === 'output' ? [term.node] : [];
}
