/** Calls functions: the engine computes them immediately, or the call is recorded if an expression is being fused. */

import { copyOf, operandName } from '../base/checks.js';
import { AttributeError, ShapeError } from '../base/errors.js';
import { exactText } from '../base/exact-text.js';
import type { Attributes, RunOptions } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import { firstOf, hasTypedRows } from '../base/nested-arrays.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import type { TensorLike } from '../base/types.js';
import type { CallSessions } from '../engine/call-sessions.js';
import type { EngineParts } from '../engine/parts.js';
import { expressionMessages } from '../expression/messages.js';
import { Recording, TracedTensor } from '../expression/recording.js';
import { ExpressionRunner } from '../expression/runner.js';
import { type Term, Tracer } from '../expression/tracer.js';
import {
  ABSENT,
  type Operand,
  type Reading,
  recheck,
  toOperand,
  toTensor,
  valueIn,
} from '../memory/operand.js';
import { type OwnTypes, readOperands } from '../memory/operands.js';
import type { Tensor } from '../memory/tensor.js';
import {
  type CallArguments,
  checkCount,
  ownOptions,
  readArguments,
  readAttributes,
  readValues,
} from './arguments.js';
import type { Arguments, FunctionRow } from './function-row.js';
import { functionMessages } from './messages.js';

const RUN = optionNames<RunOptions>(
  'run',
  { attributes: true, outputs: true, opset: true, out: true },
  functionMessages.underAttributes,
);

/** Operators whose result is a reshaped view of their operand. */
const SHARING: ReadonlySet<string> = new Set(['Reshape', 'Squeeze', 'Unsqueeze', 'Flatten']);

/** Maximum number of inputs, and of outputs, of a node. */
const MOST_VALUES = 1024;

/** A function that is computed as one expression. */
interface Computed {
  readonly of: string;
  readonly key: string;
  readonly opset: number;
  readonly operands: readonly Operand[];
  readonly shares: boolean;
  readonly out: TensorLike | undefined;
  build(tracer: Tracer, terms: readonly (Term | undefined)[]): readonly Term[];
}

/** The attributes and options of one node. */
interface NodeOptions {
  readonly attributes: Attributes;
  readonly opset: number;
  readonly out: TensorLike | undefined;
}

