/** Fused expressions as functions of tensors: a program for each set of types and shapes. */
import { type Operand, operandName, recheck, toOperand } from '../arguments.js';
import { AttributeError, DTypeError, ShapeError } from '../errors.js';
import { aligned } from '../graph/arena.js';
import { Program } from '../graph/program.js';
import { type Value as GraphValue, sizeOf } from '../graph/values.js';
import { Kernels } from '../kernels.js';
import { checkOut } from '../out.js';
import { type Parts, Simdcast } from '../simdcast.js';
import { arrayOf, bytesOf, itemsOf, Tensor, type TensorLike } from '../tensor.js';
import { lowerTrace } from './lower.js';
import { fuseMessages } from './messages.js';
import { type Trace, trace } from './trace.js';
import type { Fused, FuseOptions, Traced } from './types.js';

/** Programs that are kept for shapes that come again. */
const MOST_PROGRAMS = 32;
const OLDEST_OPSET = 7;

/** The programs of an expression, which are given back when its function is collected. */
class Programs {
  readonly #byLayouts = new Map<string, Program>();

  /** The one that was asked for last is the last to be given up. */
  find(key: string, make: () => Program): Program {
    const program = this.#byLayouts.get(key) ?? make();
    this.#byLayouts.delete(key);
    if (this.#byLayouts.size >= MOST_PROGRAMS) {
      const [oldest, given] = this.#byLayouts.entries().next().value as [string, Program];
      this.#byLayouts.delete(oldest);
      given.dispose();
    }
    this.#byLayouts.set(key, program);
    return program;
  }

  dispose(): void {
    for (const program of this.#byLayouts.values()) program.dispose();
    this.#byLayouts.clear();
  }
}

const collected = new FinalizationRegistry<Programs>((programs) => programs.dispose());

class FusedExpression {
  readonly programs = new Programs();
  readonly #trace: Trace;
  readonly #parts: Parts;
  readonly #kernels: Kernels;
  readonly #engine: Simdcast;
  readonly #opset: number;
  #last: { readonly key: readonly number[]; readonly program: Program } | undefined;

  constructor(engine: Simdcast, traced: Trace, opset: number) {
    this.#engine = engine;
    this.#parts = Simdcast.partsOf(engine);
    this.#kernels = new Kernels(this.#parts);
    this.#trace = traced;
    this.#opset = opset;
  }

  run(given: readonly unknown[]): TensorLike {
    const { parameters, captured } = this.#trace;
    const last = given[parameters];
    const isOptions = given.length === parameters + 1 && !isTensor(last);
    if (given.length !== parameters && !isOptions)
      throw new ShapeError('operand_count', fuseMessages.operands(parameters, given.length));
    const { out } = (last ?? {}) as { readonly out?: TensorLike };
    const operands: Operand[] = [];
    for (let i = 0; i < parameters; i++) operands.push(this.#operand(given[i], operandName(i)));
    captured.forEach((tensor, i) => {
      operands.push(this.#operand(tensor, operandName(parameters + i)));
    });
    const target = out === undefined ? undefined : this.#operand(out, 'out');
    for (const operand of operands) recheck(operand);
    const { memory } = this.#parts.engine;
    try {
      return this.#evaluate(operands, out, target);
    } catch (error) {
      if (!memory.relieves(error)) throw error;
      return this.#evaluate(operands, out, target);
    }
  }

  #evaluate(
    operands: readonly Operand[],
    out: TensorLike | undefined,
    target: Operand | undefined,
  ): TensorLike {
    const program = this.#program(operands);
    const result = program.outputs[0] as GraphValue;
    const { type, dims } = result;
    const { layouts, residents, engine } = this.#parts;
    const layout = layouts.idOf(type, dims);
    if (target) checkOut(target, { type, dims, layout, inPlace: true }, operands);
    if (out !== undefined && target) {
      if (target.data) this.#runToArray(program, operands, target.data);
      else this.#runTo(program, operands, target.address);
      return out;
    }
    const size = sizeOf(dims);
    if (!operands.some(({ residence }) => residence))
      return new Tensor(type, dims, size, this.#runToArray(program, operands, undefined));
    const address = engine.memory.reserve(bytesOf(type, size));
    try {
      this.#runTo(program, operands, address);
    } catch (error) {
      engine.memory.release(address);
      throw error;
    }
    return residents.add(type, dims, size, address, layout);
  }

  #operand(value: unknown, name: string): Operand {
    const { engine, layouts } = this.#parts;
    const operand = toOperand(value, name, engine.memory, layouts, engine.catalogue.maxRank);
    if (operand.strings) throw new DTypeError('strings_stay', fuseMessages.strings(name));
    return operand;
  }

  #program(operands: readonly Operand[]): Program {
    const last = this.#last;
    if (last && operands.every(({ layout }, i) => layout === last.key[i])) return last.program;
    const key = operands.map(({ layout }) => layout);
    const program = this.programs.find(key.join(), () => {
      const lowered = lowerTrace(this.#trace, operands, {
        engine: this.#engine,
        kernels: this.#kernels,
        maxRank: this.#parts.engine.catalogue.maxRank,
        opset: this.#opset,
      });
      try {
        return new Program(lowered.lowering, lowered.inputs, [lowered.result], 'given');
      } catch (error) {
        lowered.lowering.resources.dispose();
        throw error;
      }
    });
    this.#last = { key, program };
    return program;
  }

