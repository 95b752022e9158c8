/** Copies the operands of a call into wasm memory, after a gap for whatever else the call needs there. */
import { bytesOf } from '../base/dtypes.js';
import { ALIGNMENT, aligned, type Memory } from '../memory/memory.js';
import type { Operand } from '../memory/operand.js';
import { encodeTexts } from '../memory/texts.js';

/** No two operands have the same address, even if they are empty. */
const roomFor = (bytes: number): number => Math.max(ALIGNMENT, aligned(bytes));

/** Bytes of operands in JavaScript. */
export function bytesIn(operands: readonly Operand[]): number {
  let bytes = 0;
  for (let i = 0; i < operands.length; i++) {
    const { data, type, size } = operands[i] as Operand;
    if (data) bytes += bytesOf(type, size);
  }
  return bytes;
}

export class Stage {
  /** The addresses of the operands. */
  readonly addresses: number[] = [];
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /**
   * Returns a block that begins with `room` bytes, until `leave`; 0 if nothing is needed.
   * @throws OutOfMemoryError
   */
  enter(operands: readonly Operand[], room: number): number {
    let bytes = room;
    let texts: Uint8Array[] | undefined;
    for (let i = 0; i < operands.length; i++) {
      const { data, strings, type, size } = operands[i] as Operand;
      if (data) bytes += roomFor(bytesOf(type, size));
      if (!strings) continue;
      texts ??= [];
      texts[i] = encodeTexts(strings);
      bytes += roomFor((texts[i] as Uint8Array).byteLength);
    }
    const block = bytes > 0 ? this.#memory.borrow(bytes) : 0;
    try {
      this.#write(operands, texts, block + room);
    } catch (error) {
      this.leave(block);
      throw error;
    }
    return block;
  }

  leave(block: number): void {
    if (block !== 0) this.#memory.handBack(block);
  }

  #write(
    operands: readonly Operand[],
    texts: readonly Uint8Array[] | undefined,
    start: number,
  ): void {
    const { addresses } = this;
    if (addresses.length !== operands.length) addresses.length = operands.length;
    let at = start;
    for (let i = 0; i < operands.length; i++) {
      const { data, address, type, size } = operands[i] as Operand;
      const written = texts?.[i] ?? data;
      addresses[i] = written ? at : address;
      if (!written) continue;
      const bytes = written === data ? bytesOf(type, size) : written.byteLength;
      this.#memory.write(at, written, bytes);
      at += roomFor(bytes);
    }
  }
}
