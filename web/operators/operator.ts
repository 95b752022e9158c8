/** What a row of the operator table is, and what an operator sees of the node it lowers. */
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { SimdcastError } from '../base/errors.js';
import type { EngineParts } from '../engine/parts.js';
import type { Lowering } from '../graph/lowering.js';
import type { Value } from '../graph/values.js';
import type { AttributeKind, AttributeSource, AttributeValues } from './attributes.js';
import type { Fault, FaultCode } from './faults.js';
import { operatorMessages } from './messages.js';

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

/** A node: an operator at an opset with its attributes, of a model or of one call. */
export interface Node {
  readonly operator: string;
  /** How messages name it. */
  readonly label: string;
  readonly opset: number;
  readonly attributes: AttributeSource;
  /** For each output, whether somebody reads it. */
  readonly outputs: readonly boolean[];
  readonly fault: Fault;
}

/** A node that is being lowered. */
export class Call {
  readonly parts: EngineParts;
  readonly lowering: Lowering;
  readonly version: Version;
  readonly inputs: readonly (Value | undefined)[];
  readonly #node: Node;

  constructor(
    parts: EngineParts,
    lowering: Lowering,
    node: Node,
    version: Version,
    inputs: readonly (Value | undefined)[],
  ) {
    this.parts = parts;
    this.lowering = lowering;
    this.#node = node;
    this.version = version;
    this.inputs = inputs;
  }

  get label(): string {
    return this.#node.label;
  }

  get opset(): number {
    return this.#node.opset;
  }

  get attributes(): AttributeSource {
    return this.#node.attributes;
  }

  get since(): number {
    return this.version.since;
  }

  /** How many outputs there are, those that nobody reads among them. */
  get outputCount(): number {
    return this.#node.outputs.length;
  }

  /** An input that must be there. */
  input(at: number): Value {
    const value = this.inputs[at];
    if (!value) throw this.fault('operand_count', operatorMessages.inputMissing(this.label, at));
    return value;
  }

  wants(output: number): boolean {
    return this.#node.outputs[output] ?? false;
  }

  attribute<Kind extends AttributeKind>(
    name: string,
    kind: Kind,
  ): AttributeValues[Kind] | undefined {
    return this.attributes.find(name, kind);
  }

  needs<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] {
    const value = this.attributes.find(name, kind);
    if (value === undefined)
      throw this.fault('attribute_missing', operatorMessages.attributeMissing(this.label, name));
    return value;
  }

  flag(name: string, absent = false): boolean {
    const value = this.attribute(name, 'int');
    return value === undefined ? absent : value !== 0;
  }

  /** Whole numbers that decide a shape: the elements of an input, undefined where it is absent. */
  numbers(at: number): number[] | undefined {
    const value = this.inputs[at];
    if (!value) return undefined;
    if (value.dims.length > 1)
      throw this.fault('invalid_shape', operatorMessages.vector(this.label, at));
    return this.elements(at);
  }

  /** The one element of an input that decides a shape. */
  scalar(at: number): number {
    return Number(this.item(at));
  }

  /** That element as it is stored, or of a value that was made of the input. */
  item(at: number, value = this.input(at)): number | bigint {
    const items = this.#items(at, value);
    if (items.length !== 1)
      throw this.fault('invalid_shape', operatorMessages.scalar(this.label, at));
    return items[0] as number | bigint;
  }

  elements(at: number): number[] {
    return Array.from(this.#items(at, this.input(at)), Number);
  }

  #items(at: number, value: Value): ArrayLike<number | bigint> {
    const data = this.lowering.known(value);
    if (data) return data as ArrayLike<number | bigint>;
    throw this.fault('dynamic_shape', operatorMessages.dynamic(this.label, at));
  }

  /** An axis counted from the start. `rank` axes are there, or one more where `beyond`. */
  axis(axis: number, rank: number, beyond = false): number {
    const highest = beyond ? rank : rank - 1;
    const counted = axis < 0 ? axis + rank : axis;
    // A scalar has no axis, but operators over the axes from one on take 0 and -1.
    if (counted < 0 || counted > highest)
      throw this.fault('invalid_axis', operatorMessages.axis(this.label, axis, rank));
    return counted;
  }

  /** Axes counted from the start, in order; each may be named once. */
  axes(axes: readonly number[], rank: number): number[] {
    const counted = axes.map((axis) => this.axis(axis, rank)).sort((a, b) => a - b);
    const twice = counted.find((axis, i) => axis === counted[i - 1]);
    if (twice !== undefined)
      throw this.fault('invalid_axis', operatorMessages.axisTwice(this.label, twice));
    return counted;
  }

  /** Checks the dims of something that the node makes. */
  checkDims(dims: readonly number[]): void {
    const { label, lowering } = this;
    if (dims.length > lowering.maxRank)
      throw this.fault(
        'invalid_shape',
        operatorMessages.rank(label, dims.length, lowering.maxRank),
      );
    const fits = dims.every((size) => Number.isInteger(size) && size >= 0 && size < 2 ** 31);
    if (!fits || !Number.isSafeInteger(sizeOf(dims)))
      throw this.fault('invalid_shape', operatorMessages.sizes(label, dims));
  }

  fault(code: FaultCode, message: string): SimdcastError {
    return this.#node.fault(code, message);
  }
}
