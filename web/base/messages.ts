/** The package's own messages; those about shapes come from the engine. */
import { nearest } from './edit-distance.js';
import { className } from './typed-arrays.js';

/** The figures of an OutOfMemoryError. */
export interface Shortage {
  readonly limit: number;
  readonly used: number;
  readonly asked: number;
  readonly tensors: number;
  /** Whether `asked` bytes fit after tensors are disposed of. */
  readonly mayFree: boolean;
  /** Whether they fit under a higher limit. */
  readonly mayGrow: boolean;
}

/** A result that is larger than each of its operands and did not fit into memory. */
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
  if (!mayFree && !mayGrow) return 'No maximumMemory is large enough.';
  if (!mayGrow) return 'Dispose of tensors; in a loop, use tidy.';
  const more = 'oad with a larger maximumMemory.';
  return mayFree ? `Dispose of tensors (in a loop, use tidy), or l${more}` : `L${more}`;
}

/** The value that an integer was rounded to, and the types that can represent it. */
interface Rounded {
  readonly type: string;
  readonly stored: number;
  readonly holding: readonly string[];
}

/** A caller's value in a few words. Objects are not converted, which would run the caller's code. */
export function text(value: unknown): string {
  if (value instanceof Error) return value.message;
  if (value instanceof Promise) return 'a promise, which needs await';
  if (Array.isArray(value))
    return propertyOf(value, 'length') === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'object' && value !== null) return className(value) || 'an object';
  if (typeof value === 'function') return 'a function';
  const whole = typeof value === 'bigint' ? `${value}n` : String(value);
  return whole.length > 60 ? `${whole.slice(0, 60)}…` : whole;
}

/** Formats a number like the engine's sentences, 1,680. A string is returned unchanged. */
export const grouped = (count: number | string): string =>
  typeof count === 'number' ? count.toLocaleString('en-US') : count;

/** A caller's value in a few words, with strings in quotes to distinguish '1' from 1. */
export const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${text(value)}'` : text(value);

/** The name that was probably meant. */
const meant = (name: unknown, names: readonly string[]): string => {
  const near = typeof name === 'string' && nearest(name, names);
  return near ? ` did you mean '${near}'?` : '';
};

/** The name that was probably meant, then all names after the words `are`. */
export const choices = (name: unknown, are: string, names: readonly string[]): string => {
  const near = meant(name, names);
  return `;${near} ${near ? are.charAt(0).toUpperCase() + are.slice(1) : are} ${names.join(', ')}.`;
};

const isComplex = (type: string): boolean => type.startsWith('complex');

/** A shape as Python writes it: `(2,3)`, `(3,)`. */
export const shapeText = (sizes: readonly unknown[]): string =>
  `(${sizes.join(',')}${sizes.length === 1 ? ',' : ''})`;

const shown = (dims: readonly unknown[]): string => shapeText(dims.map(literal));

/** Options of old opsets, and the opset itself, do not serve as examples. */
const OLD: ReadonlySet<string> = new Set(['opset', 'broadcast', 'min', 'max']);

/** Binary functions that callers may confuse with these reductions. */
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

/** Names of element types in other libraries and languages. */
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
  const isMethod = (name: string) => typeof propertyOf(value, name) === 'function';
  if (Array.isArray(propertyOf(value, 'shape'))) {
    const data = isMethod('dataSync') ? 'x.dataSync()' : 'x.data';
    return ` Pass { data: ${data}, dims: x.shape }.`;
  }
  if (isMethod('toArray')) return ' Pass x.toArray().';
  if (className(value) !== '') return ' Pass { data: x, dims: [x.length] }.';
  if (propertyOf(value, 'byteLength') !== undefined)
    return ` Pass a typed array, such as new Float32Array(${propertyOf(value, 'buffer') ? 'view.buffer' : 'buffer'}).`;
  return '';
}

