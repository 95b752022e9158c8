/** The meaning of a fix, in a few words. */
import type { Fix, Trace } from '../base/engine.ts';
import { axisLetter, listText } from '../state/format.ts';
import { operandName } from '../state/state.ts';
import { words } from '../state/words.ts';

/** The name of one index along each axis, innermost first. */
const names: Readonly<Record<string, 'column' | 'row' | 'sheet'>> = {
  n: 'column',
  m: 'row',
  l: 'sheet',
};

/** Whether each number of an operand is combined with all numbers of the others. */
const meetAll = ({ axes }: Trace): boolean =>
  axes.every(({ size, stretched }) => size === 1 || stretched.length > 0);

/** `after` is the alignment after the repair. */
export function meaningOf({ kind, grows, operand = 1 }: Fix, after: Trace): string {
  if (kind === 'transpose') return words.meaning.transpose(operandName(operand));
  if (kind === 'swapOperands') return words.meaning.swap;
  if (kind === 'reshape') return words.meaning.otherPairs;
  if (grows && meetAll(after)) return words.meaning.allPairs;
  const { stretched = [] } = after.operands[operand] ?? {};
  const varies = after.axes.filter(({ axis }) => !stretched.includes(axis));
  if (varies.length === after.axes.length) return words.meaning.each;
  if (varies.length === 0) return words.meaning.one;
  const each = varies.map(({ fromEnd }) => axisLetter(fromEnd));
  const [only = ''] = each;
  const name = names[only];
  if (each.length > 1) return words.meaning.perIndices(listText(each));
  return name ? words.meaning.per[name] : words.meaning.perIndex(only);
}
