/** Runs a model that the engine runs by itself: one call for a run, whatever the sizes of its inputs. */
import { BroadcastError } from '../../base/errors.js';
import { rendered } from '../../base/trail.js';
import { passesOf } from '../../codegen/passes.js';
import type { Engine } from '../../engine/engine.js';
import type { EngineParts } from '../../engine/parts.js';
import { hostTexts } from '../../engine/text-host.js';
import type { Value } from '../../graph/values.js';
import type { Operand } from '../../memory/operand.js';
import { type AnyValue, tensorsIn } from '../../operators/containers/values.js';
import { CLOSED } from '../../wasm/instantiate.js';
import type { NativeModelSession } from '../../wasm/native.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Declaration, Model } from '../model/model.js';
import { modelCodeOf } from './bind.js';
import { nativeSession } from './native-model.js';
import { type Fed, type FedInputs, fedOf, InputWriter, readValues } from './native-values.js';
import type { Ready, ShapedInputs } from './preparation.js';
import type { SessionMemory } from './session-memory.js';

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

export class NativePreparation {
  readonly #parts: EngineParts;
  readonly #engine: Engine;
  readonly #session: NativeModelSession;
  readonly #inputs: readonly Declaration[];
  readonly #declared: readonly Declaration[];
  readonly #writer: InputWriter;
  readonly #relief = () => this.#session.clear();
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
    this.#writer = new InputWriter(engine, this.#declared);
    engine.memory.onShortage(this.#relief);
    if (!session.failed()) return;
    const error = this.#error();
    this.dispose();
    throw error;
  }

  /** Prepares runs on inputs of these shapes, up to the part whose sizes depend on computed values. */
  prepare(given: ShapedInputs): void {
    const known = new Map<string, readonly Fed[]>();
    for (const [name, tensors] of given)
      known.set(
        name,
        tensors.map((shaped) => ({ shaped, data: undefined })),
      );
    while (!this.#session.prepare(this.#writer.write(known))) {
      const needed = this.#neededInputs(known);
      if (needed.length === 0) throw this.#error();
      for (const name of needed)
        known.set(
          name,
          (given.get(name) ?? []).map((shaped) => ({ shaped, data: shaped.elements() })),
        );
    }
  }

  /** Models with fixed shapes are prepared at once, so their errors are reported early. */
  prepareEarly(): void {
    const isFixed = ({ shape, sequence, optional }: Declaration): boolean =>
      !(sequence || optional) && shape?.every((size) => typeof size === 'number') === true;
    if (!this.#inputs.every(isFixed)) return;
    const known = new Map(
      this.#inputs.map(({ name, type, shape }): [string, Fed[]] => {
        const dims = shape as readonly number[];
        return [name, [{ shaped: { type, dims, layout: 0, elements: () => [] }, data: undefined }]];
      }),
    );
    const isPrepared = this.#session.prepare(this.#writer.write(known));
    if (!isPrepared && this.#neededInputs(known).length === 0) throw this.#error();
  }

  /** Runs all of the model but its last stage. @throws ModelError, OutOfMemoryError */
  ready(given: ShapedInputs): Ready {
    const fed = new Map<string, readonly Fed[]>();
    for (const [name, tensors] of given) fed.set(name, tensors.map(fedOf));
    if (!this.#session.begin(this.#writer.write(fed))) throw this.#error();
    const results = this.#results();
    const tensors = results.flatMap(tensorsIn);
    return {
      results,
      inputOf: ({ address, data, strings }: Operand) =>
        data || strings ? undefined : tensors.find(({ storage }) => storage.address === address),
      run: (targets) => this.#finish(tensors, targets),
    };
  }

  #finish(tensors: readonly Value[], targets: readonly number[]): void {
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
    const written = this.#results().flatMap(tensorsIn);
    tensors.forEach(({ storage }, i) => {
      const { address, strings } = (written[i] as Value).storage;
      storage.address = address;
      storage.strings = strings;
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
    this.#writer.dispose();
  }

  #results(): AnyValue[] {
    return readValues(this.#engine, this.#session.results(), this.#session.outputs());
  }

  /**
   * The inputs whose elements are needed, if that is why the session failed: one, or all sequences. None if
   * they are known.
   */
  #neededInputs(known: FedInputs): string[] {
    const { code, text } = this.#session.fault();
    if (code !== 'value_needed') return [];
    const one = this.#declared[Number(text)];
    const needed = one ? [one] : this.#declared.filter(({ sequence }) => sequence);
    return needed
      .map(({ name }) => name)
      .filter((name) => known.get(name)?.some(({ data }) => !data));
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
  hostTexts(engine.native);
  const session = nativeSession(engine, model, constants, memory.constants);
  return new NativePreparation(parts, session, model);
}
