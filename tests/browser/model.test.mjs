/** The model: links between elements under every rule, and the page's offers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';
import { ask, defaultState, engine, model, withOperator, withShapes } from './lib/model.mjs';
import { random } from './lib/random.mjs';

const { createComparisons } = await importModule('model/compare.ts');
const { countPairs } = await importModule('model/count-pairs.ts');

const { operators, operatorNames } = await importModule('state/operators.ts');
const { sourcesOf } = await importModule('data/fill.ts');

/** Two compatible shapes, derived from a result by replacing sizes with 1 and dropping leading axes. */
function legalPair(next) {
  const rank = next(5);
  const full = Array.from({ length: rank }, () => 1 + next(4));
  const thin = () =>
    full.map((size) => (next(3) === 0 ? 1 : size)).slice(next(3) === 0 ? next(rank + 1) : 0);
  return [thin(), thin()];
}

/** The index that NumPy's rule reads, from its definition: right-aligned, 0 along a 1. */
const readIndex = (shape, at) =>
  shape.map((size, d) => (size === 1 ? 0 : at[at.length - shape.length + d]));

describe('500 random legal pairs', () => {
  const seed = 4711;
  test(`the highlighted elements are the sources, and the arithmetic is true (seed ${seed})`, () => {
    const next = random(seed);
    for (let i = 0; i < 500; i += 1) {
      const shapes = legalPair(next);
      const output = engine.broadcastShapes(shapes);
      const at = output.map((size) => next(size));
      const state = { ...withShapes(defaultState, shapes), sel: at };
      const { pointed, operands } = model(state);
      const indices = shapes.map((shape) => readIndex(shape, at));
      assert.deepEqual(
        [...pointed.sources.values()],
        indices,
        `${JSON.stringify(shapes)} at ${at}`,
      );
      const values = indices.map((_, p) => operands[p].cell(at).value);
      const sum = values[0] + values[1];
      const names = indices.map((index, p) => `${'AB'[p]}[${index.join(',')}]`);
      assert.equal(
        pointed.text,
        `C[${at.join(',')}] = ${names.join(' + ')} = ${values.join(' + ')} = ${sum}`,
      );
    }
  });
});

