/**
 * Symbolic dimensions by name. The engine aligns numbers, so each name gets a number that occurs nowhere else
 * in the model. Comparing the results of two such choices shows which sizes depend on the names, and how.
 */

/** A size, or a formula over the names of symbolic dimensions. */
export type Size = number | string;

/**
 * Numbers with many divisors, so a symbolic dimension can be split into heads and halves. They are small
 * because the tables of some operators are as long as the product of two sizes.
 */
const UNIT = 120;

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

/** A size under each of two choices: two different numbers if it depends on a symbolic size. */
export type Pair = readonly [number, number];

export class Symbols {
  readonly #numbers = new Map<string, Pair>();
  readonly #distances = new Set<number>();
  readonly #taken: ReadonlySet<number>;
  #prime = 6;

  /** `taken` are the sizes that occur in the model. */
  constructor(taken: ReadonlySet<number>) {
    this.#taken = taken;
  }

  /** The two numbers that represent a name, each unique. */
  numbers(name: string): Pair {
    let pair = this.#numbers.get(name);
    if (!pair) {
      const first = this.#next();
      let second = this.#next();
      // Two names with the same difference under both choices would be mistaken for one name and a sum.
      while (this.#distances.has(second - first)) second = this.#next();
      this.#distances.add(second - first);
      pair = [first, second];
      this.#numbers.set(name, pair);
    }
    return pair;
  }

  /** Describes a size that is `a` under one choice and `b` under the other. */
  describe([a, b]: Pair): Size {
    if (a === b) return a;
    const forms = [...this.#numbers].flatMap(([name, numbers]) => this.#forms(name, numbers, a, b));
    return forms[0] ?? '?';
  }

  #forms(name: string, [x, y]: Pair, a: number, b: number): string[] {
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
