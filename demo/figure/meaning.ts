/** The meaning of a fix, in a few words. */
import type { Fix, Trace } from '../base/engine.ts';
import { axisLetter } from '../state/format.ts';
import { operandName } from '../state/state.ts';

/** The name of one index along each axis, innermost first. */
const names: Readonly<Record<string, string>> = { n: 'column', m: 'row', l: 'sheet' };

const kinds: Readonly<Partial<Record<Fix['kind'], string>>> = {
  swapOperands: 'A and B change places',
  reshape: 'other numbers meet',
};

/** Whether each number of an operand is combined with all numbers of the others. */
const meetAll = ({ axes }: Trace): boolean =>
  axes.every(({ size, stretched }) => size === 1 || stretched.length > 0);

/** `after` is the alignment after the repair. */
export function meaningOf({ kind, grows, operand = 1 }: Fix, after: Trace): string {
  if (kind === 'transpose') return `transpose ${operandName(operand)}`;
  const known = kinds[kind];
  if (known) return known;
  if (grows && meetAll(after)) return 'all pairs';
  const { stretched = [] } = after.operands[operand] ?? {};
  const varies = after.axes.filter(({ axis }) => !stretched.includes(axis));
  if (varies.length === after.axes.length) return 'number by number';
  if (varies.length === 0) return 'one number for all';
  const each = varies.map(({ fromEnd }) => axisLetter(fromEnd));
  const [only = ''] = each;
  if (each.length === 1) return `one number per ${names[only] ?? `index of ${only}`}`;
  return `one number for each ${each.join(' and ')}`;
}
