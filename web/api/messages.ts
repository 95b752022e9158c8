/** What errors of the functions say. */

/** An argument as callers write it. */
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
  tensors: (of: string) => `${of} takes an array of at least one tensor: ${of}([a, b]).`,
  argument: (of: string, names: readonly string[]) =>
    `${names.map((name) => `'${name}'`).join(' and ')} ${names.length > 1 ? 'are arguments' : 'is an argument'}: x.${of}(${names.map((name) => EXAMPLES[name] ?? name).join(', ')}).`,
  tooMany: (of: string, names: readonly string[], given: number) =>
    `${of} takes ${[...names, 'options'].join(', ')}, but was given ${given} arguments.`,
  severalAxes: () => ' Pass several axes as { axes: [0, 1] }.',
  bounds: () =>
    'clip takes its bounds as arguments since opset 11: x.clip(0, 1), or x.clip(undefined, 1).',
  flipOpset: () => 'flip needs opset 10 or newer.',
  axisAndAxes: (of: string) => `${of} takes axis or axes, not both.`,
  noEngine: (name: string) =>
    `A tensor made with new belongs to no engine, so it has no ${name}: call sc.${name}(tensor, …), or make it with sc.tensor(…).`,
  split: () =>
    'Split makes as many outputs as are asked for: give the sizes, or the option outputs.',
  attribute: (operator: string, name: string) =>
    `The attribute ${name} of ${operator} must be a value, an array of values or a tensor.`,
  attributeName: (name: string) => `The attribute '${name}'`,
  stack: (a: readonly number[], b: readonly number[]) =>
    `stack takes tensors of one shape, not (${a}) and (${b}).`,
  noStrings: () => "Tensors of strings are made from their strings: tensor(['a', 'b']).",
  typeFirst: (type: unknown) => `The type goes before the data: tensor('${type}', data, dims).`,
  detached: (name: string) => `${name} must be called as a method: sc.${name}(…).`,
  work: () => 'tidy takes a function: sc.tidy(() => x.sub(mean).div(std)).',
  fix: () =>
    'This repair changes no operand: it names an option, or an operand that does not exist.',
  image: () =>
    'An image must have data, width and height, as ImageData has: 4 bytes for each pixel.',
  range: () => "arange takes numbers, and a type after them: arange(0, 3, 1, 'int32').",
} as const;
