/** Runs a model that the engine runs by itself: one call for a run, whatever the sizes of its inputs. */
import type { DType } from '../../base/dtypes.js';
import { BroadcastError } from '../../base/errors.js';
import { rendered } from '../../base/trail.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import { passesOf } from '../../codegen/passes.js';
import type { Engine } from '../../engine/engine.js';
import type { EngineParts } from '../../engine/parts.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import { aligned } from '../../memory/memory.js';
import type { Operand } from '../../memory/operand.js';
import { CLOSED } from '../../wasm/instantiate.js';
import type { NativeModelSession } from '../../wasm/native.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Declaration, Model } from '../model/model.js';
import { modelCodeOf } from './bind.js';
import type { Shaped } from './inputs.js';
import { nativeSession } from './native-model.js';
import type { Ready, ShapedInputs } from './preparation.js';
import type { SessionMemory } from './session-memory.js';

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

/** A tensor of an input, and the elements to copy into memory. */
interface Fed {
  readonly shaped: Shaped;
  readonly data: TypedArray | undefined;
}

export class NativePreparation {
  readonly #parts: EngineParts;
  readonly #engine: Engine;
  readonly #session: NativeModelSession;
  readonly #inputs: readonly Declaration[];
  readonly #declared: readonly Declaration[];
  readonly #relief = () => this.#session.clear();
  /** A block for the description of the inputs, and for their elements. */
  #block = 0;
  #bytes = 0;
  #isDisposed = false;

