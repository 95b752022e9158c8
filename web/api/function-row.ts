/**
 * The rows of the function table: a function's parameters, and the ONNX operator that it calls, or the
 * operators that it is composed of.
 */
import type { ArithmeticOptions, Attributes, OperatorOptions } from '../base/function-options.js';
import { type NamesOf, type OptionNames, optionNames } from '../base/option-names.js';
import type { Term, Tracer } from '../expression/tracer.js';
import type { OwnTypes } from '../memory/operands.js';
import type { Functions } from './function-types.js';
import { functionMessages } from './messages.js';

/** The kind of a parameter. */
export type Parameter =
  /** A tensor. */
  | 'tensor'
  /** An optional tensor. */
  | 'tensor?'
  /** An array of tensors. */
  | 'tensors'
  /** Integers. */
  | 'integers'
  /** Optional integers. */
  | 'integers?'
  /** Axes: an array of integers, or one integer. */
  | 'axes'
  /** Optional axes. */
  | 'axes?'
  /** Padding before and after each axis. */
  | 'pads'
  /** An integer. */
  | 'integer'
  /** A number, or an array of integers. */
  | 'count or integers'
  /** A string. */
  | 'string'
  /** The name of an element type. */
  | 'type';

/** Whether it is optional. */
export const isOptional = (parameter: Parameter): boolean => parameter.endsWith('?');

/** Integers, an integer, or a name. */
export type ArgumentValue = readonly number[] | number | string | undefined;

/** Arguments after reading: tensors as terms of an expression, others as values. */
export interface Arguments {
  readonly terms: readonly (Term | undefined)[];
  /** The other arguments, in order. */
  readonly values: readonly ArgumentValue[];
}

/** An option after reading: axes are always an array. */
type Read<Value> = readonly number[] extends Value ? Exclude<Value, number> : Value;

/** Options by name; absent ones are undefined. */
export type Given<Options> = { readonly [Name in keyof Options]?: Read<Options[Name]> | undefined };

/** The parameters of a function before its options, by name, in order. */
type Signature = Readonly<Record<string, Parameter>>;

export interface FunctionRow {
  readonly parameters: readonly Parameter[];
  readonly names: readonly string[];
  /** Minimum number of arguments. */
  readonly least: number;
  readonly options: OptionNames;
  /** The names of the options that only some operators have. */
  readonly own: readonly string[];
  /** Whether it returns an array of tensors. */
  readonly several?: boolean;
  /** The names of its results, if it returns an object of tensors. */
  readonly results?: readonly string[];
  /** Whether it returns the single element of its result. */
  readonly isValue?: boolean;
  /** Whether the result is a reshaped view of the operand, with the same memory. */
  readonly shares?: boolean;
  /** The types of operands that do not share the type of the others. */
  readonly ownTypes?: OwnTypes;
  /** The ONNX operator that the function calls, with its operands as inputs and its options as attributes. */
  readonly operator?: string;
  /** Default options of the function if they differ from the operator's, which are float32. */
  readonly defaults?: Attributes;
  /** Whether a call without options is always that operator, and accepts only tensors. */
  readonly isDirect?: boolean;
  /**
   * Whether these options select exactly that operator, without attributes. Default: always, with the options
   * as attributes.
   */
  isOperator?(options: Given<Record<string, unknown>>): boolean;
  /** Rearranges the arguments to match the parameters if a call lists its tensors one by one. */
  arrange?(given: readonly unknown[]): unknown[];
  /** Converts the arguments of the method to those of the function. Default: the tensor comes first. */
  ofMethod?(tensor: unknown, given: readonly unknown[]): unknown[];
  /** The reason why options are rejected at an opset, and a fix; `undefined` if they are accepted. */
  refusal?(options: Given<Record<string, unknown>>, opset: number | undefined): string | undefined;
  /** Builds the expression if the function is not a single operator of the engine. */
  build?(tracer: Tracer, given: Arguments, options: Given<Record<string, unknown>>): Term | Term[];
}

const EVERY: NamesOf<OperatorOptions> = { opset: true, out: true };

/** The options of a function that returns a value, or several tensors. */
const WITHOUT_OUT: NamesOf<Omit<OperatorOptions, 'out'>> = { opset: true };

/** Names of the options that only some operators have. */
export type Own<Options extends OperatorOptions> = NamesOf<Omit<Options, keyof OperatorOptions>>;

/** Names that other libraries use for arguments that are options here. */
const ARGUMENTS: ReadonlySet<string> = new Set(
  'axis axes perm dims shape repeats pads parts sizes depth type dtype to starts ends'.split(' '),
);

/** A hint for an unknown option that is an argument of the function. */
function argumentHint(of: string, signature: Signature, name: string): string | undefined {
  const names = Object.entries(signature).flatMap(([own, parameter]) =>
    parameter.startsWith('tensor') ? [] : [own],
  );
  return ARGUMENTS.has(name) && names.length > 0 ? functionMessages.argument(of, names) : undefined;
}

/** The parameters of a function. */
export function taking(of: string, signature: Signature, own: object, every: object = EVERY) {
  const parameters = Object.values(signature);
  return {
    parameters,
    names: Object.keys(signature),
    least: parameters.filter((parameter) => !isOptional(parameter)).length,
    options: optionNames<object>(of, { ...own, ...every }, (name) =>
      argumentHint(of, signature, name),
    ),
    own: Object.keys(own),
  };
}

/** Creates the row of a function from its name. */
export type MakeRow = (method: string) => FunctionRow;

/** Rows by the names of their functions: only those that are declared. */
export type Rows = Partial<Record<keyof Functions, MakeRow>>;

/** One of the engine's own operators; its name is that of the function unless `name` is another one. */
export const operator =
  <Options extends OperatorOptions = OperatorOptions>(
    signature: Signature,
    own: Own<Options>,
    { name, ...rest }: Pick<FunctionRow, 'refusal' | 'defaults'> & { name?: string } = {},
  ): MakeRow =>
  (method) => ({
    ...taking(method, signature, own),
    ...engines(name ?? method.charAt(0).toUpperCase() + method.slice(1), signature),
    ...rest,
  });

/** The row of a function that is an operator of the engine. */
export const engines = (operator: string, signature: Signature) => ({
  operator,
  isDirect: Object.values(signature).every((parameter) => parameter === 'tensor'),
});

export const UNARY: Signature = { x: 'tensor' };
export const BINARY: Signature = { a: 'tensor', b: 'tensor' };

export const unary = operator(UNARY, {});
export const binary = operator(BINARY, {});
export const legacy = operator<ArithmeticOptions>(BINARY, { broadcast: true, axis: true });

type Build<Options> = (tracer: Tracer, given: Arguments, options: Given<Options>) => Term | Term[];

/** The row of a function that is composed of operators. */
export const composed =
  <Options extends OperatorOptions>(
    signature: Signature,
    own: Own<Options>,
    build: Build<Options>,
    rest: Pick<
      FunctionRow,
      'ownTypes' | 'several' | 'shares' | 'results' | 'isValue' | 'ofMethod'
    > = {},
  ): MakeRow =>
  (method) => ({
    ...taking(method, signature, own, rest.results || rest.isValue ? WITHOUT_OUT : EVERY),
    build: build as Build<object>,
    ...rest,
  });
