/** Helpers with which operators build values: engine steps under short names. */
import { arrayOf, type DType, itemsOf, widthOf } from '../base/dtypes.js';
import type { Reduction, Task } from '../engine/task.js';
import type { Lowering } from '../graph/lowering.js';
import type { Value } from '../graph/values.js';

/** The opset of the engine operators from which others are composed: the first that accepts all their types. */
export const OPSET = 16;
const CAST_OPSET = 25;

/** Attributes of Cast; the engine has ONNX's defaults. */
export interface CastChoices {
  readonly saturate?: number | undefined;
  readonly round_mode?: string | undefined;
}

/** A step that rearranges the elements of its input. */
const rearranging = (
  type: DType,
  dims: readonly number[],
  rearrange: (to: number, from: number) => void,
): Task => ({
  outputs: [{ type, dims }],
  workspace: 0,
  inPlace: false,
  run: (_, [to = 0], [from = 0]) => rearrange(to, from),
  dispose: () => {},
});

export class Maker {
  readonly lowering: Lowering;

  constructor(lowering: Lowering) {
    this.lowering = lowering;
  }

  /** An elementwise operator without attributes. */
  readonly compute = (operator: string, ...inputs: Value[]): Value =>
    this.lowering.pointwise(operator, inputs, {}, OPSET);

  /** @param choices the options of casts to 8-bit floats */
  cast(value: Value, to: DType, choices: CastChoices = {}): Value {
    if (value.type === to) return value;
    return this.lowering.pointwise('Cast', [value], { to, ...choices }, CAST_OPSET);
  }

  /** A value widened to float32 if its own type is narrower. */
  widened(value: Value): Value {
    return value.type === 'float64' ? value : this.cast(value, 'float32');
  }

  /** Applies `compute` to a value in float32 or float64; the result has the type of the value. */
  inFloats(value: Value, compute: (value: Value) => Value): Value {
    return this.cast(compute(this.widened(value)), value.type);
  }

  /** The first output of a task. */
  result(task: Task, inputs: readonly (Value | undefined)[]): Value {
    return this.lowering.work(task, inputs)[0] as Value;
  }

  /**
   * Weights in the form that a task multiplies by, packed once if they are constant.
   * @param layout distinguishes the ways in which tasks pack the same weights
   * @param another creates the same task again, to unpack a constant that is used directly after all
   * @param part the weights that the task multiplies by, if not all
   */
  packed(
    task: Task,
    weights: Value,
    layout: string,
    another: () => Task,
    part?: () => Value,
  ): Value {
    const { lowering } = this;
    const { packing } = lowering.resources.own(task);
    if (!packing) return part?.() ?? weights;
    const { type, dims } = weights;
    const pack = (): Value => {
      const packedDims = [packing.bytes / widthOf(type)];
      return this.result(rearranging(type, packedDims, packing.pack), [part?.() ?? weights]);
    };
    const unpack = (again: Lowering, packed: Value): Value => {
      const { packing: other = packing } = again.resources.own(another());
      return again.work(rearranging(type, dims, other.unpack), [packed])[0] as Value;
    };
    return lowering.derived(weights, `packed ${layout}`, pack, part ? undefined : unpack);
  }

  /** A value stretched to dims that it broadcasts to. */
  expand(value: Value, dims: readonly number[]): Value {
    const target = { type: 'int64', dims } as const;
    return this.result(this.lowering.tasks.operator('Expand', [value, target], {}, OPSET), [value]);
  }

  /** Fills the output with one element; values moved in later overwrite it. */
  fill(output: Value, one: Value): void {
    const { dims } = output;
    this.lowering.move(one, output, { sizes: dims, from: { strides: dims.map(() => 0) } });
  }

  /** A divisor, with 0 replaced by 1. */
  divisor(value: Value): Value {
    const isZero = this.compute('Equal', value, this.number(value.type, 0));
    return this.compute('Where', isZero, this.number(value.type, 1), value);
  }

  /** The 0 of a type, or the empty string. */
  zero(type: DType): Value {
    const data = type === 'string' ? [''] : new (arrayOf(type))(itemsOf(type, 1));
    return this.lowering.constant(type, [], data);
  }

  /** Folds axes to one element each; `keep` leaves them as axes of size 1. */
  reduce(operation: Reduction, value: Value, axes: readonly number[], keep: boolean): Value {
    return this.result(this.lowering.tasks.reduce(operation, value, axes, keep), [value]);
  }

  /** Numbers in float32 or float64. */
  floats(type: DType, dims: readonly number[], numbers: ArrayLike<number>): Value {
    const array = type === 'float64' ? Float64Array : Float32Array;
    return this.lowering.constant(type, dims, array.from(numbers));
  }

  number(type: DType, value: number): Value {
    return this.floats(type, [], [value]);
  }

  /** A constant of integers, booleans, float32 or float64, computed from positions. @throws OutOfMemoryError */
  table(type: DType, dims: readonly number[], numberAt: (position: number) => number): Value {
    return this.lowering.table(type, dims, numberAt);
  }

  int64s(dims: readonly number[], numbers: readonly number[]): Value {
    return this.lowering.constant('int64', dims, BigInt64Array.from(numbers, BigInt));
  }
}
