/** Unique: how many elements differ depends on them, so they are known when it is lowered. */
import { around } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { alongAxis, gathered } from './gather.js';
import { type Call, type Operator, withAxis } from './operator.js';
import { ALL } from './type-sets.js';

/** Numbers in their order, NaN last; texts by their code units. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return (a as number) < (b as number) ? -1 : 1;
}

/** The positions at which one part lies. */
interface Group {
  readonly part: readonly unknown[];
  readonly at: number[];
}

function byPart(a: Group, b: Group): number {
  const first = a.part.findIndex((one, i) => compare(one, b.part[i]) !== 0);
  return first < 0 ? 0 : compare(a.part[first], b.part[first]);
}

/** The parts that differ, in the order in which they come. */
function groupsOf(size: number, partAt: (at: number) => unknown[]): Group[] {
  const groups = new Map<string, Group>();
  for (let at = 0; at < size; at++) {
    const part = partAt(at);
    const key = part
      .map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one)))
      .join();
    const group = groups.get(key) ?? { part, at: [] };
    group.at.push(at);
    groups.set(key, group);
  }
  return [...groups.values()];
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
    // Halves and bfloat16 are bits in JavaScript, so that they are read as numbers.
    const values = numbersOf(call, data) ?? known;
    const groups = groupsOf(size, (at) =>
      Array.from({ length: outer * inner }, (_, i) => {
        const [o, rest] = [Math.floor(i / inner), i % inner];
        return values[(o * size + at) * inner + rest];
      }),
    );
    if (call.flag('sorted', true)) groups.sort(byPart);
    const list = (numbers: readonly number[]) => call.int64s([numbers.length], numbers);
    const inverse = new Array<number>(size);
    groups.forEach(({ at }, group) => {
      for (const place of at) inverse[place] = group;
    });
    const firsts = list(groups.map(({ at }) => at[0] as number));
    return [
      gathered(call, data, firsts, axis),
      firsts,
      list(inverse),
      list(groups.map(({ at }) => at.length)),
    ];
  },
};

function numbersOf(call: Call, value: Value): ArrayLike<unknown> | undefined {
  if (value.type !== 'float16' && value.type !== 'bfloat16') return undefined;
  return call.lowering.known(call.cast(value, 'float32'));
}
