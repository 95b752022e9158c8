/** Parses regular expressions in RE2's syntax. */
import {
  ASSERTIONS,
  type Assertion,
  anyOf,
  CONTROLS,
  folded,
  isBetween,
  isWord,
  NEWLINE,
  not,
  ofUnicode,
  PERL,
  POSIX,
  Refusal,
  type Test,
} from './characters.js';

/** RE2's limits for repetition and nesting. */
const MOST_REPEATS = 1000;
const MOST_DEPTH = 250;

/** The nodes of an expression. */
export type Node =
  | { readonly kind: 'point'; readonly test: Test }
  | { readonly kind: 'assert'; readonly holds: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

/** The flags of RE2 that affect matches: i, m and s. U changes only the order of alternatives. */
interface Flags {
  readonly ignoresCase: boolean;
  readonly multiLine: boolean;
  readonly dotMatchesNewline: boolean;
}

/** Parses an expression like RE2. @throws Refusal */
export class Parser {
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
        // Flags apply up to the end of the enclosing group.
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
    // A quantifier applies to the last character of a quotation.
    const last = parts.pop();
    const bounds = last && this.#bounds();
    if (bounds) this.#takes('?');
    if (last) parts.push(bounds ? { kind: 'repeat', part: last, ...bounds } : last);
    return { kind: 'sequence', parts };
  }

  /** \d, \pL and similar escapes, after the backslash; undefined for another escape. */
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
    // A single digit, \1 to \9, is a backreference, which RE2 rejects; with more octal digits it is a code
    // point.
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
