/** Plans: the engine's compiled operators for operands of given types and shapes. */

import type { Trace } from '../base/alignment.js';
import { checkDims, operandName } from '../base/checks.js';
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import {
  AttributeError,
  BroadcastError,
  DTypeError,
  ShapeError,
  type SimdcastError,
} from '../base/errors.js';
import { exactText } from '../base/exact-text.js';
import type { Attributes } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import type { Problem } from '../base/trail.js';
import type { LayoutIds } from '../memory/layout-ids.js';
import type { Operand } from '../memory/operand.js';
import type { NativeRefusal } from '../wasm/native.js';
import type { NativeTask } from '../wasm/native-task.js';
import { encodeAttributes } from './attributes.js';
import type { Computation } from './computation.js';
import { type Asked, DIRECT, type Engine, type Inquiry, type Question, shapeOf } from './engine.js';
import { requireDone } from './rejected-run.js';
import type { Shapes } from './shapes.js';

export interface Plan extends Computation {
  readonly plan: NativeTask;
  /** Whether the result may overwrite an operand of its shape. */
  readonly inPlace: boolean;
}

/** Plans, keyed by the layouts of the operands in order. */
interface PlanTrie {
  plan: Plan | undefined;
  next: Map<number, PlanTrie> | undefined;
}

/** The constant part of a call: an operator at an opset with its attributes. */
export interface Node {
  readonly operator: number;
  readonly name: string;
  readonly opset: number;
  /** The given attributes: the numbers of names and values, alternating. */
  readonly attributes: readonly number[];
  readonly found: PlanTrie;
}

const MOST_PLANS = 1024;

function keep(node: Node, operands: readonly Operand[], plan: Plan): void {
  let plans = node.found;
  for (const { layout } of operands) {
    plans.next ??= new Map();
    const next = plans.next.get(layout) ?? { plan: undefined, next: undefined };
    plans.next.set(layout, next);
    plans = next;
  }
  plans.plan = plan;
}

/** Type errors that a conversion may fix. */
const CASTABLE: ReadonlySet<string> = new Set(['types_differ', 'type_unsupported']);

const ERROR_CLASSES: Readonly<
  Record<string, new (code: string, problem: string | Problem) => SimdcastError>
> = {
  not_in_opset: AttributeError,
  attribute_unknown: AttributeError,
  attribute_missing: AttributeError,
  operand_count: ShapeError,
  inner_mismatch: ShapeError,
  types_differ: DTypeError,
  result_unsupported: DTypeError,
  type_unsupported: DTypeError,
};

export class Plans {
  readonly #engine: Engine;
  readonly #shapes: Shapes;
  readonly #layouts: LayoutIds;
  /** Nodes at the latest opset without attributes, by name; all others, by all their properties. */
  readonly #bare = new Map<string, Node>();
  readonly #nodes = new Map<string, Node>();
  readonly #plans: Plan[] = [];