/** Messages that every error may need, in a separate table: a bundle that only tests for errors includes no others. */
export const trailMessages = {
  /** Suggests a fix for operand types that an operator does not accept. */
  cast: (types: readonly string[], convert = 'Convert with cast(x, type).') =>
    types.some(isComplex)
      ? 'Complex numbers can be stored and moved, but not computed with.'
      : convert,
  /** Replaces the operator's name in a message by that of the called function. */
  named: (message: string, name: string, operator = name) => {
    if (message.startsWith(`${operator} `)) return name + message.slice(operator.length);
    const says = ['of ', ': ', "'"].some((before) => message.includes(before + name));
    return says || message.startsWith(name) || /^(run|fuse) /.test(message)
      ? message
      : `${name}: ${message}`;
  },
  /** A problem of a node in an expression. */
  within: (node: string, problem: string) => `In ${node}: ${problem}`,
  /** The message of an OutOfMemoryError, with the result that did not fit. */
  largeResult: (message: string, result: LargeResult) => {
    const { operands, outputShape, bytes, isOuterProduct, fix = '' } = result;
    const names = operands.map(({ name, shape }) => `${name} ${shown(shape)}`);
    const kind = isOuterProduct ? ', an outer product' : '';
    const advice =
      fix && ` To pair their elements one to one, ${fix[0]?.toLowerCase()}${fix.slice(1)}`;
    return `${message} The result of ${names.join(' and ')} has shape ${shown(outputShape)}${kind}: ${grouped(bytes)} bytes.${advice}`;
  },
};

