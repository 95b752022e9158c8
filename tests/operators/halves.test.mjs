/** float16 and bfloat16: one rounding to nearest even per operator, over all values of both. */
import { describe, it } from 'node:test';
import { someOf } from '../support/extent.mjs';
import { reference } from './reference/node.mjs';
import { formats, fromBits } from './reference/rounding.mjs';
import { tensorOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { runNode, sc } from './support/engines.mjs';

// Each operator tests every step-th value from another offset; together they test all.
const step = 7;
const count = Math.floor(65536 / step);
const everyFrom = (offset) => Uint16Array.from({ length: count }, (_, i) => i * step + offset);
const partners = {
  float16: [0x0000, 0x8000, 0x0001, 0x3c01, 0x2e66, 0xc248, 0x7bff, 0x7c00, 0x7e00],
  bfloat16: [0x0000, 0x8000, 0x0001, 0x3f81, 0x3dcd, 0xc049, 0x7f7f, 0x7f80, 0x7fc0],
};

const nodes = [
  ...'Add Sub Mul Div Max Min Sum Mean Equal Less GreaterOrEqual PRelu'
    .split(' ')
    .map((op) => [op]),
  ['Mod', { fmod: 1 }],
  ['Mod', { fmod: 0 }],
];

for (const [type, bits] of Object.entries(partners)) {
  describe(type, () => {
    for (const [number, [op, attributes]] of nodes.entries()) {
      const every = everyFrom(number % step);
      it([op, ...Object.values(attributes ?? {})].join(' '), () => {
        for (const partner of someOf(bits, number)) {
          const a = { type, data: every, dims: [count] };
          const b = { type, data: Uint16Array.of(partner), dims: [1] };
          const about = (i) =>
            `${fromBits(every[i], formats[type])} with ${fromBits(partner, formats[type])}`;
          const expected = reference(op, [a, b], { attributes });
          expectTensor(runNode(op, [a, b], { attributes }), expected, { about });
        }
      });
    }
  });
}

describe('numbers given for a tensor are rounded to the nearest, ties to even', () => {
  const one = new Float64Array(1);
  const itsBits = new BigInt64Array(one.buffer);
  function beside(value, distance) {
    one[0] = value;
    itsBits[0] += distance;
    return one[0];
  }
  for (const type of Object.keys(partners)) {
    it(type, () => {
      const at = (bits) => fromBits(bits & 0xffff, formats[type]);
      const ties = Array.from({ length: 65536 }, (_, bits) => (at(bits) + at(bits + 1)) / 2);
      const near = ties.flatMap((tie) => [beside(tie, -1n), tie, beside(tie, 1n)]);
      const far = [1e300, -1e300, 5e-324, -0, Infinity, Number.NaN];
      const values = [...near.filter(Number.isFinite), ...far];
      sc.tidy(() => expectTensor(sc.tensor(type, values), tensorOf(type, values)));
    });
  }
});

describe('chains accumulate in float32 and round once', () => {
  const cases = [
    ['float16', [2048, 1, 1]],
    ['float16', [65504, 16, -65504]],
    ['bfloat16', [256, 1, 1, 1]],
    ['bfloat16', [1, 2 ** -9, 2 ** -9]],
  ];
  for (const [type, values] of cases) {
    for (const op of ['Sum', 'Mean']) {
      it(`${op} of ${values.join(', ')} in ${type}`, () => {
        const inputs = values.map((value) => tensorOf(type, [value]));
        expectTensor(runNode(op, inputs), reference(op, inputs));
      });
    }
  }
});
