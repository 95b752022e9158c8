/** Runs expressions on strings, in JavaScript: once, with the elements of all operands as constants. */

import { sizeOf } from '../base/dims.js';
import { arrayOf, bytesOf, itemsOf } from '../base/dtypes.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import type { Attributes } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import type { TensorLike } from '../base/types.js';
import { checkOut } from '../engine/output.js';
import type { EngineParts } from '../engine/parts.js';
import { Program } from '../graph/program.js';
import { bytesOfValue, type Value } from '../graph/values.js';
import type { Operand } from '../memory/operand.js';
import type { Tensor } from '../memory/tensor.js';
import type { Placed } from '../memory/tensors.js';
import { lowerExpression } from './lower.js';
import { expressionMessages } from './messages.js';
import type { Run } from './run.js';
import type { TensorValue, Term, TracedExpression } from './tracer.js';

/** Attributes that become elements. */
const TEXTS: ReadonlySet<string> = new Set(['value_string', 'value_strings', 'pool_strings']);

/** The type string as the attribute `to`. */
const STRING: readonly unknown[] = ['string', 'STRING', 8, 8n];

/** Operators that only JavaScript has. */
export const STRING_OPERATORS: ReadonlySet<string> = new Set([
  'RegexFullMatch',
  'StringNormalizer',
  'StringSplit',
]);

const isText = (value: unknown): boolean => (value as TensorValue | undefined)?.type === 'string';

/** Whether a node with these attributes makes strings, whatever its inputs. */
export const makesStrings = (attributes: Attributes): boolean =>
  Object.entries(attributes).some(
    ([name, value]) =>
      value !== undefined &&
      (TEXTS.has(name) || (name === 'to' && STRING.includes(value)) || isText(value)),
  );

/** Whether an expression makes strings, whatever its operands. */
export const expressesStrings = ({ nodes }: TracedExpression): boolean =>
  nodes.some(
    ({ operator, attributes, inputs }) =>
      STRING_OPERATORS.has(operator) ||
      makesStrings(attributes) ||
      inputs.some((term: Term | undefined) => term?.kind === 'tensor' && isText(term.value)),
  );

export class StringRunner {
  readonly #parts: EngineParts;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** Whether an operand holds strings, or the expression makes some. */
  takes({ operands, makesStrings }: Run): boolean {
    if (makesStrings) return true;
    for (let i = 0; i < operands.length; i++) if (operands[i]?.strings) return true;
    return false;
  }

  run(run: Run): (Tensor | TensorLike)[] {
    const { memory } = this.#parts.engine;
    const { lowering, results } = lowerExpression(this.#parts, run.expression(), run.operands);
    const program = new Program(lowering, [], results, 'given');
    const block = memory.reserve(program.room);
    const own: number[] = [];
    try {
      if (run.target) this.#check(results, run, run.target);
      program.place(block);
      for (const value of results) {
        if (value.type === 'string' || value.storage.kind === 'constant') continue;
        own.push(memory.reserve(bytesOfValue(value)));
        program.put(value, own.at(-1) as number);
      }
      program.run();
      return run.target
        ? [this.#written(results[0] as Value, run.target, run.out as TensorLike)]
        : results.map((value) => this.#tensor(value, run));
    } finally {
      program.forget();
      program.dispose();
      for (const address of [block, ...own]) memory.release(address);
    }
  }

  #check(results: readonly Value[], { of, operands }: Run, target: Operand): void {
    const [{ type, dims }] = results as [Value];
    if (results.length > 1)
      throw new ShapeError('out_of_several', expressionMessages.outOfSeveral(of));
    if (type === 'string') throw new DTypeError('out_type', messages.outStrings());
    const layout = this.#parts.layouts.idOf(type, dims);
    checkOut(target, { type, dims, layout, inPlace: false }, operands);
  }

  #written({ storage, ...value }: Value, { data, address }: Operand, out: TensorLike): TensorLike {
    const { memory } = this.#parts.engine;
    const bytes = bytesOfValue(value);
    if (data) memory.read(storage.address, data);
    else memory.write(address, memory.view(Uint8Array, storage.address, bytes), bytes);
    return out;
  }

  #tensor({ type, dims, storage }: Value, { operands, shares }: Run): Tensor {
    const { tensors, engine, layouts } = this.#parts;
    const { memory } = engine;
    const size = sizeOf(dims);
    const placed: Placed = {
      type,
      dims: Object.freeze([...dims]),
      size,
      layout: layouts.idOf(type, dims),
    };
    if (type === 'string') {
      const strings = storage.strings ?? [];
      const data = shares ? strings : [...strings];
      return tensors.plain(type, placed.dims, size, data);
    }
    const data = memory.take(arrayOf(type), storage.address, itemsOf(type, size));
    if (!operands.some(({ residence }) => residence))
      return tensors.plain(type, placed.dims, size, data);
    const bytes = bytesOf(type, size);
    const address = memory.reserve(bytes);
    memory.write(address, data, bytes);
    return tensors.add(placed, address);
  }
}
