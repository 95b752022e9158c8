/** The module of the page's figures: the same answers as the whole engine, and nothing that it lacks. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { load as loadPlay } from '../../dist/broadcasting.js';
import { load as loadWhole } from '../../dist/external.js';
import { importModule } from '../browser/lib/build.mjs';

const [play, whole] = await Promise.all([loadPlay(), loadWhole()]);
const moduleOf = async (name) =>
  WebAssembly.compile(await readFile(new URL(`../../dist/${name}.wasm`, import.meta.url)));

const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  uint8: Uint8Array,
  bool: Uint8Array,
};
/** The operators of the page. */
const { operators } = await importModule('state/operators.ts');

/** Shapes whose runs are long, short, repeated, transposed in effect, and empty; the last is the largest. */
const SHAPES = [
  [[4, 3], [3]],
  [
    [4, 1],
    [1, 5],
  ],
  [[], [7]],
  [
    [2, 1, 33],
    [5, 1],
  ],
  [
    [3, 0],
    [1, 1],
  ],
  [
    [2, 3, 4, 1, 2],
    [3, 1, 5, 1],
  ],
  [[129], [129]],
];
/** PRelu's slope may not enlarge the result. */
const ONE_WAY = [
  [[4, 3], [3]],
  [
    [5, 4, 33],
    [4, 1],
  ],
  [[129], [1]],
];

const sizeOf = (dims) => dims.reduce((a, b) => a * b, 1);
function tensor(type, dims, operand) {
  const length = sizeOf(dims);
  const at = type === 'bool' ? (i) => (i + operand) % 2 : (i) => ((i * 7 + operand * 3) % 11) + 1;
  const sign = type === 'uint8' || type === 'bool' ? 1 : -1;
  return { type, dims, data: ARRAYS[type].from({ length }, (_, i) => at(i) * (i % 3 ? 1 : sign)) };
}

function operandsOf({ condition, shapeOperand }, count, type, [a, b]) {
  return Array.from({ length: count }, (_, p) => {
    const dims = p % 2 ? b : a;
    if (p === shapeOperand) return { data: BigInt64Array.from(dims, BigInt), dims: [dims.length] };
    return tensor(p === condition ? 'bool' : type, dims, p);
  });
}

const answerOf = (engine, ...given) => {
  try {
    const { type, dims, data } = engine.run(...given);
    return {
      type,
      dims: [...dims],
      bytes: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    };
  } catch (error) {
    return { name: error.name, code: error.code, text: error.message };
  }
};

describe('the values of figures', () => {
  for (const [op, row] of Object.entries(operators))
    it(`${op}: the bits of the whole engine`, () => {
      const counts = new Set([row.least, Math.min(3, row.most), row.most]);
      for (const type of row.types)
        for (const count of counts)
          for (const shapes of op === 'PRelu' ? ONE_WAY : SHAPES) {
            const operands = operandsOf(row, count, type, shapes);
            const answer = answerOf(play, op, operands);
            assert.deepEqual(answer, answerOf(whole, op, operands));
            assert.ok('bytes' in answer, `${type} ${JSON.stringify(shapes)}: ${answer.text}`);
          }
    });

  it('rejects the same requests as the whole engine', () => {
    const wide = tensor('float32', [4, 3], 0);
    for (const [op, operands] of [
      ['Add', [wide, tensor('float32', [4], 1)]],
      ['Add', [wide, tensor('int32', [3], 1)]],
      ['Add', [wide]],
      ['Where', [wide, wide, wide]],
      ['Nothing', [wide]],
    ])
      assert.equal(answerOf(play, op, operands).code, answerOf(whole, op, operands).code, op);
  });
});

describe('missing from the module', () => {
  const rejected = (code, op, operands) => {
    const answer = answerOf(play, op, operands);
    assert.equal(answer.code, code, JSON.stringify(answer));
    assert.ok('bytes' in answerOf(whole, op, operands), 'which the whole engine computes');
  };

  it('operators are unknown', () => {
    const two = () => tensor('float32', [2, 2], 0);
    for (const op of ['MatMul', 'GreaterOrEqual', 'BitShift', 'ncnn.ADD']) {
      const type = op === 'BitShift' ? 'uint8' : 'float32';
      const answer = answerOf(play, op, [
        { ...two(), type, data: ARRAYS[type].from([1, 2, 3, 4]) },
        two(),
      ]);
      assert.equal(answer.code, 'unknown_operator', op);
    }
    rejected('unknown_operator', 'MatMul', [two(), two()]);
    rejected('unknown_operator', 'Exp', [two()]);
  });

  it('types that need a conversion, or have no kernel, are rejected before anything is computed', () => {
    const halves = { type: 'float16', dims: [4], data: new Uint16Array(4) };
    const longs = { type: 'int64', dims: [4], data: new BigInt64Array(4) };
    const shorts = { type: 'int16', dims: [4], data: new Int16Array(4) };
    rejected('unknown_type', 'Add', [halves, halves]);
    rejected('unknown_type', 'Add', [shorts, shorts]);
    rejected('unknown_type', 'Pow', [tensor('float32', [4], 0), tensor('int32', [4], 0)]);
    rejected('unknown_type', 'Pow', [tensor('int32', [4], 0), tensor('float32', [4], 0)]);
    rejected('type_unsupported', 'Add', [longs, longs]);
  });
});

describe('shapes', () => {
  const plain = (alignment) => JSON.parse(JSON.stringify(alignment));
  const cases = [
    [[4, 3], [3]],
    [[8, 3, 200, 300], [3]],
    [[4], [3]],
    [
      [3, 1, 5],
      [2, 1, 1, 5],
      [2, 3, 4, 1],
    ],
    [
      [0, 3],
      [1, 3],
    ],
    [[2, 3, 4, 5], [2]],
  ];
  for (const rule of ['numpy', 'unidirectional', 'legacy', 'ncnn', 'expand'])
    it(`${rule}: the words of the whole engine`, () => {
      for (const shapes of cases) {
        const given = rule === 'numpy' ? shapes : shapes.slice(0, 2);
        for (const order of ['outermostFirst', 'innermostFirst'])
          assert.deepEqual(
            plain(play.align(given, { rule, order })),
            plain(whole.align(given, { rule, order })),
          );
      }
    });
});

describe('the module', () => {
  it("imports and exports only what the package's glue has", async () => {
    const [small, large] = await Promise.all([moduleOf('play'), moduleOf('simd')]);
    const named = (list) => list.map(({ module = '', name }) => `${module} ${name}`);
    for (const part of ['imports', 'exports']) {
      const known = named(WebAssembly.Module[part](large));
      const extra = named(WebAssembly.Module[part](small)).filter((name) => !known.includes(name));
      assert.deepEqual(extra, [], part);
    }
  });
});
