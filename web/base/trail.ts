/** Errors as values: a problem, and the steps that the error passed on its way to the caller. */
import { type LargeResult, trailMessages } from './messages.js';

/** A sentence, and operand types that would be accepted after a conversion. */
export interface Problem {
  readonly text: string;
  readonly types?: readonly string[];
}

interface Steps {
  /** The called function, and the operator that the sentence names instead, if it is another one. */
  readonly call: { readonly name: string; readonly operator?: string | undefined };
  /** The called function, if the sentence is that of a rule or of an operator that it is composed of. */
  readonly part: { readonly name: string };
  /** The caller's names of the inputs, if they are operands. */
  readonly inputs: { readonly names: readonly (string | undefined)[] };
  /** The node in an expression. */
  readonly node: { readonly text: string };
  /** A result that did not fit into memory. */
  readonly result: LargeResult;
}

/** A step by its kind. */
export type Step = { [Kind in keyof Steps]: readonly [Kind, Steps[Kind]] }[keyof Steps];

const TEXTS: { readonly [Kind in keyof Steps]: (text: string, step: Steps[Kind]) => string } = {
  call: (text, { name, operator }) => trailMessages.named(text, name, operator),
  part: (text, { name }) => `${name}: ${text}`,
  inputs: (text, { names }) =>
    text.replace(/^Input (\d+)(?= of)/, (input, at: number) => names[at] ?? input),
  node: (text, { text: node }) => trailMessages.within(node, text),
  result: trailMessages.largeResult,
};

/**
 * The message of an error.
 * @param convert the advice to convert operands. Default: to call `cast`
 */
export function rendered(
  { text, types }: Problem,
  trail: readonly Step[],
  convert?: string,
): string {
  const problem = types ? `${text} ${trailMessages.cast(types, convert)}` : text;
  return trail.reduce((all, [kind, step]) => TEXTS[kind](all, step as never), problem);
}
