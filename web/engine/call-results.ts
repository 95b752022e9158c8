/** Takes the results of sessions to where callers want them. */
import { arrayOf, bytesOf, itemsOf } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Operand } from '../memory/operand.js';
import type { Tensor } from '../memory/tensor.js';
import type { Placed, Tensors } from '../memory/tensors.js';
import { textsAt } from '../memory/texts.js';
import type { CallSession } from './call-session.js';
import type { Engine } from './engine.js';

/** Results in JavaScript up to this size, in bytes, are copied out of the memory that sessions share. */
export const SMALL = 2 ** 16;

export class CallResults {
  readonly #engine: Engine;
  readonly #tensors: Tensors;

  constructor(engine: Engine, tensors: Tensors) {
    this.#engine = engine;
    this.#tensors = tensors;
  }

  /** Writes the single result of a session that has begun to a target that has been checked. */
  writeTo(session: CallSession, target: Operand, block: number): void {
    const { memory } = this.#engine;
    const { type, size } = session.results[0] as Placed;
    const bytes = bytesOf(type, size);
    const isOwn = target.data && bytes > SMALL && session.addresses[0] === 0;
    const own = isOwn ? memory.reserve(bytes) : target.address;
    try {
      session.finish([own], block);
      const address = session.addresses[0] as number;
      if (target.data) this.#read(target.data, address, bytes);
      else this.copy(session.results[0] as Placed, address, own);
    } finally {
      if (isOwn) memory.release(own);
    }
  }

  /** The result at an address as a tensor that JavaScript owns. */
  plain({ type, dims, size }: Placed, address: number): Tensor {
    if (type === 'string')
      return this.#tensors.plain(type, dims, size, textsAt(this.#engine.memory, address, size));
    return this.#tensors.plain(type, dims, size, this.#taken(type, size, address));
  }

  /** A result that is an operand with other dims, at an address. */
  sharing(result: Placed, operand: Operand, address: number): Tensor {
    const { residence, strings } = operand;
    const data = strings ?? operand.data;
    if (residence) return this.#tensors.share(residence, result);
    // A view of wasm memory would become stale.
    if (!data) return this.plain(result, address);
    return this.#tensors.plain(result.type, result.dims, result.size, data);
  }

  /** Copies a result into memory of its own, if it has not been written there. */
  copy({ type, size }: Placed, from: number, to: number): void {
    const { memory } = this.#engine;
    const bytes = bytesOf(type, size);
    if (from !== to && bytes > 0) memory.write(to, memory.view(Uint8Array, from, bytes), bytes);
  }

  #taken(type: Placed['type'], size: number, address: number): TypedArray {
    const { memory } = this.#engine;
    const array = arrayOf(type);
    if (address % array.BYTES_PER_ELEMENT === 0)
      return memory.take(array, address, itemsOf(type, size));
    const data = memory.newArray(array, itemsOf(type, size));
    this.#read(data, address, bytesOf(type, size));
    return data;
  }

  /** Parts of tensors of bytes, read as another type, may have any address. */
  #read(data: TypedArray, address: number, bytes: number): void {
    const { memory } = this.#engine;
    if (address % data.BYTES_PER_ELEMENT === 0) memory.read(address, data);
    else
      new Uint8Array(data.buffer, data.byteOffset, bytes).set(
        memory.view(Uint8Array, address, bytes) as Uint8Array,
      );
  }
}
