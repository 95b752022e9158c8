/** The engine's inference of a model: the values under each choice of its symbolic sizes. */
import type { DType } from '../../base/dtypes.js';
import type { SimdcastError } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { hostTexts } from '../../engine/text-host.js';
import type { NativeModelInference, NativeModelWorld } from '../../wasm/native.js';
import type { Model } from '../model/model.js';
import { nativeInference } from '../session/draft.js';
import { faultError } from '../session/faults.js';

/** A tensor under one choice. */
export interface InferredValue {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly constant: boolean;
  /** Its elements, if they are constant numbers and few enough to be a shape. */
  readonly elements: readonly number[] | undefined;
}

/** A tensor, a sequence or an optional value. */
export interface AnyInferred {
  /** The same for two values that differ only in their tensors. */
  readonly kind: string;
  readonly tensors: readonly InferredValue[];
}

/** The kind of a tensor. */
export const TENSOR = 'tensor';

/** A tensor with other sizes or elements. Without elements, a constant becomes unknown. */
export interface Change {
  readonly dims: readonly number[];
  readonly elements?: readonly number[];
}

/** Changed inputs of a node by name: for each of a value's tensors, the change; `undefined` if there is none. */
export type Changes = ReadonlyMap<string, readonly (Change | undefined)[]>;

/** The result of an attempt to infer a node's outputs. */
export interface Outcome {
  readonly error: SimdcastError | undefined;
  /** The shapes of the outputs that are tensors. */
  readonly dims: readonly (readonly number[] | undefined)[];
}

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

/** Numbers at an address in wasm memory, for the next call. */
class Staging {
  readonly #engine: Engine;
  #address = 0;
  #room = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws OutOfMemoryError */
  write(numbers: readonly number[]): number {
    const { memory } = this.#engine;
    const bytes = numbers.length * WIDTH;
    if (bytes > this.#room) {
      this.dispose();
      this.#address = memory.reserve(2 * bytes);
      this.#room = 2 * bytes;
    }
    memory.write(this.#address, Float64Array.from(numbers), bytes);
    return this.#address;
  }

  dispose(): void {
    this.#engine.memory.release(this.#address);
    this.#address = 0;
    this.#room = 0;
  }
}

/** Infers a model's values, any number of times. */
export class Worlds {
  readonly engine: Engine;
  readonly model: Model;
  readonly staging: Staging;
  readonly #inference: NativeModelInference;
  readonly #numbers = new Map<string, number>();

  /** @throws ModelError, OutOfMemoryError */
  constructor(engine: Engine, model: Model) {
    this.engine = engine;
    this.model = model;
    this.staging = new Staging(engine);
    hostTexts(engine.native);
    this.#inference = nativeInference(engine, model);
    if (!this.#inference.failed()) return;
    this.dispose();
    throw engine.memory.outOfMemory();
  }

  /** Whether the operators of a node, and of its subgraphs, are supported. Nodes are counted in the order of the model. */
  supports(node: number): boolean {
    return this.#inference.supports(node);
  }

  world(): World {
    this.engine.memory.headroom();
    return new World(this, this.#inference.world());
  }

  /** The number of a value; -1 if no node has it. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#inference.find(name);
    this.#numbers.set(name, number);
    return number;
  }

  dispose(): void {
    this.#inference.delete();
    this.staging.dispose();
  }
}

/** The values of a model under one choice of its symbolic sizes. */
export class World {
  readonly #worlds: Worlds;
  readonly #native: NativeModelWorld;
  /** Values that have been read since they last changed. */
  readonly #read = new Map<string, AnyInferred>();

  constructor(worlds: Worlds, native: NativeModelWorld) {
    this.#worlds = worlds;
    this.#native = native;
  }

  /** `undefined` if it is unknown. */
  value(name: string): AnyInferred | undefined {
    const known = this.#read.get(name);
    if (known) return known;
    const number = this.#worlds.numberOf(name);
    const value = number < 0 ? undefined : this.#described(number);
    if (value) this.#read.set(name, value);
    return value;
  }

  declare(name: string, type: DType, dims: readonly number[]): void {
    const { engine, staging } = this.#worlds;
    const number = this.#worlds.numberOf(name);
    if (number < 0) return;
    this.#read.delete(name);
    this.#native.declare(number, engine.typeNumber(type), staging.write(dims), dims.length);
  }

  forget(name: string): void {
    const number = this.#worlds.numberOf(name);
    if (number < 0) return;
    this.#read.delete(name);
    this.#native.forget(number);
  }

  /** Infers the outputs of a node from its inputs. Returns the error if that fails. */
  lower(node: number): SimdcastError | undefined {
    return this.#native.lower(node) ? undefined : this.#error();
  }

  /** The same with inputs other than its own. */
  lowerWith(node: number, changes: Changes): void {
    this.#native.lowerWith(node, this.#written(changes));
  }

  /** The same without a change of any value. */
  attempt(node: number, changes: Changes): Outcome {
    if (!this.#native.attempt(node, this.#written(changes)))
      return { error: this.#error(), dims: [] };
    const { length } = this.#worlds.model.nodes[node]?.outputs ?? [];
    return { error: undefined, dims: this.#attempted(length) };
  }

  #described(number: number): AnyInferred | undefined {
    let at = this.#native.describe(number);
    const next = (count: number): number[] => {
      const numbers = this.#numbersAt(at, count);
      at += count * WIDTH;
      return numbers;
    };
    const [kind = 0, count = 0] = next(2);
    if (kind === 0) return undefined;
    const tensors = Array.from({ length: count }, (): InferredValue => {
      const [type = 0, rank = 0, constant, known = 0] = next(4);
      const numbers = next(rank + Math.max(known, 0));
      return {
        type: this.#worlds.engine.catalogue.types[type] as DType,
        dims: numbers.slice(0, rank),
        constant: constant === 1,
        elements: known < 0 ? undefined : numbers.slice(rank),
      };
    });
    return { kind: kind === 1 ? TENSOR : `${kind} ${count}`, tensors };
  }

  #attempted(count: number): (readonly number[] | undefined)[] {
    let at = this.#native.attempted();
    return Array.from({ length: count }, () => {
      const [known = 0] = this.#numbersAt(at, 1);
      at += WIDTH;
      if (known === 0) return undefined;
      const dims = this.#numbersAt(at, known - 1);
      at += dims.length * WIDTH;
      return dims;
    });
  }

  #numbersAt(address: number, count: number): number[] {
    return Array.from(this.#worlds.engine.memory.view(Float64Array, address, count), Number);
  }

  #written(changes: Changes): number {
    const numbers = [...changes].map(([name, tensors]) => [
      this.#worlds.numberOf(name),
      tensors.length,
      ...tensors.flatMap(describing),
    ]);
    return this.#worlds.staging.write([numbers.length, ...numbers.flat()]);
  }

  #error(): SimdcastError {
    return faultError(this.#worlds.engine, this.#native.fault());
  }

  dispose(): void {
    this.#native.delete();
  }
}

const describing = (change: Change | undefined): readonly number[] =>
  change
    ? [
        change.dims.length,
        change.elements?.length ?? -1,
        ...change.dims,
        ...(change.elements ?? []),
      ]
    : [-1];
