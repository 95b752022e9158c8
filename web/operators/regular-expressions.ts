/**
 * Regular expressions in RE2's syntax, matched in time linear in the text: all ways through an expression are followed
 * at once (Thompson's construction, simulated as in https://swtch.com/~rsc/regexp/regexp1.html). Neither a full match nor
 * the longest one depends on which quantifiers are greedy, so non-greedy ones are the same here.
 */

/** Maximum number of instructions of an expression; RE2 has a limit too. */
const MOST_INSTRUCTIONS = 20_000;
/** RE2's limits for repetition and nesting. */
const MOST_REPEATS = 1000;
const MOST_DEPTH = 250;

/** Whether a code point matches. */
type Test = (point: number) => boolean;

/** Whether an empty position matches, between the code points before and after it; undefined at the ends. */
type Assertion = (before: number | undefined, after: number | undefined) => boolean;

type Instruction =
  | { readonly kind: 'point'; readonly test: Test }
  | { readonly kind: 'assert'; readonly holds: Assertion }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'jump'; to: number };

type Node =
  | { readonly kind: 'point'; readonly test: Test }
  | { readonly kind: 'assert'; readonly holds: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

/** The flags of RE2 that change what matches: i, m and s. U changes only the order of alternatives. */
interface Flags {
  readonly ignoresCase: boolean;
  readonly multiLine: boolean;
  readonly dotMatchesNewline: boolean;
}

const NEWLINE = 10;
const isBetween =
  (low: number, high: number): Test =>
  (point) =>
    point >= low && point <= high;
const isDigit = isBetween(48, 57);
const isLower = isBetween(97, 122);
const isUpper = isBetween(65, 90);
const isLetter: Test = (point) => isLower(point) || isUpper(point);
const isWord: Test = (point) => isLetter(point) || isDigit(point) || point === 95;
const isSpace: Test = (point) => [9, 10, 12, 13, 32].includes(point);
const not =
  (test: Test): Test =>
  (point) =>
    !test(point);
const anyOf =
  (tests: readonly Test[]): Test =>
  (point) =>
    tests.some((test) => test(point));

/** RE2's classes are those of ASCII. */
const PERL: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  s: isSpace,
  S: not(isSpace),
  w: isWord,
  W: not(isWord),
};

const isPunctuation: Test = (point) =>
  point > 32 && point < 127 && !isLetter(point) && !isDigit(point);

const POSIX: Readonly<Record<string, Test>> = {
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

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

const isWordAt = (point: number | undefined): boolean => point !== undefined && isWord(point);
const isBoundary: Assertion = (before, after) => isWordAt(before) !== isWordAt(after);
const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  A: (before) => before === undefined,
  z: (_, after) => after === undefined,
  b: isBoundary,
  B: (before, after) => !isBoundary(before, after),
};

/** The code points that differ from one in case alone, and itself. */
function folded(test: Test): Test {
  return (point) => {
    if (test(point)) return true;
    const text = String.fromCodePoint(point);
    const upper = text.toUpperCase();
    return [text.toLowerCase(), upper, upper.toLowerCase()].some(
      (other) => [...other].length === 1 && test(other.codePointAt(0) as number),
    );
  };
}

class Refusal extends Error {}

/** Parses an expression like RE2. @throws Refusal */
class Parser {
  readonly #points: readonly string[];
  #at = 0;
  #flags: Flags = { ignoresCase: false, multiLine: false, dotMatchesNewline: false };
  #depth = 0;

  constructor(pattern: string) {
    this.#points = [...pattern];
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#at < this.#points.length) throw new Refusal();
    return node;
  }

