/** What errors of the functions say. */

export const functionMessages = {
  tensors: (of: string) => `${of} takes an array of at least one tensor: ${of}([a, b]).`,
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
