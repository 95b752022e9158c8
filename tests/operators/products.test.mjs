/** Gemm and MatMul. With small integers, only the exact result is right in every type. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { someOf } from '../support/extent.mjs';
import { gemmReference, matMulReference } from './reference/products.mjs';
import { tensorOf, types, valuesOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { engines, refusalOf, runNode } from './support/engines.mjs';
import { expectWithinSum } from './support/sums.mjs';
import { seeded } from './support/values.mjs';
import { versionAt, versionsOf } from './versions.mjs';

const { random, seed } = seeded(11);
const size = (dims) => dims.reduce((product, n) => product * n, 1);

/** Integers from -3 to 3, or 0 to 6. */
function small(type, dims) {
  const { kind, signed } = types[type];
  const low = kind === 'int' && !signed ? 0 : -3;
  const values = Array.from({ length: size(dims) }, () => Math.floor(random() * 7) + low);
  return tensorOf(type, kind === 'int' ? values.map(BigInt) : values, dims);
}

const checkGemm = (operands, attributes, opset) =>
  expectTensor(
    runNode('Gemm', operands, { attributes, opset }),
    gemmReference(operands, attributes),
    {
      about: () => `${JSON.stringify(operands.map((x) => x?.dims))} ${JSON.stringify(attributes)}`,
    },
  );

const shapesOfC = (m, n) => [[], [1], [n], [1, n], [m, 1], [1, 1], [m, n]];
const sizes = [
  [1, 1, 1],
  [2, 3, 4],
  [5, 1, 7],
  [1, 9, 1],
  [17, 5, 19],
  [33, 40, 9],
  [4, 0, 3],
  [0, 2, 3],
  [2, 3, 0],
];
/** Above the engine's block sizes: of rows, columns, inner indices, and of a vector. */
const largeSizes = [
  [18, 530, 21],
  [3, 1030, 9],
  [19, 8, 530],
  [1, 3, 2100],
  [2100, 3, 1],
  [1027, 3, 3],
  [6, 512, 5],
  [6, 513, 5],
  [1, 50, 30],
  [30, 50, 1],
];
const transposes = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];
const newestTypes = versionAt('Gemm', 28).types;

function matrices(type, [m, k, n], transA, transB) {
  return [small(type, transA ? [k, m] : [m, k]), small(type, transB ? [n, k] : [k, n])];
}

