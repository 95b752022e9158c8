/** Every repair the engine offers, applied, and judged by the oracle. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { oracle } from '../oracle/rules.mjs';
import { bestRank, compareRanks, grows, movedBy, rankOf } from './candidates.mjs';
import { elements, pairs, pick, Report, randomFrom, sameList, seedOf, sizes } from './support.mjs';

const sc = await load();
const seed = seedOf(88);

/** Two where two axes have changed places that are not neighbours, one where one has moved. */
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

/** The shapes and options after the repair. */
function applied(shapes, options, fix) {
  if (fix.kind === 'swapOperands') return { shapes: [...shapes].reverse(), options };
  if (fix.kind === 'setAxis') return { shapes, options: { ...options, axis: fix.argument[0] } };
  return { shapes: shapes.map((shape, k) => (k === fix.operand ? fix.shape : shape)), options };
}

/** `argument` says the same change as `shape`. */
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

function checkBest(shapes, options, fixes) {
  const best = bestRank(shapes, options);
  if (best === undefined) return undefined;
  if (fixes.length === 0) return `offers nothing; the best candidate ranks [${best}]`;
  const first = fullRank(shapes, options, fixes[0]);
  return compareRanks(first, best) > 0 ? `offers [${first}] first, [${best}] exists` : undefined;
}

function checkFixes(shapes, options, fixes) {
  for (const fix of fixes) {
    const problem = checkFix(shapes, options, fix);
    if (problem !== undefined) return `${fix.kind} ${fix.operand} to (${fix.shape}) ${problem}`;
  }
  const seen = new Set(
    fixes.map((fix) => JSON.stringify([fix.kind, fix.operand, fix.argument, fix.shape])),
  );
  if (seen.size < fixes.length) return 'offers a repair twice';
  return checkOrder(shapes, options, fixes);
}

const cases = [
  { rule: 'multidirectional' },
  { rule: 'unidirectional' },
  { rule: 'ncnn' },
  { rule: 'legacy' },
  { rule: 'legacy', axis: 1 },
  { rule: 'legacy', axis: -2 },
];

const title = ({ rule, axis }) => (axis === undefined ? rule : `${rule} axis=${axis}`);

describe('every repair of every failing pair', () => {
  for (const options of cases) {
    it(`${title(options)}: accepted, as promised, in the documented order`, () => {
      const report = new Report();
      for (const pair of pairs()) {
        const { ok, fixes } = sc.align(pair, options);
        if (!ok) report.add(pair, options, checkFixes(pair, options, fixes));
      }
      report.done(1000);
    });
  }
});

describe('the first repair is the best of the documented candidates', () => {
  for (const rule of ['multidirectional', 'unidirectional', 'ncnn', 'legacy']) {
    const options = { rule };
    it(title(options), (t) => {
      t.diagnostic(`seed ${seed}`);
      const random = randomFrom(seed);
      const report = new Report();
      for (const pair of pairs()) {
        if (random() > 0.15 || oracle(pair, options).ok) continue;
        report.add(pair, options, checkBest(pair, options, sc.align(pair, options).fixes));
      }
      report.done(1000);
    });
  }
});

describe('repairs of triples and quadruples', () => {
  it('are accepted, as promised', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const report = new Report();
    for (let i = 0; i < 4000; i++) {
      const list = Array.from({ length: 3 + (i % 2) }, () =>
        Array.from({ length: Math.floor(random() * 4) }, () => pick(random, sizes)),
      );
      const { ok, fixes } = sc.align(list);
      if (!ok) report.add(list, {}, checkFixes(list, {}, fixes));
    }
    report.done(1000);
  });
});

describe('the worked outputs of demo 7.8', () => {
  const offered = (shapes) =>
    sc.align(shapes).fixes.map(({ kind, operand, shape, outputShape, grows: growth }) => ({
      kind,
      operand,
      shape,
      outputShape,
      grows: growth,
    }));

  it('(3,4) + (3): B as (3,1), A transposed, then A as (3,4,1), which grows', () => {
    assert.deepEqual(offered(shapesIn('(3,4) + (3)')).slice(0, 3), [
      { kind: 'unsqueeze', operand: 1, shape: [3, 1], outputShape: [3, 4], grows: false },
      { kind: 'transpose', operand: 0, shape: [4, 3], outputShape: [4, 3], grows: false },
      { kind: 'unsqueeze', operand: 0, shape: [3, 4, 1], outputShape: [3, 4, 3], grows: true },
    ]);
  });
  for (const [operands, shape] of [
    ['(8,3,200,300) + (3)', [3, 1, 1]],
    ['(32,64,56,56) + (64)', [64, 1, 1]],
    ['(2,16,64) + (2)', [2, 1, 1]],
    ['(8,12,128,128) + (8,128)', [8, 1, 1, 128]],
    ['(2,16,64) + (16)', [16, 1]],
  ]) {
    it(`${operands}: B is reshaped, as nothing moves then`, () => {
      const [first] = offered(shapesIn(operands));
      assert.deepEqual([first.operand, first.shape], [1, shape]);
    });
  }
  it('(8,3,200,300) + (3): of transposes the one that keeps the other axes in order', () => {
    const { fixes } = sc.align(shapesIn('(8,3,200,300) + (3)'));
    const orders = fixes.filter(({ kind }) => kind === 'transpose').map((fix) => fix.argument);
    assert.deepEqual(orders, [[0, 2, 3, 1]]);
  });
  it('(2,3,4) + (2,3): B as (2,3,1)', () => {
    assert.deepEqual(offered(shapesIn('(2,3,4) + (2,3)'))[0], {
      kind: 'unsqueeze',
      operand: 1,
      shape: [2, 3, 1],
      outputShape: [2, 3, 4],
      grows: false,
    });
  });
  it('(2,3) + (3,2): transpose either', () => {
    const [one, two] = offered(shapesIn('(2,3) + (3,2)'));
    assert.deepEqual([one.kind, two.kind], ['transpose', 'transpose']);
    assert.deepEqual([one.operand, two.operand].sort(), [0, 1]);
    assert.ok(!one.grows && !two.grows);
  });
  for (const shapes of [shapesIn('(3) + (4)'), shapesIn('(2,1) + (8,4,3)')]) {
    it(`(${shapes.join(') + (')}): only growth`, () => {
      const fixes = offered(shapes);
      assert.ok(fixes.length > 0);
      assert.ok(fixes.every((fix) => fix.grows));
    });
  }
  it('legacy: (2,3,4,5) with (3,4) needs axis=1', () => {
    const { fixes } = sc.align(shapesIn('(2,3,4,5) + (3,4)'), { rule: 'legacy' });
    const setAxis = fixes.find((fix) => fix.kind === 'setAxis');
    assert.deepEqual(setAxis.argument, [1]);
  });
  it('unidirectional: (4,5) to (2,3,4,5) needs the operands swapped', () => {
    const { fixes } = sc.align(shapesIn('(4,5) + (2,3,4,5)'), { rule: 'unidirectional' });
    assert.ok(fixes.some((fix) => fix.kind === 'swapOperands'));
  });
});
