/** A subgraph of a node as a separate program, which a step runs any number of times, with access to outer values. */
import type { Lowering } from '../../graph/lowering.js';
import { Program } from '../../graph/program.js';
import { bytesOfValue, isConstant, Storage, type Value } from '../../graph/values.js';
import type { Memory } from '../../memory/memory.js';
import { type AnyValue, tensorsIn, withTensors } from '../../operators/containers/values.js';
import type { BoundGraph } from './bind.js';

/** A value of the same type and dims, whose address is set when the program runs. */
export function placeFor({ type, dims }: Pick<Value, 'type' | 'dims'>): Value {
  return { type, dims, storage: new Storage('input', bytesOfValue({ type, dims })) };
}

/** The outer values that a subgraph uses: constants directly, and a placeholder for each other tensor. */
export interface Captured {
  readonly values: Map<string, AnyValue>;
  /** The outer tensors, and their placeholders in the same order. */
  readonly outer: readonly Value[];
  readonly inner: readonly Value[];
}

/** `undefined` if there are strings, which are not in wasm memory. */
export function captured(
  { captured: names }: BoundGraph,
  around: ReadonlyMap<string, AnyValue>,
): Captured | undefined {
  const values = new Map<string, AnyValue>();
  const outer: Value[] = [];
  const inner: Value[] = [];
  const within = (tensor: Value): Value => {
    if (isConstant(tensor)) return tensor;
    const place = placeFor(tensor);
    outer.push(tensor);
    inner.push(place);
    return place;
  };
  for (const name of names) {
    const value = around.get(name);
    if (!value) continue;
    if (tensorsIn(value).some((one) => one.type === 'string' && !isConstant(one))) return undefined;
    values.set(name, withTensors(value, within));
  }
  return { values, outer, inner };
}

export class Body {
  readonly #program: Program;
  readonly #memory: Memory;
  readonly #inputs: readonly Value[];
  readonly #outputs: readonly Value[];
  /** For each output, whether the program writes it to its destination. */
  readonly #isDirect: readonly boolean[];

  /** Takes ownership of the lowering's tasks and memory; `inputs` are placeholders. */
  constructor(lowering: Lowering, inputs: readonly Value[], outputs: readonly Value[]) {
    this.#memory = lowering.memory;
    this.#inputs = inputs;
    this.#outputs = outputs;
    // Constants, inputs that are passed through and repeated outputs are stored already.
    this.#isDirect = outputs.map(
      ({ storage }, at) =>
        storage.kind === 'temporary' &&
        outputs.findIndex((other) => other.storage === storage) === at,
    );
    this.#program = new Program(lowering, inputs, outputs, 'given');
  }

  /** Bytes that are held in addition to the workspace. */
  get bytes(): number {
    return this.#program.bytes;
  }

  /** Bytes of workspace that a run needs. */
  get workspace(): number {
    return this.#program.room;
  }

  /**
   * Runs in a workspace on addresses of the inputs, and writes to those of the outputs, which do not overlap the
   * inputs.
   */
  run(workspace: number, inputs: readonly number[], outputs: readonly number[]): void {
    this.#program.place(workspace);
    this.#inputs.forEach((input, at) => {
      this.#program.put(input, inputs[at] as number);
    });
    this.#outputs.forEach((output, at) => {
      if (this.#isDirect[at]) this.#program.put(output, outputs[at] as number);
    });
    this.#program.run();
    this.#outputs.forEach((output, at) => {
      if (!this.#isDirect[at])
        copyBytes(
          this.#memory,
          outputs[at] as number,
          output.storage.address,
          bytesOfValue(output),
        );
    });
    this.#program.forget();
  }

  dispose(): void {
    this.#program.dispose();
  }
}

/** Copies bytes within wasm memory, without overlap. */
export function copyBytes(memory: Memory, to: number, from: number, bytes: number): void {
  if (bytes > 0 && to !== from) memory.write(to, memory.view(Uint8Array, from, bytes), bytes);
}
