/** The rows of the operator table, and the node that is lowered. */
import { sameDims, sizeOf } from '../base/dims.js';
import { type DType, formatOf, typeOfOnnx } from '../base/dtypes.js';
import type { SimdcastError } from '../base/errors.js';
import type { EngineParts } from '../engine/parts.js';
import type { TensorType } from '../engine/task.js';
import type { Lowering } from '../graph/lowering.js';
import { bytesOfValue, type Value } from '../graph/values.js';
import type { AttributeKind, AttributeSource, AttributeValues } from './attributes.js';
import type { FaultyNode } from './faults.js';
import { anyOf, type OperatorFault, operatorFault } from './messages.js';
import { Multiplier } from './products.js';
import { addedBy } from './type-sets.js';

export interface Version {
  /** The first opset. */
  readonly since: number;
  /** Minimum and maximum number of inputs. */
  readonly inputs: readonly [number, number];
  /** Optional inputs that precede a required one. Default: none. */
  readonly optional?: readonly number[];
  /** Maximum number of outputs. Default: 1. */
  readonly outputs?: number;
  /** The types of each input; the last entry applies to all further inputs. */
  readonly types: readonly (readonly DType[])[];
  /** The types that an attribute may choose for the output, in addition to those that opsets have added. */
  readonly makes?: readonly DType[];
  readonly attributes?: Readonly<Record<string, AttributeKind>>;
}

/** A version that was added in one opset, or in several with no difference that matters here. */
interface Since {
  readonly since: number | readonly number[];
}

/** The versions of an operator: a row inherits the properties that it omits from the row before. */
export function history(
  first: Omit<Version, 'since'> & Since,
  ...later: readonly (Partial<Omit<Version, 'since'>> & Since)[]
): Version[] {
  let { since: _, ...version } = first;
  return [first, ...later].flatMap(({ since, ...changes }) => {
    version = { ...version, ...changes };
    return [since].flat().map((opset) => ({ since: opset, ...version }));
  });
}

/** Adds the types that opsets since `from` have added to these inputs. */
export const withAdded = (
  versions: readonly Version[],
  from: number,
  inputs: readonly number[] = [0],
): Version[] =>
  versions.map((version) => {
    const added = version.since < from ? [] : addedBy(version.since);
    const types = version.types.map((set, at) => (inputs.includes(at) ? [...set, ...added] : set));
    return { ...version, types };
  });

/** The attribute of operators along one axis. */
export const withAxis = { axis: 'int' } as const;

/** The declarative part of an operator. */
export interface OperatorRow {
  readonly name: string;
  /** In the order of their opsets. */
  readonly versions: readonly Version[];
  /** Inputs whose values determine the shapes of the outputs. */
  readonly shapeInputs?: readonly number[];
  /** Whether the size of the result depends on those values, as in NonZero. */
  readonly counts?: boolean;
  /** Whether only the shapes of the inputs matter. */
  readonly readsShapes?: boolean;
  /** Whether every run returns different results for the same inputs. */
  readonly varies?: boolean;
}

export interface Operator extends OperatorRow {
  /** The values of the outputs, in order. @throws SimdcastError */
  lower(call: Call): (Value | undefined)[];
}

/** An operator in the version of an opset. */
export interface ResolvedOperator<Row extends OperatorRow = Operator> {
  readonly operator: Row;
  readonly version: Version;
}

/** The version of an operator at an opset; `undefined` if the operator was added later. */
export const versionAt = ({ versions }: OperatorRow, opset: number): Version | undefined =>
  versions.filter(({ since }) => since <= opset).at(-1);

export function resolvedAt<Row extends OperatorRow>(
  operator: Row,
  opset: number,
): ResolvedOperator<Row> | undefined {
  const version = versionAt(operator, opset);
  return version && { operator, version };
}

/** A node of a model or of one call: an operator at an opset with its attributes. */
export interface Node extends FaultyNode {
  readonly operator: string;
  readonly opset: number;
  readonly attributes: AttributeSource;
  /** For each output, whether it is used. */
  readonly outputs: readonly boolean[];
}

/** A node that is being lowered. */
export class Call extends Multiplier {
  readonly parts: EngineParts;
  readonly version: Version;
  readonly inputs: readonly (Value | undefined)[];
  readonly node: Node;

  constructor(
    parts: EngineParts,
    lowering: Lowering,
    node: Node,
    version: Version,
    inputs: readonly (Value | undefined)[],
  ) {
    super(lowering);
    this.parts = parts;
    this.node = node;
    this.version = version;
    this.inputs = inputs;
  }

  get label(): string {
    return this.node.label;
  }

  get opset(): number {
    return this.node.opset;
  }

  get attributes(): AttributeSource {
    return this.node.attributes;
  }

  get since(): number {
    return this.version.since;
  }

  /** The number of outputs, including unused ones. */
  get outputCount(): number {
    return this.node.outputs.length;
  }

  /** A required input. */
  input(at: number): Value {
    const value = this.inputs[at];
    if (!value) throw this.fault('inputMissing', at);
    return value;
  }

  wants(output: number): boolean {
    return this.node.outputs[output] ?? false;
  }

  attribute<Kind extends AttributeKind>(
    name: string,
    kind: Kind,
  ): AttributeValues[Kind] | undefined {
    return this.attributes.find(name, kind);
  }

