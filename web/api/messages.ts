/** What errors of the functions say. */

export const functionMessages = {
  integers: (of: string, name: string) => `The ${name} of ${of} must be an array of whole numbers.`,
  integer: (of: string, name: string) => `The ${name} of ${of} must be a whole number.`,
  tensors: (of: string) => `${of} takes an array of at least one tensor: ${of}([a, b]).`,
  axisAndAxes: (of: string) => `${of} takes axis or axes, not both.`,
  noEngine: (name: string) =>
    `A tensor made with new belongs to no engine, so it has no ${name}: call sc.${name}(tensor, …), or make it with sc.tensor(…).`,
  outputs: (value: unknown, most: number) =>
    `The number of outputs must be a whole number from 1 to ${most}, and is ${typeof value === 'number' ? value : typeof value}.`,
  split: () =>
    'Split makes as many outputs as are asked for: give the sizes, or the option outputs.',
  attribute: (operator: string, name: string) =>
    `The attribute ${name} of ${operator} must be a value, an array of values or a tensor.`,
  noParts: () => 'split takes how many equal parts to make, or the sizes of at least one.',
  detached: (name: string) => `${name} must be called as a method: sc.${name}(…).`,
  work: () => 'tidy takes a function: sc.tidy(() => x.sub(mean).div(std)).',
  fix: () =>
    'This repair changes no operand: it names an option, or an operand that does not exist.',
  image: () =>
    'An image must have data, width and height, as ImageData has: 4 bytes for each pixel.',
  range: () => "arange takes numbers, and a type after them: arange(0, 3, 1, 'int32').",
  step: () => 'The step of arange must not be 0.',
  size: (of: string) => `The size of ${of} must be a whole number from 0 to 2147483647.`,
  count: (of: string, name: string, most: number) =>
    `The ${name} of ${of} must be a whole number from 1 to ${most}, or the sizes of the parts.`,
} as const;
