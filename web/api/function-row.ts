/** A row of the table of functions: what a function takes, and which of ONNX's operators it is or is made of. */
import type { ArithmeticOptions, OperatorOptions } from '../base/function-options.js';
import { type NamesOf, type OptionNames, optionNames } from '../base/option-names.js';
import type { Term, Tracer } from '../expression/tracer.js';
import type { OwnTypes } from '../memory/operands.js';

/** What a position among the arguments takes. */
export type Parameter =
  /** A tensor. */
  | 'tensor'
  /** A tensor that may be left out. */
  | 'tensor?'
  /** An array of tensors. */
  | 'tensors'
  /** Whole numbers. */
  | 'integers'
  /** Whole numbers that may be left out. */
  | 'integers?'
  /** A whole number. */
  | 'integer'
  /** How many, or several whole numbers. */
  | 'count or integers'
  /** The name of an element type. */
  | 'type';

/** Whether it may be left out. */
export const isOptional = (parameter: Parameter): boolean => parameter.endsWith('?');

/** Whole numbers, one of them, or a name. */
export type ArgumentValue = readonly number[] | number | string | undefined;

/** Arguments as they were read: tensors as terms of an expression, and the others as they are. */
export interface Arguments {
  readonly terms: readonly (Term | undefined)[];
  /** The others, in their order. */
  readonly values: readonly ArgumentValue[];
}

/** Options by name; those that were not given are undefined. */
export type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** What a function takes before its options, by name, in order. */
type Signature = Readonly<Record<string, Parameter>>;

export interface FunctionRow {
  readonly parameters: readonly Parameter[];
  readonly names: readonly string[];
  /** How many arguments there are at least. */
  readonly least: number;
  readonly options: OptionNames;
  /** The names of those that not every operator has. */
  readonly own: readonly string[];
  /** Whether it gives several tensors, as an array. */
  readonly several?: boolean;
  /** Whether the result is the operand under other dims, whose memory it shares. */
  readonly shares?: boolean;
  /** The types of operands that do not take that of the others. */
  readonly ownTypes?: OwnTypes;
  /** ONNX's operator that the function is, with its operands as inputs and its options as attributes. */
  readonly operator?: string;
  /** Whether it is that operator wherever no options are given, and takes tensors alone. */
  readonly isDirect?: boolean;
  /** Whether it is that operator, with these options. Default: always. */
  isOperator?(options: Given<Record<string, unknown>>): boolean;
  /** What it computes where it is not one operator of the engine's own. */
  build?(tracer: Tracer, given: Arguments, options: Given<Record<string, unknown>>): Term | Term[];
}

const EVERY: NamesOf<OperatorOptions> = { opset: true, out: true };

/** Names of the options that a function has besides those of every operator. */
export type Own<Options extends OperatorOptions> = NamesOf<Omit<Options, keyof OperatorOptions>>;

/** What a function takes. */
export function taking(of: string, signature: Signature, own: object) {
  const parameters = Object.values(signature);
  return {
    parameters,
    names: Object.keys(signature),
    least: parameters.filter((parameter) => !isOptional(parameter)).length,
    options: optionNames<object>(of, { ...own, ...EVERY }),
    own: Object.keys(own),
  };
}

const LEGACY: Own<ArithmeticOptions> = { broadcast: true, axis: true };

/** One of the engine's own operators. */
export function operator<Options extends OperatorOptions = OperatorOptions>(
  name: string,
  method: string,
  signature: Signature,
  own: Own<Options>,
): readonly [string, FunctionRow] {
  return [method, { ...taking(method, signature, own), ...engines(name, signature) }];
}

const spelled = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** What is an operator of the engine's own. */
export const engines = (operator: string, signature: Signature) => ({
  operator,
  isDirect: Object.values(signature).every((parameter) => parameter === 'tensor'),
});

export const UNARY: Signature = { x: 'tensor' };
export const BINARY: Signature = { a: 'tensor', b: 'tensor' };

export const unary = (name: string) => operator(name, spelled(name), UNARY, {});
export const binary = (name: string) => operator(name, spelled(name), BINARY, {});
export const legacy = (name: string) =>
  operator<ArithmeticOptions>(name, spelled(name), BINARY, LEGACY);

type Build<Options> = (tracer: Tracer, given: Arguments, options: Given<Options>) => Term | Term[];

/** A function that is made of operators. */
export function composed<Options extends OperatorOptions>(
  method: string,
  signature: Signature,
  own: Own<Options>,
  build: Build<Options>,
  rest: Pick<FunctionRow, 'ownTypes' | 'several' | 'shares'> = {},
): readonly [string, FunctionRow] {
  return [method, { ...taking(method, signature, own), build: build as Build<object>, ...rest }];
}
