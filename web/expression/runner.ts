/** Runs expressions on operands, using cached programs. */
import type { Trace } from '../base/alignment.js';
import { arrayOf, bytesOf, itemsOf } from '../base/dtypes.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { TensorLike } from '../base/types.js';
import type { Computation } from '../engine/computation.js';
import { Executor } from '../engine/executor.js';
import { withLargeResult } from '../engine/large-result.js';
import { checkOut } from '../engine/output.js';
import type { EngineParts } from '../engine/parts.js';
import { LARGE } from '../engine/slabs.js';
import { ProgramCache } from '../graph/program-cache.js';
import { ABSENT, type Operand } from '../memory/operand.js';
import type { Tensor } from '../memory/tensor.js';
import { Evaluation, type Result } from './evaluation.js';
import { expressionMessages } from './messages.js';
import { slabOf, slabsOf } from './slabs.js';
import type { TracedExpression } from './tracer.js';

export type Programs = ProgramCache<Evaluation>;

/** One run. Its operands have been read and rechecked. */
export interface Run {
  readonly programs: Programs;
  /** The function's or expression's name in messages. */
  readonly of: string;
  /** Identifies the expression among those that share the programs; layouts of operands are added to it. */
  readonly key: readonly (number | string)[];
  readonly operands: readonly Operand[];
  /** Whether the result is resident even if no operand is. */
  readonly isResident: boolean;
  /** Whether the program is discarded after the run. */
  readonly isOnce: boolean;
  /** Whether a result that is an operand with other dims shares its memory, or its array. */
  readonly shares: boolean;
  readonly out: TensorLike | undefined;
  readonly target: Operand | undefined;
  expression(): TracedExpression;
}

