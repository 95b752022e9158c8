/** The repairs that the page's fix finder considers (demo 7.8), found without the engine. */
import { oracle } from '../oracle/rules.mjs';
import { elements } from './support.mjs';

const insert = (shape, at) => [...shape.slice(0, at), 1, ...shape.slice(at)];
const positions = (length) => Array.from({ length }, (_, i) => i);

/** A leading 1 is not a repair of its own (demo 7.8). */
const unsqueezed = (shape) => positions(shape.length).map((i) => insert(shape, i + 1));

function transposed(shape) {
  return positions(shape.length).flatMap((i) =>
    positions(i).map((j) => {
      const copy = [...shape];
      [copy[i], copy[j]] = [copy[j], copy[i]];
      return copy;
    }),
  );
}

const squeezed = (shape) =>
  shape.flatMap((size, i) => (size === 1 ? [shape.filter((_, k) => k !== i)] : []));

function changes(shape, other) {
  const one = unsqueezed(shape);
  return [
    ...one.map((changed) => ({ changed, edits: 1 })),
    ...one.flatMap(unsqueezed).map((changed) => ({ changed, edits: 2 })),
    ...transposed(shape).map((changed) => ({ changed, edits: 1 })),
    ...squeezed(shape).map((changed) => ({ changed, edits: 1 })),
    ...(elements(shape) === elements(other) ? [{ changed: other, edits: 1 }] : []),
  ];
}

function operandChanges(shapes, options) {
  const [a, b] = shapes;
  return [
    ...changes(a, b).map(({ changed, edits }) => ({ shapes: [changed, b], options, edits })),
    ...changes(b, a).map(({ changed, edits }) => ({ shapes: [a, changed], options, edits })),
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

/** Whether the result has more elements than every operand. */
export const grows = (shapes, output) =>
  shapes.every((shape) => elements(shape) < elements(output));

/** [growth, elements, edits] of a repair: the ranking's first three keys. */
export const rankOf = (shapes, output, edits) => [
  Number(grows(shapes, output)),
  elements(output),
  edits,
];

export function compareRanks(a, b) {
  const at = a.findIndex((key, i) => key !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The best rank among the candidates that the oracle accepts, or undefined without one. */
export function bestRank(shapes, options) {
  const ranks = [...operandChanges(shapes, options), ...parameterChanges(shapes, options)].flatMap(
    (candidate) => {
      const answer = oracle(candidate.shapes, candidate.options);
      return answer.ok ? [rankOf(candidate.shapes, answer.shape, candidate.edits)] : [];
    },
  );
  return ranks.sort(compareRanks)[0];
}
