/** The package's own messages; those about shapes come from the engine. */
import { nearest } from './edit-distance.js';
import { className } from './typed-arrays.js';

/** The figures of an OutOfMemoryError. */
export interface Shortage {
  readonly limit: number;
  readonly used: number;
  readonly asked: number;
  readonly tensors: number;
  /** Whether there is room for `asked` once tensors are disposed of. */
  readonly mayFree: boolean;
  /** Whether a higher limit has room for it. */
  readonly mayGrow: boolean;
}

/** A result that is larger than each of its operands, and did not fit into memory. */
export interface LargeResult {
  /** The operands with their shapes. */
  readonly operands: readonly { readonly name: string; readonly shape: readonly number[] }[];
  readonly outputShape: readonly number[];
  readonly bytes: number;
  /** Whether it pairs each element of one operand with each of another. */
  readonly isOuterProduct: boolean;
  /** The reshape that pairs them one to one, as the engine describes it. */
  readonly fix?: string;
}

function remedy({ mayFree, mayGrow }: Shortage): string {
  if (!mayFree && !mayGrow) return 'No maximumMemory is high enough.';
  if (!mayGrow) return 'Dispose of tensors; in a loop, use tidy.';
  const more = 'oad with a higher maximumMemory.';
  return mayFree ? `Dispose of tensors (in a loop, use tidy), or l${more}` : `L${more}`;
}

/** What became of an integer, and the types that hold it. */
interface Rounded {
  readonly type: string;
  readonly stored: number;
  readonly holding: readonly string[];
}

/** A caller's value in a few words. Objects are not converted, which would run the caller's code. */
function text(value: unknown): string {
  if (value instanceof Error) return value.message;
  if (value instanceof Promise) return 'a promise, which needs await';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return className(value) || 'an object';
  if (typeof value === 'function') return 'a function';
  const whole = typeof value === 'bigint' ? `${value}n` : String(value);
  return whole.length > 60 ? `${whole.slice(0, 60)}…` : whole;
}

/** A number as the engine's sentences have it, 1,680; what is no number yet stays as it is. */
export const grouped = (count: number | string): string =>
  typeof count === 'number' ? count.toLocaleString('en-US') : count;

/** The same with strings in quotes, to tell '1' from 1. */
export const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${text(value)}'` : text(value);

/** Which of some names was probably meant. */
const meant = (name: unknown, names: readonly string[]): string => {
  const near = typeof name === 'string' && nearest(name, names);
  return near ? ` did you mean '${near}'?` : '';
};

/** What there is, after the name that was probably meant; `are` goes before them all. */
export const choices = (name: unknown, are: string, names: readonly string[]): string => {
  const near = meant(name, names);
  return `;${near} ${near ? are.charAt(0).toUpperCase() + are.slice(1) : are} ${names.join(', ')}.`;
};

const isComplex = (type: string): boolean => type.startsWith('complex');

const shown = (dims: readonly unknown[]): string => `(${dims.map(literal).join(',')})`;

/** Options of old opsets, and their number, are no examples. */
const OLD: ReadonlySet<string> = new Set(['opset', 'broadcast', 'min', 'max']);

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
const within = (name: string): string =>
  name.replace(/^(The|Element) /, (word) => word.toLowerCase());

