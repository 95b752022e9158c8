/** The fixes that the page's fix finder considers (demo 7.8), found without the engine. */
import { oracle } from '../oracle/rules.mjs';
import { elements, remembered } from './support.mjs';

const insert = (shape, at) => [...shape.slice(0, at), 1, ...shape.slice(at)];
const positions = (length) => Array.from({ length }, (_, i) => i);

/** A leading 1 is not a separate fix (demo 7.8). */
const unsqueezed = (shape) => positions(shape.length).map((i) => insert(shape, i + 1));

/** The permutations that move one axis, then those that swap two. */
function orders(rank) {
  const axes = positions(rank);
  const moved = axes.flatMap((from) =>
    axes.map((to) => {
      const rest = axes.filter((axis) => axis !== from);
      return [...rest.slice(0, to), from, ...rest.slice(to)];
    }),
  );
  const swapped = axes.flatMap((i) =>
    axes.map((j) => axes.map((axis) => (axis === i ? j : axis === j ? i : axis))),
  );
  return [
    ...moved.map((order) => ({ order, edits: 1 })),
    ...swapped.map((order) => ({ order, edits: 2 })),
  ];
}

/** The elements that a permutation moves: none if only axes of size 1 move. */
export function movedBy(shape, order) {
  const kept = order.filter((axis) => shape[axis] !== 1);
  const isSorted = kept.every((axis, i) => i === 0 || kept[i - 1] < axis);
  return isSorted ? 0 : elements(shape);
}

const transposed = (shape) =>
  orders(shape.length).map(({ order, edits }) => ({
    changed: order.map((axis) => shape[axis]),
    moved: movedBy(shape, order),
    edits,
  }));

const squeezed = (shape) =>
  shape.flatMap((size, i) => (size === 1 ? [shape.filter((_, k) => k !== i)] : []));

/** Among changes to the same shape, only the cheapest can be the best. */
function cheapest(changes) {
  const costs = ({ moved = 0, edits }) => [moved, edits];
  const byShape = new Map();
  for (const change of changes) {
    const key = String(change.changed);
    const known = byShape.get(key);
    if (!known || compareRanks(costs(change), costs(known)) < 0) byShape.set(key, change);
  }
  return [...byShape.values()];
}

/** The reshapes and permutations of a shape, cached, because there are few shapes. */
const ownChanges = remembered((shape) => {
  const one = unsqueezed(shape);
  return cheapest([
    ...one.map((changed) => ({ changed, edits: 1 })),
    ...one.flatMap(unsqueezed).map((changed) => ({ changed, edits: 2 })),
    ...transposed(shape),
    ...squeezed(shape).map((changed) => ({ changed, edits: 1 })),
  ]);
});

const changes = (shape, other) =>
  elements(shape) === elements(other)
    ? [...ownChanges(shape), { changed: other, edits: 1, pairsOthers: true }]
    : ownChanges(shape);

function operandChanges(shapes, options) {
  const [a, b] = shapes;
  return [
    ...changes(a, b).map((change) => ({ ...change, shapes: [change.changed, b], options })),
    ...changes(b, a).map((change) => ({ ...change, shapes: [a, change.changed], options })),
  ];
}

function parameterChanges([a, b], options) {
  const found = [];
  if (options.rule === 'unidirectional') found.push({ shapes: [b, a], options, edits: 1 });
  if (options.rule === 'legacy') {
    for (let axis = 0; axis + b.length <= a.length; axis++) {
      found.push({ shapes: [a, b], options: { ...options, axis }, edits: 1 });
    }
  }
  return found;
}

/**
 * The number of elements of a shape, with 2 instead of 0: a 1 is repeated along an axis of size 0 too, which
 * a count of 0 would hide.
 */
const weight = (shape) => elements(shape.map((size) => (size === 0 ? 2 : size)));

/** Whether every operand is repeated: the result, unless it is empty, has more elements than each. */
export const grows = (shapes, output) => shapes.every((shape) => weight(shape) < weight(output));

const highestRank = (shapes) => Math.max(...shapes.map((shape) => shape.length));

/**
 * The cost of a fix, most important first: growth, elements of the result, more axes than any operand, other
 * pairs, elements to move, edits.
 * @param {{shapes: number[][], moved?: number, pairsOthers?: boolean, edits: number}} repair `shapes` are
 *    those after the fix
 */
export const rankOf = (before, { shapes, moved = 0, pairsOthers = false, edits }, output) => [
  Number(grows(shapes, output)),
  elements(output),
  Number(output.length > highestRank(before)),
  Number(pairsOthers),
  moved,
  edits,
];

export function compareRanks(a, b) {
  const at = a.findIndex((key, i) => key !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The best rank among the candidates that the oracle accepts, or undefined without one. */
export function bestRank(shapes, options) {
  let best;
  for (const candidate of [
    ...operandChanges(shapes, options),
    ...parameterChanges(shapes, options),
  ]) {
    const answer = oracle(candidate.shapes, candidate.options);
    if (!answer.ok) continue;
    const rank = rankOf(shapes, candidate, answer.shape);
    if (best === undefined || compareRanks(rank, best) < 0) best = rank;
  }
  return best;
}
