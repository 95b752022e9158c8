/** What errors of expressions say. */
import { literal } from '../base/messages.js';

export const expressionMessages = {
  expression: () =>
    'The expression must be a function with a parameter for each operand: (x, mean) => x.sub(mean).',
  result: (result: unknown) =>
    `The expression must return a tensor that it computes from its parameters, or an object of several; it returned ${literal(result)}.`,
  uncounted: () =>
    'fuse cannot count parameters with defaults, or rest parameters: write out each parameter.',
  foreign: () =>
    'A value of another expression cannot be used here: pass its result as an operand instead.',
  operands: (wanted: number, given: number) =>
    `The expression takes ${wanted} ${wanted === 1 ? 'operand' : 'operands'}, and options after that; it was given ${given}.`,
  opsetInside: (own: number, outer: number) =>
    `This function was fused at opset ${own}, and is called inside one of opset ${outer}: fuse both at the same opset.`,
  out: () => 'out goes to the function that fuse returns: f(x, mean, { out }).',
  outOfSeveral: (of: string) => `${of} gives several results, and out is one tensor.`,
  opsetOfFuse: () => 'opset is an option of fuse.',
  opset: (opset: number) =>
    `Fused expressions broadcast as operators do from opset 7 on; opset ${opset} is older.`,
  operatorOfLanguage: () =>
    'JavaScript’s own operators (+, *, <, ?:) do not work on tensors: write x.add(y), x.less(y), or x.less(y).where(a, b).',
  unknownWhileTraced: (name: string) =>
    `${name} cannot be read inside fuse: types, shapes and values differ from call to call.`,
  within: (node: string, problem: string) => `In ${node}: ${problem}`,
} as const;
