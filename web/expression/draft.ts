/** Describes an expression to the engine. */

import { sizeOf } from '../base/dims.js';
import { bytesOf, type DType } from '../base/dtypes.js';
import { fromUntyped, typeOfValue, widestTypeOf } from '../base/elements.js';
import type { SimdcastError } from '../base/errors.js';
import type { TypedArray } from '../base/typed-arrays.js';
import { writeAttributes, writeIntegers } from '../engine/call-attributes.js';
import type { Draft } from '../engine/call-session.js';
import type { EngineParts } from '../engine/parts.js';
import { ALIGNMENT } from '../memory/memory.js';
import type { TypeForWeak } from '../memory/operand.js';
import type { OwnTypes } from '../memory/operands.js';
import type { NativeModelDraft, NativeModelSession } from '../wasm/native.js';
import {
  type Constant,
  OWN,
  type TensorValue,
  type Term,
  type TracedExpression,
  type TracedNode,
} from './tracer.js';
import { explained, labelOf } from './trail.js';

const NUMBER = 'The number';

/** The opset of the package's own domain. */
const OWN_OPSET = 1;

class DraftWriter {
  readonly #parts: EngineParts;
  readonly #expression: TracedExpression;
  readonly #native: NativeModelDraft;
  /** Numbers that take the type of other operands, by name. */
  readonly #numbers = new Map<string, Constant>();
  readonly #places = new Map<TracedNode, number>();
  readonly #used = new Set<string>();
  /** Memory of constants that the engine has not taken over. */
  readonly #reserved: number[] = [];
  #constants = 0;

  constructor(parts: EngineParts, expression: TracedExpression, native: NativeModelDraft) {
    this.#parts = parts;
    this.#expression = expression;
    this.#native = native;
    for (const [at, node] of expression.nodes.entries()) this.#places.set(node, at);
    const use = (term: Term | undefined): void => {
      if (term?.kind === 'output') this.#used.add(this.#nameOfOutput(term.node, term.output));
    };
    for (const node of expression.nodes) node.inputs.forEach(use);
    expression.results.forEach(use);
  }

