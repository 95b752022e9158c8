/** Classes of code points, as in RE2. */

/** A pattern that RE2 rejects. */
export class Refusal extends Error {}

/** Whether a code point matches. */
export type Test = (point: number) => boolean;

/** Whether an empty match is possible between the code points before and after; they are undefined at the ends. */
export type Assertion = (before: number | undefined, after: number | undefined) => boolean;

export const NEWLINE = 10;
export const isBetween =
  (low: number, high: number): Test =>
  (point) =>
    point >= low && point <= high;
const isDigit = isBetween(48, 57);
const isLower = isBetween(97, 122);
const isUpper = isBetween(65, 90);
const isLetter: Test = (point) => isLower(point) || isUpper(point);
export const isWord: Test = (point) => isLetter(point) || isDigit(point) || point === 95;
const isSpace: Test = (point) => [9, 10, 12, 13, 32].includes(point);
export const not =
  (test: Test): Test =>
  (point) =>
    !test(point);
export const anyOf =
  (tests: readonly Test[]): Test =>
  (point) =>
    tests.some((test) => test(point));

/** RE2's classes contain only ASCII. */
export const PERL: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  s: isSpace,
  S: not(isSpace),
  w: isWord,
  W: not(isWord),
};

const isPunctuation: Test = (point) =>
  point > 32 && point < 127 && !isLetter(point) && !isDigit(point);

export const POSIX: Readonly<Record<string, Test>> = {
  alnum: (point) => isLetter(point) || isDigit(point),
  alpha: isLetter,
  ascii: isBetween(0, 127),
  blank: (point) => point === 9 || point === 32,
  cntrl: (point) => point < 32 || point === 127,
  digit: isDigit,
  graph: isBetween(33, 126),
  lower: isLower,
  print: isBetween(32, 126),
  punct: isPunctuation,
  space: (point) => isSpace(point) || point === 11,
  upper: isUpper,
  word: isWord,
  xdigit: (point) => isDigit(point) || isBetween(65, 70)(point) || isBetween(97, 102)(point),
};

export const CONTROLS: Readonly<Record<string, number>> = {
  a: 7,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};

const isWordAt = (point: number | undefined): boolean => point !== undefined && isWord(point);
const isBoundary: Assertion = (before, after) => isWordAt(before) !== isWordAt(after);
export const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  A: (before) => before === undefined,
  z: (_, after) => after === undefined,
  b: isBoundary,
  B: (before, after) => !isBoundary(before, after),
};

/** A code point, and those that differ from it only in case. */
export function folded(test: Test): Test {
  return (point) => {
    if (test(point)) return true;
    const text = String.fromCodePoint(point);
    const upper = text.toUpperCase();
    return [text.toLowerCase(), upper, upper.toLowerCase()].some(
      (other) => [...other].length === 1 && test(other.codePointAt(0) as number),
    );
  };
}

/** A category or script of Unicode, with JavaScript's code points. @throws Refusal */
export function ofUnicode(name: string): Test {
  if (name === 'Any') return () => true;
  if (!/^\w+$/.test(name)) throw new Refusal();
  for (const property of [name, `Script=${name}`])
    try {
      // RE2 names categories by one or two letters, and scripts by their names.
      if (property === name && name.length > 2) continue;
      const expression = new RegExp(`^\\p{${property}}$`, 'u');
      return (point) => expression.test(String.fromCodePoint(point));
    } catch {}
  throw new Refusal();
}
