/** Reads and checks operands from the caller, before anything is written. */
import {
  checkData,
  checkDims,
  checkShown,
  checkStrings,
  checkType,
  elementCount,
} from '../base/checks.js';
import { arrayOf, type DType, itemsOf, typeOfClass } from '../base/dtypes.js';
import { checkItems, fromUntyped, truthsOf, widestTypeOf } from '../base/elements.js';
import { DisposedError, DTypeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { flatten, hasTypedRows } from '../base/nested-arrays.js';
import { className, lengthOf, type TypedArray } from '../base/typed-arrays.js';
import { type Shown, shownBy } from '../base/views.js';
import type { LayoutIds } from './layout-ids.js';
import type { Memory } from './memory.js';
import { type Residence, ResidentTensor } from './tensor.js';

/** An operand in the engine's form. All have the same fields, which keeps property access monomorphic. */
export interface Operand {
  readonly name: string;
  readonly type: DType;
  readonly dims: readonly number[];
  /** Elements. */
  readonly size: number;
  /** The number of this type and these dims. */
  readonly layout: number;
  /** The elements in JavaScript; `undefined` if they are already at `address`. */
  readonly data: TypedArray | undefined;
  readonly address: number;
  /** The elements of a string tensor. */
  readonly strings: readonly string[] | undefined;
  /** Set for a resident tensor of this engine. */
  readonly residence: Residence | undefined;
  /** The tensor of the caller's view at `address`. */
  readonly shown: Shown | undefined;
}

/** An omitted optional input. */
export const ABSENT: Operand = {
  name: '',
  type: 'absent' as DType,
  dims: [],
  size: 0,
  layout: 0,
  data: undefined,
  address: 0,
  strings: undefined,
  residence: undefined,
  shown: undefined,
};

/** The context in which operands are read. */
export interface Reading {
  readonly memory: Memory;
  readonly layouts: LayoutIds;
  readonly maxRank: number;
}

/** Whether a value has no type of its own, and so has the type of the other operands. */
export const isWeak = (value: unknown): boolean =>
  Array.isArray(value) ? !hasTypedRows(value) : isPlainValue(value);

const isPlainValue = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  typeof value === 'boolean' ||
  typeof value === 'string';

/** The type of values without one: one of the types, or the widest for values that will be cast. */
export type TypeForWeak = DType | 'widest';

/** Reads any operand; `type` is for a value, or an object, without a type of its own. */
export function toOperand(
  value: unknown,
  name: string,
  reading: Reading,
  type?: TypeForWeak,
): Operand {
  if (Array.isArray(value) || isPlainValue(value)) return fromNested(value, name, reading, type);
  if (className(value) === '')
    return toInput(value, name, reading, type === 'widest' ? undefined : type);
  return toInput({ data: value, dims: [lengthOf(value as TypedArray)] }, name, reading);
}

/** Reads a tensor, or an object with data and dims, whose booleans may have any byte values. */
export function toInput(value: unknown, name: string, reading: Reading, absent?: DType): Operand {
  const operand = toTensor(value, name, reading, absent, true);
  const { type, data, size, address, residence } = operand;
  // A resident tensor contains only valid bytes; its owner ensures that.
  if (type !== 'bool' || residence) return operand;
  const given = data ?? reading.memory.view(Uint8Array, address, size);
  const truths = truthsOf(given);
  return truths === given ? operand : { ...operand, data: truths, address: 0, shown: undefined };
}

/** A number, or nested arrays. */
function fromNested(value: unknown, name: string, reading: Reading, asked?: TypeForWeak): Operand {
  const isWidest = asked === 'widest';
  const known = { type: isWidest ? undefined : asked, isNamed: false };
  const nested = flatten(value, known, reading.maxRank, name);
  const { dims, values } = nested;
  const type = isWidest && !nested.isOfRows ? widestTypeOf(values) : nested.type;
  const strings = type === 'string' ? checkStrings(values, dims, name) : undefined;
  const data = strings ? undefined : fromUntyped(type, values, name);
  const size = elementCount(dims, name);
  const layout = reading.layouts.idOf(type, dims);
  const rest = { residence: undefined, shown: undefined };
  return { name, type, dims, size, layout, data, address: 0, strings, ...rest };
}

/**
 * Reads a tensor, or an object with data and dims, without conversion. @param absent type of an object
 * without one @param takesValues whether the caller accepts arrays and numbers too, for messages
 */
export function toTensor(
  value: unknown,
  name: string,
  { memory, layouts, maxRank }: Reading,
  absent?: DType,
  takesValues = false,
): Operand {
  const residence = ResidentTensor.residenceOf(value, name);
  if (residence) return fromResident(residence, name, memory);
  const { data, dims, type } = fieldsOf(value, name, takesValues);
  const known = typeOf(type ?? absent, data, name);
  const sizes = checkDims(dims, name, maxRank);
  const size = elementCount(sizes, name);
  const layout = layouts.idOf(known, sizes);
  let strings: readonly string[] | undefined;
  let array: TypedArray | undefined;
  let address = 0;
  let shown: Shown | undefined;
  if (known === 'string') {
    strings = checkStrings(data, sizes, name);
  } else {
    array = checkData(data, known, sizes, name, (buffer) => memory.shares(buffer));
    checkItems(known, array, name);
    address = memory.addressOf(array);
    if (address !== 0) {
      shown = shownBy(array);
      array = undefined;
    }
  }
  return {
    name,
    type: known,
    dims: sizes,
    size,
    layout,
    data: array,
    address,
    strings,
    residence: undefined,
    shown,
  };
}

interface Fields {
  readonly data?: unknown;
  readonly dims?: unknown;
  readonly type?: unknown;
}

/** Reads each field once: getters may run any code. */
function fieldsOf(value: unknown, name: string, takesValues: boolean): Fields {
  if (typeof value === 'object' && value !== null) {
    try {
      const { data, dims, type } = value as Fields;
      if (data !== undefined && dims !== undefined) return { data, dims, type };
    } catch (error) {
      throw new DTypeError('not_a_tensor', messages.unreadable(name, error), error);
    }
  }
  throw new DTypeError('not_a_tensor', messages.notATensor(name, value, takesValues));
}

/** A copy of a tensor's current elements, in JavaScript. */
export function valueIn({ type, dims, data, strings, address, size }: Operand, memory: Memory) {
  const read = () => memory.take(arrayOf(type), address, itemsOf(type, size));
  return { type, dims, data: strings ?? (data ? memory.copy(data) : read()) };
}

function fromResident(residence: Residence, name: string, memory: Memory): Operand {
  if (residence.owner.memory !== memory)
    throw new DTypeError('foreign_tensor', messages.foreign(name));
  const { type, dims, size, layout, address } = residence;
  return {
    name,
    type,
    dims,
    size,
    layout,
    data: undefined,
    address,
    strings: undefined,
    residence,
    shown: undefined,
  };
}

/**
 * Checks an operand again after all have been read, because the getters of a later one may have disposed of
 * it or detached its buffer. The caller's code does not run between this check and its use.
 */
export function recheck({ name, type, dims, address, data, residence, shown }: Operand): void {
  checkShown(shown, name);
  if (residence && residence.address !== address)
    throw new DisposedError('disposed', messages.disposed(name));
  if (data) checkData(data, type, dims, name);
}

/** Whether the result is resident: true if any operand is. */
export function isResident(operands: readonly Operand[]): boolean {
  for (let i = 0; i < operands.length; i++) if (operands[i]?.residence) return true;
  return false;
}

function typeOf(type: unknown, data: unknown, name: string): DType {
  const known = type ?? (Array.isArray(data) ? 'string' : typeOfClass(data));
  if (known === undefined) throw new DTypeError('not_a_typed_array', messages.notAnArray(name));
  return checkType(known);
}
