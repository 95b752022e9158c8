/** The package's own messages; those about shapes come from the engine. */

/** The figures of an OutOfMemoryError. */
export interface Shortage {
  readonly limit: number;
  readonly used: number;
  readonly asked: number;
  readonly tensors: number;
}

/** A caller's value in a few words. Objects are not converted, which would run the caller's code. */
function text(value: unknown): string {
  if (value instanceof Error) return value.message;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  const whole = typeof value === 'bigint' ? `${value}n` : String(value);
  return whole.length > 60 ? `${whole.slice(0, 60)}…` : whole;
}

/** The same with strings in quotes, to tell '1' from 1. */
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${text(value)}'` : text(value);

const listed = (names: readonly string[]): string => {
  if (names.length === 0) return 'it takes none';
  return names.length === 1
    ? `its only option is ${names[0]}`
    : `its options are ${names.join(', ')}`;
};

const shown = (dims: readonly unknown[]): string => `(${dims.map(literal).join(',')})`;

/** The functions of two tensors that callers of these reductions may have meant. */
const OF_TWO: Readonly<Record<string, string | undefined>> = {
  max: 'maximum',
  min: 'minimum',
  sum: 'add',
};

const ofTwo = (reduction: string): string => {
  const name = OF_TWO[reduction];
  return name === undefined ? '' : ` For two tensors, element by element, use ${name}(a, b).`;
};

/** A name in the middle of a sentence. */
const within = (name: string): string => name.replace(/^The /, 'the ');

