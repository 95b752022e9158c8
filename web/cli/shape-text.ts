/** Shapes as people type them. */
import { UsageError } from './arguments.js';
import { cliMessages } from './messages.js';

const BRACKETED = /^(?:\((?<round>.*)\)|\[(?<square>.*)\])$/;
// One separator throughout; Python writes a comma after the last size.
const SIZES = /^-?\d+(?:(?:\s*,\s*-?\d+)*\s*,?|(?:\s*[x×]\s*-?\d+)*)$/i;

/** The sizes of `2x3x4`, `2,3,4`, `(2,3,4)`, `[2,3,4]`, `scalar` or `()`. */
export function parseShape(text: string): number[] {
  const given = text.trim();
  if (given.toLowerCase() === 'scalar') return [];
  const groups = BRACKETED.exec(given)?.groups;
  const inside = (groups?.round ?? groups?.square ?? given).trim();
  if (inside === '' && groups) return [];
  if (!SIZES.test(inside)) throw new UsageError(cliMessages.shape(text));
  return (inside.match(/-?\d+/g) ?? []).map(Number);
}
