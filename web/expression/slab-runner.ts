/** Computes elementwise expressions on large arrays slab by slab. */
import { sameDims } from '../base/dims.js';
import { arrayOf, bytesOf, itemsOf } from '../base/dtypes.js';
import { OutOfMemoryError } from '../base/errors.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { CallResults } from '../engine/call-results.js';
import type { CallSession } from '../engine/call-session.js';
import type { EngineParts } from '../engine/parts.js';
import { LARGE } from '../engine/slabs.js';
import { bytesIn, Stage } from '../engine/stage.js';
import { ABSENT, type Operand } from '../memory/operand.js';
import type { Placed } from '../memory/tensors.js';
import { slabOf, slabsOf } from './slabs.js';

export class SlabRunner {
  readonly #parts: EngineParts;
  readonly #results: CallResults;

  constructor(parts: EngineParts, results: CallResults) {
    this.#parts = parts;
    this.#results = results;
  }

  /** The single result of an elementwise session before its operands have been copied; undefined for others. */
  prepared(session: CallSession, operands: readonly Operand[]): Placed | undefined {
    const { memory } = this.#parts.engine;
    const block = memory.borrow(session.room(operands));
    try {
      const isKnown = session.prepare(operands, block);
      return isKnown && session.results.length === 1 ? session.results[0] : undefined;
    } finally {
      memory.handBack(block);
    }
  }

  /**
   * The result in slabs, if it and its operands are large and the session is elementwise; otherwise does nothing.
   * @param given the destination of the result. Default: a new array
   */
  run(
    session: CallSession,
    operands: readonly Operand[],
    { type, dims, size, layout }: Placed,
    given?: TypedArray,
  ): TypedArray | undefined {
    if (bytesIn(operands) + bytesOf(type, size) <= LARGE) return undefined;
    const place = { ...ABSENT, type, dims, size, layout };
    const slabs = slabsOf(place, operands);
    if (!slabs) return undefined;
    const { length, most } = slabs;
    const at = (from: number) => {
      const count = Math.min(most, length - from);
      return (operand: Operand) => slabOf(operand, slabs, from, count, this.#parts.layouts);
    };
    // Prepared before anything is written, because the result may overwrite an operand.
    const last = at(Math.floor((length - 1) / most) * most);
    if (!this.#isDivided(session, operands.map(last), last(place))) return undefined;
    const array = given ?? this.#parts.engine.memory.newArray(arrayOf(type), itemsOf(type, size));
    const result = { ...place, data: array };
    for (let from = 0; from < length; from += most) {
      const inputs = operands.map(at(from));
      const target = at(from)(result);
      if (!this.run(session, inputs, target, target.data)) this.#slab(session, inputs, target);
    }
    return array;
  }

  /** Whether the result of a slab is a slab of the result: constants may fix its sizes. */
  #isDivided(session: CallSession, operands: readonly Operand[], slab: Operand): boolean {
    try {
      const made = this.prepared(session, operands);
      return made !== undefined && sameDims(made.dims, slab.dims);
    } catch (error) {
      if (error instanceof OutOfMemoryError) throw error;
      return false;
    }
  }

  #slab(session: CallSession, operands: readonly Operand[], target: Operand): void {
    const stage = new Stage(this.#parts.engine.memory);
    const block = stage.enter(operands, session.room(operands));
    try {
      session.begin(operands, stage.addresses, block);
      this.#results.writeTo(session, target, block);
    } finally {
      stage.leave(block);
    }
  }
}
