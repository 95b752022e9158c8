/** The engine's own operators: finds a plan for the operands, runs the engine, returns the result. */
import { checkObject, copyOf } from '../base/checks.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import type { Attributes, OperatorOptions } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import { copyInto } from '../base/typed-arrays.js';
import type { TensorLike } from '../base/types.js';
import type { LayoutIds } from '../memory/layout-ids.js';
import { ABSENT, type Operand, type Reading, recheck, toTensor } from '../memory/operand.js';
import { type OwnTypes, readOperands } from '../memory/operands.js';
import type { Tensor } from '../memory/tensor.js';
import type { Tensors } from '../memory/tensors.js';
import type { Engine } from './engine.js';
import { Executor } from './executor.js';
import { withLargeResult } from './large-result.js';
import { checkOut } from './output.js';
import { type Node, type Plan, Plans } from './plans.js';
import type { Shapes } from './shapes.js';
import { checkListRoom, computeStrings } from './string-operators.js';

/** The types of inputs that do not share the type of the others, for values without a type of their own. */
export const ENGINE_TYPES: Readonly<Record<string, OwnTypes>> = {
  Where: ['bool'],
  And: ['bool', 'bool'],
  Or: ['bool', 'bool'],
  Xor: ['bool', 'bool'],
  Not: ['bool'],
  Expand: [undefined, 'int64'],
  Cast: ['widest'],
};

/** The engine's own operators, for tensors from the caller. */
export class EngineOperators {
  readonly #engine: Engine;
  readonly #executor: Executor;
  readonly #tensors: Tensors;
  readonly #layouts: LayoutIds;
  readonly #reading: Reading;
  readonly plans: Plans;

  constructor(engine: Engine, shapes: Shapes, tensors: Tensors, layouts: LayoutIds) {
    this.#engine = engine;
    this.#executor = new Executor(engine, tensors);
    this.#layouts = layouts;
    this.#reading = { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
    this.#tensors = tensors;
    this.plans = new Plans(engine, shapes, layouts);
  }

  supports(name: string, type: string, opset?: number): boolean {
    const operator = this.#engine.catalogue.operators.indexOf(name);
    const number = this.#engine.typeNumber(type);
    if (operator < 0 || number < 0) return false;
    return this.#engine.native.supports(operator, number, this.plans.opset(opset));
  }

  run(
    name: string,
    inputs: readonly unknown[],
    attributes: Attributes | undefined,
    options: OperatorOptions | undefined,
  ): Tensor | TensorLike {
    checkObject(attributes, messages.attributes);
    const node = this.plans.node(name, attributes, options?.opset);
    const out = options?.out;
    const operands = this.#operands(name, inputs);
    const target = out === undefined ? undefined : toTensor(out, 'out', this.#reading);
    for (let i = 0; i < operands.length; i++) recheck(operands[i] as Operand);
    try {
      return this.#engine.memory.retrying(() => this.#compute(node, operands, out, target));
    } catch (error) {
      throw withLargeResult(error, () => this.plans.explain(node, operands));
    }
  }

  #compute(
    node: Node,
    operands: readonly Operand[],
    out: Tensor | TensorLike | undefined,
    target: Operand | undefined,
  ): Tensor | TensorLike {
    const plan = this.plans.find(node, operands);
    const strings = holdsStrings(operands);
    if (out === undefined || target === undefined)
      return strings
        ? this.#runStringsToNew(node, plan, operands)
        : this.#executor.toNew(plan, operands);
    if (plan.type === 'string') throw new DTypeError('out_type', messages.outStrings());
    checkOut(target, plan, operands);
    if (strings) this.#runStringsTo(target, node, plan, operands);
    else this.#executor.to(target, plan, operands);
    return out;
  }

  #operands(name: string, inputs: readonly unknown[]): Operand[] {
    const { maxOperands } = this.#engine.catalogue;
    if (!Array.isArray(inputs)) throw new ShapeError('operand_count', messages.inputs());
    const given = copyOf(inputs, maxOperands);
    if (!given?.length)
      throw new ShapeError('operand_count', messages.operands(inputs.length, maxOperands));
    const operands = readOperands(given, this.#reading, ENGINE_TYPES[name]);
    if (name === 'Expand' && operands[1]) operands[1] = this.#targetShape(operands[1]);
    return operands;
  }

  /** Expand's second input, as the shape that it contains. */
  #targetShape(operand: Operand): Operand {
    if (operand.type !== 'int64' || operand.dims.length !== 1)
      throw new ShapeError('invalid_shapes', messages.targetShape());
    const { memory, catalogue } = this.#engine;
    const length = operand.dims[0] as number;
    if (length > catalogue.maxRank)
      throw new ShapeError('rank_too_high', messages.rank('The shape', length, catalogue.maxRank));
    const data = operand.data ?? memory.view(BigInt64Array, operand.address, length);
    const dims = (copyOf(data as BigInt64Array, length) as bigint[]).map(Number);
    dims.forEach((size, axis) => {
      if (Math.abs(size) >= 2 ** 31)
        throw new ShapeError('invalid_size', messages.size('The shape', dims, axis));
    });
    const layout = this.#layouts.idOf('int64', dims);
    return { ...ABSENT, name: operand.name, type: 'int64', dims, layout };
  }

  #runStringsToNew(node: Node, plan: Plan, operands: readonly Operand[]): Tensor {
    const data = this.#runStrings(node, plan, operands);
    return this.#tensors.plain(plan.type, plan.dims, plan.size, data);
  }

  /** The result of comparing strings: bools, written to a target. */
  #runStringsTo(
    { data, address }: Operand,
    node: Node,
    plan: Plan,
    operands: readonly Operand[],
  ): void {
    const result = this.#runStrings(node, plan, operands) as Uint8Array;
    if (data) copyInto(data, result);
    else this.#engine.memory.write(address, result, plan.size);
  }

  /** Strings stay in JavaScript: the engine expands the positions of each operand's elements. */
  #runStrings(node: Node, plan: Plan, operands: readonly Operand[]): string[] | Uint8Array {
    checkListRoom(plan.size, this.#engine.memory);
    const read = <T>(operand: Operand, values: ArrayLike<T>): T[] =>
      Array.from(this.#positions(operand, plan.dims), (position) => values[position] as T);
    const gathered = operands
      .filter(isString)
      .map((operand) => read(operand, operand.strings as readonly string[]));
    const condition = operands[0] as Operand;
    const truth = condition.strings ? [] : read(condition, this.#bytesOf(condition));
    return computeStrings(node.name, gathered, truth);
  }

  /** For each element of the result, the operand's element that it uses. */
  #positions(operand: Operand, dims: readonly number[]): ArrayLike<number> {
    const index = {
      data: Int32Array.from({ length: operand.size }, (_, i) => i),
      dims: operand.dims,
    };
    const shape = { data: BigInt64Array.from(dims, BigInt), dims: [dims.length] };
    return this.run('Expand', [index, shape], undefined, undefined).data as Int32Array;
  }

  #bytesOf({ data, address, size }: Operand): Uint8Array {
    return (data ?? this.#engine.memory.view(Uint8Array, address, size)) as Uint8Array;
  }
}

function holdsStrings(operands: readonly Operand[]): boolean {
  for (let i = 0; i < operands.length; i++) if (operands[i]?.strings) return true;
  return false;
}

const isString = ({ strings }: Operand): boolean => strings !== undefined;
