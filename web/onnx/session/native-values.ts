/** Values as the engine's sessions describe them, by float64 in memory (src/model/remote_values.hpp). */
import { sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Engine } from '../../engine/engine.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import { aligned } from '../../memory/memory.js';
import { decodeTexts, encodeTexts } from '../../memory/texts.js';
import type { AnyValue } from '../../operators/containers/values.js';
import type { Declaration } from '../model/model.js';
import type { Shaped } from './inputs.js';

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

/** A tensor of an input, and the elements to copy into memory. */
export interface Fed {
  readonly shaped: Shaped;
  readonly data: TypedArray | readonly string[] | undefined;
}

/** The tensors of each input: any number for a sequence, otherwise one. */
export type FedInputs = ReadonlyMap<string, readonly Fed[]>;

/** The tensors of the inputs, with the elements that are not in memory. */
export const fedOf = (shaped: Shaped): Fed => {
  const { operand } = shaped;
  return { shaped, data: operand?.strings ?? operand?.data };
};

const bytesIn = (data: Fed['data'], shaped: Shaped): TypedArray | undefined =>
  shaped.type === 'string' && data
    ? encodeTexts(data as readonly string[])
    : (data as TypedArray | undefined);

const bytesToCopy = (data: TypedArray | undefined, { shaped }: Fed): number =>
  !data ? 0 : shaped.type === 'string' ? data.byteLength : bytesOfValue(shaped);

/** Writes the descriptions of inputs, and their elements that are in JavaScript. */
export class InputWriter {
  readonly #engine: Engine;
  readonly #declared: readonly Declaration[];
  #block = 0;
  #bytes = 0;

  constructor(engine: Engine, declared: readonly Declaration[]) {
    this.#engine = engine;
    this.#declared = declared;
  }

  /** Returns the address of the description. @throws OutOfMemoryError */
  write(inputs: FedInputs): number {
    const { memory } = this.#engine;
    const numbers: number[] = [];
    const copies: { readonly at: number; readonly data: TypedArray; readonly bytes: number }[] = [];
    const add = (fed: Fed): void => {
      const { type, dims, operand } = fed.shaped;
      const data = bytesIn(fed.data, fed.shaped);
      numbers.push(dims.length + 1, this.#engine.typeNumber(type));
      if (data) copies.push({ at: numbers.length, data, bytes: bytesToCopy(data, fed) });
      numbers.push(operand?.address ?? 0, ...dims);
    };
    for (const { name, type, sequence } of this.#declared) {
      const fed = inputs.get(name);
      if (fed && sequence) numbers.push(-fed.length - 1, this.#engine.typeNumber(type));
      if (fed) fed.forEach(add);
      else numbers.push(0);
    }
    const start = aligned(numbers.length * WIDTH);
    const block = this.#atLeast(copies.reduce((sum, { bytes }) => sum + aligned(bytes), start));
    let place = block + start;
    for (const { at, data, bytes } of copies) {
      numbers[at] = place;
      memory.write(place, data, bytes);
      place += aligned(bytes);
    }
    memory.write(block, Float64Array.from(numbers), numbers.length * WIDTH);
    return block;
  }

  dispose(): void {
    this.#engine.memory.release(this.#block);
  }

  /** An aligned address in a block of this size. */
  #atLeast(bytes: number): number {
    const { memory } = this.#engine;
    const wanted = aligned(bytes) + aligned(1);
    if (wanted > this.#bytes) {
      memory.release(this.#block);
      this.#block = 0;
      this.#bytes = 0;
      this.#block = memory.reserve(wanted);
      this.#bytes = wanted;
    }
    return aligned(this.#block);
  }
}

/** Reads `count` values that are described at an address. */
export function readValues(
  { memory, catalogue }: Engine,
  address: number,
  count: number,
): AnyValue[] {
  let at = address;
  // Outputs at one address share a storage.
  const storages = new Map<number, Storage>();
  const take = (items: number): number[] => {
    const taken = Array.from(memory.view(Float64Array, at, items) as Float64Array);
    at += items * WIDTH;
    return taken;
  };
  const textsAt = (from: number, elements: number): string[] => {
    const lengths = Array.from(memory.view(Uint32Array, from, elements) as Uint32Array);
    const bytes = lengths.reduce((sum, length) => sum + length, 0);
    return decodeTexts(lengths, memory.view(Uint8Array, from + 4 * elements, bytes) as Uint8Array);
  };
  const tensor = (rank: number): Value => {
    const [number = 0, from = 0] = take(2);
    const dims = take(rank);
    const type = catalogue.types[number] as DType;
    const known = storages.get(from);
    const storage = known ?? new Storage('temporary', bytesOfValue({ type, dims }));
    if (type === 'string') storage.strings = from === 0 ? [] : textsAt(from, sizeOf(dims));
    else storage.address = from;
    if (from !== 0) storages.set(from, storage);
    return { type, dims, storage };
  };
  const value = (): AnyValue => {
    const [first = 0] = take(1);
    if (first === 0) return { type: undefined, content: undefined };
    if (first > 0) return tensor(first - 1);
    const [number = 0] = take(1);
    const elements = Array.from({ length: -first - 1 }, () => value() as Value);
    return { type: catalogue.types[number] as DType | undefined, elements };
  };
  return Array.from({ length: count }, value);
}
