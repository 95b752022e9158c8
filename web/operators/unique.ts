/** Unique: the number of distinct elements depends on the input, so it must be constant when it is lowered. */
import { sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { checkListRoom } from '../memory/texts.js';
import { alongAxis, gathered } from './gather.js';
import { partOf } from './movement.js';
import { type Call, type Operator, withAxis } from './operator.js';
import { ALL } from './type-sets.js';

/**
 * Numbers that compare like the strings by code units. Strings are sorted, rather than collected in a Map, which
 * has a limit of its own.
 * @throws OutOfMemoryError
 */
function ranksOf(call: Call, { dims, storage }: Value): Value {
  const { lowering } = call;
  const { strings = [] } = storage;
  checkListRoom(strings.length, lowering.memory);
  const integers = () => lowering.memory.newArray(Int32Array, strings.length) as Int32Array;
  const compare = (a: number, b: number): number => {
    const [one = '', other = ''] = [strings[a], strings[b]];
    return one === other ? 0 : one < other ? -1 : 1;
  };
  const order = integers()
    .map((_, at) => at)
    .sort(compare);
  const ranks = integers();
  order.forEach((at, i) => {
    const before = order[i - 1] ?? at;
    ranks[at] = (ranks[before] as number) + Number(compare(before, at) !== 0);
  });
  return lowering.constant('int32', dims, ranks);
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
    if (!lowering.allConstant([input])) throw call.fault('dynamic', 0);
    if (input.type === 'complex64' || input.type === 'complex128')
      throw call.fault('type', 0, input.type, ALL.slice(0, -2));
    const [data, axis] = alongAxis(call);
    const compared = data.type === 'string' ? ranksOf(call, data) : data;
    const task = lowering.tasks.unique(compared, axis, call.flag('sorted', true));
    const lists = lowering.work(task, [compared], [true, true, true]);
    const [groups, firsts, counts] = lists as [Value, Value, Value];
    const largest = call.reduce('max', groups, [], false);
    const count = sizeOf(groups.dims) === 0 ? 0 : Number(call.item(0, largest)) + 1;
    const indices = partOf(call, firsts, 0, 0, count);
    return [
      gathered(call, data, indices, axis),
      indices,
      groups,
      partOf(call, counts, 0, 0, count),
    ];
  },
};
