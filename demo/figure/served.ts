/** What a stretched operand is read for: its row for every row, or one number for every cell. */
import type { Trace } from '../base/engine.ts';
import { axisLetter } from '../state/format.ts';
import type { Served } from '../state/words.ts';

/** Keyed by the axes along which an operand varies, outermost first. */
const parts: Readonly<Record<string, Served['part']>> = {
  '': 'cell',
  n: 'row',
  m: 'column',
  mn: 'sheet',
};

export function servedBy({ operands, axes }: Trace): Served[] {
  return operands.flatMap(({ name, stretched, elements }, p) => {
    if (stretched.length === 0 || elements === 0) return [];
    const varies = axes.filter(({ axis, sizes }) => !stretched.includes(axis) && sizes[p] !== 1);
    const part = parts[varies.map(({ fromEnd }) => axisLetter(fromEnd)).join('')];
    const times = stretched.reduce((all, axis) => all * (axes[axis]?.size ?? 1), 1);
    const other = operands.length === 2 ? operands[1 - p]?.name : undefined;
    return [{ name, part, count: elements, times, other }];
  });
}
