/**
 * Whether a node that cannot run with the numbers chosen for symbolic sizes could run with others: two sizes
 * with different names may be equal, and a size may have to be a multiple, or a particular number.
 */
import { sameDims, sizeOf } from '../../base/dims.js';
import type { SimdcastError } from '../../base/errors.js';
import type { ModelNode } from '../model/model-node.js';
import type { Pair } from './symbols.js';
import type { Change, Changes, InferredValue, Outcome, World } from './worlds.js';

/** A node, and the worlds of both choices. */
export interface Fitted {
  readonly node: ModelNode;
  /** Its position in the model. */
  readonly at: number;
  readonly worlds: readonly [World, World];
}

export interface Fit {
  /** Whether some sizes fit, none does, or there were too many combinations to try. */
  readonly verdict: 'some' | 'none' | 'unclear';
  /** A size, and the sizes that it may have to equal. */
  readonly equal?: readonly [Pair, Pair];
  /** The changes of the inputs under each choice with which the shapes of the outputs can be inferred. */
  readonly changes?: readonly [Changes, Changes];
}

/** New numbers for sizes, and for elements that are sizes, keyed by the previous numbers. */
type Sizes = ReadonlyMap<string, Pair>;

/** Limits on how often nodes are lowered to find sizes: in total, and for the combinations of one node. */
export class Budget {
  left = 30_000;
}
const MOST_COMBINATIONS = 5000;
/** Maximum number of candidates for one size. */
const MOST_NUMBERS = 32;
/** Some operators require certain sizes, such as the 4 corners of a box, or the 8 gates in a bias of an LSTM. */
const SMALL = [1, 2, 3, 4, 6, 8];

const keyOf = ([a, b]: Pair): string => `${a}|${b}`;
const fixed = (number: number): Pair => [number, number];
const isOpen = ([a, b]: Pair): boolean => a !== b;

const renumbered = (sizes: Sizes, pair: Pair, choice: 0 | 1): number =>
  (sizes.get(keyOf(pair)) ?? pair)[choice];

const zipped = (a: readonly number[], b: readonly number[]): Pair[] =>
  a.map((item, i) => [item, b[i] as number]);

/** A tensor under both choices. */
type Twin = readonly [InferredValue, InferredValue];

/** The tensors of a value under both choices. */
function twinsOf(name: string, [first, second]: Fitted['worlds']): Twin[] {
  const [a, b] = [first.value(name), second.value(name)];
  if (!a || !b || a.kind !== b.kind) return [];
  return a.tensors.map((tensor, i) => [tensor, b.tensors[i] as InferredValue]);
}

/** The elements of a tensor under both choices. */
function elementsIn([{ elements: own }, { elements: others }]: Twin): Pair[] | undefined {
  return own && others && own.length === others.length ? zipped(own, others) : undefined;
}

const inputsOf = ({ node }: Fitted): string[] =>
  [...new Set(node.inputs)].filter((name) => name !== '');

/** The change of a tensor that gets other sizes. */
function changeOf(twin: Twin, sizes: Sizes, choice: 0 | 1): Change | undefined {
  const { dims: own } = twin[choice];
  const dims = zipped(twin[0].dims, twin[1].dims).map((pair) => renumbered(sizes, pair, choice));
  if (!sameDims(dims, own)) return { dims };
  const elements = elementsIn(twin);
  if (!elements?.some((pair) => sizes.has(keyOf(pair)))) return undefined;
  return { dims, elements: elements.map((pair) => renumbered(sizes, pair, choice)) };
}

/** The changes of a node's inputs. */
function withSizes(of: Fitted, sizes: Sizes, choice: 0 | 1): Changes {
  return new Map(
    inputsOf(of).map((name) => [
      name,
      twinsOf(name, of.worlds).map((twin) => changeOf(twin, sizes, choice)),
    ]),
  );
}

/** Quotients and products of pairs: candidates for a size. */
function combined(numbers: readonly number[]): number[] {
  return numbers.flatMap((a) => numbers.flatMap((b) => [a / b, a * b]));
}

/** The integers in a node's attributes. */
function attributesOf({ node: { attributes } }: Fitted): number[] {
  const kinds = ['int', 'ints'] as const;
  return attributes.names.flatMap((name) =>
    kinds.flatMap((kind) =>
      attributes.kind(name) === kind ? (attributes.find(name, kind) ?? []) : [],
    ),
  );
}

class Search {
  readonly #of: Fitted;
  /** Sizes and elements that depend on symbolic sizes. */
  readonly #open: readonly Pair[];
  /** Candidates for each symbol, the likely ones first. */
  readonly #numbers: readonly number[];
  readonly #likely: number;
  readonly #budget: Budget;
  /** Reasons why sizes do not fit. */
  readonly #messages = new Set<string | undefined>();