export const messages = {
  notATensor: (name: string) =>
    `${name} is not a tensor; it should be a Tensor or an object with data and dims.`,
  unreadable: (name: string, reason: unknown) =>
    `${name} is not a tensor that can be read here: ${text(reason)}`,
  notAnArray: (name: string) => `The data of ${within(name)} should be a typed array.`,
  unknownType: (type: unknown) => `Unknown element type '${text(type)}'.`,
  dataClass: (name: string, type: string, accepts: readonly string[], got: string) =>
    `The data of ${within(name)} is ${got}; ${type} needs ${accepts.join(' or ')}.`,
  resident: (name: string) => `${name} holds strings, which stay in JavaScript.`,
  strings: (name: string) =>
    `The data of ${within(name)} should be an array of strings, or a typed array.`,
  outStrings: () => 'Results that are strings are new tensors: call without out.',
  targetShape: () =>
    'The shape to expand to should be an array of sizes, or an int64 tensor of one axis.',
  detached: (name: string) =>
    `The buffer of ${within(name)} has been transferred away or detached; where wasm memory has grown, read the tensor's data again.`,
  shared: (name: string) =>
    `The data of ${within(name)} is in a SharedArrayBuffer, which another thread may change meanwhile; copy it first.`,
  dims: (name: string) => `The dims of ${within(name)} should be an array of sizes: [2, 3].`,
  size: (name: string, dims: readonly unknown[], axis: number) =>
    `Axis ${axis} of ${within(name)} ${shown(dims)} should be a whole number from 0 to 2147483647.`,
  rank: (name: string, rank: unknown, highest: number) =>
    `${name} has rank ${text(rank)}; the highest is ${highest}.`,
  count: (name: string, dims: readonly number[]) =>
    `${name} ${shown(dims)} would have more than 2^53 elements.`,
  length: (name: string, dims: readonly number[], needed: number, got: unknown) =>
    `${name} ${shown(dims)} needs ${needed} items of data, and got ${text(got)}.`,
  value: (name: string, at: number, value: unknown, holds: string) =>
    `Element ${at} of ${within(name)} is ${literal(value)}; ${holds}.`,
  tooLong: (name: string, length: number) =>
    `${name} would need an array of ${length} items, which this JavaScript engine cannot make.`,
  unsafe: (name: string, at: number, value: unknown) =>
    `Element ${at} of ${within(name)} is ${literal(value)}, a number past 2^53, which JavaScript does not hold exactly: write it as a bigint, ${BigInt(value as number)}n.`,
  notAValue: (name: string, at: number) =>
    `Element ${at} of ${within(name)} should be a number, a bigint, a boolean or a string.`,
  ragged: (axis: number, dims: readonly number[]) =>
    `The nested arrays differ in length or depth: the first ones give ${shown(dims)}, and others differ on axis ${axis}.`,
  pairs: () => 'A complex number should be a pair, its real and its imaginary part.',
  rows: (dims: readonly number[]) =>
    `A tensor of ${shown(dims)} has no elements, and too many rows to make an array of each.`,
  summary: (type: string, dims: readonly number[], isDisposed: boolean) =>
    `Tensor ${type} ${shown(dims)}${isDisposed ? ', disposed of' : ''}`,
  operands: (count: unknown, most: number) =>
    `There are ${text(count)} operands; the engine takes 1 to ${most}.`,
  item: (dims: readonly number[]) =>
    `item() takes the one element of a tensor, and ${shown(dims)} does not have just one.`,
  asyncTidy: () =>
    'tidy() takes a function that returns its result, not a promise: it would be tidied before the promise has settled.',
  inputs: () => 'The inputs should be an array of tensors.',
  options: (of: string, name: string | undefined) =>
    `The options of ${of} must be an object${name === undefined ? '' : `: { ${name}: … }`}.${ofTwo(of)}`,
  attributes: () => 'The attributes of a node must be an object: { axis: 1 }.',
  option: (
    of: string,
    name: string,
    known: readonly string[],
    near: string | undefined,
    hint: string | undefined,
  ) => {
    const missing = `${of} has no option '${text(name)}'; `;
    if (near) return `${missing}did you mean '${near}'? ${listed(known).replace('i', 'I')}.`;
    return `${missing}${listed(known)}.${hint === undefined ? '' : ` ${hint}`}`;
  },
  tensorAsOptions: (of: string) =>
    `${of} was given a tensor in the place of its options.${ofTwo(of)}`,
  underAttributes: (name: string) =>
    `The attributes of a node go under attributes: { attributes: { ${text(name)}: … } }.`,
  onlyLegacy: (name: string, rule: string) =>
    `The option ${name} is for the rule 'legacy', and the rule is '${rule}'.`,
  shapes: (of: string) => `${of} takes one array of shapes: ${of}([[2, 3], [3]]).`,
  rule: (rule: unknown, known: readonly string[]) =>
    `Unknown rule '${text(rule)}'; the rules are ${known.join(', ')}.`,
  operator: (name: unknown, known: readonly string[]) =>
    `Unknown operator '${text(name)}'; the operators are ${known.join(', ')}.`,
  attribute: (operator: string, name: string) => `${operator} has no attribute '${text(name)}'.`,
  attributeValue: (name: string, wanted: string) => `The attribute '${name}' should be ${wanted}.`,
  elementType: (name: string, value: unknown) =>
    `The attribute '${name}' should be an element type, and is ${literal(value)}.`,
  opset: (opset: unknown, newest: number) =>
    `The opset should be a whole number from 1 to ${newest}, and is ${literal(opset)}.`,
  index: (index: readonly unknown[], shape: readonly number[]) =>
    `The index ${shown(index)} is not within ${shown(shape)}.`,
  noSource: () => 'An alignment that failed has no result, so nothing feeds it.',
  noOperand: (operand: unknown) => `There is no operand at position ${literal(operand)}.`,
  closed: () => 'This engine has been closed; load() makes a new one.',
  cast: () => 'cast() converts.',
  disposed: (name: string) => `${name} has been disposed of.`,
  foreign: (name: string) => `${name} belongs to another instance of the engine.`,
  outType: (wanted: string, got: string) => `out should be ${wanted}, and is ${got}.`,
  outShape: (wanted: readonly number[], got: readonly number[]) =>
    `out should have the shape ${shown(wanted)}, and has ${shown(got)}.`,
  outOverlaps: (name: string) =>
    `out shares memory with ${name}. It may be an operand only of operators that work element by element, and only one of the same type and shape as the result.`,
  memory: ({ limit, used, asked, tensors }: Shortage) =>
    `Out of memory: ${asked} more bytes would not fit, with ${used} of ${limit} bytes in use and ${tensors} resident ${tensors === 1 ? 'tensor' : 'tensors'} alive. Dispose of tensors that are no longer needed, or load with a higher maximumMemory.`,
  flavour: (flavour: unknown, known: readonly string[]) =>
    `Unknown flavour '${text(flavour)}'; the flavours are ${known.join(' and ')}.`,
  task: (kind: string, type: string) => `Unsupported: ${kind} of ${type} with these sizes.`,
  indexRange: (position: number) => `The index at position ${position} is out of range.`,
  flavourUnsupported: (flavour: string) =>
    `This JavaScript engine cannot run the ${flavour} flavour.`,
  noSimd: () =>
    'simdcast needs WebAssembly with SIMD (Chrome 91, Firefox 89, Safari 16.4, Node 20.19, or newer), which this JavaScript engine does not have or has switched off.',
  wasm: (option: string) =>
    `${option} should be a WebAssembly.Module, its bytes, a Response that holds them, or a URL.`,
  notTheEngine: () => 'The WebAssembly module is not an engine of this version of simdcast.',
  fetch: (url: string, reason: unknown) =>
    `The WebAssembly module could not be fetched from ${url}: ${text(reason)}`,
  compile: (reason: unknown) => `The WebAssembly module could not be compiled: ${text(reason)}`,
  threadsElsewhere: () => 'For several threads, import load from simdcast/threads.',
  oneThread: () => 'One thread: for more, import load from simdcast/threads.',
  maximumMemory: (lowest: number, highest: number) =>
    `maximumMemory should be a number of bytes from ${lowest} to ${highest}.`,
} as const;
