/** One session of the engine for calls: a graph of operators that runs on operands of any types and shapes. */
import type { DType } from '../base/dtypes.js';
import { BroadcastError, type SimdcastError } from '../base/errors.js';
import type { Problem } from '../base/trail.js';
import type { LayoutIds } from '../memory/layout-ids.js';
import { aligned } from '../memory/memory.js';
import type { Operand } from '../memory/operand.js';
import type { Placed } from '../memory/tensors.js';
import type { NativeModelSession, NativeNodeFault } from '../wasm/native.js';
import type { Engine } from './engine.js';
import { errorOfFault } from './faults.js';
import type { Shapes } from './shapes.js';

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

/** Numbers before the sizes in the description of a result: its rank plus 1, type and address. */
const BEFORE_SIZES = 3;

/** The parts of the engine that a session needs. */
export interface SessionParts {
  readonly engine: Engine;
  readonly layouts: LayoutIds;
  readonly shapes: Shapes;
}

/** The description of a graph that became a session. */
export interface Draft {
  readonly native: NativeModelSession;
  /**
   * A number without a type, by its name, as one element of the type, or of its own if that is undefined. The
   * session takes over the memory.
   */
  numberAs(
    name: string,
    type: DType | undefined,
  ): { readonly type: DType; readonly address: number };
  /** The operator of a node, by its name. */
  operatorOf(node: string): string | undefined;
  /** Adds the steps that an error of a node has passed. */
  explain(error: SimdcastError, node: string): unknown;
}

export class CallSession {
  /** The results of the last run: types and shapes after `begin`, and addresses, which are 0 until assigned. */
  readonly results: Placed[] = [];
  readonly addresses: number[] = [];
  readonly #parts: SessionParts;
  readonly #draft: Draft;
  readonly #native: NativeModelSession;
  readonly #outputs: number = 0;

  /** Takes over the session. @throws the reason why it failed */
  constructor(parts: SessionParts, draft: Draft) {
    this.#parts = parts;
    this.#draft = draft;
    this.#native = draft.native;
    if (!this.#native.failed()) {
      this.#outputs = this.#native.outputs();
      return;
    }
    const error = this.#error();
    this.dispose();
    throw error;
  }

  /** Bytes for the description of the operands, and of one target per result. */
  room(operands: readonly Operand[]): number {
    let numbers = this.#outputs;
    for (let i = 0; i < operands.length; i++)
      numbers += BEFORE_SIZES + (operands[i] as Operand).dims.length;
    return aligned(numbers * WIDTH);
  }

