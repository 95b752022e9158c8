/** Fused expressions as functions of tensors: a program for each set of types and shapes. */
import { operandName } from '../base/checks.js';
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import { AttributeError, DTypeError, ShapeError } from '../base/errors.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import type { TensorLike } from '../base/types.js';
import type { Computation } from '../engine/computation.js';
import { Executor } from '../engine/executor.js';
import { checkOut } from '../engine/output.js';
import type { EngineParts } from '../engine/parts.js';
import { TaskBuilder } from '../engine/tasks.js';
import { Program } from '../graph/program.js';
import { ProgramCache } from '../graph/program-cache.js';
import type { Value as GraphValue } from '../graph/values.js';
import type { LayoutIds } from '../memory/layout-ids.js';
import { type Operand, recheck, toOperand } from '../memory/operand.js';
import { lowerExpression } from './lower.js';
import { fuseMessages } from './messages.js';
import { type TracedExpression, trace } from './tracer.js';
import type { Fused, FusedOptions, FuseOptions, Traced } from './types.js';

const OLDEST_OPSET = 7;

const FUSE = optionNames<FuseOptions>('fuse', { opset: true }, (name) =>
  name === 'out' ? fuseMessages.out() : undefined,
);
const CALL = optionNames<FusedOptions>('A fused function', { out: true }, (name) =>
  name === 'opset' ? fuseMessages.opsetOfFuse() : undefined,
);

/** A program for operands of certain types and shapes. */
class Evaluation implements Computation {
  readonly plan = undefined;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly size: number;
  readonly layout: number;
  readonly inPlace = true;
  readonly workspace = 0;
  readonly #program: Program;
  readonly #result: GraphValue;

  constructor(program: Program, layouts: LayoutIds) {
    this.#program = program;
    this.#result = program.outputs[0] as GraphValue;
    const { type, dims } = this.#result;
    this.type = type;
    this.dims = dims;
    this.size = sizeOf(dims);
    this.layout = layouts.idOf(type, dims);
  }

  run(_: number, result: number, operands: readonly number[]): void {
    const { inputs } = this.#program;
    for (let i = 0; i < operands.length; i++)
      this.#program.put(inputs[i] as GraphValue, operands[i] as number);
    this.#program.put(this.#result, result);
    this.#program.run();
  }

  get bytes(): number {
    return this.#program.bytes;
  }

  dispose(): void {
    this.#program.dispose();
  }
}

type Programs = ProgramCache<Evaluation>;

const collected = new FinalizationRegistry<Programs>((programs) => programs.close());

class FusedExpression {
  readonly programs: Programs;
  readonly #trace: TracedExpression;
  readonly #parts: EngineParts;
  readonly #executor: Executor;
  readonly #tasks: TaskBuilder;
  readonly #opset: number;

  constructor(parts: EngineParts, traced: TracedExpression, opset: number) {
    this.#parts = parts;
    this.programs = new ProgramCache(parts.engine.memory);
    this.#executor = new Executor(parts.engine, parts.residents);
    this.#tasks = new TaskBuilder(parts);
    this.#trace = traced;
    this.#opset = opset;
  }

  run(given: readonly unknown[]): TensorLike {
    const { parameters, captured } = this.#trace;
    const last = given[parameters];
    const isOptions = given.length === parameters + 1 && !isTensor(last);
    if (given.length !== parameters && !isOptions)
      throw new ShapeError('operand_count', fuseMessages.operands(parameters, given.length));
    checkOptions(last, CALL);
    const { out } = (last ?? {}) as FusedOptions;
    const operands: Operand[] = [];
    for (let i = 0; i < parameters; i++) operands.push(this.#operand(given[i], operandName(i)));
    captured.forEach((tensor, i) => {
      operands.push(this.#operand(tensor, operandName(parameters + i)));
    });
    const target = out === undefined ? undefined : this.#operand(out, 'out');
    for (const operand of operands) recheck(operand);
    const { memory } = this.#parts.engine;
    return memory.retrying(() => this.#evaluate(operands, out, target));
  }

  #evaluate(
    operands: readonly Operand[],
    out: TensorLike | undefined,
    target: Operand | undefined,
  ): TensorLike {
    const program = this.#program(operands);
    if (out === undefined || target === undefined) return this.#executor.toNew(program, operands);
    checkOut(target, program, operands);
    this.#executor.to(target, program, operands);
    return out;
  }

  #operand(value: unknown, name: string): Operand {
    const { engine, layouts } = this.#parts;
    const operand = toOperand(value, name, engine.memory, layouts, engine.catalogue.maxRank);
    if (operand.strings) throw new DTypeError('strings_stay', fuseMessages.strings(name));
    return operand;
  }

  #program(operands: readonly Operand[]): Evaluation {
    const layouts = operands.map(({ layout }) => layout);
    return this.programs.find(layouts, () => {
      const lowered = lowerExpression(this.#trace, operands, this.#tasks, this.#opset);
      try {
        const outputs = [lowered.result];
        const program = new Program(lowered.lowering, lowered.inputs, outputs, 'given');
        return new Evaluation(program, this.#parts.layouts);
      } catch (error) {
        lowered.lowering.resources.dispose();
        throw error;
      }
    });
  }
}

const isTensor = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'data' in value;

/**
 * Makes a function of tensors out of a function of values, which is run once, now.
 * @throws AttributeError for what is not an expression, an opset before 7, or an unknown option.
 */
export function fuse<Inputs extends readonly Traced[]>(
  parts: EngineParts,
  expression: (...inputs: Inputs) => Traced,
  options?: FuseOptions,
): Fused<Inputs> {
  checkOptions(options, FUSE);
  const opset = parts.plans.opset(options?.opset);
  if (opset < OLDEST_OPSET) throw new AttributeError('invalid_opset', fuseMessages.opset(opset));
  const fused = new FusedExpression(parts, trace(expression as never), opset);
  const call = (...given: unknown[]): TensorLike => fused.run(given);
  const dispose = (): void => {
    fused.programs.clear();
  };
  collected.register(call, fused.programs);
  return Object.assign(call, { dispose, [Symbol.dispose]: dispose }) as unknown as Fused<Inputs>;
}
