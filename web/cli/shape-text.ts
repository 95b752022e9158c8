/** Shapes as people type them. */
import { UsageError } from './arguments.js';
import { quoted } from './lines.js';

const BRACKETED = /^(?:\((?<round>.*)\)|\[(?<square>.*)\])$/;
// One separator throughout; Python writes a comma after the last size.
const SIZES = /^-?\d+(?:(?:\s*,\s*-?\d+)*\s*,?|(?:\s*[x×]\s*-?\d+)*)$/i;

function notAShape(text: string): UsageError {
  return new UsageError(
    `${quoted(text)} is not a shape; write it as 2x3x4, 2,3,4, (2,3,4), [2,3,4] or scalar.`,
  );
}

/** The sizes of `2x3x4`, `2,3,4`, `(2,3,4)`, `[2,3,4]`, `scalar` or `()`. */
export function parseShape(text: string): number[] {
  const given = text.trim();
  if (given.toLowerCase() === 'scalar') return [];
  const groups = BRACKETED.exec(given)?.groups;
  const inside = (groups?.round ?? groups?.square ?? given).trim();
  if (inside === '' && groups) return [];
  if (!SIZES.test(inside)) throw notAShape(text);
  return (inside.match(/-?\d+/g) ?? []).map(Number);
}
