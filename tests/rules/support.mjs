/** Shared by the rule tests: the exhaustive set, seeded randomness, index arithmetic, reports. */
import assert from 'node:assert/strict';
import { written } from '../oracle/notation.mjs';

export const sizes = [0, 1, 2, 3];

/** The 341 shapes of rank 0 to 4 with sizes 0 to 3. */
export const shapes = (() => {
  const all = [[]];
  let previous = [[]];
  for (let rank = 1; rank <= 4; rank++) {
    previous = previous.flatMap((shape) => sizes.map((size) => [...shape, size]));
    all.push(...previous);
  }
  return all;
})();

/** Every ordered pair of the 341 shapes: 116,281. */
export function* pairs() {
  for (const a of shapes) {
    for (const b of shapes) yield [a, b];
  }
}

/** The test's seed: SEED in the environment, or the number given. */
export function seedOf(fallback) {
  return process.env.SEED === undefined ? fallback : Number(process.env.SEED);
}

/** Uniform numbers in [0, 1) from a 32-bit seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = (random, list) => list[Math.floor(random() * list.length)];

export function shuffled(random, list) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

export const elements = (shape) => shape.reduce((product, size) => product * size, 1);

/** Position of `index` in a dense array of `shape`; the axis listed last varies fastest. */
export function ravel(index, shape) {
  return index.reduce((offset, i, axis) => offset * shape[axis] + i, 0);
}

/** Like `ravel`, for a shape whose first listed axis varies fastest: ncnn's order. */
export function ravelInnermostFirst(index, shape) {
  return index.reduceRight((offset, i, axis) => offset * shape[axis] + i, 0);
}

export const ravelFor = (rule) => (rule === 'ncnn' ? ravelInnermostFirst : ravel);

/** Every index of `shape`; the same array is reused each time. */
export function* indices(shape) {
  if (shape.includes(0)) return;
  const index = new Array(shape.length).fill(0);
  for (;;) {
    yield index;
    let axis = shape.length - 1;
    while (axis >= 0 && ++index[axis] === shape[axis]) index[axis--] = 0;
    if (axis < 0) return;
  }
}

export const sameList = (a, b) =>
  a !== undefined && b !== undefined && a.length === b.length && a.every((x, i) => x === b[i]);

/** Caches the results of a function of a shape or a string; they must not be modified. */
export function remembered(answer) {
  const known = new Map();
  return (about) => {
    const key = String(about);
    if (!known.has(key)) known.set(key, answer(about));
    return known.get(key);
  };
}

export function describeCase(list, options = {}) {
  const { rule = 'multidirectional', ...rest } = options;
  const extra = Object.entries(rest).map(([key, value]) => ` ${key}=${value}`);
  return `${list.map(written).join(' with ')} under ${rule}${extra.join('')}`;
}

/** Collects mismatches; one run lists the first few pairs and the total. */
export class Report {
  /** @param {string} [about] the subject of the report */
  constructor(about) {
    this.#about = about === undefined ? '' : `${about}: `;
  }

  #about;
  #shown = [];
  #count = 0;
  #checked = 0;

  /** @param {string | undefined} problem */
  add(list, options, problem) {
    this.#checked++;
    if (problem === undefined) return;
    this.#count++;
    if (this.#shown.length < 12) this.#shown.push(`${describeCase(list, options)}: ${problem}`);
  }

  /** Fails if there was a mismatch, or if there were fewer cases than `atLeast`. */
  done(atLeast = 1) {
    if (this.#count > 0) {
      assert.fail(
        `${this.#about}${this.#count} of ${this.#checked} differ\n  ${this.#shown.join('\n  ')}`,
      );
    }
    assert.ok(
      this.#checked >= atLeast,
      `${this.#about}only ${this.#checked} cases, expected ${atLeast}`,
    );
  }

  get checked() {
    return this.#checked;
  }
}
