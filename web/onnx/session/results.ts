/** Destinations of the outputs of a run, and the tensors that they become. */
import { sizeOf } from '../../base/dims.js';
import { arrayOf, bytesOf, itemsOf } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { EngineParts } from '../../engine/parts.js';
import type { AnyTensor } from '../../memory/tensor.js';
import { textsAt } from '../../memory/texts.js';
import type { Result } from './public.js';
import type { Target } from './targets.js';
import { isSequence, type ResultValue, type TensorAt, tensorsIn } from './values.js';

/** An address in wasm memory, or an array; undefined if neither is needed. */
export type Destination = number | TypedArray | undefined;

export class ResultMaker {
  readonly #parts: EngineParts;
  readonly #location: 'js' | 'wasm';

  constructor(parts: EngineParts, location: 'js' | 'wasm') {
    this.#parts = parts;
    this.#location = location;
  }

  /** Allocates destinations for new results: addresses, or arrays. @throws OutOfMemoryError */
  destinations(results: readonly ResultValue[], targets: readonly Target[]): Destination[] {
    const destinations: Destination[] = [];
    try {
      for (const { output, out } of targets)
        for (const tensor of tensorsIn(results[output]))
          destinations.push(out ? undefined : this.#destination(tensor));
      return destinations;
    } catch (error) {
      this.giveBack(destinations);
      throw error;
    }
  }

  #destination({ type, dims }: TensorAt): Destination {
    if (type === 'string') return undefined;
    const { memory } = this.#parts.engine;
    const size = sizeOf(dims);
    if (this.#location === 'wasm') return memory.reserve(bytesOf(type, size));
    return memory.newArray(arrayOf(type), itemsOf(type, size));
  }

  /** For each result, the address of its destination; 0 if it has none, or several. */
  addresses(
    results: readonly ResultValue[],
    targets: readonly Target[],
    destinations: readonly Destination[],
  ): number[] {
    const addresses = results.map(() => 0);
    let next = 0;
    for (const { output } of targets) {
      const destination = destinations[next];
      const result = results[output];
      next += tensorsIn(result).length;
      if (!isSequence(result) && typeof destination === 'number') addresses[output] = destination;
    }
    return addresses;
  }

  /** Frees the memory that was reserved. */
  giveBack(destinations: readonly Destination[]): void {
    const { memory } = this.#parts.engine;
    for (const destination of destinations)
      if (typeof destination === 'number') memory.release(destination);
  }

  /** The outputs of a program that has run, by name. */
  make(
    results: readonly ResultValue[],
    targets: readonly Target[],
    destinations: readonly Destination[],
  ): Record<string, Result> {
    let next = 0;
    const made = targets.map((target): [string, Result] => {
      const value = results[target.output];
      const tensors = tensorsIn(value).map((tensor) =>
        this.#tensor(tensor, target, destinations[next++]),
      );
      return [target.name, isSequence(value) ? tensors : (tensors[0] ?? null)];
    });
    // Not by assignment: an output may be named __proto__.
    return Object.fromEntries(made);
  }

  #tensor(
    { type, dims, address }: TensorAt,
    { into, out }: Target,
    destination: Destination,
  ): AnyTensor {
    const size = sizeOf(dims);
    const { tensors, layouts, engine } = this.#parts;
    const { memory } = engine;
    const frozen = Object.freeze([...dims]);
    if (type === 'string')
      return tensors.plain(type, frozen, size, textsAt(memory, address, size)) as AnyTensor;
    const bytes = bytesOf(type, size);
    const to = (out ? (out.data ?? out.address) : destination) as number | TypedArray;
    if (typeof to !== 'number') memory.read(address, to);
    else if (bytes > 0 && to !== address)
      memory.write(to, memory.view(Uint8Array, address, bytes), bytes);
    if (out) return into as AnyTensor;
    if (typeof to !== 'number') return tensors.plain(type, frozen, size, to) as AnyTensor;
    const layout = layouts.idOf(type, frozen);
    return tensors.add({ type, dims: frozen, size, layout }, to) as AnyTensor;
  }
}