export const messages = {
  /** @param takesValues whether arrays and numbers are accepted too */
  notATensor: (name: string, value: unknown, takesValues = true) =>
    `${name} must be a Tensor${takesValues ? ', an array, a number,' : ''} or an object with data and dims, but is ${named(value)}.${value === null ? ' To omit an optional operand, pass undefined.' : asTensor(value)}`,
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
    `The data of ${within(name)} must be ${accepts.join(' or ')} for ${type}, but is ${got}.`,
  notAnArray: (name: string) =>
    `The data of ${within(name)} must be a typed array, such as Float32Array.of(1, 2), or an array of strings.`,
  noStringsHere: () => 'Strings are not supported here.',
  outStrings: () => 'String results cannot be written into out. Omit it.',
  targetShape: () =>
    'The shape to expand to must be an array of sizes, or an int64 tensor with one axis.',
  detached: (name: string) =>
    `The buffer of ${within(name)} is detached, or too small for its array. If WebAssembly memory has grown, read the tensor's data again.`,
  changed: (bytes: number, got: number) =>
    `An array must have ${grouped(bytes)} bytes, but has ${grouped(got)}: its buffer was transferred or resized after the array was read. Keep buffers in place until the call has finished.`,
  shared: (name: string) =>
    `The data of ${within(name)} is in a SharedArrayBuffer, which another thread may change. Copy it first.`,
  dims: (name: string, dims: unknown) =>
    `The dims of ${within(name)} must be an array of sizes, such as [2, 3], not ${literal(dims)}.`,
  listLength: (name: string, length: unknown) =>
    `The length of ${within(name)} must be an integer, but is ${literal(length)}. Pass a plain array.`,
  size: (name: string, dims: readonly unknown[], axis: number) =>
    `Axis ${axis} of ${within(name)} ${shown(dims)} must be an integer from 0 to 2147483647.`,
  rank: (name: string, rank: unknown, highest: number) =>
    `${name} must have at most ${highest} axes, but has ${text(rank)}.`,
  count: (name: string, dims: readonly number[]) =>
    `${name} ${shown(dims)} would have more than 2^53 elements.`,
  length: (name: string, dims: readonly number[], needed: number, got: unknown) =>
    `${name} ${shown(dims)} requires ${needed} ${needed === 1 ? 'element' : 'elements'} of data, but has ${text(got)}.`,
  value: (name: string, at: number, value: unknown, holds: string) =>
    `Element ${at} of ${within(name)} is ${literal(value)}, but ${holds}.`,
  tooLong: (name: string, length: number) =>
    `${name} would need an array of ${length} elements, which this JavaScript engine cannot allocate.`,
  /** An integer that a floating-point type would round. */
  rounded: (name: string, at: number, value: unknown, { type, stored, holding }: Rounded) =>
    `Element ${at} of ${within(name)} must be a number that ${type} can represent, but is ${literal(value)}, which would be rounded to ${stored}.${holding.length > 0 ? ` Use a type that can represent it: ${holding.join(', ')}.` : ''}`,
  mixedRows: (name: string, a: string, b: string) =>
    `The rows of ${within(name)} must have the same type, but are ${a} and ${b}. Convert them, or pass a type: tensor('${b}', rows).`,
  tensorAsRow: (name: string, at: number, _value: unknown) =>
    `Element ${at} of ${within(name)} is a tensor. To join tensors along a new axis, call stack([a, b]).`,
  unsafe: (name: string, at: number, value: unknown) =>
    `Element ${at} of ${within(name)} is ${literal(value)}, which a JavaScript number cannot represent exactly. Pass the bigint ${BigInt(value as number)}n.`,
  notAValue: (name: string, at: number, value: unknown) =>
    `Element ${at} of ${within(name)} must be a number, a bigint, a boolean or a string, not ${named(value)}.${propertyOf(value, 'dims') ? ' Join tensors with stack([a, b]).' : asTensor(value)}`,
  ragged: (axis: number, dims: readonly number[]) =>
    `The nested arrays are ragged: the first ones have shape ${shown(dims)}, but others differ on axis ${axis}.`,
  pairs: () => 'A complex number must be a pair: its real and its imaginary part.',
  rows: (dims: readonly number[]) =>
    `${shown(dims)} has too many rows and elements for nested arrays. Read its data instead.`,
  summary: (type: string, dims: readonly number[], isDisposed: boolean) =>
    `Tensor ${type} ${shown(dims)}${isDisposed ? ', disposed of' : ''}`,
  operands: (count: unknown, most: number) =>
    `The number of operands must be 1 to ${most}, but is ${text(count)}.`,
  item: (dims: readonly number[]) =>
    `item() requires a tensor with exactly one element, but the shape is ${shown(dims)}.`,
  asyncTidy: () =>
    'tidy requires a synchronous function: it frees tensors before a promise could settle.',
  lazyTidy: () =>
    'tidy cannot see the tensors that an iterator yields later: return them in an array, [...iterator].',
  noItem: (index: unknown, dims: readonly number[]) =>
    dims.length === 0
      ? 'A tensor without axes has no rows: read its element with item().'
      : `There is no index ${literal(index)} along the first axis of ${shown(dims)}: at(i) accepts integers from ${-(dims[0] as number)} to ${(dims[0] as number) - 1}.`,
  /** For JavaScript's operators outside fuse. */
  operators: (type: string, dims: readonly number[]) =>
    `JavaScript’s own operators (+, *, <) work on tensors of one real element, but this one is ${type} ${shown(dims)}: write x.add(y), x.mul(y), x.less(y), or reduce it, as in x.max() > 2.`,
  proxy: (kind: string) =>
    `This object is not the ${kind}, but a proxy of it or an object that inherits from it: use the ${kind} itself. In Vue, keep it in a shallowRef, or unwrap it with toRaw.`,
  unbound: () => 'A method of a tensor must be called on the tensor: x.sum(), not sum().',
  inputs: () => 'The inputs must be an array of tensors.',
  options: (of: string, names: readonly string[], takesAxis: boolean, got: unknown) =>
    `The options of ${of} must be an object, { ${names.find((name) => !OLD.has(name) && (takesAxis || name !== 'axis'))}: … },${takesAxis ? ' or the axis,' : ''} not ${literal(got)}.${ofTwo(of)}`,
  attributes: () => 'The attributes of a node must be an object: { axis: 1 }.',
  option: (of: string, name: string, known: readonly string[], hint: string | undefined) =>
    `${of} has no option '${text(name)}'${choices(name, known.length === 1 ? 'its only option is' : 'its options are', known)}${hint === undefined ? '' : ` ${hint}`}`,
  tensorAsOptions: (of: string) =>
    `The options of ${of} must be an object, but are a tensor.${ofTwo(of)}`,
  onlyLegacy: (name: string, rule: string) =>
    `The option ${name} applies only to the rule 'legacy', not to '${rule}'.`,
  shapes: (of: string) => `${of} requires a single array of shapes: ${of}([[2, 3], [3]]).`,
  /** For ONNX operators, which are too many to list. */
  onnxOperator: (name: unknown, known: readonly string[]) =>
    `Unknown operator ${literal(name)};${meant(name, known)} docs/operators.md lists all.`,
  notYet: (operator: string, since: number, opset: number) =>
    `${operator} does not exist at opset ${opset}; it was added in opset ${since}.`,
  attributeKind: (node: string, name: string, wanted: string, got: unknown) =>
    `The attribute '${name}' of ${node} must be ${wanted}, not ${literal(got)}.`,
  ncnnOperator: (name: string) => `${name} is ncnn's operator: call ncnn('${name}', a, b).`,
  attribute: (operator: string, name: string, known: readonly string[]) =>
    `${operator} has no attribute '${text(name)}'.${meant(name, known).replace(' d', ' D')}`,
  badValue: (name: string, wanted: string, got: unknown) =>
    `'${name}' must be ${wanted}, not ${literal(got)}.`,
  index: (index: readonly unknown[], shape: readonly number[]) =>
    `The index ${shown(index)} is out of range for the shape ${shown(shape)}.`,
  noSource: () => 'The alignment failed, so there are no output elements to trace.',
  noOperand: (operand: unknown) => `There is no operand at position ${literal(operand)}.`,
  closed: () => 'This engine has been closed. Call load() for a new one.',
  /** The name of a symbol; V8 appends that it could not be cloned. */
  clone: () =>
    'a tensor in WebAssembly memory; send new Tensor(x.type, x.toArray(), x.dims) instead',
  disposed: (name: string) => `${name} has been disposed of.`,
  staleView: (name: string) =>
    `The data of ${within(name)} is a view of a tensor that has been disposed of. Copy it with toArray() first.`,
  foreign: (name: string) => `${name} belongs to another instance of the engine.`,
  outType: (name: string, wanted: string, got: string) =>
    `${name} must be ${wanted}, but is ${got}.`,
  outShape: (name: string, wanted: readonly number[], got: readonly number[]) =>
    `${name} must have shape ${shown(wanted)}, but has shape ${shown(got)}.`,
  outOverlaps: (name: string) =>
    `out shares memory with ${name}. Only an elementwise operator may write to its operand, and only to one of the result's type and shape.`,
  memory: (shortage: Shortage) => {
    const { limit, used, asked, tensors } = shortage;
    return `Out of memory: ${grouped(asked)} more bytes do not fit; ${grouped(used)} of ${grouped(limit)} bytes are in use, and ${grouped(tensors)} resident ${tensors === 1 ? 'tensor is' : 'tensors are'} alive. ${remedy(shortage)}`;
  },
  task: (kind: string, type: string) => `Unsupported: ${kind} of ${type} with these sizes.`,
  runRejected: () =>
    'The engine rejected a run: its kernel is missing, or its pass or output does not fit. This is a bug of simdcast.',
  indexRange: (position: number) => `The index at position ${position} is out of range.`,
  noSimd: () =>
    'simdcast needs WebAssembly with SIMD (Chrome 91, Firefox 89, Safari 16.4, Node 20.19, or newer), which is missing here or switched off.',
  wasm: (option: string) =>
    `${option} must be a WebAssembly.Module, its bytes, a Response with them, a URL, or an address as a string.`,
  fetch: (url: string, reason: unknown) =>
    `The WebAssembly module could not be fetched from ${url}: ${text(reason)}`,
  compile: (reason: unknown) =>
    `The WebAssembly module could not be compiled: ${text(reason)}${/unsafe-eval|content.security.policy/i.test(text(reason)) ? " The page's Content-Security-Policy must list 'wasm-unsafe-eval' in script-src." : ''}`,
} as const;
