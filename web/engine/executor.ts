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
import { bytesIn, Stage } from './stage.js';

export class Executor {
  readonly #engine: Engine;
  readonly #memory: Memory;
  readonly #tensors: Tensors;
  readonly #stage: Stage;

  constructor(engine: Engine, tensors: Tensors) {
    this.#engine = engine;
    this.#memory = engine.memory;
    this.#tensors = tensors;
    this.#stage = new Stage(engine.memory);
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
    const block = this.#stage.enter(operands, aligned(work.workspace));
    try {
      work.run(block, address, this.#stage.addresses);
    } finally {
      this.#stage.leave(block);
    }
  }

  #toArray(
    work: Computation,
    operands: readonly Operand[],
    out: TypedArray | undefined,
  ): TypedArray {
    const { type, size } = work;
    const bytes = bytesOf(type, size);
    const isLarge = size > 0 && bytes + bytesIn(operands) > LARGE;
    const inSlabs = isLarge ? runInSlabs(this.#engine, work, operands, out) : undefined;
    if (inSlabs) return inSlabs;
    const room = aligned(bytes);
    const block = this.#stage.enter(operands, room + aligned(work.workspace));
    try {
      work.run(block + room, block, this.#stage.addresses);
      if (!out) return this.#memory.take(arrayOf(type), block, itemsOf(type, size));
      this.#memory.read(block, out);
      return out;
    } finally {
      this.#stage.leave(block);
    }
  }
}