export class FunctionCaller {
  readonly #parts: EngineParts;
  readonly #runner: ExpressionRunner;
  readonly #sessions: CallSessions;
  readonly #reading: Reading;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#runner = new ExpressionRunner(parts);
    this.#sessions = this.#runner.makeSessions();
    const { engine, layouts } = parts;
    parts.operators.onStrings = ({ name, opset }, operands, attributes = {}, out) =>
      this.#runNode(name, operands, 1, { attributes, opset, out })[0] as Tensor;
    this.#reading = { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
  }

  /** Calls a function of the table. */
  call(row: FunctionRow, given: unknown[]): unknown {
    if (row.isDirect && areComputed(given, row.least) && isOneOperator(row, given[row.least]))
      return this.#callDirect(row, given);
    const read = readArguments(row, given);
    const recording = Recording.of(read.tensors);
    if (recording) return this.#record(recording, row, read);
    if (isOneOperator(row, read.options))
      return this.#parts.operators.run(
        row.operator,
        read.tensors,
        attributesOf(row, read.options),
        read,
      );
    return this.#compute(row, read);
  }

  /** The most common call: an engine operator with or without options. */
  #callDirect(row: FunctionRow, given: unknown[]): unknown {
    const { operator = '', least, defaults } = row;
    const { operators } = this.#parts;
    if (given.length > least + 1) checkCount(row, given);
    const options = given[least];
    if (options === undefined || options === null)
      return operators.run(operator, given.slice(0, least), defaults, undefined);
    checkOptions(options, row.options);
    const tensors = given.slice(0, least);
    return operators.run(operator, tensors, attributesOf(row, ownOptions(row, options)), options);
  }

  /** Any node of ONNX's operators, by the operator's name. */
  run(operator: string, given: readonly unknown[], options: RunOptions | undefined): unknown {
    checkOptions(options, RUN);
    const { attributes, outputs, opset, out } = options ?? {};
    const read = { attributes, outputs, opset, out };
    if (!Array.isArray(given)) throw new ShapeError('operand_count', messages.inputs());
    const inputs = copyOf(given, MOST_VALUES);
    if (!inputs)
      throw new ShapeError('operand_count', messages.operands(given.length, MOST_VALUES));
    checkOutputs(outputs);
    if (typeof operator !== 'string') throw this.#parts.table.unknownOperator(operator);
    const recording = Recording.of(inputs);
    if (recording) return this.#recordNode(recording, operator, inputs, read);
    const isEngines = this.#parts.engine.catalogue.operators.includes(operator);
    const isPlain =
      outputs === undefined && !(operator === 'Cast' && castsStrings(inputs, attributes));
    if (isEngines && isPlain)
      return this.#parts.operators.run(operator, inputs, readValues(attributes), { opset, out });
    const number = this.#parts.plans.opset(opset);
    return this.#runOther(operator, inputs, { attributes, outputs, opset: number, out });
  }

  /** Runs an operator that the engine does not have as one of its own. */
  #runOther(
    operator: string,
    inputs: readonly unknown[],
    { attributes: given = {}, outputs, opset, out }: RunOptions & { readonly opset: number },
  ): unknown {
    const attributes = readAttributes(operator, given, this.#reading);
    const { table } = this.#parts;
    table.requireOperator(operator, opset);
    const operands = readOperands(inputs, this.#reading, table.ownTypesOf(operator));
    for (const operand of operands) recheck(operand);
    const count = outputs ?? countOf(operator, attributes, operands[1]);
    const results = this.#runNode(operator, operands, count, { attributes, opset, out });
    return outputs === undefined && operator !== 'Split' ? results[0] : results;
  }

  /** Runs a node of ONNX's operators on operands that have been read. */
  #runNode(
    operator: string,
    operands: readonly Operand[],
    count: number,
    { attributes, opset, out }: NodeOptions,
  ): unknown[] {
    return this.#evaluate({
      of: operator,
      key: `${operator},${opset},${count},${textOf(attributes)}`,
      opset,
      operands,
      shares: SHARING.has(operator),
      out,
      build: (tracer, terms) => tracer.outputs(operator, terms, count, { attributes }),
    });
  }

  #compute(row: FunctionRow, { tensors, values, options, opset, out }: CallArguments): unknown {
    const { of } = row.options;
    const number = this.#parts.plans.opset(opset);
    const results = this.#evaluate({
      of,
      key: keyOf(of, values, options, opset),
      opset: number,
      operands: readOperands(tensors, this.#reading, row.ownTypes),
      shares: row.shares ?? false,
      out,
      build: (tracer, terms) => listOf(build(row, tracer, { terms, values }, options)),
    });
    return row.isValue ? itemOf(results[0] as Tensor) : resultOf(row, results);
  }

  #evaluate({ key, opset, operands, out, build, ...rest }: Computed): unknown[] {
    const target = out === undefined ? undefined : toTensor(out, 'out', this.#reading);
    const fed = operands.includes(ABSENT)
      ? operands.filter((operand) => operand !== ABSENT)
      : operands;
    for (let i = 0; i < fed.length; i++) recheck(fed[i] as Operand);
    return this.#runner.run({
      sessions: this.#sessions,
      key: fed.length === 1 && operands.length === 1 ? key : `${key};${placesOf(operands)}`,
      operands: fed,
      ...rest,
      out,
      target,
      expression: () => {
        const tracer = new Tracer(opset, this.#parts.table);
        let next = 0;
        const terms = operands.map((operand) =>
          operand === ABSENT ? undefined : tracer.input(next++),
        );
        return tracer.expression(build(tracer, terms));
      },
    });
  }

  #record(recording: Recording, row: FunctionRow, read: CallArguments): unknown {
    checkRecorded(read.opset, read.out);
    if (row.isValue)
      throw new AttributeError(
        'unknown_while_traced',
        expressionMessages.unknownWhileTraced(row.options.of),
      );
    const { tracer } = recording;
    const ownTypes = row.ownTypes ?? this.#parts.table.ownTypesOf(row.operator ?? '');
    const terms = termsOf(recording, read.tensors, this.#reading, ownTypes);
    const made = isOneOperator(row, read.options)
      ? tracer.calling(row.options.of, () =>
          tracer.apply(row.operator, terms, { attributes: attributesOf(row, read.options) ?? {} }),
        )
      : build(row, tracer, { terms, values: read.values }, read.options);
    return resultOf(
      row,
      listOf(made).map((term) => recording.traced(term)),
    );
  }

  #recordNode(
    recording: Recording,
    operator: string,
    inputs: readonly unknown[],
    { attributes: given = {}, outputs, opset, out }: RunOptions,
  ): unknown {
    checkRecorded(opset, out);
    const attributes = readAttributes(operator, given, this.#reading);
    const ownTypes = this.#parts.table.ownTypesOf(operator);
    const terms = termsOf(recording, inputs, this.#reading, ownTypes);
    const count = outputs ?? countOf(operator, attributes, undefined);
    const made = recording.tracer.outputs(operator, terms, count, { attributes });
    const traced = made.map((term) => recording.traced(term));
    return outputs === undefined && operator !== 'Split' ? traced[0] : traced;
  }
}

/** Whether a call with these options is a single operator of the engine. */
const isOneOperator = (
  row: FunctionRow,
  options: unknown,
): row is FunctionRow & { readonly operator: string } =>
  row.operator !== undefined &&
  (options === undefined || options === null || (row.isOperator?.(options as Attributes) ?? true));

/** The attributes of a call that is a single operator. */
const attributesOf = (
  { isOperator }: FunctionRow,
  options: Attributes | undefined,
): Attributes | undefined => (isOperator ? undefined : options);

/** The results in the form that a function returns: one, an array, or an object by name. */
function resultOf({ several, results: names }: FunctionRow, made: readonly unknown[]): unknown {
  if (names) return Object.fromEntries(names.map((name, i) => [name, made[i]]));
  return several ? made : made[0];
}

/** The one element of a result, which is freed. */
function itemOf(result: Tensor): unknown {
  try {
    return result.item();
  } finally {
    result.dispose();
  }
}

const listOf = (made: Term | readonly Term[]): readonly Term[] =>
  Array.isArray(made) ? made : [made as Term];

function build(
  row: FunctionRow,
  tracer: Tracer,
  given: Arguments,
  options: Attributes = {},
): Term | readonly Term[] {
  return tracer.calling(row.options.of, () => row.build?.(tracer, given, options) ?? []);
}

/** Whether all operands are present and none is a placeholder of a fused function. */
function areComputed(given: readonly unknown[], count: number): boolean {
  for (let i = 0; i < count; i++) {
    const operand = given[i];
    if (operand === undefined || operand === null || operand instanceof TracedTensor) return false;
  }
  return true;
}

function checkRecorded(opset: unknown, out: unknown): void {
  if (out !== undefined) throw new AttributeError('option_unknown', expressionMessages.out());
  if (opset !== undefined)
    throw new AttributeError('option_unknown', expressionMessages.opsetOfFuse());
}

/** A term for each tensor; arrays become constants if their type is fixed. */
const termsOf = (
  recording: Recording,
  tensors: readonly unknown[],
  reading: Reading,
  ownTypes: OwnTypes = [],
): (Term | undefined)[] =>
  tensors.map((tensor, i) => {
    if (tensor === undefined) return undefined;
    const type = ownTypes[i];
    if (!Array.isArray(tensor) || hasTypedRows(tensor) || !type) return recording.termOf(tensor);
    const operand = toOperand(tensor, operandName(i), reading, type);
    return { kind: 'tensor', value: valueIn(operand, reading.memory) };
  });

/** The number of outputs; for Split, the number of its sizes. */
function countOf(
  operator: string,
  { num_outputs: count, split }: Attributes,
  sizes: Operand | undefined,
): number {
  if (operator !== 'Split') return 1;
  const isGiven = sizes && sizes !== ABSENT;
  const parts = isGiven ? sizes.size : split ? (split as ArrayLike<unknown>).length : count;
  if (parts === undefined) throw new AttributeError('outputs_missing', functionMessages.split());
  checkOutputs(parts);
  return parts as number;
}

function checkOutputs(count: unknown): void {
  if (count === undefined) return;
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > MOST_VALUES)
    throw new AttributeError(
      'invalid_outputs',
      messages.badValue('outputs', `an integer from 1 to ${MOST_VALUES}`, count),
    );
}

