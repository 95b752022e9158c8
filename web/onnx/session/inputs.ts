/** Input values from the caller, and their comparison with the model's declarations. */
import { copyOf } from '../../base/checks.js';
import { sizeOf } from '../../base/dims.js';
import { literal } from '../../base/messages.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Operand } from '../../memory/operand.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Declaration, Dimension } from '../model/model.js';

/** Maximum number of elements of a sequence: each one is a step of a program, with its own memory. */
const MOST_ELEMENTS = 2 ** 12;

/** A tensor of an input, or only its type and shape. */
export interface Shaped extends Pick<Operand, 'type' | 'dims'> {
  /** Its elements, which `prepare` requests only if they determine a shape. */
  elements(): TypedArray | readonly string[];
  /** The operand; `undefined` if only the shape was passed. */
  readonly operand?: Operand;
}

/**
 * Whether a value is an object with values under these names: not an array, a Map or a Set, nor a tensor,
 * unless the names are a tensor's.
 */
export const isRecord = (
  given: unknown,
  names: ReadonlySet<string>,
): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' &&
  given !== null &&
  !(Symbol.iterator in given) &&
  (!isTensor(given) || (names.has('data') && names.has('dims')));

const isTensor = (given: object): boolean => 'data' in given && 'dims' in given;

/** The kind of a value that must be an object with tensors, for messages. */
export function kindOf(given: unknown): string {
  if (typeof given === 'string') return literal(given);
  if (typeof given !== 'object' || given === null) return String(given);
  if (Array.isArray(given)) return given.length === 0 ? 'an empty array' : 'an array';
  if (isTensor(given)) return 'a tensor';
  // 'Map' of [object Map].
  const [kind] = /\w+(?=]$)/.exec(Object.prototype.toString.call(given)) ?? [];
  return `${/^[AEIOU]/.test(kind ?? '') ? 'an' : 'a'} ${kind}`;
}

/** How messages refer to one of the given tensors of an input. */
export const labelOf = ({ name, sequence }: Declaration, at: number): string =>
  sequence ? onnxMessages.element(name, at) : onnxMessages.input(name);

/** The tensors of an input as an array: the elements of a sequence, or the one tensor. @throws ModelError */
export function listOf(given: unknown, { name, sequence }: Declaration): readonly unknown[] {
  if (!sequence) return [given];
  if (!Array.isArray(given)) throw new ModelError('invalid_feeds', onnxMessages.feedSequence(name));
  const list = copyOf<unknown>(given, MOST_ELEMENTS);
  if (list) return list;
  const text = onnxMessages.feedCount(name, given.length, MOST_ELEMENTS);
  throw new ModelError('invalid_feeds', text);
}

/** @throws ModelError if the dims differ from the declared ones */
export function checkDims(
  dims: readonly number[],
  { shape }: Pick<Declaration, 'shape'>,
  label: string,
): void {
  const fits = (size: Dimension, axis: number): boolean =>
    typeof size !== 'number' || size === dims[axis];
  // As in onnxruntime, the one element of a scalar may have any number of axes.
  const isScalar = shape?.length === 0 && sizeOf(dims) === 1;
  if (shape && !isScalar && (shape.length !== dims.length || !shape.every(fits)))
    throw new ModelError(
      'invalid_feeds',
      onnxMessages.feedShape(
        label,
        shape.map((size) => size ?? '?'),
        dims,
      ),
    );
}

/**
 * Describes inputs in which one name stands for two sizes. That is not an error: exporters use the same name,
 * such as "None", for unrelated sizes. Elements of a sequence may differ.
 */
export function symbolClash(
  declared: readonly Declaration[],
  given: ReadonlyMap<string, readonly Pick<Operand, 'dims'>[]>,
): string | undefined {
  const known = new Map<string, { readonly name: string; readonly size: number }>();
  for (const { name, shape, sequence } of declared) {
    const [operand] = given.get(name) ?? [];
    if (!operand || sequence) continue;
    for (const [axis, symbol] of shape?.entries() ?? []) {
      if (typeof symbol !== 'string') continue;
      const size = operand.dims[axis] as number;
      const other = known.get(symbol);
      if (other && other.size !== size)
        return onnxMessages.feedSymbol(symbol, other.name, other.size, name, size);
      known.set(symbol, { name, size });
    }
  }
  return undefined;
}