describe(`Gemm, ${seed}`, () => {
  for (const type of newestTypes) {
    it(`${type}: every shape of C, transposes, sizes`, () => {
      for (const [m, k, n] of sizes) {
        for (const [transA, transB] of transposes) {
          const [a, b] = matrices(type, [m, k, n], transA, transB);
          const attributes = { transA, transB };
          checkGemm([a, b], attributes);
          checkGemm([a, b, undefined], attributes);
          for (const dims of shapesOfC(m, n)) checkGemm([a, b, small(type, dims)], attributes);
        }
      }
    });

    it(`${type}: sizes past one block, transposes`, () => {
      for (const [start, [m, k, n]] of largeSizes.entries()) {
        for (const [transA, transB] of someOf(transposes, start)) {
          const [a, b] = matrices(type, [m, k, n], transA, transB);
          checkGemm([a, b], { transA, transB });
          for (const dims of [[n], [m, 1]])
            checkGemm([a, b, small(type, dims)], { transA, transB });
        }
      }
    });

    it(`${type}: up to nine rows and columns`, () => {
      for (let m = 1; m <= 9; m++) {
        for (let n = 1; n <= 9; n++) {
          for (const [transA, transB] of transposes) {
            const [a, b] = matrices(type, [m, 1 + ((m + n) % 5), n], transA, transB);
            checkGemm([a, b], { transA, transB });
            checkGemm([a, b, small(type, [n])], { transA, transB });
          }
        }
      }
    });

    it(`${type}: alpha and beta`, () => {
      for (const alpha of [0, 1, 2, 0.5, -1.5]) {
        for (const beta of [0, 1, 2, 0.5, -0.25]) {
          if (type.startsWith('uint') && (alpha < 0 || beta < 0)) continue;
          const [a, b] = matrices(type, [5, 4, 6], 0, 0);
          for (const dims of shapesOfC(5, 6)) {
            checkGemm([a, b, small(type, dims)], { alpha, beta });
          }
          checkGemm([a, b], { alpha, beta });
        }
      }
    });
  }

  for (const type of newestTypes.filter((name) => types[name].kind === 'float')) {
    it(`${type}: beta 0 does not read C, and NaN elsewhere spreads`, () => {
      const [a, b] = matrices(type, [5, 4, 6], 0, 0);
      for (const dims of shapesOfC(5, 6)) {
        const bad = tensorOf(type, new Array(size(dims)).fill(Number.NaN), dims);
        checkGemm([a, b, bad], { beta: 0 });
        checkGemm([a, b, bad], { beta: 1 });
      }
      const spoilt = tensorOf(type, [Number.NaN, ...valuesOf(a).slice(1)], a.dims);
      checkGemm([spoilt, b], {});
      checkGemm([spoilt, b], { alpha: 0 });
    });
  }

  it('integers wrap', () => {
    for (const type of ['int32', 'int64', 'uint32', 'uint64']) {
      const { high, low } = types[type];
      const a = tensorOf(type, [high, low, high, 3n], [2, 2]);
      checkGemm([a, a, tensorOf(type, [high], [])], {});
    }
  });

  it('an integer result is truncated once, towards zero', () => {
    const scalar = (x) => tensorOf('int32', [BigInt(x)], [1, 1]);
    const half = { alpha: 0.5, beta: 0.5 };
    for (const [a, c] of [
      [3, 1],
      [-3, -2],
      [5, 0],
      [-5, 0],
    ]) {
      checkGemm([scalar(a), scalar(1), scalar(c)], half);
    }
  });

  for (const { since: opset, types: taken, attributes: known, inputs } of versionsOf('Gemm')) {
    it(`opset ${opset}: the shapes of C`, () => {
      for (const type of taken) {
        const [a, b] = matrices(type, [3, 2, 4], 0, 0);
        for (const dims of shapesOfC(3, 4)) {
          const operands = [a, b, small(type, dims)];
          const full = dims.length === 2 && dims[0] === 3 && dims[1] === 4;
          if (!known.includes('broadcast')) {
            checkGemm(operands, { beta: 2 }, opset);
            continue;
          }
          const on = { alpha: 2, beta: 0.5, broadcast: 1 };
          expectTensor(
            runNode('Gemm', operands, { opset, attributes: on }),
            gemmReference(operands, on),
          );
          if (full) {
            checkGemm(operands, { beta: 2 }, opset);
            checkGemm(operands, { beta: 2, broadcast: 0 }, opset);
          } else {
            const { name, message } = refusalOf('Gemm', operands, { opset });
            assert.equal(name, 'BroadcastError', message);
            assert.match(message, /broadcast=1|opset 7/i);
          }
        }
        if (inputs[0] === 2) checkGemm([a, b], {}, opset);
      }
    });
  }

  it('rejects a C that would stretch the product', () => {
    const [a, b] = matrices('float32', [3, 2, 4], 0, 0);
    for (const dims of [[3], [4, 1], [2, 4], [1, 3, 4], [1, 1, 1], [0], [3, 0]]) {
      const { name } = refusalOf('Gemm', [a, b, small('float32', dims)]);
      assert.equal(name, 'BroadcastError', JSON.stringify(dims));
    }
    const single = matrices('float32', [1, 2, 4], 0, 0);
    assert.equal(refusalOf('Gemm', [...single, small('float32', [3, 4])]).name, 'BroadcastError');
  });

  it('rejects matrices that do not fit, and ranks other than 2', () => {
    const make = (...dims) => small('float32', dims);
    assert.equal(refusalOf('Gemm', [make(2, 3), make(2, 3)]).code, 'inner_mismatch');
    const transposed = { attributes: { transB: 1 } };
    assert.equal(refusalOf('Gemm', [make(2, 3), make(3, 2)], transposed).code, 'inner_mismatch');
    for (const other of [make(3), make(1, 3, 1), make()]) {
      assert.equal(refusalOf('Gemm', [make(2, 3), other]).name, 'ShapeError');
      assert.equal(refusalOf('Gemm', [other, make(3, 2)]).name, 'ShapeError');
    }
  });
});

