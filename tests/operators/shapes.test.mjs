/** The combinations of shapes that each version of each operator accepts, against the oracle of the rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oracle } from '../oracle/rules.mjs';
import { randomFrom } from '../rules/support.mjs';
import { someOf } from '../support/extent.mjs';
import { reference } from './reference/node.mjs';
import { tensorOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { refusalOf, runNode } from './support/engines.mjs';
import { randomValues } from './support/values.mjs';
import { operators, versionAt, versionsOf } from './versions.mjs';

const size = (dims) => dims.reduce((product, n) => product * n, 1);
const random = randomFrom(7);
const tensor = (type, dims) => tensorOf(type, randomValues(random, type, size(dims)), dims);

const shapes = [
  [],
  [1],
  [3],
  [2],
  [0],
  [1, 1],
  [3, 1],
  [1, 3],
  [2, 3],
  [3, 3],
  [0, 3],
  [2, 1, 3],
  [2, 3, 1],
  [2, 3, 3],
  [1, 0, 3],
  [2, 1, 1, 3],
  [1, 2, 3, 1, 2],
  [2, 1, 3, 1, 2, 1],
];

const options = {
  Mod: { fmod: 1 },
  BitShift: { direction: 'LEFT' },
};
const elementwise = operators.filter((op) => !['Gemm', 'MatMul', 'Expand', 'Clip'].includes(op));

function check(op, version, operands) {
  const { since: opset, rule } = version;
  const attributes = options[op] ?? {};
  const dims = operands.map((operand) => operand.dims);
  const about = `${op} at opset ${opset}: ${JSON.stringify(dims)}`;
  const wanted = oracle(dims, { rule, broadcast: 0 });
  if (wanted.unsettled) return;
  if (wanted.ok) {
    const expected = reference(op, operands, { opset, attributes });
    expectTensor(runNode(op, operands, { opset, attributes }), expected, {
      ulps: op === 'Pow' ? 1 : 0,
      about: () => about,
    });
    return;
  }
  const { name, message } = refusalOf(op, operands, { opset, attributes });
  assert.equal(name, 'BroadcastError', `${about}: ${message}`);
}

describe('shapes', () => {
  for (const op of elementwise) {
    for (const version of versionsOf(op)) {
      const type = version.types.includes('float32') ? 'float32' : version.types[0];
      it(`${op} ${version.since}: ${version.rule}`, () => {
        const [, many] = version.inputs;
        for (const [start, a] of shapes.entries()) {
          for (const b of someOf(shapes, start)) {
            const pair = [tensor(type, a), tensor(type, b)];
            check(op, version, many === 3 ? [tensor('bool', a), pair[1], pair[0]] : pair);
          }
        }
      });
    }
  }
});

/** Shapes that the operator accepts at a later opset, but not at this one with any attributes. */
const takenLater = [
  [
    'Add',
    6,
    [
      [3, 1],
      [1, 4],
    ],
    7,
  ],
  ['Sub', 6, [[3], [2, 3]], 7],
  [
    'Pow',
    1,
    [
      [2, 3, 4],
      [2, 1, 4],
    ],
    7,
  ],
  ['And', 6, [[1], [3]], 7],
  ['Equal', 6, [[2, 1], [3]], 7],
  ['Less', 1, [[], [3]], 7],
  ['Max', 7, [[2, 3], [3]], 8],
  ['Min', 1, [[2, 3], [1]], 8],
  ['Sum', 6, [[1], [2]], 8],
  ['Mean', 6, [[2], [2, 2]], 8],
  [
    'PRelu',
    6,
    [
      [2, 3],
      [2, 3],
    ],
    7,
  ],
  ['PRelu', 1, [[2, 3, 4], [4]], 7],
];

describe('a shape that only a later opset takes', () => {
  for (const [op, opset, dims, later] of takenLater) {
    it(`${op} at opset ${opset} names opset ${later}`, () => {
      const type = versionAt(op, opset).types[0];
      const operands = dims.map((shape) => tensor(type, shape));
      runNode(op, operands, { opset: later });
      for (const attributes of versionAt(op, opset).rule === 'legacy'
        ? [{ broadcast: 1 }, {}]
        : [{}]) {
        const { message } = refusalOf(op, operands, { opset, attributes });
        assert.match(message, new RegExp(`opset ${later}\\b`, 'i'));
      }
    });
  }
});

describe('many inputs', () => {
  const lists = [
    [[2, 3]],
    [[], [], []],
    [[3], [2, 3], [1, 1]],
    [
      [2, 1],
      [1, 3],
      [4, 1, 1],
    ],
    [[1], [0], [1, 1]],
    [[2], [2], [3]],
    [[1, 2], [2, 1], [2], []],
    [[5, 1, 1, 1, 1, 2], [1, 3, 1], [2, 1, 1, 1], [1], [1, 1, 1, 1, 1, 2]],
  ];

  for (const op of ['Max', 'Min', 'Sum', 'Mean']) {
    for (const version of versionsOf(op)) {
      it(`${op} ${version.since}`, () => {
        for (const type of version.types) {
          for (const list of lists) {
            check(
              op,
              version,
              list.map((dims) => tensor(type, dims)),
            );
          }
        }
      });
    }
  }

  it('as many as the engine takes', () => {
    const many = Array.from({ length: 32 }, (_, i) => tensorOf('float32', [i], [1]));
    assert.deepEqual([...runNode('Sum', many).data], [496]);
    assert.deepEqual([...runNode('Max', many).data], [31]);
    assert.deepEqual([...runNode('Mean', many).data], [15.5]);
  });
});

describe('Where, three ways', () => {
  const triples = [
    [[2, 1, 1], [3, 1], [4]],
    [[4], [2, 1, 1], [3, 1]],
    [[], [2, 3], [3]],
    [[2, 3], [], []],
    [[1], [1], [1]],
    [[0], [1], []],
    [
      [2, 3, 1],
      [1, 1, 4],
      [2, 1, 4],
    ],
    [[1, 2, 1, 2, 1, 2], [2], [3, 1, 1, 1]],
  ];

  for (const type of versionAt('Where', 28).types) {
    it(type, () => {
      for (const [c, x, y] of triples) {
        const operands = [tensor('bool', c), tensor(type, x), tensor(type, y)];
        expectTensor(runNode('Where', operands), reference('Where', operands));
      }
    });
  }

  it('any condition other than 0 holds', () => {
    const condition = { type: 'bool', data: Uint8Array.of(0, 1, 2, 128, 255), dims: [5] };
    const [x, y] = [tensorOf('int8', [1n, 2n, 3n, 4n, 5n]), tensorOf('int8', [0n], [])];
    assert.deepEqual([...runNode('Where', [condition, x, y]).data], [0, 2, 3, 4, 5]);
  });

  it('rejects three operands that do not fit, and strings that do not', () => {
    const condition = tensor('bool', [2]);
    for (const type of ['float32', 'string']) {
      const operands = [condition, tensor(type, [3]), tensor(type, [1])];
      assert.equal(refusalOf('Where', operands).name, 'BroadcastError');
    }
  });
});
