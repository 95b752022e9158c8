/** What errors of fused expressions say. */

const typeName = (value: unknown): string => (value === null ? 'null' : typeof value);

export const fuseMessages = {
  expression: () =>
    'The expression must be a function with a parameter for each operand: (x, mean) => x.sub(mean).',
  result: (result: unknown) =>
    `The expression must return a value that it computes from its parameters, not ${typeName(result)}.`,
  foreign: () =>
    'A value of another expression cannot be used here: pass its result as an operand instead.',
  term: (term: unknown) =>
    `An operand must be a value of the expression, a tensor, a number, a bigint or a boolean, not ` +
    `${typeName(term)}.`,
  operands: (wanted: number, given: number) =>
    `The expression takes ${wanted} operands, and options after them; ${given} were given.`,
  strings: (name: string) =>
    `${name} holds strings, which lie in JavaScript: they cannot be part of a fused expression.`,
  out: () => 'out goes to the function that fuse gives: f(x, mean, { out }).',
  opsetOfFuse: () => 'opset is an option of fuse.',
  opset: (opset: number) =>
    `Fused expressions broadcast as operators do from opset 7 on; opset ${opset} is older.`,
};