describe('every operator', () => {
  test('takes the types that the page offers for it', () => {
    for (const name of operatorNames) {
      const { types, condition } = operators[name];
      for (const type of types) {
        assert.ok(engine.supports(name, type), `${name} ${type}`);
        const state = { ...withOperator(defaultState, name), type, sel: null };
        const { shapesOnly, trace } = model(state);
        if (trace.ok) assert.equal(shapesOnly, undefined, `${name} ${type}: ${shapesOnly}`);
      }
      assert.ok(condition === undefined || condition < operators[name].least);
    }
  });

  test('shows its arithmetic at a chosen element', () => {
    const expected = {
      Max: [[[4, 1], [3], [1]], 'D[1,2] = max(A[1,0], B[2], C[0]) = max(200, 30, 1) = 200'],
      Where: [[[2, 1], [1, 3], []], 'D[1,2] = where(A[1,0], B[0,2], C[]) = where(○ F, 30, 1) = 1'],
      Greater: [[[4, 1], [3]], 'C[1,2] = A[1,0] > B[2] = 2 > 3 = ○ F'],
      Equal: [[[3, 1], [3]], 'C[1,2] = A[1,0] == B[2] = 2 == 3 = ○ F'],
      Expand: [[[3], [4, 1]], 'C[1,2] = A[2] = 3'],
      Mean: [[[4, 1], [3]], 'C[1,2] = mean(A[1,0], B[2]) = mean(20, 3) = 11.5'],
    };
    for (const [op, [shapes, text]] of Object.entries(expected)) {
      const state = { ...withShapes(withOperator(defaultState, op), shapes), sel: [1, 2] };
      assert.equal(model(state).pointed.text, text);
    }
  });

  test('example values are informative: Equal on 1 to 3 is the identity', () => {
    const state = withShapes(withOperator(defaultState, 'Equal'), [[3, 1], [3]]);
    const { result } = model(state);
    const rows = [0, 1, 2].map((i) => [0, 1, 2].map((j) => result.cell([i, j]).value));
    assert.deepEqual(rows, [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    const mod = model(withShapes(withOperator(defaultState, 'Mod'), [[4, 1], [3]])).result;
    const values = [0, 1, 2, 3].flatMap((i) => [0, 1, 2].map((j) => mod.cell([i, j]).value));
    assert.ok(new Set(values).size > 2, values.join());
  });

  test('PRelu stretches the slope only', () => {
    const state = { ...withOperator(defaultState, 'PRelu') };
    assert.equal(state.rule, 'onnx-uni');
    const growing = withShapes(state, [[4, 1], [3]]);
    assert.equal(model(growing).trace.ok, false);
    const fitting = { ...withShapes(state, [[4, 3], [3]]), sel: [0, 2] };
    assert.equal(model(fitting).pointed.text, 'C[0,2] = prelu(A[0,2], B[2]) = prelu(−30, 3) = −90');
  });
});

describe('ncnn', () => {
  test('is converted to outermost first: axes, shapes, strides and sources', () => {
    const shapes = [[2, 3, 4], [2]];
    const { trace, pointed } = model({
      ...withShapes(defaultState, shapes),
      rule: 'ncnn',
      sel: [1, 2, 3],
    });
    assert.deepEqual(trace.outputShape, [2, 3, 4]);
    assert.deepEqual(trace.operands[1].aligned, [2, 1, 1]);
    assert.deepEqual(trace.operands[1].added, [1, 2]);
    assert.deepEqual(trace.operands[0].strides, [12, 4, 1]);
    assert.deepEqual(
      trace.axes.map(({ axis, fromEnd }) => [axis, fromEnd]),
      [
        [0, -3],
        [1, -2],
        [2, -1],
      ],
    );
    assert.deepEqual(pointed.sources.get(1), [1]);
  });

  test('gives the values of its own kernel', () => {
    const shapes = [[3, 3], [3]];
    const state = { ...withShapes(defaultState, shapes), rule: 'ncnn' };
    const { result } = model(state);
    const [a, b] = sourcesOf(state, [9, 3]).map((source, p) =>
      Float32Array.from({ length: p === 0 ? 9 : 3 }, (_, i) => source(i)),
    );
    const own = engine.ncnn('ADD', { data: a, dims: [3, 3] }, { data: b, dims: [3] });
    const drawn = Array.from(
      { length: 9 },
      (_, i) => result.cell([Math.floor(i / 3), i % 3]).value,
    );
    assert.deepEqual(drawn, [...own.data]);
  });

  test('offers repairs that hold, in the order of the page', () => {
    const shapes = [
      [197, 768],
      [1, 197, 768],
    ];
    const { fixes } = ask.align(shapes, { rule: 'ncnn' });
    const [first] = fixes.filter(({ kind }) => kind === 'unsqueeze');
    assert.deepEqual(first.shape, [1, 197, 768]);
    const { ok, outputShape } = ask.align([first.shape, shapes[1]], { rule: 'ncnn' });
    assert.equal(ok, true);
    assert.deepEqual(outputShape, first.outputShape);
  });
});

describe('the rules side by side', async () => {
  const { lanes, difference } = createComparisons(engine);
  const relations = (shapes) =>
    lanes(withShapes(defaultState, shapes)).map(({ key, relation, trace }) =>
      [key, relation ?? (trace.ok ? 'first' : 'refused')].join(': '),
    );

  test('say how each relates to NumPy', () => {
    assert.deepEqual(relations([[3, 3], [3]]), [
      'numpy: first',
      'uni: identical',
      'legacy: identical',
      'ncnn: other alignment',
      'appended: other alignment',
    ]);
    assert.equal(relations([[3], [3, 1]])[3], 'ncnn: other shape');
    assert.equal(relations([[4, 1], [3]])[1], 'uni: refused');
  });

  test('the difference is in the elements off the diagonal', () => {
    const state = withShapes(defaultState, [[3, 3], [3]]);
    const lane = lanes(state).find(({ key }) => key === 'ncnn');
    const { unequal } = difference(state, lane);
    assert.deepEqual([...unequal].toSorted(), ['0,1', '0,2', '1,0', '1,2', '2,0', '2,1']);
  });

  test('the counts of all 14,400 pairs', async () => {
    assert.deepEqual(await countPairs(engine), {
      pairs: 14_400,
      both: 5276,
      identical: 3620,
      otherAlignment: 344,
      otherShape: 1312,
    });
  });
});

describe('the steps', () => {
  test('a conflict stops the player where the 1s are there', () => {
    assert.equal(model(withShapes(defaultState, [[3, 4], [3]])).reaches, 2);
    assert.equal(model({}).reaches, 4);
  });

  test('a link to a step that these shapes do not reach is at the last that they do', () => {
    assert.equal(model({ ...withShapes(defaultState, [[3, 4], [3]]), step: 4 }).step, 2);
    assert.equal(model({ step: 4 }).step, 4);
  });
});

describe('typed values', () => {
  test('are computed with, and survive another shape by being cut or padded with 0', () => {
    const typed = {
      ...withShapes(defaultState, [[4, 1], [3]]),
      values: [[1.5, Number.NaN, 3, 4], null],
    };
    assert.equal(model(typed).result.cell([0, 0]).value, 2.5);
    assert.equal(model(typed).result.cell([1, 0]).value, Number.NaN);
    assert.deepEqual(withShapes(typed, [[2, 1], [3]]).values[0], [1.5, Number.NaN]);
    assert.deepEqual(withShapes(typed, [[6], [3]]).values[0], [1.5, Number.NaN, 3, 4, 0, 0]);
    assert.equal(withShapes(typed, [[60, 60], [3]]).values[0], null);
  });
});

describe('random edits', () => {
  // Plans are cached per shapes, up to a number that the engine chooses.
  test('stop growing the memory of the engine', (t) => {
    const seed = 31;
    t.diagnostic(`seed ${seed}`);
    const next = random(seed);
    const shape = () => Array.from({ length: next(5) }, () => next(6));
    const edit = () => {
      const { result } = model(withShapes(defaultState, [shape(), shape()]));
      if (result?.stored) assert.ok(result.cell(result.shape.map(() => 0)).value !== undefined);
    };
    for (let i = 0; i < 5000; i += 1) edit();
    const before = engine.memory();
    for (let i = 0; i < 1000; i += 1) edit();
    assert.deepEqual(engine.memory(), before);
  });
});
