/**
 * The flavour with fused multiply-add: products within the bound of a sum, with one or two roundings for
 * each term, as relaxed SIMD allows; all other results are bit-identical.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { hasRelaxed, noRelaxed } from '../support/flavours.mjs';
import { tensorOf, types, valuesOf } from './reference/types.mjs';
import { expectWithinSum, magnitudes } from './support/sums.mjs';
import { seeded } from './support/values.mjs';
import { versionAt } from './versions.mjs';

const skip = hasRelaxed ? false : noRelaxed;

// Skipped suites are not counted, so this test is skipped too.
it('WebAssembly has relaxed SIMD', { skip }, () => {});

it('is returned by load if it runs, and only then', async () => {
  assert.equal((await load()).flavour === 'relaxed', hasRelaxed);
});

const { random, seed } = seeded(53);
const size = (dims) => dims.reduce((product, n) => product * n, 1);

const reals = (type, dims) =>
  tensorOf(
    type,
    Array.from({ length: size(dims) }, () => types[type].round(random() * 2 - 1)),
    dims,
  );

/** Sizes that fill tiles or not, sizes above a block in depth, and one row and one column. */
const sizes = [
  [4, 4, 8],
  [37, 65, 29],
  [9, 1100, 10],
  [1, 300, 33],
  [33, 300, 1],
];
const transposes = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];

describe(`relaxed SIMD, ${seed}`, { skip }, async () => {
  if (skip) return;
  const relaxed = await load({ flavour: 'relaxed' });
  const simd = await load({ flavour: 'simd' });

  for (const type of ['float32', 'float64']) {
    it(`${type}: products within k * u / (1 - k * u) of the sum of magnitudes`, () => {
      for (const [m, k, n] of sizes) {
        for (const [transA, transB] of transposes) {
          const attributes = { transA, transB };
          const operands = [
            reals(type, transA ? [k, m] : [m, k]),
            reals(type, transB ? [n, k] : [k, n]),
          ];
          const result = relaxed.run('Gemm', operands, { attributes });
          expectWithinSum(result, operands, attributes);
        }
      }
    });

    it(`${type}: rounds each term once or twice`, () => {
      const x = 1 + 2 ** (type === 'float32' ? -12 : -27);
      const square = types[type].round(x * x);
      // x² - square, exactly: the square of the part of x below 1.
      const residue = { float32: 2 ** -24, float64: 2 ** -54 }[type];
      const a = tensorOf(type, [-1, x, -1, x, -1, x, -1, x], [4, 2]);
      const b = tensorOf(type, [...Array(8).fill(square), ...Array(8).fill(x)], [2, 8]);
      for (const value of valuesOf(relaxed.gemm(a, b))) assert.ok([0, residue].includes(value));
    });
  }

  it('small whole numbers: the same bits in every type', () => {
    for (const type of versionAt('Gemm', 28).types) {
      const { kind } = types[type];
      const whole = (dims) => {
        const values = Array.from({ length: size(dims) }, () => Math.floor(random() * 5));
        return tensorOf(type, kind === 'int' ? values.map(BigInt) : values, dims);
      };
      const operands = [whole([13, 21]), whole([21, 17]), whole([17])];
      const [first, second] = [relaxed, simd].map((sc) => sc.run('Gemm', operands));
      assert.deepEqual(first.data, second.data, type);
    }
  });

  it('operators other than products: bit-identical', () => {
    const [a, b] = [reals('float32', [7, 33]), magnitudes(reals('float32', [33]))];
    for (const op of ['Add', 'Sub', 'Mul', 'Div', 'Pow', 'Max', 'PRelu', 'Less']) {
      const [first, second] = [relaxed, simd].map((sc) => sc.run(op, [a, b]));
      assert.deepEqual(first.data, second.data, op);
    }
  });
});