  constructor(engine: Engine, shapes: Shapes, layouts: LayoutIds) {
    this.#engine = engine;
    this.#shapes = shapes;
    this.#layouts = layouts;
    engine.memory.onShortage(() => this.#forget());
  }

  /** @throws AttributeError for an invalid name, attribute or opset */
  node(name: string, attributes: Attributes | undefined, opset: number | undefined): Node {
    if (attributes === undefined && opset === undefined) {
      const bare = this.#bare.get(name) ?? this.#makeNode(name, {}, undefined);
      this.#bare.set(name, bare);
      return bare;
    }
    const made = this.#makeNode(name, attributes ?? {}, opset);
    const key = `${made.operator},${made.opset},${made.attributes.map(exactText).join()}`;
    const node = this.#nodes.get(key) ?? made;
    if (this.#nodes.size >= MOST_PLANS) this.#nodes.clear();
    this.#nodes.set(key, node);
    return node;
  }

  opset(opset: number | undefined): number {
    const { newestOpset } = this.#engine.catalogue;
    if (opset === undefined) return newestOpset;
    if (!Number.isInteger(opset) || opset < 1 || opset > newestOpset)
      throw new AttributeError(
        'invalid_opset',
        messages.badValue('opset', `an integer from 1 to ${newestOpset}`, opset),
      );
    return opset;
  }

  /** @throws BroadcastError, DTypeError, ShapeError or AttributeError if there is no plan */
  find(node: Node, operands: readonly Operand[]): Plan {
    let found: PlanTrie | undefined = node.found;
    for (let i = 0; found && i < operands.length; i++)
      found = found.next?.get((operands[i] as Operand).layout);
    if (found?.plan) return found.plan;
    const plan = this.make(node, operands);
    if (this.#plans.length >= MOST_PLANS) this.#forget();
    else keep(node, operands, plan);
    this.#plans.push(plan);
    return plan;
  }

  /**
   * How the operands of a node are aligned by the engine.
   * @throws like `find`
   */
  explain(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): Trace {
    this.make(node, operands).plan.delete();
    return this.#shapes.trace(this.#inquiry(node, operands));
  }

  #makeNode(name: string, attributes: Attributes, opset: number | undefined): Node {
    const { catalogue } = this.#engine;
    const operator = catalogue.operators.indexOf(name);
    if (operator < 0)
      throw new AttributeError(
        'unknown_operator',
        // The list has gaps: the page's module has some of the operators.
        messages.unknown('operator', name, catalogue.operators.filter(Boolean)),
      );
    return {
      operator,
      name,
      opset: this.opset(opset),
      attributes: encodeAttributes(name, attributes, catalogue),
      found: { plan: undefined, next: undefined },
    };
  }

  #forget(): boolean {
    if (this.#plans.length === 0) return false;
    for (const { plan } of this.#plans) plan.delete();
    this.#plans.length = 0;
    for (const nodes of [this.#bare, this.#nodes])
      for (const { found } of nodes.values()) found.next = undefined;
    this.#nodes.clear();
    return true;
  }

  /** A plan that the caller must delete. @throws like `find` */
  make(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): Plan {
    const inquiry = this.#inquiry(node, operands);
    const request = this.#engine.request(inquiry);
    const plan = request.task();
    if (!plan) throw this.#refusal(request.refusal(), inquiry);
    return this.#describe(plan);
  }

  #inquiry(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): Inquiry {
    return { question: this.#question(node), inputs: this.#checked(node, operands) };
  }

  #question({ operator, opset, attributes }: Node): Question {
    return (request) => {
      request.begin(operator, opset);
      for (let i = 0; i < attributes.length; i += 2)
        request.attribute(attributes[i] as number, attributes[i + 1] as number);
    };
  }

  #checked(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): readonly Asked[] {
    const { maxOperands, maxRank } = this.#engine.catalogue;
    if (operands.length > maxOperands)
      throw new ShapeError('operand_count', messages.operands(operands.length, maxOperands));
    return operands.map(({ type, dims }, i) => ({
      type,
      dims: checkDims(dims, operandName(i), maxRank, node.name === 'Expand'),
    }));
  }

  #describe(plan: NativeTask): Plan {
    const type = this.#engine.catalogue.types[plan.type()] as DType;
    const dims = Object.freeze(shapeOf(plan));
    const engine = this.#engine;
    return {
      plan,
      type,
      inPlace: plan.inPlace(),
      size: sizeOf(dims),
      workspace: plan.workspace(),
      dims,
      layout: this.#layouts.idOf(type, dims),
      run: (block, result, operands) => {
        engine.feed(operands, DIRECT);
        const [a = 0, b = 0, c = 0] = operands;
        requireDone(plan.run(block, result, 0, 0, a, b, c));
      },
    };
  }

  #refusal({ code, text, byRule }: NativeRefusal, inquiry: Inquiry): Error {
    if (code === OUT_OF_MEMORY) return this.#engine.memory.outOfMemory();
    if (!byRule) {
      // The engine's text after the first sentence is its own advice.
      const isAdvised = /[.;] /.test(text);
      const types = inquiry.inputs.map(({ type }) => type);
      const problem = CASTABLE.has(code) && !isAdvised ? { text, types } : text;
      return new (ERROR_CLASSES[code] ?? AttributeError)(code, problem);
    }
    return new BroadcastError(this.#shapes.refusal(inquiry), text);
  }
}

const OUT_OF_MEMORY = 'out_of_memory';