/** Strings are cast in JavaScript. */
function castsStrings([input]: readonly unknown[], attributes: Attributes | undefined): boolean {
  const { to } = attributes ?? {};
  if (to === 'string' || to === 'STRING' || to === 8) return true;
  const { type, data } = (input ?? {}) as Partial<TensorLike>;
  return type === 'string' || Array.isArray(data) || typeof firstOf(input) === 'string';
}

/** A string that is unique to the function with these arguments; its name for most calls, which is not built. */
function keyOf(
  of: string,
  values: readonly unknown[],
  options: Attributes | undefined,
  opset: number | undefined,
): string {
  const isPlain = values.length === 0 && options === undefined && opset === undefined;
  return isPlain ? of : `${of},${opset},${textOf(values)},${options ? textOf(options) : ''}`;
}

/** The number of operands, and which of them are omitted. */
const placesOf = (operands: readonly Operand[]): string =>
  operands.includes(ABSENT)
    ? operands.map((operand) => (operand === ABSENT ? '0' : '1')).join('')
    : `${operands.length}x`;

/** A string that is unique to these values. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return exactText(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `[${Array.from(value as unknown as ArrayLike<unknown>, textOf).join()}]`;
  return `{${Object.entries(value).map(([name, item]) => `${name}:${textOf(item)}`)}}`;
}
