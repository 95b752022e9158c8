/**
 * From nodes to steps, for inputs of known types and shapes. What depends on constants alone is
 * computed on the way, so that shapes which a graph computes are known where they are needed.
 */
import type { Attributes } from '../attributes.js';
import type { DType, TypedArray } from '../dtypes.js';
import type { CopyRequest, Kernels, Task, TensorType } from '../kernels.js';
import type { Simdcast } from '../simdcast.js';
import { arrayOf, itemsOf } from '../tensor.js';
import { Resources } from './resources.js';
import type { Pointwise, Step, TextWork, Work } from './steps.js';
import { copyStrings } from './texts.js';
import { bytesOfValue, isConstant, Place, sizeOf, type Value } from './values.js';

export class Lowering {
  readonly engine: Simdcast;
  readonly kernels: Kernels;
  readonly maxRank: number;
  /** The most bytes of a value that is computed ahead. */
  readonly mostFolded: number;
  readonly steps: Step[] = [];
  /** What the steps need, for whoever takes them over to give back. */
  readonly resources: Resources;

  constructor(engine: Simdcast, kernels: Kernels, maxRank: number, mostFolded = Infinity) {
    this.engine = engine;
    this.kernels = kernels;
    this.maxRank = maxRank;
    this.mostFolded = mostFolded;
    this.resources = new Resources(kernels);
  }

  /** A value to be written by the steps that follow, or now where it is made of constants alone. */
  make(type: DType, dims: readonly number[], ofConstants = false): Value {
    const bytes = type === 'string' ? 0 : bytesOfValue({ type, dims });
    const constant = ofConstants && bytes <= this.mostFolded;
    const place = new Place(constant ? 'constant' : 'temporary', bytes);
    if (constant && type !== 'string') place.address = this.resources.reserve(bytes);
    return { type, dims, place };
  }

  /** A value that is known now. */
  constant(type: DType, dims: readonly number[], data: TypedArray | readonly string[]): Value {
    const place = new Place('constant', type === 'string' ? 0 : bytesOfValue({ type, dims }));
    const value = { type, dims, place };
    if (type !== 'string') place.address = this.resources.reserve(place.bytes);
    if (type === 'string') value.place.strings = data as readonly string[];
    else if (value.place.bytes > 0)
      this.kernels.memory.write(value.place.address, data as TypedArray);
    return value;
  }

  /** The same elements under other dims. */
  alias(value: Value, dims: readonly number[], type = value.type): Value {
    return { type, dims, place: value.place };
  }

  /** The elements of a constant; undefined where they are known only when the graph runs. */
  known(value: Value): TypedArray | readonly string[] | undefined {
    if (!isConstant(value)) return undefined;
    const { type, dims, place } = value;
    if (type === 'string') return place.strings;
    const length = itemsOf(type, sizeOf(dims));
    return this.kernels.memory.view(arrayOf(type), place.address, length).slice() as TypedArray;
  }

  /** An elementwise operator. */
  pointwise(
    operator: string,
    inputs: readonly (Value | undefined)[],
    attributes: Attributes,
    opset: number,
  ): Value {
    const task = this.resources.own(this.kernels.operator(operator, inputs, attributes, opset));
    const { type, dims } = task.outputs[0] as TensorType;
    const output = this.make(type, dims, this.allConstant(inputs));
    const step: Pointwise = {
      kind: 'pointwise',
      operator,
      attributes,
      opset,
      inputs,
      outputs: [output],
      task,
    };
    this.#add(step);
    return output;
  }

  /** Other work of the engine; `wanted` says which of its outputs somebody reads. */
  work(
    task: Task,
    inputs: readonly (Value | undefined)[],
    wanted: readonly boolean[] = [true],
  ): (Value | undefined)[] {
    this.resources.own(task);
    const ofConstants = this.allConstant(inputs);
    const outputs = task.outputs.map(({ type, dims }, i) =>
      wanted[i] ? this.make(type, dims, ofConstants) : undefined,
    );
    this.#add({ kind: 'work', task, inputs, outputs });
    return outputs;
  }

  /** Moves a box of elements into a value, of which other boxes may be moved in as well. */
  move(request: CopyRequest, input: Value, output: Value): void {
    if (input.type === 'string') {
      this.text([input], [output], () =>
        copyStrings(request, input.place, output, this.kernels.memory),
      );
      return;
    }
    const task = this.resources.own(this.kernels.copy(request));
    const step: Work = { kind: 'work', task, inputs: [input], outputs: [output] };
    this.#add(step);
  }

  /** Work on strings. */
  text(inputs: readonly (Value | undefined)[], outputs: readonly Value[], run: () => void): void {
    const step: TextWork = { kind: 'text', inputs, outputs, run };
    if (outputs.every(isConstant)) run();
    else this.steps.push(step);
  }

  /** Whether all of these are known now, and so what is made of them. */
  allConstant(inputs: readonly (Value | undefined)[]): boolean {
    return inputs.every((input) => !input || isConstant(input));
  }

  #add(step: Pointwise | Work): void {
    if (!step.outputs.every((output) => !output || isConstant(output))) {
      this.steps.push(step);
      return;
    }
    this.#runNow(step);
    this.resources.discard(step.task);
  }

  #runNow({ task, inputs, outputs }: Pointwise | Work): void {
    const workspace = task.workspace > 0 ? this.resources.reserve(task.workspace) : 0;
    const addressOf = (value: Value | undefined): number => value?.place.address ?? 0;
    task.run(workspace, outputs.map(addressOf), inputs.map(addressOf));
    this.resources.release(workspace);
  }
}