  constructor(of: Fitted, budget: Budget) {
    this.#budget = budget;
    this.#of = of;
    const twins = inputsOf(of).flatMap((name) => twinsOf(name, of.worlds));
    const lists = twins.flatMap((twin) => [
      zipped(twin[0].dims, twin[1].dims),
      elementsIn(twin) ?? [],
    ]);
    const open = lists.flat().filter(isOpen);
    this.#open = [...new Map(open.map((pair) => [keyOf(pair), pair])).values()];
    const known = lists.map((pairs) => pairs.filter((pair) => !isOpen(pair)).map(([size]) => size));
    const numbers = new Set([...known.flat(), ...attributesOf(of)].filter(isSize));
    const totals = known.map((sizes) => sizeOf(sizes.filter(isSize)));
    const multiples = [...numbers].flatMap((number) => SMALL.map((times) => times * number));
    // Tensors without elements, or with huge sizes, match only their own sizes.
    const unusual = known.flat().filter(isUnusual);
    const likely = new Set([...SMALL, ...multiples.filter(isSize), ...unusual]);
    this.#likely = likely.size;
    const others = combined([...new Set([...numbers, ...totals])]).filter(isSize);
    this.#numbers = [...new Set([...likely, ...others])].slice(0, MOST_NUMBERS);
  }

  run(errors: readonly (SimdcastError | undefined)[]): Fit {
    if (this.#open.length === 0) return { verdict: 'none' };
    return (
      this.#byTwoSizes() ?? this.#byOneSize() ?? this.#byAllSizes() ?? this.#byCombinations(errors)
    );
  }

  /** Tries to make two sizes equal. */
  #byTwoSizes(): Fit | undefined {
    for (const [i, to] of this.#open.entries())
      for (const from of this.#open.slice(i + 1)) {
        const sizes = new Map([[keyOf(from), to]]);
        if (this.#fits(sizes)) return this.#some(sizes, [from, to]);
      }
    return undefined;
  }

  /** Tries particular numbers for one size. Shapes are inferred if they are the same for all such numbers. */
  #byOneSize(): Fit | undefined {
    for (const from of this.#open) {
      const fitting = this.#numbers.flatMap((number) => {
        const sizes = new Map([[keyOf(from), fixed(number)]]);
        const outcome = this.#fits(sizes);
        return outcome ? [{ number, sizes, outcome }] : [];
      });
      const found = fitting.find(({ number }) => number > 1) ?? fitting[0];
      if (!found) continue;
      const equal = [from, fixed(found.number)] as const;
      const isOne = fitting.every(({ outcome }) => haveSameDims(outcome, found.outcome));
      return isOne ? this.#some(found.sizes, equal) : { verdict: 'some', equal };
    }
    return undefined;
  }

  /** Tries to make all sizes equal, or one number. */
  #byAllSizes(): Fit | undefined {
    const all = (to: Pair): Sizes => new Map(this.#open.map((from) => [keyOf(from), to]));
    const same = all(this.#open[0] as Pair);
    if (this.#fits(same)) return this.#some(same);
    return this.#numbers.some((number) => this.#fits(all(fixed(number))))
      ? { verdict: 'some' }
      : undefined;
  }

  #byCombinations(errors: readonly (SimdcastError | undefined)[]): Fit {
    const most = Math.floor(MOST_COMBINATIONS ** (1 / this.#open.length));
    const base = Math.min(this.#numbers.length, Math.max(most, 2));
    const count = Math.min(base ** this.#open.length, MOST_COMBINATIONS);
    for (let at = 0; at < count && this.#budget.left > 0; at++) {
      const sizes = this.#open.map((from, i): [string, Pair] => {
        const number = this.#numbers[Math.floor(at / base ** i) % base] as number;
        return [keyOf(from), fixed(number)];
      });
      if (this.#fits(new Map(sizes))) return { verdict: 'some' };
    }
    for (const error of errors) this.#messages.add(error?.message);
    // If all sizes give the same message, it does not concern symbolic sizes.
    const isOfAnySize = this.#messages.size === 1;
    const isThorough = base >= this.#likely && this.#budget.left > 0;
    return { verdict: isThorough || isOfAnySize ? 'none' : 'unclear' };
  }

  #some(sizes: Sizes, equal?: readonly [Pair, Pair]): Fit {
    const changes = [withSizes(this.#of, sizes, 0), withSizes(this.#of, sizes, 1)] as const;
    return { verdict: 'some', changes, ...(equal && { equal }) };
  }

  /** The outcome with these sizes; `undefined` if the node cannot run with them. */
  #fits(sizes: Sizes): Outcome | undefined {
    if (this.#budget.left-- <= 0) return undefined;
    const { at, worlds } = this.#of;
    const outcome = worlds[0].attempt(at, withSizes(this.#of, sizes, 0));
    if (!outcome.error || outcome.error.code === 'dynamic_shape') return outcome;
    this.#messages.add(outcome.error.message);
    return undefined;
  }
}

const isSize = (size: number): boolean => Number.isInteger(size) && size > 0 && size < 2 ** 20;
const isUnusual = (size: number): boolean => size === 0 || (size >= 2 ** 20 && size < 2 ** 31);

const haveSameDims = (a: Outcome, b: Outcome): boolean =>
  !a.error &&
  !b.error &&
  a.dims.every((dims, i) => {
    const other = b.dims[i];
    return dims !== undefined && other !== undefined && sameDims(dims, other);
  });

/** Searches for sizes that fit a node, which failed with these errors under the two choices. */
export const fitOf = (
  of: Fitted,
  errors: readonly (SimdcastError | undefined)[],
  budget: Budget,
): Fit => new Search(of, budget).run(errors);
