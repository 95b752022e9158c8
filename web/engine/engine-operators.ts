/** The engine's own operators: finds a plan for the operands, runs the engine, returns the result. */
import { checkObject, copyOf } from '../base/checks.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import type { Attributes, OperatorOptions } from '../base/function-options.js';
import { messages } from '../base/messages.js';
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
import { type Node, Plans } from './plans.js';
import type { Shapes } from './shapes.js';

/** The types of inputs that do not share the type of the others, for values without a type of their own. */
const ENGINE_TYPES: Readonly<Record<string, OwnTypes>> = {
  Where: ['bool'],
  And: ['bool', 'bool'],
  Or: ['bool', 'bool'],
  Xor: ['bool', 'bool'],
  Not: ['bool'],
  Expand: [undefined, 'int64'],
  Cast: ['widest'],
};

/** Runs an operator that accepts these operands. */
type OnStrings = (
  node: Node,
  operands: readonly Operand[],
  attributes: Attributes | undefined,
  out: Tensor | TensorLike | undefined,
) => Tensor | TensorLike;

/** The engine's own operators, for tensors from the caller. */
export class EngineOperators {
  readonly #engine: Engine;
  readonly #executor: Executor;
  readonly #layouts: LayoutIds;
  readonly #reading: Reading;
  readonly plans: Plans;
  /** Runs operators on strings, which tasks do not compute. */
  onStrings: OnStrings = () => {
    throw new DTypeError('strings_unsupported', messages.noStringsHere());
  };

  constructor(engine: Engine, shapes: Shapes, tensors: Tensors, layouts: LayoutIds) {
    this.#engine = engine;
    this.#executor = new Executor(engine, tensors);
    this.#layouts = layouts;
    this.#reading = { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
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
    const read = this.#read(name, inputs);
    const operands = name === 'Expand' ? this.#withShape(read) : read;
    const target = out === undefined ? undefined : toTensor(out, 'out', this.#reading);
    for (let i = 0; i < operands.length; i++) recheck(operands[i] as Operand);
    if (holdsStrings(operands)) {
      // The plan's errors are those of the operator.
      this.#engine.memory.retrying(() => this.plans.find(node, operands));
      return this.onStrings(node, read, attributes, out);
    }
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
    if (out === undefined || target === undefined) return this.#executor.toNew(plan, operands);
    checkOut(target, plan, operands);
    this.#executor.to(target, plan, operands);
    return out;
  }

  #read(name: string, inputs: readonly unknown[]): Operand[] {
    const { maxOperands } = this.#engine.catalogue;
    if (!Array.isArray(inputs)) throw new ShapeError('operand_count', messages.inputs());
    const given = copyOf(inputs, maxOperands);
    if (!given?.length)
      throw new ShapeError('operand_count', messages.operands(inputs.length, maxOperands));
    return readOperands(given, this.#reading, ENGINE_TYPES[name]);
  }

  #withShape([x, shape, ...others]: readonly Operand[]): Operand[] {
    return [x as Operand, ...(shape ? [this.#targetShape(shape)] : []), ...others];
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
}

function holdsStrings(operands: readonly Operand[]): boolean {
  for (let i = 0; i < operands.length; i++) if (operands[i]?.strings) return true;
  return false;
}