  get #next(): string | undefined {
    return this.#points[this.#at];
  }

  #takes(text: string): boolean {
    const isNext = [...text].every((point, i) => this.#points[this.#at + i] === point);
    if (isNext) this.#at += [...text].length;
    return isNext;
  }

  #take(): string {
    const point = this.#next;
    if (point === undefined) throw new Refusal();
    this.#at++;
    return point;
  }

  #choice(): Node {
    if (++this.#depth > MOST_DEPTH) throw new Refusal();
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    this.#depth--;
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'choice', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')')
      parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Node {
    const part = this.#atom();
    const bounds = this.#bounds();
    if (!bounds) return part;
    this.#takes('?');
    // RE2 rejects a** and a+?+.
    const from = this.#at;
    if (this.#bounds()) throw new Refusal();
    this.#at = from;
    return { kind: 'repeat', part, ...bounds };
  }

  #bounds(): { least: number; most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Infinity };
    if (this.#takes('+')) return { least: 1, most: Infinity };
    if (this.#takes('?')) return { least: 0, most: 1 };
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(
      this.#points.slice(this.#at, this.#at + 24).join(''),
    );
    if (!counted) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    const most = counted[2] === undefined ? least : counted[3] ? Number(counted[3]) : Infinity;
    const isRefused = least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS);
    if (isRefused || most < least) throw new Refusal();
    return { least, most };
  }

  #atom(): Node {
    const point = this.#take();
    const { multiLine, dotMatchesNewline } = this.#flags;
    if (point === '(') return this.#group();
    if (point === '[') return this.#point(this.#class());
    if (point === '.') return this.#point((at) => dotMatchesNewline || at !== NEWLINE);
    if (point === '^')
      return {
        kind: 'assert',
        holds: (before) => before === undefined || (multiLine && before === NEWLINE),
      };
    if (point === '$')
      return {
        kind: 'assert',
        holds: (_, after) => after === undefined || (multiLine && after === NEWLINE),
      };
    if (point === '\\') return this.#escape();
    if ('*+?'.includes(point)) throw new Refusal();
    return this.#literal(point);
  }

  #point(test: Test): Node {
    return { kind: 'point', test: this.#flags.ignoresCase ? folded(test) : test };
  }

  #literal(point: string): Node {
    const code = point.codePointAt(0) as number;
    return this.#point((at) => at === code);
  }

  /** (…), (?:…), (?P<name>…), (?<name>…), (?flags) and (?flags:…). */
  #group(): Node {
    const before = this.#flags;
    if (this.#takes('?')) {
      if (this.#takes('P<') || this.#takes('<')) {
        if (!/^\w+$/.test(this.#until('>'))) throw new Refusal();
      } else if (this.#readFlags() === ')') {
        // They hold up to the end of the group around.
        return { kind: 'sequence', parts: [] };
      }
    }
    const node = this.#choice();
    if (!this.#takes(')')) throw new Refusal();
    this.#flags = before;
    return node;
  }

  /** The character that ends the flags. */
  #readFlags(): string {
    let value = true;
    for (;;) {
      const flag = this.#take();
      if (flag === ':' || flag === ')') return flag;
      if (flag === '-' && value) value = false;
      else if (flag === 'i') this.#flags = { ...this.#flags, ignoresCase: value };
      else if (flag === 'm') this.#flags = { ...this.#flags, multiLine: value };
      else if (flag === 's') this.#flags = { ...this.#flags, dotMatchesNewline: value };
      else if (flag !== 'U') throw new Refusal();
    }
  }

  #until(end: string): string {
    const from = this.#at;
    while (this.#take() !== end);
    return this.#points.slice(from, this.#at - 1).join('');
  }

  #escape(): Node {
    const letter = this.#next ?? '';
    if (Object.hasOwn(ASSERTIONS, letter)) {
      this.#at++;
      return { kind: 'assert', holds: ASSERTIONS[letter] as Assertion };
    }
    if (this.#takes('Q')) return this.#quoted();
    const test = this.#escapedClass();
    if (test) return this.#point(test);
    const code = this.#escapedPoint();
    return this.#point((at) => at === code);
  }

  /** \Q…\E */
  #quoted(): Node {
    const parts: Node[] = [];
    while (this.#next !== undefined && !this.#takes('\\E')) parts.push(this.#literal(this.#take()));
    // A quantifier holds for the last character of a quotation.
    const last = parts.pop();
    const bounds = last && this.#bounds();
    if (bounds) this.#takes('?');
    if (last) parts.push(bounds ? { kind: 'repeat', part: last, ...bounds } : last);
    return { kind: 'sequence', parts };
  }

  /** \d, \pL and such, after the backslash; undefined for another escape. */
  #escapedClass(): Test | undefined {
    const letter = this.#next ?? '';
    if (Object.hasOwn(PERL, letter)) {
      this.#at++;
      return PERL[letter];
    }
    if (letter !== 'p' && letter !== 'P') return undefined;
    this.#at++;
    const isNamed = this.#takes('{');
    const isNegated = isNamed && this.#takes('^');
    const test = ofUnicode(isNamed ? this.#until('}') : this.#take());
    return (letter === 'P') !== isNegated ? not(test) : test;
  }

  /** The code point of an escape, after the backslash. */
  #escapedPoint(): number {
    const letter = this.#take();
    const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
    if (control !== undefined) return control;
    if (letter === 'x') {
      const digits = this.#takes('{') ? this.#until('}') : this.#take() + this.#take();
      const code = /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : Infinity;
      if (code > 0x10ffff) throw new Refusal();
      return code;
    }
    // \1 to \9 alone are backreferences, which RE2 rejects; with more octal digits they are code points.
    if (/[0-7]/.test(letter)) {
      let digits = letter;
      while (digits.length < 3 && /[0-7]/.test(this.#next ?? '')) digits += this.#take();
      if (letter !== '0' && digits.length < 2) throw new Refusal();
      return Number.parseInt(digits, 8);
    }
    const code = letter.codePointAt(0) as number;
    if (code >= 128 || isWord(code)) throw new Refusal();
    return code;
  }

  /** A class in brackets, after the opening bracket. */
  #class(): Test {
    const isNegated = this.#takes('^');
    const tests: Test[] = [];
    for (let isFirst = true; isFirst || this.#next !== ']'; isFirst = false)
      tests.push(this.#classItem());
    this.#take();
    const test = this.#flags.ignoresCase ? folded(anyOf(tests)) : anyOf(tests);
    return isNegated ? not(test) : test;
  }

  #classItem(): Test {
    if (this.#next === '[' && this.#points[this.#at + 1] === ':') {
      this.#at += 2;
      const isNegated = this.#takes('^');
      const name = this.#until(':');
      const test = Object.hasOwn(POSIX, name) ? (POSIX[name] as Test) : undefined;
      if (!test || !this.#takes(']')) throw new Refusal();
      return isNegated ? not(test) : test;
    }
    if (this.#next === '\\') {
      this.#at++;
      const test = this.#escapedClass();
      if (test) return test;
      this.#at--;
    }
    const low = this.#classPoint();
    const isRange = this.#next === '-' && this.#points[this.#at + 1] !== ']';
    if (!isRange) return (point) => point === low;
    this.#at++;
    const high = this.#classPoint();
    if (high < low) throw new Refusal();
    return isBetween(low, high);
  }

  #classPoint(): number {
    return this.#takes('\\') ? this.#escapedPoint() : (this.#take().codePointAt(0) as number);
  }
}

/** A category or script of Unicode, for which JavaScript has the code points. @throws Refusal */
function ofUnicode(name: string): Test {
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

/** Appends the instructions of a node. @throws Refusal if there are too many */
function emit(node: Node, program: Instruction[]): void {
  if (program.length > MOST_INSTRUCTIONS) throw new Refusal();
  if (node.kind === 'point' || node.kind === 'assert') {
    program.push(node);
  } else if (node.kind === 'sequence') {
    for (const part of node.parts) emit(part, program);
  } else if (node.kind === 'choice') {
    const starts: number[] = [];
    const ends: { kind: 'jump'; to: number }[] = [];
    program.push({ kind: 'split', to: starts });
    for (const part of node.parts) {
      starts.push(program.length);
      emit(part, program);
      const end = { kind: 'jump' as const, to: 0 };
      program.push(end);
      ends.push(end);
    }
    for (const end of ends) end.to = program.length;
  } else {
    emitRepeat(node, program);
  }
}

function emitRepeat(
  { part, least, most }: Node & { kind: 'repeat' },
  program: Instruction[],
): void {
  for (let i = 0; i < least; i++) {
    const before = program.length;
    emit(part, program);
    // Copies of nothing would not count towards the limit.
    if (program.length === before) break;
  }
  const isOpen = most === Infinity;
  const ends: number[][] = [];
  for (let i = least; i < (isOpen ? least + 1 : most); i++) {
    const to = [program.length + 1];
    ends.push(to);
    const split = program.length;
    program.push({ kind: 'split', to });
    emit(part, program);
    if (isOpen) program.push({ kind: 'jump', to: split });
  }
  for (const to of ends) to.push(program.length);
}

/** The instructions at which a match may go on, without duplicates. */
class Places {
  readonly list: number[] = [];
  readonly #has: Uint8Array;

  constructor(count: number) {
    this.#has = new Uint8Array(count);
  }

  add(place: number): boolean {
    if (this.#has[place]) return false;
    this.#has[place] = 1;
    this.list.push(place);
    return true;
  }

  clear(): void {
    for (const place of this.list) this.#has[place] = 0;
    this.list.length = 0;
  }
}

/** Where the longest match that begins at a code point ends; -1 if none does. */
function longest(
  program: readonly Instruction[],
  points: readonly number[],
  first: number,
): number {
  let current = new Places(program.length + 1);
  let next = new Places(program.length + 1);
  const reach = (places: Places, from: number, at: number): void => {
    const waiting = [from];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (!places.add(place)) continue;
      const instruction = program[place];
      if (instruction?.kind === 'jump') waiting.push(instruction.to);
      else if (instruction?.kind === 'split') waiting.push(...instruction.to);
      else if (instruction?.kind === 'assert' && instruction.holds(points[at - 1], points[at]))
        waiting.push(place + 1);
    }
  };
  reach(current, 0, first);
  let end = -1;
  for (let at = first; current.list.length > 0; at++) {
    if (current.list.includes(program.length)) end = at;
    const point = points[at];
    if (point === undefined) break;
    for (const place of current.list) {
      const instruction = program[place];
      if (instruction?.kind === 'point' && instruction.test(point)) reach(next, place + 1, at + 1);
    }
    current.clear();
    [current, next] = [next, current];
  }
  return end;
}

const pointsOf = (text: string): number[] =>
  Array.from(text, (point) => point.codePointAt(0) as number);

function programOf(pattern: string): readonly Instruction[] | undefined {
  const program: Instruction[] = [];
  try {
    emit(new Parser(pattern).whole(), program);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return program;
}

/**
 * Returns a function that matches whole strings; `undefined` for a pattern that RE2 rejects, such as one with
 * backreferences or lookaround.
 */
export function fullMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const program = programOf(pattern);
  if (!program) return undefined;
  return (text) => {
    const points = pointsOf(text);
    return longest(program, points, 0) === points.length;
  };
}

/** The first and the end of a match, in code points. */
export type Match = readonly [first: number, end: number];

/** Finds the matches in a text from left to right, each the longest, none empty; undefined as for `fullMatcher`. */
export function finder(pattern: string): ((points: readonly number[]) => Match[]) | undefined {
  const program = programOf(pattern);
  if (!program) return undefined;
  return (points) => {
    const found: Match[] = [];
    for (let first = 0; first < points.length; ) {
      const end = longest(program, points, first);
      if (end > first) found.push([first, end]);
      first = Math.max(end, first + 1);
    }
    return found;
  };
}
