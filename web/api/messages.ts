/** Error messages of the functions. */

/** Example arguments, as callers write them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  perm: '[1, 0]',
  axes: '[0]',
  dims: '[2, 3]',
  repeats: '[2, 1]',
  pads: '[0, 0, 1, 1]',
  parts: '2',
  depth: '10',
  type: "'int32'",
  starts: '[0]',
  ends: '[2]',
};

export const functionMessages = {
  tensors: (of: string) => `${of} requires an array of at least one tensor: ${of}([a, b]).`,
  argument: (of: string, names: readonly string[]) =>
    `${names.map((name) => `'${name}'`).join(' and ')} ${names.length > 1 ? 'are arguments' : 'is an argument'}: x.${of}(${names.map((name) => EXAMPLES[name] ?? name).join(', ')}).`,
  tooMany: (of: string, names: readonly string[], given: number) =>
    `${of} accepts the arguments ${[...names, 'options'].join(', ')}, but was given ${given}.`,
  severalAxes: () => ' Pass several axes as { axes: [0, 1] }.',
  bounds: () =>
    'The bounds of clip are arguments since opset 11: x.clip(0, 1), or x.clip(undefined, 1).',
  flipOpset: () => 'flip requires opset 10 or later.',
  axisAndAxes: (of: string) => `${of} accepts axis or axes, not both.`,
  noEngine: (name: string) =>
    `A tensor created with new does not belong to an engine, so it has no ${name}: call sc.${name}(tensor, …), or create it with sc.tensor(…).`,
  split: () => 'Split needs to know the number of outputs. Pass the sizes, or the option outputs.',
  attribute: (operator: string, name: string) =>
    `The attribute ${name} of ${operator} must be a value, an array of values or a tensor.`,
  attributeName: (name: string) => `The attribute '${name}'`,
  stack: (a: readonly number[], b: readonly number[]) =>
    `The tensors of stack must have the same shape, but have (${a}) and (${b}).`,
  noStrings: () => "To create a tensor of strings, pass only the strings: tensor(['a', 'b']).",
  typeFirst: (type: unknown) => `The type goes before the data: tensor('${type}', data, dims).`,
  detached: (name: string) => `${name} must be called as a method: sc.${name}(…).`,
  work: () => 'tidy requires a function: sc.tidy(() => x.sub(mean).div(std)).',
  fix: () =>
    'This fix changes no operand: it refers to an option, or to an operand that does not exist.',
  image: () => 'An image must have data (4 bytes per pixel), width and height, like ImageData.',
  range: () => "arange accepts numbers, followed by a type: arange(0, 3, 1, 'int32').",
} as const;