const productsTaken = [
  [[3], [3]],
  [[3], [3, 2]],
  [[2, 3], [3]],
  [
    [2, 3],
    [3, 4],
  ],
  [[1], [1, 1]],
  [
    [5, 2, 3],
    [3, 4],
  ],
  [
    [2, 3],
    [5, 3, 4],
  ],
  [
    [5, 1, 2, 3],
    [6, 3, 4],
  ],
  [
    [2, 1, 4, 3],
    [1, 5, 3, 2],
  ],
  [[3], [5, 3, 2]],
  [[4, 2, 3], [3]],
  [
    [2, 1, 2, 1, 2, 3],
    [3, 1, 2, 3, 2],
  ],
  [
    [17, 33],
    [33, 21],
  ],
  [
    [2, 0],
    [0, 3],
  ],
  [[0], [0]],
  [
    [0, 3],
    [3, 2],
  ],
  [
    [2, 0, 2, 3],
    [1, 3, 2],
  ],
  [
    [1, 2, 3],
    [0, 3, 4],
  ],
];

describe(`MatMul, ${seed}`, () => {
  for (const type of versionAt('MatMul', 28).types) {
    it(`${type}: batch axes, and axes that are promoted`, () => {
      for (const dims of productsTaken) {
        const operands = dims.map((shape) => small(type, shape));
        const about = () => JSON.stringify(dims);
        expectTensor(runNode('MatMul', operands), matMulReference(operands), { about });
      }
    });
  }

  for (const { since: opset, types: taken } of versionsOf('MatMul')) {
    it(`opset ${opset}`, () => {
      for (const type of taken) {
        const operands = [small(type, [2, 1, 3, 4]), small(type, [3, 4, 2])];
        expectTensor(runNode('MatMul', operands, { opset }), matMulReference(operands));
      }
    });
  }

  it('rejects rank 0, inner sizes and batch axes that differ', () => {
    const make = (...dims) => small('float32', dims);
    for (const pair of [
      [make(), make(3)],
      [make(3), make()],
      [make(2, 3), make()],
    ]) {
      assert.match(refusalOf('MatMul', pair).name, /^(Broadcast|Shape)Error$/);
    }
    for (const pair of [
      [make(3), make(4)],
      [make(3), make(1)],
      [make(2, 3), make(2, 3)],
      [make(2, 1), make(3, 2)],
    ]) {
      const { name, code } = refusalOf('MatMul', pair);
      assert.deepEqual([name, code], ['BroadcastError', 'inner_mismatch']);
    }
    assert.equal(refusalOf('MatMul', [make(2, 2, 3), make(3, 3, 2)]).name, 'BroadcastError');
    assert.equal(refusalOf('MatMul', [make(0, 2, 3), make(2, 3, 2)]).name, 'BroadcastError');
  });

  it('one B for many A, a column for many A', () => {
    for (const dims of [
      [
        [3, 2, 9, 4],
        [4, 10],
      ],
      [[3, 2, 9, 4], [4]],
      [
        [2, 3, 2, 4],
        [2, 1, 4, 5],
      ],
      [
        [2, 1, 2, 4],
        [1, 1, 4, 5],
      ],
    ]) {
      const operands = dims.map((shape) => small('float32', shape));
      expectTensor(runNode('MatMul', operands), matMulReference(operands));
    }
  });

  for (const type of ['float32', 'float64']) {
    it(`${type}: real numbers stay within the bound of a sum`, () => {
      const value = () => random() * 2 - 1;
      const make = (dims) => tensorOf(type, Array.from({ length: size(dims) }, value), dims);
      for (const [m, k, n] of [
        [70, 130, 70],
        [9, 1100, 10],
        [1, 700, 33],
        [33, 700, 1],
        [1, 700, 1],
      ]) {
        for (const [transA, transB] of transposes) {
          const operands = [make(transA ? [k, m] : [m, k]), make(transB ? [n, k] : [k, n])];
          const attributes = { transA, transB };
          // A fused multiply-add rounds once, the other flavour twice; both are in bounds.
          for (const engine of engines)
            expectWithinSum(engine.run('Gemm', operands, { attributes }), operands, attributes);
        }
      }
    });
  }
});