  /** Takes over the session. @throws the reason why it failed */
  constructor(
    parts: EngineParts,
    session: NativeModelSession,
    model: Pick<Model, 'inputs' | 'optionalInputs'>,
  ) {
    const { engine } = parts;
    this.#parts = parts;
    this.#engine = engine;
    this.#session = session;
    this.#inputs = model.inputs;
    this.#declared = [...model.inputs, ...model.optionalInputs];
    engine.memory.onShortage(this.#relief);
    if (!session.failed()) return;
    const error = this.#error();
    this.dispose();
    throw error;
  }

  /** Prepares runs on inputs of these shapes, up to the part whose sizes depend on computed values. */
  prepare(given: ShapedInputs): void {
    const known = new Map<string, Fed>();
    for (const [name, [shaped]] of given) if (shaped) known.set(name, { shaped, data: undefined });
    for (;;) {
      if (this.#session.prepare(this.#described(known))) return;
      const needed = this.#neededInput();
      const shaped = needed && given.get(needed)?.[0];
      if (!needed || !shaped) throw this.#error();
      known.set(needed, { shaped, data: shaped.elements() as TypedArray });
    }
  }

  /** Models with fixed shapes are prepared at once, so their errors are reported early. */
  prepareEarly(): void {
    const isFixed = ({ shape }: Declaration): boolean =>
      shape?.every((size) => typeof size === 'number') === true;
    if (!this.#inputs.every(isFixed)) return;
    const known = new Map(
      this.#inputs.map(({ name, type, shape }): [string, Fed] => {
        const dims = shape as readonly number[];
        return [name, { shaped: { type, dims, layout: 0, elements: () => [] }, data: undefined }];
      }),
    );
    if (!this.#session.prepare(this.#described(known)) && !this.#neededInput()) throw this.#error();
  }

  /** Runs all of the model but its last stage. @throws ModelError, OutOfMemoryError */
  ready(given: ShapedInputs): Ready {
    const fed = new Map<string, Fed>();
    for (const [name, [shaped]] of given) if (shaped) fed.set(name, fedOf(shaped));
    if (!this.#session.begin(this.#described(fed))) throw this.#error();
    const results = this.#results();
    return {
      results,
      inputOf: ({ address, data }: Operand) =>
        data ? undefined : results.find(({ storage }) => storage.address === address),
      run: (targets) => this.#finish(results, targets),
    };
  }

  #finish(results: readonly Value[], targets: readonly number[]): void {
    const { memory } = this.#engine;
    const bytes = targets.length * WIDTH;
    // The elements of the inputs are still needed, so not in their block.
    const address = memory.reserve(bytes);
    try {
      memory.write(address, Float64Array.from(targets), bytes);
      if (!this.#session.finish(address)) throw this.#error();
    } finally {
      memory.release(address);
    }
    const written = this.#results();
    results.forEach(({ storage }, i) => {
      storage.address = (written[i] as Value).storage.address;
    });
  }

  forget(): void {}

  /** May be called again, and after the engine was closed, whose memory is gone. */
  dispose(): void {
    if (this.#isDisposed || this.#engine.native === CLOSED) return;
    this.#isDisposed = true;
    const { memory } = this.#engine;
    memory.offShortage(this.#relief);
    this.#session.delete();
    memory.release(this.#block);
  }

  /** Writes the description of the inputs, and elements that are in JavaScript; returns its address. */
  #described(fed: ReadonlyMap<string, Fed>): number {
    const { memory } = this.#engine;
    const inputs = this.#declared.map(({ name }) => fed.get(name));
    const items = inputs.reduce((sum, one) => sum + 1 + (one ? 2 + one.shaped.dims.length : 0), 0);
    const ofData = (one: Fed | undefined) => (one?.data ? aligned(bytesOfValue(one.shaped)) : 0);
    const start = aligned(items * WIDTH);
    const block = this.#atLeast(inputs.reduce((sum, one) => sum + ofData(one), start));
    const description = new Float64Array(items);
    let at = 0;
    let place = block + start;
    for (const one of inputs) {
      if (!one) {
        at++;
        continue;
      }
      const { type, dims, operand } = one.shaped;
      description[at++] = dims.length + 1;
      description[at++] = this.#engine.typeNumber(type);
      description[at++] = one.data ? place : (operand?.address ?? 0);
      for (const size of dims) description[at++] = size;
      if (one.data) memory.write(place, one.data, bytesOfValue(one.shaped));
      place += ofData(one);
    }
    memory.write(block, description, items * WIDTH);
    return block;
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

  #results(): Value[] {
    const { memory, catalogue } = this.#engine;
    const count = this.#session.outputs();
    let at = this.#session.results();
    // Outputs at one address share a storage; 0 is one that is not known yet.
    const storages = new Map<number, Storage>();
    const view = (items: number) => memory.view(Float64Array, at, items) as Float64Array;
    return Array.from({ length: count }, () => {
      const [rank = 0, number = 0, address = 0] = view(3);
      at += 3 * WIDTH;
      const dims = Array.from(view(rank));
      at += rank * WIDTH;
      const type = catalogue.types[number] as DType;
      const known = address === 0 ? undefined : storages.get(address);
      const storage = known ?? new Storage('temporary', bytesOfValue({ type, dims }));
      storage.address = address;
      storages.set(address, storage);
      return { type, dims, storage };
    });
  }

  /** The input whose elements are needed, if that is why the session failed. */
  #neededInput(): string | undefined {
    const { code, text } = this.#session.fault();
    return code === 'value_needed' ? this.#declared[Number(text)]?.name : undefined;
  }

  /** The error of the alignment that failed, as the cause of the session's. */
  #conflict(): BroadcastError | undefined {
    const aligned = this.#session.conflict();
    if (!aligned) return undefined;
    const alignment = this.#parts.shapes.conflict(aligned);
    aligned.delete();
    return new BroadcastError(alignment);
  }

  #error(): Error {
    const { code, text, node, types } = this.#session.fault();
    if (code === 'out_of_memory') return this.#engine.memory.outOfMemory();
    const problem = types.length > 0 ? { text, types } : { text };
    const message = rendered(problem, [], onnxMessages.cast());
    return new ModelError(modelCodeOf(code), message, node ? [node] : [], this.#conflict());
  }
}

/** @throws ModelError, OutOfMemoryError */
export function nativePreparation(
  parts: EngineParts,
  model: Model,
  constants: ReadonlyMap<string, Value>,
  memory: SessionMemory,
): NativePreparation {
  const { engine } = parts;
  passesOf(engine).host();
  const session = nativeSession(engine, model, constants, memory.constants);
  return new NativePreparation(parts, session, model);
}

const fedOf = (shaped: Shaped): Fed => ({ shaped, data: shaped.operand?.data });
