/** Unique: the number of distinct elements depends on the input, so it must be constant when it is lowered. */
import { around } from '../base/dims.js';
import { checkListRoom } from '../engine/string-operators.js';
import type { Value } from '../graph/values.js';
import type { Memory } from '../memory/memory.js';
import { alongAxis, gathered } from './gather.js';
import { type Call, type Operator, withAxis } from './operator.js';
import { ALL } from './type-sets.js';

/** Numbers in ascending order, NaN last; strings by code units. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return (a as number) < (b as number) ? -1 : 1;
}

/** The distinct slices of an axis, in order. */
interface Groups {
  /** Number of the group of each slice. */
  readonly inverse: Uint32Array;
  /** Position of the first slice of each group. */
  readonly firsts: Uint32Array;
  /** Number of slices in each group. */
  readonly counts: Uint32Array;
}

/**
 * Groups `size` slices that compare as equal; unsorted groups are in the order of their first slices. The
 * slices are sorted, rather than collected in a Map, which has a limit of its own.
 * @throws OutOfMemoryError
 */
function groupsOf(
  size: number,
  compareAt: (a: number, b: number) => number,
  sorted: boolean,
  memory: Memory,
): Groups {
  checkListRoom(size, memory);
  const integers = (length: number) => memory.newArray(Uint32Array, length) as Uint32Array;
  const order = integers(size)
    .map((_, at) => at)
    .sort((a, b) => compareAt(a, b) || a - b);
  const inverse = integers(size);
  let count = 0;
  order.forEach((at, i) => {
    if (i === 0 || compareAt(order[i - 1] as number, at) !== 0) count++;
    inverse[at] = count - 1;
  });
  if (!sorted) renumber(inverse, count, integers(count));
  const [firsts, counts] = [integers(count), integers(count)];
  inverse.forEach((group, at) => {
    if (counts[group] === 0) firsts[group] = at;
    counts[group] = (counts[group] as number) + 1;
  });
  return { inverse, firsts, counts };
}

/** Renumbers groups in the order in which they first occur. */
function renumber(inverse: Uint32Array, count: number, numbers: Uint32Array): void {
  numbers.fill(count);
  let next = 0;
  inverse.forEach((group, at) => {
    if (numbers[group] === count) numbers[group] = next++;
    inverse[at] = numbers[group] as number;
  });
}

export const unique: Operator = {
  name: 'Unique',
  versions: [
    {
      since: 11,
      inputs: [1, 1],
      outputs: 4,
      types: [ALL],
      attributes: { ...withAxis, sorted: 'int' },
    },
  ],
  shapeInputs: [0],
  counts: true,
  lower(call) {
    const { lowering } = call;
    const input = call.input(0);
    const known = lowering.known(input);
    if (!known) throw call.fault('dynamic', 0);
    if (input.type === 'complex64' || input.type === 'complex128')
      throw call.fault('type', 0, input.type, ALL.slice(0, -2));
    const [data, axis] = alongAxis(call);
    const { outer, size, inner } = around(data.dims, axis);
    // float16 and bfloat16 are bits in JavaScript, so they are compared as numbers.
    const values = numbersOf(call, data) ?? known;
    const compareAt = (a: number, b: number): number => {
      for (let o = 0; o < outer; o++)
        for (let i = 0; i < inner; i++) {
          const place = (at: number) => (o * size + at) * inner + i;
          const order = compare(values[place(a)], values[place(b)]);
          if (order !== 0) return order;
        }
      return 0;
    };
    const sorted = call.flag('sorted', true);
    const { inverse, firsts, counts } = groupsOf(size, compareAt, sorted, lowering.memory);
    const list = (numbers: Uint32Array) =>
      call.table('int64', [numbers.length], (at) => numbers[at] as number);
    const indices = list(firsts);
    return [gathered(call, data, indices, axis), indices, list(inverse), list(counts)];
  },
};

function numbersOf(call: Call, value: Value): ArrayLike<unknown> | undefined {
  if (value.type !== 'float16' && value.type !== 'bfloat16') return undefined;
  return call.lowering.known(call.cast(value, 'float32'));
}
