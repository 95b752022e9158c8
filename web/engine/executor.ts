/** Runs computations: operands in JavaScript are copied in, and results copied out. */
import { arrayOf, bytesOf, itemsOf } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import { aligned, type Memory } from '../memory/memory.js';
import { isResident, type Operand } from '../memory/operand.js';
import type { Tensor } from '../memory/tensor.js';
import type { Tensors } from '../memory/tensors.js';
import type { Computation } from './computation.js';
import type { Engine } from './engine.js';
import { LARGE, runInSlabs } from './slabs.js';

export class Executor {
  readonly #engine: Engine;
  readonly #memory: Memory;
  readonly #tensors: Tensors;
  readonly #addresses: number[] = [];

  constructor(engine: Engine, tensors: Tensors) {
    this.#engine = engine;
    this.#memory = engine.memory;
    this.#tensors = tensors;
  }

  /** The result as a new tensor, in wasm memory if any operand is. */
  toNew(work: Computation, operands: readonly Operand[]): Tensor {
    const { type, dims, size } = work;
    if (!isResident(operands))
      return this.#tensors.plain(type, dims, size, this.#toArray(work, operands, undefined));
    const address = this.#memory.reserve(bytesOf(type, size));
    try {
      this.#toAddress(work, operands, address);
    } catch (error) {
      this.#memory.release(address);
      throw error;
    }
    return this.#tensors.add(work, address);
  }

  /** Writes the result to a target that has been checked. */
  to(target: Operand, work: Computation, operands: readonly Operand[]): void {
    if (target.data) this.#toArray(work, operands, target.data);
    else this.#toAddress(work, operands, target.address);
  }

  #toAddress(work: Computation, operands: readonly Operand[], address: number): void {
    const needed = bytesNeeded(work, operands);
    const block = needed > 0 ? this.#memory.borrow(needed) : 0;
    try {
      this.#run(work, operands, address, block);
    } finally {
      if (block !== 0) this.#memory.handBack(block);
    }
  }

  #toArray(
    work: Computation,
    operands: readonly Operand[],
    out: TypedArray | undefined,
  ): TypedArray {
    const { type, size } = work;
    const room = aligned(bytesOf(type, size));
    const bytes = room + bytesNeeded(work, operands);
    const inSlabs =
      size > 0 && bytes > LARGE ? runInSlabs(this.#engine, work, operands, out) : undefined;
    if (inSlabs) return inSlabs;
    const block = this.#memory.borrow(bytes);
    try {
      this.#run(work, operands, block, block + room);
      if (!out) return this.#memory.take(arrayOf(type), block, itemsOf(type, size));
      this.#memory.read(block, out);
      return out;
    } finally {
      this.#memory.handBack(block);
    }
  }

  /** Writes operands, then runs. Data in JavaScript goes into `block`, after the workspace. */
  #run(work: Computation, operands: readonly Operand[], result: number, block: number): void {
    const addresses = this.#stage(operands, block + aligned(work.workspace));
    work.run(block, result, addresses);
  }

  /** The addresses of operands; those in JavaScript are copied to `start`. */
  #stage(operands: readonly Operand[], start: number): readonly number[] {
    const addresses = this.#addresses;
    if (addresses.length !== operands.length) addresses.length = operands.length;
    let at = start;
    for (let i = 0; i < operands.length; i++) {
      const { data, address, type, size } = operands[i] as Operand;
      addresses[i] = data ? at : address;
      if (!data) continue;
      const bytes = bytesOf(type, size);
      this.#memory.write(at, data, bytes);
      at += aligned(bytes);
    }
    return addresses;
  }
}

/** Bytes of wasm memory for the workspace and for data in JavaScript. */
const bytesNeeded = (work: Computation, operands: readonly Operand[]): number =>
  aligned(work.workspace) + stagedBytes(operands);

function stagedBytes(operands: readonly Operand[]): number {
  let bytes = 0;
  for (let i = 0; i < operands.length; i++) {
    const { data, type, size } = operands[i] as Operand;
    if (data) bytes += aligned(bytesOf(type, size));
  }
  return bytes;
}
