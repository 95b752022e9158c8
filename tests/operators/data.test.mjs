/** Operators that move, choose and bound: Expand, Where and Equal on every type, Clip, PRelu. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oracle } from '../oracle/rules.mjs';
import { randomFrom } from '../rules/support.mjs';
import { expandReference, reference } from './reference/node.mjs';
import { largest } from './reference/rounding.mjs';
import { tensorOf, types, valuesOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { refusalOf, runNode, sc } from './support/engines.mjs';
import { randomValues, specialValues } from './support/values.mjs';
import { versionAt, versionsOf } from './versions.mjs';

const random = randomFrom(29);
const size = (dims) => dims.reduce((product, n) => product * n, 1);
const tensor = (type, dims) => tensorOf(type, randomValues(random, type, size(dims)), dims);
const shapeTensor = (sizes) => tensorOf('int64', sizes.map(BigInt), [sizes.length]);

const expansions = [
  [
    [3, 1],
    [2, 1, 6],
  ],
  [
    [1, 3, 1],
    [3, 1],
  ],
  [
    [1, 3, 1],
    [1, 3],
  ],
  [
    [1, 3, 1],
    [3, 1, 3],
  ],
  [
    [1, 3, 1],
    [3, 3, 1, 3],
  ],
  [[], [4, 8]],
  [[], []],
  [[2, 3], []],
  [[2, 3], [1]],
  [
    [2, 3],
    [1, 1, 1],
  ],
  [[1], [0]],
  [[0], [1]],
  [[0], [0]],
  [
    [1, 3],
    [0, 3],
  ],
  [
    [0, 3],
    [4, 1, 1],
  ],
  [[4096, 1], [3]],
  [[3], [500, 3]],
  [
    [1, 2, 1, 3, 1, 2],
    [2, 1, 2, 1, 2, 1],
  ],
  [
    [2, 1, 1, 1, 1, 1, 2],
    [3, 1],
  ],
];

const refusedExpansions = [
  [[2], [0]],
  [[0], [2]],
  [[2], [3]],
  [
    [3, 2],
    [3, 1, 3],
  ],
  [[2], [-1]],
  [[1], [-1]],
  [
    [2, 3],
    [2, -1],
  ],
];

describe('Expand', () => {
  for (const type of versionAt('Expand', 28).types) {
    it(type, () => {
      for (const [dims, shape] of expansions) {
        const input = tensor(type, dims);
        const about = () => `${JSON.stringify(dims)} to ${JSON.stringify(shape)}`;
        expectTensor(
          runNode('Expand', [input, shapeTensor(shape)]),
          expandReference(input, shape),
          {
            about,
          },
        );
      }
    });

    it(`${type}, rejected`, () => {
      for (const [dims, shape] of refusedExpansions) {
        const { name, message } = refusalOf('Expand', [tensor(type, dims), shapeTensor(shape)]);
        assert.equal(name, 'BroadcastError', message);
        assert.equal(oracle([dims, shape], { rule: 'expand' }).ok, false);
      }
    });
  }

  it('keeps NaN payloads and every other bit', () => {
    const bits = Uint32Array.of(0x7fc00001, 0xffc12345, 0x7f800001, 0x80000000);
    const input = { type: 'float32', data: new Float32Array(bits.buffer), dims: [4] };
    const { data } = runNode('Expand', [input, shapeTensor([3, 4])]);
    const got = new Uint32Array(data.buffer, data.byteOffset, 12);
    assert.deepEqual([...got], [...bits, ...bits, ...bits]);
  });

  it('takes an array of sizes', () => {
    const input = tensor('int16', [3, 1]);
    expectTensor(sc.expand(input, [2, 3, 2]), expandReference(input, [2, 3, 2]));
  });

  it('rejects a shape that is not int64, or not of one axis', () => {
    const input = tensor('float32', [1]);
    const wrong = [
      tensorOf('int32', [2n]),
      tensorOf('int64', [2n], []),
      tensorOf('int64', [2n], [1, 1]),
      tensorOf('float32', [2]),
    ];
    for (const shape of wrong) {
      assert.match(refusalOf('Expand', [input, shape]).name, /^(Shape|DType)Error$/);
    }
  });
});

describe('strings', () => {
  const strings = specialValues('string');
  const column = tensorOf('string', strings, [strings.length, 1]);
  const row = tensorOf('string', strings);

  it('Equal and StringConcat of every pair', () => {
    for (const op of ['Equal', 'StringConcat']) {
      expectTensor(runNode(op, [column, row]), reference(op, [column, row]));
    }
  });

  it('StringConcat of rank 0 and of nothing', () => {
    const scalar = (text) => tensorOf('string', [text], []);
    const none = tensorOf('string', [], [0]);
    const pairs = [
      [scalar('a'), scalar('b')],
      [none, scalar('b')],
      [tensorOf('string', [], [0, 3]), tensorOf('string', ['x', 'y', 'z'])],
    ];
    for (const pair of pairs) {
      for (const op of ['Equal', 'StringConcat']) {
        expectTensor(runNode(op, pair), reference(op, pair));
      }
    }
  });

  it('composed and decomposed characters differ', () => {
    const { data } = runNode('Equal', [tensorOf('string', ['é']), tensorOf('string', ['e\u0301'])]);
    assert.deepEqual([...data], [0]);
  });

  it('Where on strings', () => {
    const condition = tensorOf('bool', [1, 0, 1], [3, 1]);
    const operands = [condition, row, tensorOf('string', ['no'], [1])];
    expectTensor(runNode('Where', operands), reference('Where', operands));
  });
});

function clipped(values, low, high, { kind }) {
  const [max, min] =
    kind === 'int' ? [(a, b) => (a > b ? a : b), (a, b) => (a < b ? a : b)] : [Math.max, Math.min];
  return values.map((x) => {
    const raised = low === undefined ? x : max(x, low);
    return high === undefined ? raised : min(raised, high);
  });
}

const pairsOf = (values) => values.flatMap((a) => values.map((b) => [a, b]));

describe('Clip', () => {
  for (const { since: opset, types: taken } of versionsOf('Clip').filter((v) => v.since >= 11)) {
    for (const type of taken) {
      it(`opset ${opset}, ${type}`, () => {
        const known = types[type];
        const values = specialValues(type);
        const x = tensorOf(type, values, [1, values.length]);
        const number = known.kind === 'int' ? BigInt : Number;
        const low = number(known.kind === 'int' && !known.signed ? 2 : -2);
        const high = number(5);
        for (const [min, max] of [
          [low, high],
          [low, undefined],
          [undefined, high],
          [undefined, undefined],
          [high, low],
          [high, high],
          ...(known.kind === 'int' ? [] : pairsOf([-0, 0, Number.NaN, Infinity, -Infinity])),
        ]) {
          const bounds = [min, max].map((bound) =>
            bound === undefined ? undefined : tensorOf(type, [bound], []),
          );
          const expected = tensorOf(type, clipped(values, min, max, known), x.dims);
          expectTensor(runNode('Clip', [x, ...bounds], { opset }), expected);
        }
        expectTensor(runNode('Clip', [x], { opset }), x);
      });
    }
  }

  for (const opset of [1, 6]) {
    for (const type of versionAt('Clip', opset).types) {
      it(`opset ${opset}, ${type}, bounds as attributes`, () => {
        const values = specialValues(type).filter(Number.isFinite);
        const x = tensorOf(type, values);
        for (const [min, max] of [
          [-2, 5],
          [-2.5, undefined],
          [undefined, 0.1],
        ]) {
          const bounds = [min, max].map((bound) =>
            bound === undefined ? bound : Math.fround(bound),
          );
          const limits = type === 'float64' && opset === 6 ? finiteDefaults(bounds) : bounds;
          const expected = tensorOf(type, clipped(values, ...limits, types[type]));
          const attributes = { min, max };
          expectTensor(runNode('Clip', [x], { opset, attributes }), expected);
        }
      });
    }
  }

  it('opset 6 has finite defaults: those of float32', () => {
    const [max] = finiteDefaults([]).slice(1);
    for (const type of ['float32', 'float64']) {
      const x = tensorOf(type, [Infinity, -Infinity, 1]);
      const expected = tensorOf(type, [max, -max, 1]);
      expectTensor(runNode('Clip', [x], { opset: 6 }), expected);
      const above = tensorOf(type, [max, 0, 1]);
      expectTensor(runNode('Clip', [x], { opset: 6, attributes: { min: 0 } }), above);
    }
  });

  it('opset 1 and 11 have none', () => {
    const x = tensorOf('float32', [Infinity, -Infinity, 1]);
    for (const opset of [1, 11]) expectTensor(runNode('Clip', [x], { opset }), x);
  });

  it('NaN stays', () => {
    const x = tensorOf('float32', [Number.NaN, 9]);
    const [low, high] = [0, 5].map((bound) => tensorOf('float32', [bound], []));
    assert.deepEqual([...runNode('Clip', [x, low, high]).data], [Number.NaN, 5]);
  });

  it('bounds are scalars, and rejected otherwise', () => {
    const x = tensor('float32', [2, 3]);
    for (const dims of [[2], [3], [2, 3], [0]]) {
      assert.equal(refusalOf('Clip', [x, tensor('float32', dims)]).name, 'BroadcastError');
      assert.equal(
        refusalOf('Clip', [x, undefined, tensor('float32', dims)]).name,
        'BroadcastError',
      );
    }
  });

  it('of nothing, and of rank 0', () => {
    const low = tensorOf('int8', [2n], []);
    for (const x of [tensorOf('int8', [], [0, 3]), tensorOf('int8', [1n], [])]) {
      const values = valuesOf(x).map(() => 2n);
      expectTensor(runNode('Clip', [x, low]), tensorOf('int8', values, x.dims));
    }
  });
});

function finiteDefaults([min, max]) {
  const end = largest(types.float32.format);
  return [min ?? -end, max ?? end];
}

describe('PRelu', () => {
  const perChannel = [
    [[2, 3], [3]],
    [[2, 3, 4], [3]],
    [[2, 3, 4, 5], [3]],
    [[2, 3, 3], [3]],
    [[2, 3, 4], [1]],
    [[4], [1]],
    [[2, 3, 4], []],
    [[2, 1, 4], [1]],
    [[0, 3, 2], [3]],
  ];
  const refusedChannels = [
    [[2, 3, 4], [4]],
    [[2, 3], [2]],
    [
      [2, 3, 4],
      [3, 1],
    ],
    [[3], [3]],
    [[2, 1, 3], [3]],
  ];

  for (const opset of [1, 6]) {
    it(`opset ${opset}: one slope, or one for each channel on axis 1`, () => {
      for (const type of versionAt('PRelu', opset).types) {
        for (const dims of perChannel) {
          const operands = dims.map((shape) => tensor(type, shape));
          expectTensor(
            runNode('PRelu', operands, { opset }),
            reference('PRelu', operands, { opset }),
          );
        }
        for (const dims of refusedChannels) {
          const operands = dims.map((shape) => tensor(type, shape));
          assert.equal(refusalOf('PRelu', operands, { opset }).name, 'BroadcastError');
        }
      }
    });
  }

  for (const opset of [7, 9, 16]) {
    it(`opset ${opset}: the slope is stretched, X never`, () => {
      for (const type of versionAt('PRelu', opset).types) {
        for (const dims of [
          [[2, 3, 4], [4]],
          [
            [2, 3, 4],
            [3, 1],
          ],
          [[2, 3, 4], []],
          [
            [2, 3, 4],
            [2, 1, 1],
          ],
          [[2, 0], [1]],
        ]) {
          const operands = dims.map((shape) => tensor(type, shape));
          expectTensor(
            runNode('PRelu', operands, { opset }),
            reference('PRelu', operands, { opset }),
          );
        }
        for (const dims of [
          [[2, 1], [3]],
          [[3], [1, 3]],
          [[3], [1, 1]],
          [[2, 3], [2]],
          [[1], [0]],
        ]) {
          const operands = dims.map((shape) => tensor(type, shape));
          assert.equal(refusalOf('PRelu', operands, { opset }).name, 'BroadcastError');
        }
      }
    });
  }
});
