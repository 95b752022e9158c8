/** Plans: what an operator does with operands of given types and shapes, made once by the engine. */
import { checkDims, type Operand, operandName } from './arguments.js';
import { type Attributes, encodeAttributes } from './attributes.js';
import type { DType } from './dtypes.js';
import type { Engine } from './engine.js';
import {
  AttributeError,
  BroadcastError,
  DTypeError,
  ShapeError,
  type SimdcastError,
} from './errors.js';
import type { Layouts } from './layouts.js';
import { outOfMemory } from './memory.js';
import { messages } from './messages.js';
import type { Shapes } from './shapes.js';
import type { Work } from './staging.js';
import type { Trace } from './trace.js';

export interface Plan extends Work {
  readonly plan: number;
  /** Whether the result may overwrite an operand of its own shape. */
  readonly inPlace: boolean;
}

/** Why a plan cannot run, with the trace where shapes are the reason. */
interface Failure {
  readonly code: string;
  readonly text: string;
  readonly trace?: Trace;
}

/** Plans by the layouts of the operands, one after the other. */
interface Found {
  plan: Plan | undefined;
  next: Map<number, Found> | undefined;
}

/** What does not change from call to call: an operator at an opset with its attributes. */
export interface Node {
  readonly operator: number;
  readonly name: string;
  readonly opset: number;
  /** The words of the attributes: which are given, and their values. */
  readonly attributes: readonly number[];
  readonly axis: number | undefined;
  readonly found: Found;
}

const MOST_PLANS = 1024;

function keep(node: Node, operands: readonly Operand[], plan: Plan): void {
  let found = node.found;
  for (const { layout } of operands) {
    found.next ??= new Map();
    const next = found.next.get(layout) ?? { plan: undefined, next: undefined };
    found.next.set(layout, next);
    found = next;
  }
  found.plan = plan;
}

const ERROR_CLASSES: Readonly<Record<string, new (code: string, text: string) => SimdcastError>> = {
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
  readonly #layouts: Layouts;
  /** Nodes at the newest opset without attributes, by name; and all the others, by all they hold. */
  readonly #plain = new Map<string, Node>();
  readonly #nodes = new Map<string, Node>();
  readonly #plans: Plan[] = [];

  constructor(engine: Engine, shapes: Shapes, layouts: Layouts) {
    this.#engine = engine;
    this.#shapes = shapes;
    this.#layouts = layouts;
    engine.memory.relieve = () => this.#forget();
  }

  /** @throws AttributeError for what no node can have. */
  node(name: string, attributes: Attributes | undefined, opset: number | undefined): Node {
    if (attributes === undefined && opset === undefined) {
      const plain = this.#plain.get(name) ?? this.#makeNode(name, {}, undefined);
      this.#plain.set(name, plain);
      return plain;
    }
    const made = this.#makeNode(name, attributes ?? {}, opset);
    const key = `${made.operator},${made.opset},${made.attributes.join()}`;
    const node = this.#nodes.get(key) ?? made;
    if (this.#nodes.size >= MOST_PLANS) this.#nodes.clear();
    this.#nodes.set(key, node);
    return node;
  }

  opset(opset: number | undefined): number {
    const { newestOpset } = this.#engine.catalogue;
    if (opset === undefined) return newestOpset;
    if (!Number.isInteger(opset) || opset < 1 || opset > newestOpset)
      throw new AttributeError('invalid_opset', messages.opset(opset, newestOpset));
    return opset;
  }

  /** @throws BroadcastError, DTypeError, ShapeError or AttributeError where there is no plan. */
  find(node: Node, operands: readonly Operand[]): Plan {
    let found: Found | undefined = node.found;
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
   * How the operands of a node meet, as the engine's own plan for it has them.
   * @throws as `find` does.
   */
  explain(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): Trace {
    this.#prepare(node, operands);
    return this.#engine.reply(this.#engine.native.alignment()) as Trace;
  }

  #makeNode(name: string, attributes: Attributes, opset: number | undefined): Node {
    const { catalogue } = this.#engine;
    const operator = catalogue.operators.indexOf(name);
    if (operator < 0)
      throw new AttributeError('unknown_operator', messages.operator(name, catalogue.operators));
    return {
      operator,
      name,
      opset: this.opset(opset),
      attributes: encodeAttributes(name, attributes, catalogue),
      axis: attributes.axis as number | undefined,
      found: { plan: undefined, next: undefined },
    };
  }

  #forget(): boolean {
    if (this.#plans.length === 0) return false;
    for (const { plan } of this.#plans) this.#engine.native.discard(plan);
    this.#plans.length = 0;
    for (const nodes of [this.#plain, this.#nodes])
      for (const { found } of nodes.values()) found.next = undefined;
    this.#nodes.clear();
    return true;
  }

  /** A plan that the caller discards. @throws as `find` does. */
  make(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): Plan {
    this.#prepare(node, operands);
    const plan = this.#engine.native.keep();
    if (plan === 0) throw outOfMemory(0);
    return this.#read(plan);
  }

  /** Leaves the result's description in the words. @throws as `find` does. */
  #prepare(node: Node, operands: readonly Pick<Operand, 'type' | 'dims'>[]): void {
    const { native, catalogue } = this.#engine;
    const { operator, opset, attributes } = node;
    if (operands.length > catalogue.maxOperands)
      throw new ShapeError(
        'operand_count',
        messages.operands(operands.length, catalogue.maxOperands),
      );
    this.#engine.memory.headroom();
    const writer = this.#engine.writer();
    writer.number(operator);
    writer.number(opset);
    for (const word of attributes) writer.number(word);
    writer.number(operands.length);
    operands.forEach(({ type, dims }, i) => {
      writer.number(this.#engine.typeNumber(type));
      writer.shape(checkDims(dims, operandName(i), catalogue.maxRank, node.name === 'Expand'));
    });
    if (!native.prepare())
      throw this.#failure(this.#engine.reply(native.failure()) as Failure, node);
  }

  #read(plan: number): Plan {
    const { memory, native } = this.#engine;
    const reader = this.#engine.reader();
    const type = this.#engine.catalogue.types[reader.number()] as DType;
    const inPlace = reader.number() === 1;
    const size = reader.count();
    const workspace = reader.count();
    const dims = Object.freeze(reader.shape());
    return {
      plan,
      type,
      inPlace,
      size,
      workspace,
      dims,
      layout: this.#layouts.idOf(type, dims),
      run: (block, result, operands) => {
        const { words } = memory;
        words[0] = block;
        words[1] = result;
        for (let i = 0; i < operands.length; i++) words[i + 2] = operands[i] as number;
        native.execute(plan, 0);
      },
    };
  }

  #failure({ code, text, trace }: Failure, node: Node): SimdcastError {
    if (!trace) return new (ERROR_CLASSES[code] ?? AttributeError)(code, text);
    const shapes = trace.operands.map(({ shape }) => shape);
    const { axis } = node;
    return new BroadcastError(this.#shapes.trace(trace, shapes, { rule: trace.rule, axis }), text);
  }
}
