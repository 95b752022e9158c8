/** A model in the engine: one call prepares a run, and two run it, whatever the sizes of the inputs. */
import { hostKernels } from '../../codegen/passes.js';
import type { EngineParts } from '../../engine/parts.js';
import { hostTexts } from '../../engine/text-host.js';
import { aligned } from '../../memory/memory.js';
import { CLOSED } from '../../wasm/instantiate.js';
import type { NativeModelSession } from '../../wasm/native.js';
import type { ExternalFiles } from '../model/external-files.js';
import type { Declaration, Model } from '../model/model.js';
import { nativeSession } from './draft.js';
import { checkOperators, errorOf, faultOf } from './faults.js';
import type { Shaped } from './inputs.js';
import { type InputValue, type ResultValue, readResults, writeInputs } from './values.js';

/** Types and shapes of the tensors of each input. */
export type ShapedInputs = ReadonlyMap<string, readonly Shaped[]>;

/** Which inputs have elements. */
type Known = (name: string) => boolean;

export class Preparation {
  readonly #parts: EngineParts;
  readonly #session: NativeModelSession;
  readonly #inputs: readonly Declaration[];
  readonly #declared: readonly Declaration[];
  readonly #relief = () => {
    const hadBlock = this.#giveBack();
    return this.#session.clear() || hadBlock;
  };
  /** A block for the description of the inputs, and for their elements. */
  #block = 0;
  #bytes = 0;
  #isDisposed = false;

  /** @throws ModelError, OutOfMemoryError */
  constructor(parts: EngineParts, model: Model, files: ExternalFiles) {
    const { engine } = parts;
    checkOperators(engine, model.nodes);
    hostKernels(engine);
    hostTexts(engine.native);
    this.#parts = parts;
    this.#inputs = model.inputs;
    this.#declared = [...model.inputs, ...model.optionalInputs];
    this.#session = nativeSession(engine, model, files);
    engine.memory.onShortage(this.#relief);
    if (!this.#session.failed()) return;
    const error = this.#error();
    this.dispose();
    throw error;
  }

  /** Prepares runs on inputs of these shapes, up to the part whose sizes depend on computed values. */
  prepare(given: ShapedInputs): void {
    const known = new Set<string>();
    while (!this.#session.prepare(this.#described(given, (name) => known.has(name)))) {
      const needed = this.#neededInputs(given).filter((name) => !known.has(name));
      if (needed.length === 0) throw this.#error();
      for (const name of needed) known.add(name);
    }
  }

  /** Models with fixed shapes are prepared at once, so their errors are reported early. */
  prepareEarly(): void {
    const isFixed = ({ shape, sequence, optional }: Declaration): boolean =>
      !(sequence || optional) && shape?.every((size) => typeof size === 'number') === true;
    if (!this.#inputs.every(isFixed)) return;
    const shaped = this.#inputs.map(({ name, type, shape }): [string, Shaped[]] => {
      const dims = shape as readonly number[];
      return [name, [{ type, dims, elements: () => [] }]];
    });
    const given = new Map(shaped);
    const isPrepared = this.#session.prepare(this.#described(given, () => false));
    if (!isPrepared && this.#neededInputs(given).length === 0) throw this.#error();
  }

  /** Runs all of the model but its last stage. @throws ModelError, OutOfMemoryError */
  begin(given: ShapedInputs): readonly ResultValue[] {
    if (!this.#session.begin(this.#described(given, () => true))) throw this.#error();
    return this.#results();
  }

  /**
   * Runs what remains. A target is an address for an output, or 0; the engine may leave an output elsewhere, as
   * the results tell.
   */
  finish(targets: readonly number[]): readonly ResultValue[] {
    const { memory } = this.#parts.engine;
    const list = Float64Array.from(targets);
    // The elements of the inputs are still needed, so not in their block.
    const address = memory.reserve(list.byteLength);
    try {
      memory.write(address, list, list.byteLength);
      if (!this.#session.finish(address)) throw this.#error();
    } finally {
      memory.release(address);
    }
    return this.#results();
  }

  /** After `finish`, the input whose elements an output has first along an axis. */
  grownFrom(output: number): string | undefined {
    return this.#declared[this.#session.grownFrom(output)]?.name;
  }

  /** May be called again, and after the engine was closed, whose memory is gone. */
  dispose(): void {
    const { memory, native } = this.#parts.engine;
    if (this.#isDisposed || native === CLOSED) return;
    this.#isDisposed = true;
    memory.offShortage(this.#relief);
    this.#session.delete();
    this.#giveBack();
  }

  /** Writes the description of the inputs, and elements that are in JavaScript; returns its address. */
  #described(given: ShapedInputs, isKnown: Known): number {
    const values = this.#declared.map(({ name, type, sequence }): InputValue | undefined => {
      const tensors = given.get(name)?.map((shaped) => inputOf(shaped, isKnown(name)));
      return tensors && { type, isSequence: sequence === true, tensors };
    });
    return writeInputs(this.#parts.engine, values, (bytes) => this.#atLeast(bytes));
  }

  /** An aligned address in a block of this size. */
  #atLeast(bytes: number): number {
    const { memory } = this.#parts.engine;
    const wanted = aligned(bytes) + aligned(1);
    if (wanted > this.#bytes) {
      this.#giveBack();
      this.#block = memory.reserve(wanted);
      this.#bytes = wanted;
    }
    return aligned(this.#block);
  }

  /** Frees the block; returns whether there was one. */
  #giveBack(): boolean {
    const had = this.#block !== 0;
    this.#parts.engine.memory.release(this.#block);
    this.#block = 0;
    this.#bytes = 0;
    return had;
  }

  #results(): readonly ResultValue[] {
    return readResults(this.#parts.engine, this.#session.results(), this.#session.outputs());
  }

  /** The inputs whose elements are needed, if that is why the session failed: one, or all sequences. */
  #neededInputs(given: ShapedInputs): string[] {
    const { code, text } = faultOf(this.#parts.engine, this.#session);
    if (code !== 'value_needed') return [];
    const one = this.#declared[Number(text)];
    const needed = one ? [one] : this.#declared.filter(({ sequence }) => sequence);
    return needed.map(({ name }) => name).filter((name) => given.has(name));
  }

  #error(): Error {
    return errorOf(this.#parts, this.#session);
  }
}

/** A tensor of an input, with or without its elements. */
function inputOf({ type, dims, operand, elements }: Shaped, isKnown: boolean) {
  if (!isKnown) return { type, dims, address: 0, data: undefined };
  const { address = 0, data, strings } = operand ?? { data: elements() };
  return { type, dims, address, data: strings ?? data };
}
