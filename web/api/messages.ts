/** Error messages of the functions. */
import { shapeText, text } from '../base/messages.js';

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
  flavourUnsupported: (flavour: string) =>
    `This JavaScript engine cannot run the ${flavour} flavour.`,
  notTheEngine: () => 'The WebAssembly module is not the engine of this version of simdcast.',
  threadsElsewhere: () => 'To use several threads, import load from simdcast/threads.',
  oneThread: () => 'One thread: to use more, import load from simdcast/threads.',
  nested: (name: string) => `'${name}' must be one array of integers, not of arrays.`,
  pads: (pairs: readonly (readonly unknown[])[]) =>
    `'pads' must be one array, the numbers before each axis and then those after each: [${[...pairs.map(([before]) => text(before)), ...pairs.map(([, after]) => text(after))].join(', ')}].`,
  underAttributes: (name: string) =>
    `The attributes of a node go under attributes: { attributes: { ${text(name)}: … } }.`,
  tensors: (of: string) =>
    of === 'einsum'
      ? "einsum requires at least one tensor after the equation: sc.einsum('ij,jk->ik', a, b)."
      : `${of} requires an array of at least one tensor: ${of}([a, b]).`,
  perAxis: (name: string, axes: number, given: number) =>
    `'${name}' must have a number for each of the ${axes} axes, but has ${given}. To resize only some, pass axes: { ${name}: […], axes: […] }.`,
  argument: (of: string, names: readonly string[]) =>
    `${names.map((name) => `'${name}'`).join(' and ')} ${names.length > 1 ? 'are arguments' : 'is an argument'}: x.${of}(${names.map((name) => EXAMPLES[name] ?? name).join(', ')}).`,
  tooMany: (of: string, names: readonly string[], given: number) =>
    `${of} accepts the arguments ${[...names, 'options'].join(', ')}, but was given ${given}.`,
  severalAxes: () => ' Pass several axes as { axes: [0, 1] }.',
  bounds: () =>
    'The bounds of clip are arguments since opset 11: x.clip(0, 1), or x.clip(undefined, 1).',
  sinceOpset: (of: string, opset: number) => `${of} requires opset ${opset} or later.`,
  axisAndAxes: (of: string) => `${of} accepts axis or axes, not both.`,
  noEngine: (name: string) =>
    `A tensor created with new does not belong to an engine, so it has no ${name}: call sc.${name}(tensor, …), or create it with sc.tensor(…).`,
  split: () => 'Split needs the number of outputs. Pass the sizes, or the option outputs.',
  attribute: (operator: string, name: string) =>
    `The attribute ${name} of ${operator} must be a value, an array of values or a tensor.`,
  attributeName: (name: string) => `The attribute '${name}'`,
  stack: (a: readonly number[], b: readonly number[]) =>
    `The tensors of stack must have the same shape, but have ${shapeText(a)} and ${shapeText(b)}.`,
  mask: (mask: readonly number[], dims: readonly number[], axis: number) =>
    `The condition of mask must have the sizes of x starting at axis ${axis}, but has shape ${shapeText(mask)}, and x has ${shapeText(dims)}. Pass a condition of shape ${shapeText([dims.at(axis) ?? dims.length])} for one axis, or ${shapeText(dims)} for single elements.`,
  noStrings: () => "To create a tensor of strings, pass only the strings: tensor(['a', 'b']).",
  typeFirst: (type: unknown) => `The type goes before the data: tensor('${type}', data, dims).`,
  detached: (name: string) => `${name} must be called as a method: sc.${name}(…).`,
  work: () => 'tidy requires a function: sc.tidy(() => x.sub(mean).div(std)).',
  fix: () =>
    'This fix changes no operand: it refers to an option, or to an operand that does not exist.',
  image: () => 'An image must have data (4 bytes per pixel), width and height, like ImageData.',
  notAnImage: (dims: readonly number[]) =>
    `An image must have shape (height,width), (height,width,channels) or (channels,height,width), with 1, 3 or 4 channels and at least one pixel, but has ${shapeText(dims)}. Take one image of a batch: toImageData(x.at(0)).`,
  imageType: (type: string) =>
    `An image must be uint8, or a float type with values from 0 to 1, but is ${type}. Convert with cast(x, 'uint8').`,
  randomType: (type: string) =>
    `Random numbers must have a float type, but type is ${type}. For integers: sc.random([2], { high: 10 }).floor().cast('${type}').`,
  linspace: () => "linspace accepts numbers, followed by a type: linspace(0, 1, 5, 'float64').",
  maskMissing: () => 'The options of set require a mask: x.set(0, { mask: x.less(0) }).',
  setType: (type: string, given: string) =>
    `The values of set must be ${type}, the type of the tensor, but are ${given}. Convert with cast(values, '${type}').`,
  setMask: (type: string) =>
    `The mask of set must be bool, but is ${type}. Compare first: x.set(0, { mask: x.less(0) }).`,
  setStrings: () => 'set does not support strings: write to the array data of the tensor.',
  box: (values: readonly number[], dims: readonly number[], starts: readonly number[]) =>
    `Values of shape ${shapeText(values)} do not fit into the tensor of shape ${shapeText(dims)}${starts.length > 0 ? ` at [${starts.join(', ')}]` : ''}. Pass a start for each of the first axes, so that start + size is at most the size of the axis.`,
  rangeLength: (length: number) =>
    `The number of elements of arange must be an integer from 0 to 2147483647, but is ${length}.`,
  range: () => "arange accepts numbers, followed by a type: arange(0, 3, 1, 'int32').",
} as const;
