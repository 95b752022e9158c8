/** Unique: how many elements differ depends on them, so they are known when it is lowered. */
import { sizeOf } from '../base/dims.js';
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
  lower(call) {
    const { lowering } = call;
    const input = call.input(0);
    const known = lowering.known(input);
    if (!known) throw call.fault('dynamic', 0);
    if (input.type === 'complex64' || input.type === 'complex128')
      throw call.fault('type', 0, input.type, ALL.slice(0, -2));
    const [data, axis] = alongAxis(call);
    const { dims } = data;
    const [size, inner] = [dims[axis] as number, sizeOf(dims.slice(axis + 1))];
    const outer = sizeOf(dims.slice(0, axis));
    // Halves and bfloat16 are bits in JavaScript, so that they are read as numbers.
    const values = numbersOf(call, data) ?? known;
    const partAt = (at: number): unknown[] =>
      Array.from({ length: outer * inner }, (_, i) => {
        const [o, rest] = [Math.floor(i / inner), i % inner];
        return values[(o * size + at) * inner + rest];
      });
    const groups = new Map<string, { readonly part: unknown[]; readonly at: number[] }>();
    for (let at = 0; at < size; at++) {
      const part = partAt(at);
      const key = part
        .map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one)))
        .join();
      const group = groups.get(key);
      if (group) group.at.push(at);
      else groups.set(key, { part, at: [at] });
    }
    const found = [...groups.values()];
    if (call.flag('sorted', true))
      found.sort((a, b) => {
        const first = a.part.findIndex((one, i) => compare(one, b.part[i]) !== 0);
        return first < 0 ? 0 : compare(a.part[first], b.part[first]);
      });
    const list = (numbers: readonly number[]) => call.int64s([numbers.length], numbers);
    const inverse = new Array<number>(size);
    found.forEach(({ at }, group) => {
      for (const place of at) inverse[place] = group;
    });
    const firsts = list(found.map(({ at }) => at[0] as number));
    return [
      gathered(call, data, firsts, axis),
      firsts,
      list(inverse),
      list(found.map(({ at }) => at.length)),
    ];
  },
};

function numbersOf(call: Call, value: Value): ArrayLike<unknown> | undefined {
  if (value.type !== 'float16' && value.type !== 'bfloat16') return undefined;
  return call.lowering.known(call.cast(value, 'float32'));
}
