/** Reads the arguments of a function call according to its row of the table. */
import { checkFlag, checkObject, checkType, copyOf, operandName } from '../base/checks.js';
import { AttributeError, DTypeError, ShapeError } from '../base/errors.js';
import type { Attributes } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import { checkOptions, isOptions, takesAxis } from '../base/option-names.js';
import type { TensorLike } from '../base/types.js';
import { type Reading, toInput, valueIn } from '../memory/operand.js';
import {
  type ArgumentValue,
  type FunctionRow,
  type Given,
  isOptional,
  type Parameter,
} from './function-row.js';
import { functionMessages } from './messages.js';

/** The arguments of one call. */
export interface CallArguments {
  /** Operands in order; undefined for an omitted one. */
  readonly tensors: readonly unknown[];
  /** The other arguments, in order. */
  readonly values: readonly ArgumentValue[];
  /** The options that only some functions have; `undefined` if there are none. */
  readonly options: Given<Record<string, unknown>> | undefined;
  readonly opset: number | undefined;
  readonly out: TensorLike | undefined;
}

const MOST_INTEGERS = 2 ** 16;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

const isWhole = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value);

/** The nearest number that is exact; ends of slices may be anywhere in the range of int64. */
const clamped = (value: number | bigint): number =>
  Math.min(Math.max(Number(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);

const invalid = (name: string, wanted: string, got: unknown): ShapeError =>
  new ShapeError('invalid_integers', messages.badValue(name, wanted, got));

/** Reads an array of integers. */
function integers(name: string, value: unknown): number[] {
  const items = isList(value) ? copyOf(value, MOST_INTEGERS) : undefined;
  if (!items) throw invalid(name, 'an array of integers', value);
  const wrong = items.findIndex((item) => !isWhole(item));
  if (isList(items[wrong])) throw new ShapeError('invalid_integers', functionMessages.nested(name));
  if (wrong >= 0) throw invalid(name, 'integers', items[wrong]);
  return (items as number[]).map(clamped);
}

/** Reads axes, or a single one. */
export const axes = (name: string, value: unknown): number[] =>
  isWhole(value) ? [clamped(value)] : integers(name, value);

/** Numbers for the beginnings of all axes, followed by those for their ends. */
function pads(name: string, value: unknown): number[] {
  const pairs = (isList(value) && copyOf<unknown>(value, MOST_INTEGERS)) || [];
  if (pairs.length > 0 && pairs.every((pair) => isList(pair) && pair.length === 2))
    throw new ShapeError('invalid_integers', functionMessages.pads(pairs as unknown[][]));
  return integers(name, value);
}

function integer(name: string, value: unknown): number {
  if (isWhole(value)) return clamped(value);
  throw invalid(name, 'an integer', value);
}

/** Reads the number of parts, or their sizes. */
function parts(name: string, value: unknown): number | number[] {
  const list = isList(value) ? integers(name, value) : [];
  if (list.length > 0) return list;
  if (isWhole(value) && value >= 1 && value <= MOST_INTEGERS) return Number(value);
  throw invalid(
    name,
    `a number of parts, from 1 to ${MOST_INTEGERS}, or an array of their sizes`,
    value,
  );
}

/** How each kind of parameter other than tensors is read. */
const VALUES: Partial<
  Readonly<Record<Parameter, (name: string, value: unknown) => ArgumentValue>>
> = {
  integers,
  'integers?': (name, value) => (value === undefined ? undefined : integers(name, value)),
  axes,
  'axes?': (name, value) => (value === undefined ? undefined : axes(name, value)),
  pads,
  integer,
  'count or integers': parts,
  string: (name, value) => of('a string', 'string')(name, value) as string,
  type: (_, value) => checkType(value),
};

/** Returns the reader of an option with one of these kinds. */
const of =
  (wanted: string, ...kinds: readonly string[]) =>
  (name: string, value: unknown): unknown => {
    if (kinds.includes(typeof value)) return value;
    throw new AttributeError('invalid_attribute', messages.badValue(name, wanted, value));
  };

const number = of('a number', 'number');

/** Reads an array of numbers. */
function numbers(name: string, value: unknown): number[] {
  const items = isList(value) ? copyOf(value, MOST_INTEGERS) : undefined;
  if (!items?.every((item) => typeof item === 'number'))
    throw new AttributeError(
      'invalid_attribute',
      messages.badValue(name, 'an array of numbers', value),
    );
  return items;
}

/** A number other than NaN, which does not compare with anything. */
function comparable(name: string, value: unknown): unknown {
  if (Number.isNaN(number(name, value)))
    throw new AttributeError('invalid_attribute', messages.badValue(name, 'a number', value));
  return value;
}

const flag = (name: string, value: unknown): boolean =>
  checkFlag(of('true or false', 'boolean', 'number', 'bigint')(name, value), false, name);

/** Options that are read in the same way by all functions. */
const OPTIONS: Readonly<Record<string, (name: string, value: unknown) => unknown>> = {
  axes,
  steps: axes,
  axis: integer,
  keepDims: flag,
  transA: flag,
  transB: flag,
  descending: flag,
  largest: flag,
  exclusive: flag,
  reverse: flag,
  antialias: flag,
  excludeOutside: flag,
  centerPointBox: flag,
  sizes: integers,
  scales: numbers,
  maxOutputBoxesPerClass: integer,
  epsilon: number,
  cubicCoeffA: number,
  order: comparable,
  rtol: comparable,
  atol: comparable,
  iouThreshold: comparable,
  scoreThreshold: comparable,
  coordinateTransformationMode: of('a string', 'string'),
  nearestMode: of('a string', 'string'),
  keepAspectRatioPolicy: of('a string', 'string'),
  mode: of('a string', 'string'),
  value: of('a number', 'number', 'bigint', 'boolean'),
  type: (_, value) => checkType(value),
};

/** The index of the options among the arguments; -1 if there are none. */
function optionsAt({ parameters, least }: FunctionRow, given: readonly unknown[]): number {
  const last = given.length - 1;
  if (given[parameters.length] !== undefined && given[parameters.length] !== null)
    return parameters.length;
  // In the position of an optional argument.
  return last >= least && last < parameters.length && isOptions(given[last]) ? last : -1;
}

/** @throws AttributeError for more arguments than a function accepts */
export function checkCount({ parameters, names, options }: FunctionRow, given: unknown[]): void {
  while (given.length > parameters.length + 1 && given.at(-1) === undefined) given.pop();
  if (given.length <= parameters.length + 1) return;
  const hint = options.names.has('axes') ? functionMessages.severalAxes() : '';
  throw new AttributeError(
    'too_many_arguments',
    functionMessages.tooMany(options.of, names, given.length) + hint,
  );
}

/** @throws AttributeError, DTypeError, ShapeError */
export function readArguments(row: FunctionRow, args: unknown[]): CallArguments {
  const { parameters, options: taken } = row;
  const given = row.arrange?.(args) ?? args;
  checkCount(row, given);
  const at = optionsAt(row, given);
  const tensors: unknown[] = [];
  const values: ArgumentValue[] = [];
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i] as Parameter;
    const value = i === at ? undefined : given[i];
    const read = VALUES[parameter];
    if (read) values.push(read(row.names[i] as string, value));
    else if (parameter === 'tensors') tensors.push(...tensorsOf(taken.of, value));
    else if (value === undefined && !isOptional(parameter))
      throw new DTypeError('not_a_tensor', messages.notATensor(nameAt(row, i), value));
    else if (value === null)
      throw new DTypeError('not_a_tensor', messages.notATensor(nameAt(row, i), value));
    else tensors.push(value);
  }
  // Old versions of an operator may lack the optional inputs at the end.
  while (tensors.length > 0 && tensors.at(-1) === undefined) tensors.pop();
  if (at < 0) return { tensors, values, options: row.defaults, opset: undefined, out: undefined };
  return { tensors, values, ...readOptions(row, given[at]) };
}