export class ExpressionRunner {
  readonly #parts: EngineParts;
  readonly #executor: Executor;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#executor = new Executor(parts.engine, parts.tensors);
  }

  makePrograms(): Programs {
    return new ProgramCache(this.#parts.engine.memory);
  }

  /** The results, or the tensor that the single result was written to. */
  run(run: Run): (Tensor | TensorLike)[] {
    const { memory } = this.#parts.engine;
    try {
      return memory.retrying(() => this.#evaluate(run));
    } catch (error) {
      throw withLargeResult(error, () => this.#alignment(run));
    }
  }

  /** How the operands broadcast to the result; undefined if it has another shape. */
  #alignment(run: Run): Trace | undefined {
    if (run.isOnce) return undefined;
    const { computation } = this.#evaluation(run, run.operands);
    if (!computation) return undefined;
    const shapes = run.operands.map(({ dims }) => dims);
    const trace = this.#parts.shapes.align(shapes, { type: computation.type });
    return trace.outputShape?.join() === computation.dims.join() ? trace : undefined;
  }

  #evaluate(run: Run): (Tensor | TensorLike)[] {
    const { isOnce, operands } = run;
    if (!isOnce) return this.#toResults(this.#evaluation(run, operands), run);
    const evaluation = Evaluation.of(this.#parts, run.programs.block, run.expression(), operands);
    try {
      return this.#toResults(evaluation, run);
    } finally {
      evaluation.dispose();
    }
  }

  #toResults(evaluation: Evaluation, run: Run): (Tensor | TensorLike)[] {
    const { operands, out, target } = run;
    const { computation } = evaluation;
    if (out === undefined || target === undefined) {
      if (!computation || run.isResident !== isResident(operands))
        return this.#toNew(evaluation, run);
      const array = !run.isResident && this.#inSlabs(run, evaluation, operands);
      if (!array) return [this.#executor.toNew(computation, operands)];
      const { type, dims, size } = computation;
      return [this.#parts.tensors.plain(type, dims, size, array)];
    }
    const result = this.#checkTarget(evaluation, run);
    const isWritten =
      target.data && this.#inSlabs(run, evaluation, operands, target.data) !== undefined;
    if (isWritten) return [out];
    if (computation) this.#executor.to(target, computation, operands);
    else this.#toTarget(evaluation, result, target, run);
    return [out];
  }

  #evaluation({ programs, key, expression }: Run, operands: readonly Operand[]): Evaluation {
    const layouts = operands.map(({ layout }) => layout);
    return programs.find([...key, ...layouts], () => ({
      program: Evaluation.of(this.#parts, programs.block, expression(), operands),
    }));
  }

  /** Computes large arrays slab by slab. Does nothing and returns undefined if they need not be divided. */
  #inSlabs(
    run: Run,
    { isElementwise, computation }: Evaluation,
    operands: readonly Operand[],
    given?: TypedArray,
  ): TypedArray | undefined {
    if (!isElementwise || !computation || run.isOnce) return undefined;
    const { memory } = this.#parts.engine;
    const { layouts } = this.#parts;
    const { type, dims, size, layout } = computation;
    const arrays = operands.filter(({ data }) => data);
    const bytes = arrays.reduce((sum, operand) => sum + bytesOf(operand.type, operand.size), 0);
    if (bytes + bytesOf(type, size) <= LARGE) return undefined;
    const place = { ...ABSENT, type, dims, size, layout };
    const slabs = slabsOf(place, operands);
    if (!slabs) return undefined;
    const array = given ?? memory.newArray(arrayOf(type), itemsOf(type, size));
    const result = { ...place, data: array };
    const { length, most } = slabs;
    const at = (from: number) => {
      const count = Math.min(most, length - from);
      return (operand: Operand) => slabOf(operand, slabs, from, count, layouts);
    };
    // Computed before anything is written, because the result may overwrite an operand.
    this.#evaluation(run, operands.map(at(Math.floor((length - 1) / most) * most)));
    for (let from = 0; from < length; from += most) {
      const part = at(from);
      const inputs = operands.map(part);
      const evaluation = this.#evaluation(run, inputs);
      const target = part(result);
      if (this.#inSlabs(run, evaluation, inputs, target.data)) continue;
      this.#executor.to(target, evaluation.computation as Computation, inputs);
    }
    return array;
  }

  #checkTarget({ results, inPlace }: Evaluation, { of, operands, target }: Run): Result {
    const [result] = results as [Result];
    if (results.length > 1)
      throw new ShapeError('out_of_several', expressionMessages.outOfSeveral(of));
    if (result.type === 'string') throw new DTypeError('out_type', messages.outStrings());
    const { type, dims, layout } = result;
    checkOut(target as Operand, { type, dims, layout, inPlace }, operands);
    return result;
  }

  #toNew(evaluation: Evaluation, { operands, programs, shares, isResident }: Run): Tensor[] {
    const { tensors, engine } = this.#parts;
    const isMade = ({ origin, type }: Result): boolean =>
      type !== 'string' && (origin.kind !== 'operand' || !shares);
    const made = evaluation.results.filter(isMade);
    evaluation.feedStrings(operands);
    const reserved: number[] = [];
    try {
      if (isResident)
        for (const { type, size } of made)
          reserved.push(engine.memory.reserve(bytesOf(type, size)));
      const taken = this.#running(programs, () =>
        this.#executor.withOperands(operands, isResident ? [] : made, (addresses, room) => {
          const places = isResident ? reserved : room;
          let next = 0;
          const at = evaluation.results.map((result) =>
            isMade(result) ? (places[next++] ?? 0) : 0,
          );
          evaluation.run(at, addresses);
          if (isResident) return [];
          return made.map(({ type, size }, i) =>
            engine.memory.take(arrayOf(type), room[i] as number, itemsOf(type, size)),
          );
        }),
      );
      let next = 0;
      return evaluation.results.map((result) => {
        if (!isMade(result)) return this.#unmade(result, operands, shares);
        const at = next++;
        if (isResident) return tensors.add(result, reserved[at] as number);
        return tensors.plain(result.type, result.dims, result.size, taken[at] as never);
      });
    } catch (error) {
      for (const address of reserved) engine.memory.release(address);
      throw error;
    } finally {
      evaluation.forget();
    }
  }

  /** A result without wasm memory of its own: strings, or an operand with other dims. */
  #unmade(result: Result, operands: readonly Operand[], shares: boolean): Tensor {
    const { tensors } = this.#parts;
    const { type, dims, size, origin, value } = result;
    if (origin.kind !== 'operand')
      return tensors.plain(type, dims, size, [...(value.storage.strings ?? [])]);
    const operand = operands[origin.index] as Operand;
    const { residence, strings, data } = operand;
    if (residence) return tensors.share(residence, result);
    if (strings && !shares) return tensors.plain(type, dims, size, [...strings]);
    // A view of wasm memory would become stale.
    return tensors.plain(type, dims, size, strings ?? data ?? this.#copyOf(operand));
  }

  #copyOf({ type, size, address }: Operand) {
    return this.#parts.engine.memory.take(arrayOf(type), address, itemsOf(type, size));
  }

  #toTarget(
    evaluation: Evaluation,
    result: Result,
    target: Operand,
    { operands, programs }: Run,
  ): void {
    const { memory } = this.#parts.engine;
    evaluation.feedStrings(operands);
    const write = (addresses: readonly number[], room: readonly number[]): void => {
      const address = target.data ? (room[0] as number) : target.address;
      evaluation.run([address], addresses);
      const { origin, type, size } = result;
      const from = origin.kind === 'operand' ? (addresses[origin.index] as number) : address;
      const bytes = bytesOf(type, size);
      if (target.data) memory.read(from, target.data);
      else if (from !== address) memory.write(address, memory.view(Uint8Array, from, bytes), bytes);
    };
    try {
      this.#running(programs, () =>
        this.#executor.withOperands(operands, target.data ? [result] : [], write),
      );
    } finally {
      evaluation.forget();
    }
  }

  /** Prevents programs from being evicted while one runs, because it may call the engine for strings. */
  #running<Answer>(programs: Programs, work: () => Answer): Answer {
    programs.running = true;
    try {
      return work();
    } finally {
      programs.running = false;
    }
  }
}

/** Whether the result for these operands is resident. */
export const isResident = (operands: readonly Operand[]): boolean =>
  operands.some(({ residence }) => residence !== undefined);