/** Names that other libraries and languages have for element types. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    float32: 'f32 float single number',
    float64: 'f64 double',
    float16: 'f16 half fp16',
    bfloat16: 'bf16',
    int8: 'i8',
    int16: 'i16 short',
    int32: 'i32 int integer',
    int64: 'i64 long bigint',
    uint8: 'u8 byte ubyte uint8clamped',
    uint16: 'u16 ushort',
    uint32: 'u32 uint',
    uint64: 'u64 ulong',
    bool: 'boolean',
    string: 'str text',
    complex64: 'cfloat',
    complex128: 'complex cdouble',
  }).flatMap(([type, others]) => others.split(' ').map((other) => [other, type] as const)),
);

/** A property of an object of any kind; undefined if reading it throws. */
function propertyOf(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** A caller's value; objects by their class. */
function named(value: unknown): string {
  const known = literal(value);
  if (known !== 'an object') return known;
  const name = propertyOf(propertyOf(value, 'constructor'), 'name');
  if (typeof name !== 'string' || name === '' || name === 'Object' || name.length > 60)
    return known;
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** How to pass a tensor of another library, and buffers. */
function asTensor(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const isMethod = (name: string) => typeof propertyOf(value, name) === 'function';
  if (Array.isArray(propertyOf(value, 'shape'))) {
    const data = isMethod('dataSync') ? 'x.dataSync()' : 'x.data';
    return ` Pass { data: ${data}, dims: x.shape }.`;
  }
  if (isMethod('toArray')) return ' Pass x.toArray().';
  const { buffer, byteLength } = value as { buffer?: unknown; byteLength?: unknown };
  if (typeof byteLength === 'number')
    return ` Pass a typed array, such as new Float32Array(${buffer ? 'view.buffer' : 'buffer'}).`;
  return '';
}

export const messages = {
  notATensor: (name: string, value: unknown) =>
    `${name} is ${named(value)}; it should be a Tensor${name === 'out' ? '' : ', an array, a number,'} or an object with data and dims.${value === null ? ' To leave out what is optional, give undefined.' : asTensor(value)}`,
  elementType: (type: unknown, known: readonly string[]) => {
    const other = typeof type === 'string' ? OTHER_TYPES.get(type.toLowerCase()) : undefined;
    if (other) return `Unknown element type ${literal(type)}; did you mean '${other}'?`;
    if (typeof type === 'string') return messages.unknown('element type', type, known);
    const hint =
      className(type) === ''
        ? "pass its name as an argument, such as 'float32'"
        : "the type comes before the data, as in new Tensor('float32', data, dims)";
    return `The element type must be a name, but is ${named(type)}: ${hint}.`;
  },
  unreadable: (name: string, reason: unknown) => `${name} cannot be read: ${text(reason)}`,
  unknown: (what: string, name: unknown, known: readonly string[]) =>
    `Unknown ${what} ${literal(name)}${choices(name, `the ${what}s are`, known)}`,
  dataClass: (name: string, type: string, accepts: readonly string[], got: string) =>
    `The data of ${within(name)} is ${got}; ${type} needs ${accepts.join(' or ')}.`,
  notAnArray: (name: string) =>
    `The data of ${within(name)} should be a typed array, such as Float32Array.of(1, 2), or an array of strings.`,
  outStrings: () => 'Results that are strings are new tensors: call without out.',
  targetShape: () =>
    'The shape to expand to should be an array of sizes, or an int64 tensor of one axis.',
  detached: (name: string) =>
    `The buffer of ${within(name)} is detached, or too small for its array. If WebAssembly memory has grown, read the tensor's data again.`,
  changed: (bytes: number, got: number) =>
    `An array must have ${grouped(bytes)} bytes, but has ${grouped(got)}: its buffer was transferred or resized after the array was read. Keep buffers in place until the call has finished.`,
  shared: (name: string) =>
    `The data of ${within(name)} is in a SharedArrayBuffer, which another thread may change; copy it first.`,
  dims: (name: string, dims: unknown) =>
    `The dims of ${within(name)} should be an array of sizes, such as [2, 3], not ${literal(dims)}.`,
  listLength: (name: string, length: unknown) =>
    `The length of ${within(name)} must be an integer, but is ${literal(length)}. Pass a plain array.`,
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
  /** An integer that a type of floats would round. */
  rounded: (name: string, at: number, value: unknown, { type, stored, holding }: Rounded) =>
    `Element ${at} of ${within(name)} must be a number that ${type} holds, but is ${literal(value)}, which would be rounded to ${stored}.${holding.length > 0 ? ` Use a type that holds it: ${holding.join(', ')}.` : ''}`,
  mixedRows: (name: string, a: string, b: string) =>
    `The rows of ${within(name)} must have one type, but are ${a} and ${b}. Convert them, or name a type: tensor('${b}', rows).`,
  tensorAsRow: (name: string, at: number, _value: unknown) =>
    `Element ${at} of ${within(name)} is a tensor. To join tensors along a new axis, write stack([a, b]).`,
  unsafe: (name: string, at: number, value: unknown) =>
    `Element ${at} of ${within(name)} is ${literal(value)}, a number past 2^53, which JavaScript does not hold exactly: write it as a bigint, ${BigInt(value as number)}n.`,
  notAValue: (name: string, at: number, value: unknown) =>
    `Element ${at} of ${within(name)} should be a number, a bigint, a boolean or a string, not ${literal(value)}.${typeof value === 'object' && value !== null && propertyOf(value, 'dims') ? ' Join tensors with stack([a, b]).' : ''}`,
  ragged: (axis: number, dims: readonly number[]) =>
    `The nested arrays differ in length or depth: the first give ${shown(dims)}, others differ on axis ${axis}.`,
  pairs: () => 'A complex number should be a pair, its real and its imaginary part.',
  rows: (dims: readonly number[]) =>
    `${shown(dims)} has too many rows and elements for nested arrays. Read its data instead.`,
  summary: (type: string, dims: readonly number[], isDisposed: boolean) =>
    `Tensor ${type} ${shown(dims)}${isDisposed ? ', disposed of' : ''}`,
  operands: (count: unknown, most: number) =>
    `There are ${text(count)} operands; the engine takes 1 to ${most}.`,
  item: (dims: readonly number[]) =>
    `item() takes the one element of a tensor, and ${shown(dims)} does not have just one.`,
  asyncTidy: () => 'tidy takes a synchronous function: a promise would settle too late.',
  lazyTidy: () =>
    'tidy cannot see the tensors that an iterator yields later: return them in an array, [...iterator].',
  noItem: (index: unknown, dims: readonly number[]) =>
    dims.length === 0
      ? 'A tensor without axes has no rows: read its element with item().'
      : `There is no index ${literal(index)} along the first axis of ${shown(dims)}: at(i) takes integers from ${-(dims[0] as number)} to ${(dims[0] as number) - 1}.`,
  /** JavaScript's operators outside of fuse. */
  operators: (type: string, dims: readonly number[]) =>
    `JavaScript’s own operators (+, *, <) work on tensors of one real element, but this one is ${type} ${shown(dims)}: write x.add(y), x.mul(y), x.less(y), or reduce it, as in x.max() > 2.`,
  proxy: (kind: string) =>
    `This object is not the ${kind}, but a proxy of it or an object that inherits from it: use the ${kind} itself. In Vue, keep it in a shallowRef, or unwrap it with toRaw.`,
  unbound: () => 'A method of a tensor must be called on the tensor: x.sum(), not sum().',
  inputs: () => 'The inputs should be an array of tensors.',
  options: (of: string, names: readonly string[], takesAxis: boolean, got: unknown) =>
    `The options of ${of} must be an object, { ${names.find((name) => !OLD.has(name) && (takesAxis || name !== 'axis'))}: … },${takesAxis ? ' or the axis,' : ''} not ${literal(got)}.${ofTwo(of)}`,
  nested: (name: string) => `'${name}' must be one array of integers, not of arrays.`,
  pads: (pairs: readonly (readonly unknown[])[]) =>
    `'pads' must be one array, the numbers before each axis and then those after each: [${[...pairs.map(([before]) => text(before)), ...pairs.map(([, after]) => text(after))].join(', ')}].`,
  attributes: () => 'The attributes of a node must be an object: { axis: 1 }.',
  option: (of: string, name: string, known: readonly string[], hint: string | undefined) =>
    `${of} has no option '${text(name)}'${choices(name, known.length === 1 ? 'its only option is' : 'its options are', known)}${hint === undefined ? '' : ` ${hint}`}`,
  tensorAsOptions: (of: string) =>
    `${of} was given a tensor in the place of its options.${ofTwo(of)}`,
  underAttributes: (name: string) =>
    `The attributes of a node go under attributes: { attributes: { ${text(name)}: … } }.`,
  onlyLegacy: (name: string, rule: string) =>
    `The option ${name} is for the rule 'legacy', and the rule is '${rule}'.`,
  shapes: (of: string) => `${of} takes one array of shapes: ${of}([[2, 3], [3]]).`,
  /** Of ONNX's operators, which are too many to list. */
  onnxOperator: (name: unknown, known: readonly string[]) =>
    `Unknown operator ${literal(name)};${meant(name, known)} docs/models.md lists all.`,
  ncnnOperator: (name: string) => `${name} is ncnn's operator: call ncnn('${name}', a, b).`,
  attribute: (operator: string, name: string, known: readonly string[]) =>
    `${operator} has no attribute '${text(name)}'.${meant(name, known).replace(' d', ' D')}`,
  badValue: (name: string, wanted: string, got: unknown) =>
    `'${name}' must be ${wanted}, not ${literal(got)}.`,
  index: (index: readonly unknown[], shape: readonly number[]) =>
    `The index ${shown(index)} is not within ${shown(shape)}.`,
  noSource: () => 'An alignment that failed has no result, so nothing feeds it.',
  noOperand: (operand: unknown) => `There is no operand at position ${literal(operand)}.`,
  closed: () => 'This engine has been closed; load() makes a new one.',
  /** What helps where operands have types that an operator does not take. */
  cast: (...types: readonly string[]) =>
    types.some(isComplex)
      ? 'Complex numbers can be stored and moved, but not computed with.'
      : 'Convert with cast(x, type).',
  /** The name of a symbol, after which V8 says that it cannot be cloned. */
  clone: () =>
    'a tensor in WebAssembly memory; send new Tensor(x.type, x.toArray(), x.dims) instead',
  /** A message with the name of what was called, in the place of the operator that this is made of. */
  named: (message: string, name: string, operator = name) => {
    if (message.startsWith(`${operator} `)) return name + message.slice(operator.length);
    const says = ['of ', ': ', "'"].some((before) => message.includes(before + name));
    return says || message.startsWith(name) || /^(run|fuse) /.test(message)
      ? message
      : `${name}: ${message}`;
  },
  disposed: (name: string) => `${name} has been disposed of.`,
  staleView: (name: string) =>
    `The data of ${within(name)} is a view of a tensor that has been disposed of. Take a copy with toArray() before that.`,
  foreign: (name: string) => `${name} belongs to another instance of the engine.`,
  outType: (wanted: string, got: string) => `out should be ${wanted}, and is ${got}.`,
  outShape: (wanted: readonly number[], got: readonly number[]) =>
    `out should have the shape ${shown(wanted)}, and has ${shown(got)}.`,
  outOverlaps: (name: string) =>
    `out shares memory with ${name}. Only an elementwise operator may write to its operand, and only to one of the result's type and shape.`,
  memory: (shortage: Shortage) => {
    const { limit, used, asked, tensors } = shortage;
    return `Out of memory: ${grouped(asked)} more bytes do not fit; ${grouped(used)} of ${grouped(limit)} bytes are in use, and ${grouped(tensors)} resident ${tensors === 1 ? 'tensor is' : 'tensors are'} alive. ${remedy(shortage)}`;
  },
  /** The message of an OutOfMemoryError, and what the result would have been. */
  largeResult: (message: string, result: LargeResult) => {
    const { operands, outputShape, bytes, isOuterProduct, fix = '' } = result;
    const names = operands.map(({ name, shape }) => `${name} ${shown(shape)}`);
    const kind = isOuterProduct ? ', an outer product' : '';
    const advice =
      fix && ` To pair their elements one to one, ${fix[0]?.toLowerCase()}${fix.slice(1)}`;
    return `${message} The result of ${names.join(' and ')} has the shape ${shown(outputShape)}${kind}: ${grouped(bytes)} bytes.${advice}`;
  },
  task: (kind: string, type: string) => `Unsupported: ${kind} of ${type} with these sizes.`,
  runRejected: () =>
    'The engine rejected a run: its kernel is missing, or its pass or output does not fit. This is a bug of simdcast.',
  indexRange: (position: number) => `The index at position ${position} is out of range.`,
  flavourUnsupported: (flavour: string) =>
    `This JavaScript engine cannot run the ${flavour} flavour.`,
  noSimd: () =>
    'simdcast needs WebAssembly with SIMD (Chrome 91, Firefox 89, Safari 16.4, Node 20.19, or newer), which is missing here or switched off.',
  wasm: (option: string) =>
    `${option} should be a WebAssembly.Module, its bytes, a Response that holds them, a URL, or an address as a string.`,
  notTheEngine: () => 'The WebAssembly module is not an engine of this version of simdcast.',
  fetch: (url: string, reason: unknown) =>
    `The WebAssembly module could not be fetched from ${url}: ${text(reason)}`,
  compile: (reason: unknown) =>
    `The WebAssembly module could not be compiled: ${text(reason)}${/unsafe-eval|content.security.policy/i.test(text(reason)) ? " The page's Content-Security-Policy must list 'wasm-unsafe-eval' in script-src." : ''}`,
  threadsElsewhere: () => 'For several threads, import load from simdcast/threads.',
  oneThread: () => 'One thread: for more, import load from simdcast/threads.',
} as const;
