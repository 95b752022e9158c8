/** Error messages of expressions. */
import { literal } from '../base/messages.js';

export const expressionMessages = {
  expression: () =>
    'The expression must be a function with a parameter for each operand: (x, mean) => x.sub(mean).',
  result: (result: unknown) =>
    `The expression must return a tensor that it computes from its parameters, or an object of several, but returned ${literal(result)}.`,
  uncounted: () =>
    'fuse cannot count parameters with defaults, nor rest parameters. Write out each parameter.',
  foreign: () =>
    'A value of another expression cannot be used here. Pass its result as an operand instead.',
  operands: (wanted: number, given: number) =>
    `The expression requires ${wanted} ${wanted === 1 ? 'operand' : 'operands'}, optionally followed by options, but was given ${given}.`,
  opsetInside: (own: number, outer: number) =>
    `This function was fused at opset ${own}, but is called inside one of opset ${outer}. Fuse both at the same opset.`,
  out: () => 'Pass out to the function that fuse returns: f(x, mean, { out }).',
  outOfSeveral: (of: string) => `${of} returns several results, but out is a single tensor.`,
  opsetOfFuse: () => 'opset is an option of fuse.',
  opset: (opset: number) => `The opset of a fused expression must be 7 or later, but is ${opset}.`,
  operatorOfLanguage: () =>
    'JavaScript’s own operators (+, *, <, ?:) do not work on tensors. Write x.add(y), x.less(y), or x.less(y).where(a, b).',
  unknownWhileTraced: (name: string) =>
    `${name} is not available inside fuse, because types, shapes and values differ from call to call.`,
} as const;
