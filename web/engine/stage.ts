/** Copies the operands of a call into wasm memory, behind room for their description. */
import { bytesOf } from '../base/dtypes.js';
import { ALIGNMENT, aligned, type Memory } from '../memory/memory.js';
import type { Operand } from '../memory/operand.js';

/** No two operands have the same address, even if they are empty. */
const bytesFor = ({ type, size }: Operand): number =>
  Math.max(ALIGNMENT, aligned(bytesOf(type, size)));

export class Stage {
  /** The addresses of the operands. */
  readonly addresses: number[] = [];
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Returns a block that begins with `room` bytes, until `leave`. @throws OutOfMemoryError */
  enter(operands: readonly Operand[], room: number): number {
    let bytes = room;
    for (let i = 0; i < operands.length; i++) {
      const operand = operands[i] as Operand;
      if (operand.data) bytes += bytesFor(operand);
    }
    const block = this.#memory.borrow(bytes);
    const { addresses } = this;
    if (addresses.length !== operands.length) addresses.length = operands.length;
    let at = block + room;
    try {
      for (let i = 0; i < operands.length; i++) {
        const operand = operands[i] as Operand;
        const { data, address, type, size } = operand;
        addresses[i] = data ? at : address;
        if (!data) continue;
        this.#memory.write(at, data, bytesOf(type, size));
        at += bytesFor(operand);
      }
    } catch (error) {
      this.#memory.handBack(block);
      throw error;
    }
    return block;
  }

  leave(block: number): void {
    this.#memory.handBack(block);
  }
}
