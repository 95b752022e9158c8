/** Evaluates a program: from operands at addresses to results at addresses. */
import { sameDims, sizeOf } from '../base/dims.js';
import { bytesOf } from '../base/dtypes.js';
import type { Computation } from '../engine/computation.js';
import type { EngineParts } from '../engine/parts.js';
import type { Lowering } from '../graph/lowering.js';
import { Program } from '../graph/program.js';
import type { SharedBlock } from '../graph/shared-block.js';
import type { Value } from '../graph/values.js';
import type { Memory } from '../memory/memory.js';
import type { Operand } from '../memory/operand.js';
import type { Placed } from '../memory/tensors.js';
import { lowerExpression } from './lower.js';
import type { TracedExpression } from './tracer.js';

/** The source of a result. */
type Origin =
  /** The program's steps write it to its address. */
  | { readonly kind: 'computed' }
  /** It is an operand, possibly with other dims. */
  | { readonly kind: 'operand'; readonly index: number }
  /** It is copied after a run: a constant, or a result in the same storage as an earlier one. */
  | { readonly kind: 'copied' };

export interface Result extends Placed {
  readonly value: Value;
  readonly origin: Origin;
}

export class Evaluation {
  readonly results: readonly Result[];
  /** Whether the single result may overwrite an operand of its type and size. */
  readonly inPlace: boolean;
  /** Whether each element of the result depends only on the elements that broadcast to it. */
  readonly isElementwise: boolean;
  readonly #program: Program;
  readonly #block: SharedBlock;
  readonly #memory: Memory;
  #computation: Computation | undefined;

  constructor(
    program: Program,
    block: SharedBlock,
    { engine, layouts }: EngineParts,
    isElementwise: boolean,
  ) {
    this.#program = program;
    this.#block = block;
    this.isElementwise = isElementwise;
    this.#memory = engine.memory;
    this.inPlace = program.inPlace;
    const { inputs, outputs } = program;
    this.results = outputs.map((value, at) => {
      const { type, dims, storage } = value;
      const isFirst = outputs.findIndex((other) => other.storage === storage) === at;
      const index = inputs.findIndex((input) => input.storage === storage);
      const isComputed = storage.kind === 'temporary' && isFirst;
      const origin: Origin =
        index >= 0 && type === inputs[index]?.type
          ? { kind: 'operand', index }
          : { kind: isComputed ? 'computed' : 'copied' };
      const layout = layouts.idOf(type, dims);
      return { type, dims: Object.freeze([...dims]), size: sizeOf(dims), layout, value, origin };
    });
  }

  /** Lowers an expression for operands, to run in a block. @throws the errors of its operators */
  static of(
    parts: EngineParts,
    block: SharedBlock,
    expression: TracedExpression,
    operands: readonly Operand[],
  ): Evaluation {
    const { lowering, inputs, results } = lowerExpression(parts, expression, operands);
    const elementwise = isElementwise(lowering, inputs);
    try {
      const program = new Program(lowering, inputs, results, 'given');
      return new Evaluation(program, block, parts, elementwise);
    } catch (error) {
      lowering.resources.dispose();
      throw error;
    }
  }

  /** The evaluation as one computation; undefined if it has several results, or strings. */
  get computation(): Computation | undefined {
    const [result] = this.results;
    const isOne = this.results.length === 1 && result?.origin.kind === 'computed';
    if (!result || !isOne || result.type === 'string' || this.#takesStrings) return undefined;
    const { type, dims, size, layout } = result;
    this.#computation ??= {
      ...{ plan: undefined, type, dims, size, layout, workspace: 0 },
      run: (_, address, operands) => this.run([address], operands),
    };
    return this.#computation;
  }

  /** `feedStrings` has fed the strings; all other operands are at addresses. */
  run(results: readonly number[], operands: readonly number[]): void {
    const { inputs, room } = this.#program;
    this.#program.place(this.#block.atLeast(room));
    for (let i = 0; i < operands.length; i++)
      this.#program.put(inputs[i] as Value, operands[i] as number);
    this.results.forEach(({ value, origin }, i) => {
      if (origin.kind === 'computed') this.#program.put(value, results[i] as number);
    });
    this.#program.run();
    this.results.forEach(({ origin, value, type, size }, i) => {
      // A result without an address shares its operand's memory.
      if (origin.kind === 'computed' || type === 'string' || !results[i]) return;
      const bytes = bytesOf(type, size);
      if (bytes === 0) return;
      const source = this.#memory.view(Uint8Array, value.storage.address, bytes);
      this.#memory.write(results[i] as number, source, bytes);
    });
  }

  feedStrings(operands: readonly Operand[]): void {
    operands.forEach(({ strings }, i) => {
      const input = this.#program.inputs[i];
      if (strings && input) input.storage.strings = strings;
    });
  }

  /** Drops the strings of the last run, once its results have been read. */
  forget(): void {
    this.#program.forget();
  }

  get bytes(): number {
    return this.#program.bytes;
  }

  dispose(): void {
    this.#program.dispose();
  }

  get #takesStrings(): boolean {
    return this.#program.inputs.some(({ type }) => type === 'string');
  }
}

/** Whether all steps are elementwise, and none reads an operand with other dims. */
function isElementwise({ steps }: Lowering, inputs: readonly Value[]): boolean {
  const isWhole = ({ storage, dims }: Value): boolean => {
    const input = inputs.find((other) => other.storage === storage);
    return !input || sameDims(input.dims, dims);
  };
  return steps.every(
    (step) =>
      step.kind === 'pointwise' &&
      step.inputs.every((value) => value === undefined || isWhole(value)),
  );
}
