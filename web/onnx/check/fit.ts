/**
 * Whether a node that cannot run with the numbers chosen for symbolic sizes could run with others: two sizes
 * with different names may be equal, and a size may have to be a multiple, or a particular number.
 */
import { sameDims, sizeOf } from '../../base/dims.js';
import type { SimdcastError } from '../../base/errors.js';
import type { Lowering } from '../../graph/lowering.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import {
  type AnyValue,
  isBuiltAlike,
  tensorsIn,
  withTensors,
} from '../../operators/containers/values.js';
import type { BoundNode } from '../session/bind.js';
import { constantOf } from './elements.js';
import type { Pair } from './symbols.js';

/** The inputs of a node by name, whose new constants a lowering owns. */
export type Inputs = (lowering: Lowering) => ReadonlyMap<string, AnyValue>;

/** The result of lowering a node. */
export interface Outcome {
  readonly error: SimdcastError | undefined;
  /** The shapes of the outputs that are tensors. */
  readonly dims: readonly (readonly number[] | undefined)[];
}

/** The values of a model under one choice of its symbolic sizes. */
export interface Choosing {
  readonly values: ReadonlyMap<string, AnyValue>;
  elements(value: Value): readonly number[] | undefined;
  /** Lowers a node with these inputs and discards the result. */
  attempt(bound: BoundNode, inputs: Inputs): Outcome;
}

export type Choices = readonly [Choosing, Choosing];

export interface Fit {
  /** Whether some sizes fit, none does, or there were too many combinations to try. */
  readonly verdict: 'some' | 'none' | 'unclear';
  /** A size, and the sizes that it may have to equal. */
  readonly equal?: readonly [Pair, Pair];
  /** The inputs under each choice with which the shapes of the outputs can be inferred. */
  readonly inputs?: readonly [Inputs, Inputs];
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
type Twin = readonly [Value, Value];

/** The tensors of a value under both choices. */
function twinsOf(name: string, [first, second]: Choices): Twin[] {
  const [a, b] = [first.values.get(name), second.values.get(name)];
  if (!a || !b || !isBuiltAlike(a, b)) return [];
  const others = tensorsIn(b);
  return tensorsIn(a).map((tensor, i) => [tensor, others[i] as Value]);
}

/** The elements of a tensor under both choices. */
function elementsIn([a, b]: Twin, [first, second]: Choices): Pair[] | undefined {
  const [own, others] = [first.elements(a), second.elements(b)];
  return own && others && own.length === others.length ? zipped(own, others) : undefined;
}

/** The inputs of a node with other sizes. */
function withSizes({ node }: BoundNode, choices: Choices, sizes: Sizes, choice: 0 | 1): Inputs {
  const change = (lowering: Lowering, twin: Twin): Value => {
    const value = twin[choice];
    const dims = zipped(twin[0].dims, twin[1].dims).map((pair) => renumbered(sizes, pair, choice));
    const elements = elementsIn(twin, choices);
    if (!sameDims(dims, value.dims)) {
      const changed = { type: value.type, dims };
      return { ...changed, storage: new Storage('input', bytesOfValue(changed)) };
    }
    if (!elements?.some((pair) => sizes.has(keyOf(pair)))) return value;
    return constantOf(
      lowering,
      value,
      elements.map((pair) => renumbered(sizes, pair, choice)),
    );
  };
  return (lowering) => {
    const names = [...new Set(node.inputs)].filter((name) => name !== '');
    return new Map(
      names.flatMap((name): [string, AnyValue][] => {
        const value = choices[choice].values.get(name);
        const twins = twinsOf(name, choices);
        if (!value || twins.length === 0) return [];
        let next = 0;
        return [[name, withTensors(value, () => change(lowering, twins[next++] as Twin))]];
      }),
    );
  };
}

/** Quotients and products of pairs: candidates for a size. */
function combined(numbers: readonly number[]): number[] {
  return numbers.flatMap((a) => numbers.flatMap((b) => [a / b, a * b]));
}

/** The integers in a node's attributes. */
function attributesOf({ node: { attributes } }: BoundNode): number[] {
  const kinds = ['int', 'ints'] as const;
  return attributes.names.flatMap((name) =>
    kinds.flatMap((kind) =>
      attributes.kind(name) === kind ? (attributes.find(name, kind) ?? []) : [],
    ),
  );
}

class Search {
  readonly #bound: BoundNode;
  readonly #choices: Choices;
  /** Sizes and elements that depend on symbolic sizes. */
  readonly #open: readonly Pair[];
  /** Candidates for each symbol, the likely ones first. */
  readonly #numbers: readonly number[];
  readonly #likely: number;
  readonly #budget: Budget;
  /** Reasons why sizes do not fit. */
  readonly #messages = new Set<string | undefined>();

  constructor(bound: BoundNode, choices: Choices, budget: Budget) {
    this.#budget = budget;
    this.#bound = bound;
    this.#choices = choices;
    const twins = [...new Set(bound.node.inputs)].flatMap((name) => twinsOf(name, choices));
    const lists = twins.flatMap((twin) => [
      zipped(twin[0].dims, twin[1].dims),
      elementsIn(twin, choices) ?? [],
    ]);
    const open = lists.flat().filter(isOpen);
    this.#open = [...new Map(open.map((pair) => [keyOf(pair), pair])).values()];
    const known = lists.map((pairs) => pairs.filter((pair) => !isOpen(pair)).map(([size]) => size));
    const numbers = new Set([...known.flat(), ...attributesOf(bound)].filter(isSize));
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
    const inputs = ([0, 1] as const).map((choice) =>
      withSizes(this.#bound, this.#choices, sizes, choice),
    ) as [Inputs, Inputs];
    return { verdict: 'some', inputs, ...(equal && { equal }) };
  }

  /** The outcome with these sizes; `undefined` if the node cannot run with them. */
  #fits(sizes: Sizes): Outcome | undefined {
    if (this.#budget.left-- <= 0) return undefined;
    const inputs = withSizes(this.#bound, this.#choices, sizes, 0);
    const outcome = this.#choices[0].attempt(this.#bound, inputs);
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
  bound: BoundNode,
  errors: readonly (SimdcastError | undefined)[],
  choices: Choices,
  budget: Budget,
): Fit => new Search(bound, choices, budget).run(errors);