  /** The result's elements go to `address`; what JavaScript holds is copied in for the call. */
  #runTo(program: Program, operands: readonly Operand[], address: number): void {
    const { memory } = this.#parts.engine;
    const bytes = bytesHeld(operands);
    const block = bytes > 0 ? memory.borrow(bytes) : 0;
    try {
      this.#execute(program, operands, address, block);
    } finally {
      if (block !== 0) memory.handBack(block);
    }
  }

  /** As `#runTo`, into an array: a new one where there is none. */
  #runToArray(
    program: Program,
    operands: readonly Operand[],
    out: Operand['data'],
  ): NonNullable<Operand['data']> {
    const { memory } = this.#parts.engine;
    const { type, dims } = program.outputs[0] as GraphValue;
    const room = aligned(bytesOf(type, sizeOf(dims)));
    const block = memory.borrow(room + bytesHeld(operands));
    try {
      this.#execute(program, operands, block, block + room);
      if (out === undefined) return memory.take(arrayOf(type), block, itemsOf(type, sizeOf(dims)));
      memory.read(block, out);
      return out;
    } finally {
      memory.handBack(block);
    }
  }

  #execute(program: Program, operands: readonly Operand[], to: number, block: number): void {
    const { memory } = this.#parts.engine;
    let at = block;
    for (let i = 0; i < operands.length; i++) {
      const { data, address, type, size } = operands[i] as Operand;
      program.put(program.inputs[i] as GraphValue, data ? at : address);
      if (!data) continue;
      memory.write(at, data);
      at += aligned(bytesOf(type, size));
    }
    program.put(program.outputs[0] as GraphValue, to);
    program.run();
  }

  dispose(): void {
    this.#last = undefined;
    this.programs.dispose();
  }
}

const isTensor = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'data' in value;

/** Bytes of wasm memory for what JavaScript holds. */
function bytesHeld(operands: readonly Operand[]): number {
  let bytes = 0;
  for (const { data, type, size } of operands) if (data) bytes += aligned(bytesOf(type, size));
  return bytes;
}

/**
 * Makes a function of tensors out of a function of values, which is run once, now.
 * @throws AttributeError for what is no expression, or an opset before 7.
 */
export function fuse<Inputs extends readonly Traced[]>(
  engine: Simdcast,
  expression: (...inputs: Inputs) => Traced,
  options?: FuseOptions,
): Fused<Inputs> {
  const { plans } = Simdcast.partsOf(engine);
  const opset = plans.opset(options?.opset);
  if (opset < OLDEST_OPSET) throw new AttributeError('invalid_opset', fuseMessages.opset(opset));
  const fused = new FusedExpression(engine, trace(expression as never), opset);
  const call = (...given: unknown[]): TensorLike => fused.run(given);
  const dispose = (): void => fused.dispose();
  collected.register(call, fused.programs);
  return Object.assign(call, { dispose, [Symbol.dispose]: dispose }) as unknown as Fused<Inputs>;
}