  /**
   * Runs the graph up to its last stage. The operands are at `addresses`; their description is written to
   * `block`.
   * @throws the errors of operators; OutOfMemoryError
   */
  begin(operands: readonly Operand[], addresses: readonly number[], block: number): void {
    this.#describe(operands, addresses, block);
    while (!this.#native.begin(block)) this.#resolve();
    this.#read();
  }

  /**
   * Finds the types and shapes of the results without the elements of operands; returns whether that is possible
   * and the session is elementwise.
   */
  prepare(operands: readonly Operand[], block: number): boolean {
    this.#describe(operands, [], block);
    while (!this.#native.prepare(block)) {
      if (this.#fault().code === 'value_needed') return false;
      this.#resolve();
    }
    if (!this.#native.isElementwise()) return false;
    this.#read();
    return true;
  }

  /** Runs the last stage. Results without an address are written to targets, or into the engine's memory for 0. */
  finish(targets: readonly number[], block: number): void {
    const numbers = this.#parts.engine.memory.numbers(block + targets.length * WIDTH);
    for (let i = 0; i < targets.length; i++) numbers[block / WIDTH + i] = targets[i] as number;
    if (!this.#native.finish(block)) throw this.#error();
    if (this.addresses.includes(0) || this.#makesStrings) this.#readAddresses();
  }

  /** Descriptions of strings move. */
  get #makesStrings(): boolean {
    for (let i = 0; i < this.results.length; i++)
      if (this.results[i]?.type === 'string') return true;
    return false;
  }

  /** Whether the single result may overwrite an operand of its type and size. */
  get inPlace(): boolean {
    return this.#native.inPlace();
  }

  /** Whether each element of the result depends only on the elements that broadcast to it. */
  get isElementwise(): boolean {
    return this.#native.isElementwise();
  }

  get bytes(): number {
    return this.#native.bytes();
  }

  dispose(): void {
    this.#native.delete();
  }

  #describe(operands: readonly Operand[], addresses: readonly number[], block: number): void {
    const { engine } = this.#parts;
    const numbers = engine.memory.numbers(block + this.room(operands));
    let at = block / WIDTH;
    for (let i = 0; i < operands.length; i++) {
      const { type, dims, address, data } = operands[i] as Operand;
      numbers[at++] = dims.length + 1;
      numbers[at++] = engine.typeNumber(type);
      numbers[at++] = addresses[i] ?? (data ? 0 : address);
      for (let axis = 0; axis < dims.length; axis++) numbers[at++] = dims[axis] as number;
    }
  }

  /** Reads the description of the results; objects of the last run are reused. */
  #read(): void {
    const { engine, layouts } = this.#parts;
    let start = this.#native.results();
    for (let i = 0; i < this.#outputs; i++) {
      let numbers = engine.memory.numbers(start + BEFORE_SIZES * WIDTH);
      let at = start / WIDTH;
      const rank = (numbers[at++] as number) - 1;
      const type = engine.catalogue.types[numbers[at++] as number] as DType;
      this.addresses[i] = numbers[at++] as number;
      start += (BEFORE_SIZES + rank) * WIDTH;
      numbers = engine.memory.numbers(start);
      const last = this.results[i];
      if (last && last.type === type && isShape(last.dims, numbers, at, rank)) continue;
      const dims = Object.freeze(Array.from(numbers.subarray(at, at + rank)));
      const size = dims.reduce((product, each) => product * each, 1);
      this.results[i] = { type, dims, size, layout: layouts.idOf(type, dims) };
    }
  }

  #readAddresses(): void {
    let at = this.#native.results() / WIDTH + 2;
    for (let i = 0; i < this.#outputs; i++) {
      const numbers = this.#parts.engine.memory.numbers((at + 1) * WIDTH);
      this.addresses[i] = numbers[at] as number;
      at += BEFORE_SIZES + (this.results[i] as Placed).dims.length;
    }
  }

  /** Passes the number that the engine needs. @throws the reason why it failed, if it needs none */
  #resolve(): void {
    const { code, text, types } = this.#fault();
    if (code !== 'type_needed') throw this.#error();
    const { type, address } = this.#draft.numberAs(text, types[0] as DType | undefined);
    this.#native.give(text, this.#parts.engine.typeNumber(type), address);
  }

  /** @throws OutOfMemoryError if there is no memory for the description of the fault */
  #fault(): NativeNodeFault {
    const { native, memory } = this.#parts.engine;
    if (!native.hasHeadroom()) throw memory.outOfMemory();
    return this.#native.fault();
  }

  #error(): unknown {
    const { engine, shapes } = this.#parts;
    const { code, text, node, types, ofEngine } = this.#fault();
    if (code === 'out_of_memory') return engine.memory.outOfMemory();
    const operator = this.#draft.operatorOf(node);
    const ownText = ofEngine ? text.slice(text.indexOf(': ') + 2) : text;
    const aligned = this.#native.conflict();
    if (!aligned) {
      const problem: Problem = types.length > 0 ? { text: ownText, types } : { text: ownText };
      return this.#draft.explain(errorOfFault(code, problem), node);
    }
    const alignment = shapes.conflict(aligned);
    aligned.delete();
    return this.#draft.explain(new BroadcastError(alignment, ownText, operator), node);
  }
}

function isShape(
  dims: readonly number[],
  numbers: Float64Array,
  at: number,
  rank: number,
): boolean {
  if (dims.length !== rank) return false;
  for (let axis = 0; axis < rank; axis++) if (dims[axis] !== numbers[at + axis]) return false;
  return true;
}