/** A tensor's name in messages: the parameter's name, unless it is a single letter. */
function nameAt({ names }: FunctionRow, at: number): string {
  const name = names[at] as string;
  return name.length > 1 ? `'${name}'` : operandName(at);
}

function tensorsOf(of: string, value: unknown): readonly unknown[] {
  const isOne = typeof value === 'object' && value !== null && 'data' in value;
  const list = isOne || !Array.isArray(value) ? undefined : copyOf(value, MOST_INTEGERS);
  if (!list?.length) throw new ShapeError('operand_count', functionMessages.tensors(of));
  const missing = list.indexOf(undefined);
  if (missing >= 0)
    throw new DTypeError('not_a_tensor', messages.notATensor(operandName(missing), undefined));
  return list;
}

/** A number instead of options is the axis, if the function has one. */
function readOptions(row: FunctionRow, value: unknown) {
  const given = isWhole(value) && takesAxis(row.options) ? { axis: value } : value;
  checkOptions(given, row.options);
  const { opset, out } = given as { opset?: number; out?: TensorLike };
  return { options: ownOptions(row, given as object), opset, out };
}

/** The options that only some functions have; `undefined` if there are none. */
export function ownOptions(
  { own: names, options: { of }, refusal, defaults }: FunctionRow,
  given: object,
): Given<Record<string, unknown>> | undefined {
  let own: Record<string, unknown> | undefined = defaults && { ...defaults };
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) continue;
    own ??= {};
    own[name] = OPTIONS[name] ? OPTIONS[name](name, value) : value;
  }
  if (own?.axes !== undefined && own.axis !== undefined)
    throw new AttributeError('invalid_options', functionMessages.axisAndAxes(of));
  const refused = own && refusal?.(own, (given as { opset?: number }).opset);
  if (refused) throw new AttributeError('option_unknown', refused);
  return own;
}

const isPlain = (value: unknown): boolean =>
  ['number', 'bigint', 'boolean', 'string'].includes(typeof value);

const isTensorLike = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'data' in value && 'dims' in value;

/** A number in the form that ONNX's nodes store: fractions are float32. */
const inNode = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Math.fround(value) : value;

/** The attributes of a node of the engine's own operators, which are neither arrays nor tensors. */
export function readValues(given: Attributes | undefined): Attributes | undefined {
  checkObject(given, messages.attributes);
  return (
    given && Object.fromEntries(Object.entries(given).map(([name, value]) => [name, inNode(value)]))
  );
}

/**
 * Copies a node's attributes: values, lists of values, and tensors.
 * @throws AttributeError if an attribute has another kind; the errors of `toInput` for a tensor
 */
export function readAttributes(operator: string, given: Attributes, reading: Reading): Attributes {
  checkObject(given, messages.attributes);
  const read = Object.entries(given).map(([name, value]) => {
    if (value === undefined || isPlain(value)) return [name, inNode(value)] as const;
    const items = isList(value) ? copyOf(value, MOST_INTEGERS) : undefined;
    if (items?.every(isPlain)) return [name, items] as const;
    if (!isTensorLike(value))
      throw new AttributeError('invalid_attribute', functionMessages.attribute(operator, name));
    const tensor = toInput(value, functionMessages.attributeName(name), reading);
    return [name, valueIn(tensor, reading.memory)] as const;
  });
  return Object.fromEntries(read);
}
