/** The examples of the gallery, compared with their table. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, decode, encode, model, presets } from './lib/model.mjs';

/** From the specification of the page: shapes, NumPy's result, ncnn's result. */
const table = [
  ['P01', '(4,) ()', '(4,)', '(4,)'],
  ['P02', '(4,3) (3,)', '(4,3)', '(4,3)'],
  ['P03', '(4,1) (3,)', '(4,3)', '(4,3)'],
  ['P04', '(8,1,6,1) (7,1,5)', '(8,7,6,5)', 'conflict'],
  ['P05', '(256,256,3) (3,)', '(256,256,3)', '(256,256,3)'],
  ['P06', '(3,4) (3,)', 'conflict', '(3,4)'],
  ['P07', '(3,4) (3,1)', '(3,4)', '(3,4)'],
  ['P08', '(3,3) (3,)', '(3,3)', '(3,3)'],
  ['P09', '(77,1) (77,)', '(77,77)', '(77,1)'],
  ['P10', '(2,3,4) (2,)', 'conflict', '(2,3,4)'],
  ['P11', '(2,3,4) (2,1,1)', '(2,3,4)', '(2,3,4)'],
  ['P12', '(2,256,256) (2,1,256,256)', '(2,2,256,256)', '(2,256,256,256)'],
  ['P13', '(197,768) (1,197,768)', '(1,197,768)', 'conflict'],
  ['P14', '(5,2) (2,)', '(5,2)', '(5,2)'],
  ['P15', '(2,3,4,5) (3,4)', 'conflict', 'conflict'],
  ['P16', '(4,5) (2,3,4,5)', '(2,3,4,5)', 'conflict'],
  ['P17', '(0,3) (1,3)', '(0,3)', 'conflict'],
  ['P18', '(2,0) (2,)', 'conflict', 'conflict'],
  ['P19', '(2,1) (1,3) ()', '(2,3)', undefined],
  ['P20', '(5,1) (1,6) (6,) ()', '(5,6)', undefined],
  ['P21', '(60000,1) (60000,)', '(60000,60000)', '(60000,1)'],
  ['P22', '(5,1,3) (10,3)', '(5,10,3)', 'conflict'],
];

const written = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(',')})`);
const outcome = ({ outputShape }) => (outputShape ? written(outputShape) : 'conflict');

describe('the examples', () => {
  test('are those of the table, in its order', () => {
    assert.deepEqual(
      presets.map(({ id, state }) => [id, state.shapes.map(written).join(' ')]),
      table.map(([id, shapes]) => [id, shapes]),
    );
  });

  for (const [id, shapes, numpy, ncnn] of table) {
    test(`${id} ${shapes} gives ${numpy} in NumPy, ${ncnn ?? 'nothing to say'} in ncnn`, () => {
      const { state } = presets.find((preset) => preset.id === id);
      assert.equal(outcome(ask.align(state.shapes)), numpy);
      if (ncnn) assert.equal(outcome(ask.align(state.shapes, { rule: 'ncnn' })), ncnn);
    });
  }

  test('only legacy accepts P15', () => {
    const { state } = presets.find(({ id }) => id === 'P15');
    assert.deepEqual(model(state).trace.outputShape, [2, 3, 4, 5]);
  });

  test('P08: ncnn puts B on the other axis', () => {
    const placed = (ruling) => ask.align([[3, 3], [3]], ruling).operands[1].aligned;
    assert.deepEqual(placed({}), [1, 3]);
    assert.deepEqual(placed({ rule: 'ncnn' }), [3, 1]);
  });

  test('P13: ncnn itself would return what it does not check', () => {
    const { warnings } = ask.align(
      [
        [197, 768],
        [1, 197, 768],
      ],
      { rule: 'ncnn' },
    );
    const unchecked = warnings.find(({ code }) => code === 'ncnn_unchecked');
    assert.match(unchecked.text, /\(197,768,768\)/);
  });

  test('each has a link that leads to it', () => {
    for (const { id, state } of presets) {
      assert.deepEqual(decode(encode(state)), { state }, id);
    }
  });
});

describe('warnings of legal results', () => {
  const loud = ['outer_product', 'square_trap', 'big_result'];
  const expected = {
    P08: ['square_trap'],
    P09: ['outer_product'],
    P12: ['outer_product'],
    P21: ['big_result', 'outer_product'],
  };
  const quiet = ['P01', 'P02', 'P03', 'P04', 'P05', 'P07', 'P11', 'P17', 'P19', 'P20', 'P22'];
  for (const id of [...quiet, ...Object.keys(expected)]) {
    test(`${id}: ${expected[id]?.join(' and ') ?? 'none'}`, () => {
      const { state } = presets.find((preset) => preset.id === id);
      const codes = model(state)
        .trace.warnings.map(({ code }) => code)
        .filter((code) => loud.includes(code));
      assert.deepEqual(codes.toSorted(), expected[id] ?? []);
    });
  }
});

describe('memory', () => {
  const figures = {
    P03: [28n, 96n, 48n],
    P05: [786_444n, 1_572_864n, 786_432n],
    P21: [480_000n, 28_800_000_000n, 14_400_000_000n],
  };
  for (const [id, [stored, ifCopied, output]] of Object.entries(figures)) {
    test(`${id}: the sums of elements times size`, () => {
      const { state } = presets.find((preset) => preset.id === id);
      const { memory } = model(state).trace;
      assert.deepEqual([memory.stored, memory.ifCopied, memory.output].map(BigInt), [
        stored,
        ifCopied,
        output,
      ]);
    });
  }

  test('is right for every width', () => {
    const types = { uint8: 1n, float16: 2n, float32: 4n, float64: 8n };
    const elements = (shape) => shape.reduce((all, size) => all * BigInt(size), 1n);
    for (const { state } of presets) {
      for (const [type, width] of Object.entries(types)) {
        const { memory, outputShape } = ask.align(state.shapes, {}, { type });
        const stored = state.shapes.reduce((sum, shape) => sum + elements(shape), 0n);
        assert.equal(BigInt(memory.stored), stored * width);
        if (!outputShape) continue;
        const output = elements(outputShape);
        assert.equal(BigInt(memory.output), output * width);
        assert.equal(BigInt(memory.ifCopied), output * width * BigInt(state.shapes.length));
      }
    }
  });
});
