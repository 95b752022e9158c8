/**
 * Open sizes under their names. The engine aligns numbers, so every name gets a number that nothing
 * else in the model has; what comes out of two such choices tells how it depends on the names.
 */

/** A size, or how it follows from the names of open sizes. */
export type Size = number | string;

/** Numbers that many others divide, so that an open size can be split into heads and halves. */
const UNIT = 120;

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

/** Each name has a number in either choice, and no number is in both. */
export type Choice = 0 | 1;

export class Symbols {
  readonly #numbers = new Map<string, readonly [number, number]>();
  readonly #taken: ReadonlySet<number>;
  #prime = 60;

  /** `taken` are the sizes that the model itself has. */
  constructor(taken: ReadonlySet<number>) {
    this.#taken = taken;
  }

  /** The number that stands for a name. */
  number(name: string, choice: Choice): number {
    let pair = this.#numbers.get(name);
    if (!pair) {
      pair = [this.#next(), this.#next()];
      this.#numbers.set(name, pair);
    }
    return pair[choice];
  }

  /** What a size is, that came out as `a` under one choice and as `b` under the other. */
  describe(a: number, b: number): Size {
    if (a === b) return a;
    const forms = [...this.#numbers].flatMap(([name, numbers]) => this.#forms(name, numbers, a, b));
    return forms[0] ?? '?';
  }

  #forms(name: string, [x, y]: readonly [number, number], a: number, b: number): string[] {
    if (a === x && b === y) return [name];
    const times = a / x;
    if (Number.isInteger(times) && b === times * y) return [`${times}*${name}`];
    const part = x / a;
    if (Number.isInteger(part) && y === part * b) return [`${name}/${part}`];
    const more = a - x;
    if (b - y === more) return [more < 0 ? `${name}${more}` : `${name}+${more}`];
    for (const [other, [u, v]] of this.#numbers) {
      const rest = a / (x * u);
      if (Number.isInteger(rest) && b === rest * y * v)
        return [rest === 1 ? `${name}*${other}` : `${rest}*${name}*${other}`];
    }
    return [];
  }

  #next(): number {
    for (;;) {
      this.#prime++;
      const number = UNIT * this.#prime;
      if (isPrime(this.#prime) && !this.#taken.has(number)) return number;
    }
  }
}

/** The product of sizes: numbers multiplied, names after them. */
export function product(sizes: readonly Size[]): Size {
  const known = sizes.filter((size) => typeof size === 'number').reduce((a, b) => a * b, 1);
  const names = sizes.filter((size) => typeof size === 'string').sort();
  if (names.length === 0 || known === 0) return known;
  return [...(known === 1 ? [] : [known]), ...names].join('*');
}

/** The sum of counts: numbers added, names after them. */
export function sum(counts: readonly Size[]): Size {
  const known = counts.filter((count) => typeof count === 'number').reduce((a, b) => a + b, 0);
  const names = counts.filter((count) => typeof count === 'string');
  if (names.length === 0) return known;
  return [...names, ...(known === 0 ? [] : [known])].join(' + ');
}
