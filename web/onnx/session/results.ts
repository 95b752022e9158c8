/** Where the outputs of a run go, and the tensors that they become. */
import { sizeOf } from '../../base/dims.js';
import { arrayOf, bytesOf, itemsOf } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { EngineParts } from '../../engine/parts.js';
import type { Program } from '../../graph/program.js';
import type { Value } from '../../graph/values.js';
import type { AnyTensor } from '../../memory/tensor.js';
import type { Target } from './targets.js';

/** An address in wasm memory, or an array. */
type Destination = number | TypedArray;

export class ResultMaker {
  readonly #parts: EngineParts;
  readonly #location: 'js' | 'wasm';

  constructor(parts: EngineParts, location: 'js' | 'wasm') {
    this.#parts = parts;
    this.#location = location;
  }

  /** Where new results go: an address, or an array. @throws OutOfMemoryError */
  destinations(program: Program, targets: readonly Target[]): (Destination | undefined)[] {
    const { memory } = this.#parts.engine;
    const destinations: (Destination | undefined)[] = [];
    try {
      for (const { output, out } of targets) {
        const { type, dims } = program.outputs[output] as Value;
        const size = sizeOf(dims);
        if (out || type === 'string') destinations.push(undefined);
        else if (this.#location === 'wasm') destinations.push(memory.reserve(bytesOf(type, size)));
        else destinations.push(memory.newArray(arrayOf(type), itemsOf(type, size)));
      }
      return destinations;
    } catch (error) {
      this.giveBack(destinations);
      throw error;
    }
  }

  /** Gives back the memory that was reserved. */
  giveBack(destinations: readonly (Destination | undefined)[]): void {
    const { memory } = this.#parts.engine;
    for (const destination of destinations)
      if (typeof destination === 'number') memory.release(destination);
  }

  /** The tensor of an output, once the program has run. */
  make(value: Value, { into, out }: Target, destination: Destination | undefined): AnyTensor {
    const { type, dims, storage } = value;
    const size = sizeOf(dims);
    const { tensors, layouts, engine } = this.#parts;
    const frozen = Object.freeze([...dims]);
    if (type === 'string')
      return tensors.plain(type, frozen, size, [...(storage.strings ?? [])]) as AnyTensor;
    const { memory } = engine;
    const bytes = bytesOf(type, size);
    const to = out ? (out.data ?? out.address) : (destination as Destination);
    if (typeof to !== 'number') memory.read(storage.address, to);
    else if (bytes > 0) memory.write(to, memory.view(Uint8Array, storage.address, bytes));
    if (out) return into as AnyTensor;
    if (typeof to !== 'number') return tensors.plain(type, frozen, size, to) as AnyTensor;
    const layout = layouts.idOf(type, frozen);
    return tensors.add({ type, dims: frozen, size, layout }, to) as AnyTensor;
  }
}