  needs<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] {
    const value = this.attributes.find(name, kind);
    if (value === undefined) throw this.fault('attributeMissing', name);
    return value;
  }

  /** An integer; `absent` if the node does not have the attribute. */
  int(name: string, absent: number): number {
    return this.attribute(name, 'int') ?? absent;
  }

  float(name: string, absent: number): number {
    return this.attribute(name, 'float') ?? Math.fround(absent);
  }

  /** One of several strings; the first if the node does not have the attribute. */
  word<Word extends string>(name: string, words: readonly Word[], absent = words[0]): Word {
    const said = this.attribute(name, 'string') || absent;
    const word = words.find((one) => one === said);
    if (word === undefined) throw this.fault('allowed', name, said, anyOf(words));
    return word;
  }

  /** The entry of a table under the string of an attribute. */
  choice<Item>(name: string, table: Readonly<Record<string, Item>>, absent?: string): Item {
    return table[this.word(name, Object.keys(table), absent)] as Item;
  }

  /** The element type that an attribute names, one of several. */
  elementType(name: string, absent: DType, known: readonly DType[]): DType {
    const said = this.attribute(name, 'type');
    const type = said ? typeOfOnnx(said) : absent;
    if (!type) throw this.fault('elementType', said as number);
    if (!known.includes(type)) throw this.fault('allowed', name, type, anyOf(known));
    return type;
  }

  flag(name: string, absent = false): boolean {
    const value = this.attribute(name, 'int');
    return value === undefined ? absent : value !== 0;
  }

  /** Integers that determine a shape: the elements of an input; `undefined` if it is absent. */
  numbers(at: number): number[] | undefined {
    const value = this.inputs[at];
    if (!value) return undefined;
    if (value.dims.length > 1) throw this.fault('vector', at);
    return this.elements(at);
  }

  /** The single element of an input that determines a shape. */
  scalar(at: number): number {
    return Number(this.item(at));
  }

  /** That element as stored, or of a value derived from the input. */
  item(at: number, value = this.input(at)): number | bigint {
    const items = this.#items(at, value);
    if (items.length !== 1) throw this.fault('scalar', at);
    return items[0] as number | bigint;
  }

  elements(at: number): number[] {
    return Array.from(this.#items(at, this.input(at)), Number);
  }

  /** 16-bit floats are read as the float32 that they equal. */
  #items(at: number, value: Value): ArrayLike<number | bigint> {
    const data = this.lowering.known(formatOf(value.type) ? this.cast(value, 'float32') : value);
    if (data) return data as ArrayLike<number | bigint>;
    throw this.fault('dynamic', at);
  }

  /** Counts an axis from the start. There are `rank` axes, or one more if `beyond`. */
  axis(axis: number, rank: number, beyond = false): number {
    const highest = beyond ? rank : rank - 1;
    const counted = axis < 0 ? axis + rank : axis;
    // A scalar has no axis, but operators over the axes from 1 on accept 0 and -1.
    if (counted < 0 || counted > highest) throw this.fault('axis', axis, rank);
    return counted;
  }

  /** The axis in the attribute `axis`. */
  ownAxis(absent: number, rank: number, beyond = false): number {
    return this.axis(this.int('axis', absent), rank, beyond);
  }

  /** Counts axes from the start, in order. None may be named twice. */
  axes(axes: readonly number[], rank: number): number[] {
    const counted = axes.map((axis) => this.axis(axis, rank)).sort((a, b) => a - b);
    const twice = counted.find((axis, i) => axis === counted[i - 1]);
    if (twice !== undefined) throw this.fault('axisTwice', twice);
    return counted;
  }

  /** Checks the shape of an input if it is present. */
  checkShape(at: number, wanted: readonly number[]): void {
    const dims = this.inputs[at]?.dims;
    if (dims && !sameDims(dims, wanted)) throw this.wrongShape(at, wanted);
  }

  /** The error for an input whose dims differ from these. */
  wrongShape(at: number, wanted: readonly unknown[]): SimdcastError {
    return this.fault('operandShape', at, this.input(at).dims, wanted);
  }

  /** Checks that an input broadcasts to the shape of the first. Both are operands, so the engine's error suits. */
  checkStretch(at: number): void {
    const dims = [this.input(0).dims, this.input(at).dims];
    this.parts.shapes.broadcast(dims, { rule: 'unidirectional' });
  }

  /**
   * Checks that an input, represented by `value`, broadcasts to these dims without adding any; returns the
   * value.
   */
  stretching(at: number, value: Value, dims: readonly number[]): Value {
    const { ok } = this.parts.shapes.align([dims, value.dims], { rule: 'unidirectional' });
    if (ok) return value;
    throw this.fault('stretch', at, value.dims, dims);
  }

  /** Checks the type that an attribute chooses for the output. */
  checkMade(type: DType): void {
    const { makes = [], since } = this.version;
    if (!makes.includes(type) && !addedBy(since).includes(type)) throw this.fault('castTo', type);
  }

  /** Checks the dims of a result. */
  checkDims(dims: readonly number[]): void {
    const { maxRank } = this.lowering;
    if (dims.length > maxRank) throw this.fault('rank', dims.length, maxRank);
    const fits = dims.every((size) => Number.isInteger(size) && size >= 0 && size < 2 ** 31);
    if (!fits || !Number.isSafeInteger(sizeOf(dims))) throw this.fault('sizes', dims);
  }

  /** Checks that a value fits into memory, before work in proportion to its size. @throws OutOfMemoryError */
  checkRoom(value: TensorType): void {
    const { memory } = this.lowering;
    const bytes = bytesOfValue(value);
    if (bytes > memory.limit) throw memory.outOfMemory(bytes);
  }

  /** The error of a fault in the node. */
  fault(...fault: OperatorFault): SimdcastError {
    return operatorFault(this.node, ...fault);
  }
}
