/** What a row of the operator table is, and what an operator sees of the node it lowers. */
import type { Simdcast } from '../../api/simdcast.js';
import { sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import type { Lowering } from '../../graph/lowering.js';
import type { Value } from '../../graph/values.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { ModelNode } from '../model/model-node.js';
import type { AttributeKind, AttributeValues } from '../model/node-attributes.js';

export interface Version {
  /** The first opset. */
  readonly since: number;
  /** The fewest and the most inputs. */
  readonly inputs: readonly [number, number];
  /** The most outputs. Default: 1. */
  readonly outputs?: number;
  /** The types of each input; the last ones hold for all inputs after it. */
  readonly types: readonly (readonly DType[])[];
  readonly attributes?: Readonly<Record<string, AttributeKind>>;
}

/** One version at several opsets, in which ONNX changed no more than what the package passes over. */
export const versionsSince = (
  opsets: readonly number[],
  version: Omit<Version, 'since'>,
): Version[] => opsets.map((since) => ({ since, ...version }));

/** The attribute of operators along one axis. */
export const withAxis = { axis: 'int' } as const;

export interface Operator {
  readonly name: string;
  /** In the order of their opsets. */
  readonly versions: readonly Version[];
  /** Inputs whose values decide the shapes of the outputs. */
  readonly shapeInputs?: readonly number[];
  /** Whether only the shapes of the inputs matter. */
  readonly readsShapes?: boolean;
  /** The values of the outputs, in their order. @throws SimdcastError */
  lower(call: Call): (Value | undefined)[];
}

/** A node that is being lowered. */
export class Call {
  readonly engine: Simdcast;
  readonly lowering: Lowering;
  readonly node: ModelNode;
  readonly version: Version;
  readonly inputs: readonly (Value | undefined)[];

  constructor(
    engine: Simdcast,
    lowering: Lowering,
    node: ModelNode,
    version: Version,
    inputs: readonly (Value | undefined)[],
  ) {
    this.engine = engine;
    this.lowering = lowering;
    this.node = node;
    this.version = version;
    this.inputs = inputs;
  }

  get label(): string {
    return this.node.label;
  }

  get since(): number {
    return this.version.since;
  }

  /** An input that must be there. */
  input(at: number): Value {
    const value = this.inputs[at];
    if (!value) throw this.error(onnxMessages.inputMissing(this.label, at));
    return value;
  }

  wants(output: number): boolean {
    return Boolean(this.node.outputs[output]);
  }

  attribute<Kind extends AttributeKind>(
    name: string,
    kind: Kind,
  ): AttributeValues[Kind] | undefined {
    return this.node.attributes.find(name, kind);
  }

  needs<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] {
    return this.node.attributes.get(name, kind);
  }

  flag(name: string, absent = false): boolean {
    const value = this.attribute(name, 'int');
    return value === undefined ? absent : value !== 0;
  }

  /** Whole numbers that decide a shape: the elements of an input, undefined where it is absent. */
  numbers(at: number): number[] | undefined {
    const value = this.inputs[at];
    if (!value) return undefined;
    if (value.dims.length > 1) throw this.error(onnxMessages.vector(this.label, at));
    return this.elements(at);
  }

  /** The one element of an input that decides a shape. */
  scalar(at: number): number {
    return Number(this.item(at));
  }

  /** That element as it is stored, or of a value that was made of the input. */
  item(at: number, value = this.input(at)): number | bigint {
    const items = this.#items(at, value);
    if (items.length !== 1) throw this.error(onnxMessages.scalar(this.label, at));
    return items[0] as number | bigint;
  }

  elements(at: number): number[] {
    return Array.from(this.#items(at, this.input(at)), Number);
  }

  #items(at: number, value: Value): ArrayLike<number | bigint> {
    const data = this.lowering.known(value);
    if (data) return data as ArrayLike<number | bigint>;
    throw new ModelError('dynamic_shape', onnxMessages.dynamic(this.label, at), [this.node.name]);
  }

  /** An axis counted from the start. `rank` axes are there, or one more where `beyond`. */
  axis(axis: number, rank: number, beyond = false): number {
    const highest = beyond ? rank : rank - 1;
    const counted = axis < 0 ? axis + rank : axis;
    // A scalar has no axis, but operators over the axes from one on take 0 and -1.
    if (counted < 0 || counted > highest)
      throw this.error(onnxMessages.axis(this.label, axis, rank));
    return counted;
  }

  /** Axes counted from the start, in order; each may be named once. */
  axes(axes: readonly number[], rank: number): number[] {
    const counted = axes.map((axis) => this.axis(axis, rank)).sort((a, b) => a - b);
    const twice = counted.find((axis, i) => axis === counted[i - 1]);
    if (twice !== undefined) throw this.error(onnxMessages.axisTwice(this.label, twice));
    return counted;
  }

  /** Checks the dims of something that the node makes. @throws ModelError */
  checkDims(dims: readonly number[]): void {
    const { label, lowering } = this;
    const fail = (message: string) => new ModelError('invalid_node', message, [label]);
    if (dims.length > lowering.maxRank)
      throw fail(onnxMessages.rank(label, dims.length, lowering.maxRank));
    const fits = dims.every((size) => Number.isInteger(size) && size >= 0 && size < 2 ** 31);
    if (!fits || !Number.isSafeInteger(sizeOf(dims))) throw fail(onnxMessages.sizes(label, dims));
  }

  error(message: string): ModelError {
    return new ModelError('invalid_node', message, [this.node.name]);
  }
}
