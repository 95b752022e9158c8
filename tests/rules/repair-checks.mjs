/** The contract of a fix, checked by the oracle: accepted, as described, in the documented order. */
import { oracle } from '../oracle/rules.mjs';
import { bestRank, compareRanks, grows, movedBy, rankOf } from './candidates.mjs';
import { elements, sameList } from './support.mjs';

/** Two if non-adjacent axes were swapped, one if an axis was moved. */
function editsOfOrder(order) {
  const moved = order.findIndex((axis, i) => axis !== i);
  const rest = (axis) => order.filter((other) => other !== axis);
  const isSorted = (list) => list.every((axis, i) => i === 0 || list[i - 1] < axis);
  return [moved, order[moved]].some((axis) => isSorted(rest(axis))) ? 1 : 2;
}

const edits = {
  unsqueeze: ({ argument }) => argument.length,
  transpose: ({ argument }) => editsOfOrder(argument),
};

const editsOf = (fix) => edits[fix.kind]?.(fix) ?? 1;

/** ONNX Unsqueeze: the axes count in the changed shape. */
function unsqueeze(shape, axes) {
  const rest = [...shape];
  const rank = shape.length + axes.length;
  return Array.from({ length: rank }, (_, i) => (axes.includes(i) ? 1 : rest.shift()));
}

const changed = {
  unsqueeze: (shape, { argument }) => unsqueeze(shape, argument),
  squeeze: (shape, { argument }) => shape.filter((_, i) => !argument.includes(i)),
  transpose: (shape, { argument }) => argument.map((i) => shape[i]),
  reshape: (_, fix) => fix.shape,
};

/** The shapes and options after the fix. */
function applied(shapes, options, fix) {
  if (fix.kind === 'swapOperands') return { shapes: [...shapes].reverse(), options };
  if (fix.kind === 'setAxis') return { shapes, options: { ...options, axis: fix.argument[0] } };
  return { shapes: shapes.map((shape, k) => (k === fix.operand ? fix.shape : shape)), options };
}

/** `argument` describes the same change as `shape`. */
function checkArgument(shapes, fix) {
  const change = changed[fix.kind];
  if (change === undefined) return undefined;
  const before = shapes[fix.operand];
  if (!sameList(change(before, fix), fix.shape)) return `${fix.argument} is not ${fix.shape}`;
  if (elements(before) !== elements(fix.shape)) return `${fix.shape} has another count`;
  if (fix.kind !== 'squeeze') return undefined;
  return fix.argument.every((i) => before[i] === 1) ? undefined : 'squeezes an axis that is not 1';
}

function checkFix(shapes, options, fix) {
  const after = applied(shapes, options, fix);
  const answer = oracle(after.shapes, after.options);
  if (!answer.ok) return 'is refused by the rule';
  if (!sameList(answer.shape, fix.outputShape)) return `gives ${answer.shape}`;
  if (fix.grows !== grows(after.shapes, answer.shape)) return `grows is ${fix.grows}`;
  return checkArgument(shapes, fix);
}

function fullRank(shapes, options, fix) {
  const repair = {
    shapes: applied(shapes, options, fix).shapes,
    moved: fix.kind === 'transpose' ? movedBy(shapes[fix.operand], fix.argument) : 0,
    pairsOthers: fix.kind === 'reshape',
    edits: editsOf(fix),
  };
  return rankOf(shapes, repair, fix.outputShape);
}

function checkOrder(shapes, options, fixes) {
  const ranked = fixes.map((fix) => ({ fix, rank: fullRank(shapes, options, fix) }));
  for (let i = 1; i < ranked.length; i++) {
    const order = compareRanks(ranked[i - 1].rank, ranked[i].rank);
    if (order > 0) return `fix ${i} ranks before fix ${i - 1}`;
  }
  return undefined;
}

/** No documented candidate ranks before the first fix. */
export function checkBest(shapes, options, fixes) {
  const best = bestRank(shapes, options);
  if (best === undefined) return undefined;
  if (fixes.length === 0) return `offers nothing; the best candidate ranks [${best}]`;
  const first = fullRank(shapes, options, fixes[0]);
  return compareRanks(first, best) > 0 ? `offers [${first}] first, [${best}] exists` : undefined;
}

/** @returns {string | undefined} the fault of the fixes of incompatible shapes */
export function checkFixes(shapes, options, fixes) {
  for (const fix of fixes) {
    const problem = checkFix(shapes, options, fix);
    if (problem !== undefined) return `${fix.kind} ${fix.operand} to (${fix.shape}) ${problem}`;
  }
  const seen = new Set(
    fixes.map(
      ({ kind, operand, argument, shape }) => `${kind} ${operand} (${argument}) (${shape})`,
    ),
  );
  if (seen.size < fixes.length) return 'offers a repair twice';
  return checkOrder(shapes, options, fixes);
}