  write(inputs: number): void {
    const native = this.#native;
    for (let i = 0; i < inputs; i++) native.graphInput(`i${i}`);
    for (const node of this.#expression.nodes) this.#node(node);
    for (const result of this.#expression.results) native.graphOutput(this.#result(result));
  }

  session(): Draft {
    const { engine } = this.#parts;
    const { nodes } = this.#expression;
    engine.memory.headroom();
    if (this.#native.isShort()) throw engine.memory.outOfMemory();
    this.#reserved.length = 0;
    const native: NativeModelSession = this.#native.session(true);
    return {
      native,
      numberAs: (name, type) => {
        const value = this.#numbers.get(name) as Constant;
        return this.#number(value, type);
      },
      operatorOf: (node) => nodes[Number(node)]?.operator,
      explain: (error: SimdcastError, node: string) => {
        const of = node === '' ? undefined : nodes[Number(node)];
        return of ? explained(error, of, this.#expression) : error;
      },
    };
  }

  /** Frees the memory that the engine has not taken over. */
  giveBack(): void {
    for (const address of this.#reserved) this.#parts.engine.memory.release(address);
  }

  #node(node: TracedNode): void {
    const { domain, operator, inputs, outputs, takes, attributes } = node;
    const { engine, table } = this.#parts;
    const { opset } = this.#expression;
    const native = this.#native;
    if (domain !== OWN) table.requireOperator(operator, opset);
    const own = domain === OWN ? [] : table.ownTypesOf(operator);
    // Numbers are described before the nodes that use them.
    const names = inputs.map((term, at) => this.#input(term, own[at]));
    engine.memory.headroom();
    const place = String(this.#places.get(node));
    if (takes) names[0] = this.#accepted(node, names[0] ?? '', takes);
    native.node(domain, operator, domain === OWN ? OWN_OPSET : opset, place, labelOf(node));
    for (const name of names) native.nodeInput(name);
    for (let output = 0; output < outputs; output++) {
      const name = this.#nameOfOutput(node, output);
      native.nodeOutput(this.#used.has(name) ? name : '');
    }
    if (names.some((name) => this.#numbers.has(name)) && own.some(Boolean))
      native.lends(lending(inputs.length, own));
    writeAttributes(
      this.#parts,
      native,
      { domain, operator, opset, label: labelOf(node) },
      attributes,
    );
  }

  /** Checks the type of a node's first input; failures are those of the node. */
  #accepted(node: TracedNode, input: string, takes: readonly DType[]): string {
    const place = String(this.#places.get(node));
    const types = takes.map((type) => this.#parts.engine.typeNumber(type));
    const label = labelOf(node);
    const native = this.#native;
    native.node(OWN, 'Accepted', OWN_OPSET, place, label);
    native.nodeInput(input);
    native.nodeOutput(`a${place}`);
    writeIntegers(this.#parts, native, 'types', types);
    return `a${place}`;
  }

  #nameOfOutput(node: TracedNode, output: number): string {
    return `n${this.#places.get(node)}_${output}`;
  }

  #input(term: Term | undefined, own: TypeForWeak | undefined): string {
    if (term === undefined) return '';
    if (term.kind === 'input') return `i${term.index}`;
    if (term.kind === 'output') return this.#nameOfOutput(term.node, term.output);
    const name = `c${this.#constants++}`;
    if (term.kind === 'tensor') this.#tensor(name, term.value);
    else if (own) this.#typed(name, term.value, own);
    else {
      this.#numbers.set(name, term.value);
      this.#native.weak(name);
    }
    return name;
  }

  #result(term: Term): string {
    if (term.kind !== 'constant') return this.#input(term, undefined);
    return this.#input(term, 'float32');
  }

  #typed(name: string, value: Constant, own: TypeForWeak): void {
    const type = own === 'widest' ? widestTypeOf([value]) : own;
    this.#tensor(name, { type, dims: [], data: fromUntyped(type, [value], NUMBER) });
  }

  #tensor(name: string, { type, dims, data }: TensorValue): void {
    if (type === 'string') {
      this.#sized(dims, (sizes) => this.#native.stringInitializer(name, sizes, dims.length));
      for (const text of data as readonly string[]) this.#native.addText(text);
      return;
    }
    const { engine } = this.#parts;
    const { memory } = engine;
    const bytes = bytesOf(type, sizeOf(dims));
    const address = memory.reserve(bytes);
    this.#reserved.push(address);
    memory.write(address, data as TypedArray, bytes);
    const number = engine.typeNumber(type);
    this.#sized(dims, (sizes) =>
      this.#native.initializer(name, number, sizes, dims.length, address),
    );
  }

  #sized(dims: readonly number[], use: (sizes: number) => void): void {
    const { memory } = this.#parts.engine;
    const bytes = dims.length * Float64Array.BYTES_PER_ELEMENT;
    const sizes = memory.borrow(Math.max(ALIGNMENT, bytes));
    try {
      memory.write(sizes, Float64Array.from(dims), bytes);
      use(sizes);
    } finally {
      memory.handBack(sizes);
    }
  }

  /** @throws DTypeError for a number that the type cannot represent */
  #number(value: Constant, asked: DType | undefined) {
    const { memory } = this.#parts.engine;
    const type = asked ?? typeOfValue(value);
    const data = fromUntyped(type, [value], NUMBER);
    const bytes = bytesOf(type, 1);
    const address = memory.reserve(bytes);
    memory.write(address, data, bytes);
    return { type, address };
  }
}

/** A bit for each input whose type numbers may take. */
const lending = (count: number, own: OwnTypes): number =>
  Array.from({ length: Math.min(count, 32) }, (_, at) => (own[at] ? 0 : bitOf(at))).reduce(
    (mask, bit) => mask | bit,
    0,
  ) >>> 0;

const bitOf = (at: number): number => (1 << at) >>> 0;

/**
 * The expression as a session of the engine.
 * @throws AttributeError for unknown operators and for attributes of another kind; OutOfMemoryError
 */
export function draftOf(parts: EngineParts, expression: TracedExpression, inputs: number): Draft {
  const { engine } = parts;
  engine.memory.headroom();
  const native = new engine.native.ModelDraft();
  const writer = new DraftWriter(parts, expression, native);
  try {
    writer.write(inputs);
    return writer.session();
  } catch (error) {
    writer.giveBack();
    throw error;
  } finally {
    native.delete();
  }
}
