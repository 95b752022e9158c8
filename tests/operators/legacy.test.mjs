/** The legacy rule of opset 1 to 6 on every operator that follows it: each row of facts 3.4. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomFrom } from '../rules/support.mjs';
import { reference } from './reference/node.mjs';
import { tensorOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { refusalOf, runNode } from './support/engines.mjs';
import { randomValues } from './support/values.mjs';
import { operators, versionsOf } from './versions.mjs';

const random = randomFrom(34);
const size = (dims) => dims.reduce((product, n) => product * n, 1);
const tensor = (type, dims) => tensorOf(type, randomValues(random, type, size(dims)), dims);

const on = { broadcast: 1 };
const at = (axis) => ({ broadcast: 1, axis });
const A = [2, 3, 4, 5];

/** A, B and the attributes of every valid row. */
const taken = [
  ['equal shapes, broadcast absent', [2, 3], [2, 3], {}],
  ['equal shapes, broadcast=0', [2, 3], [2, 3], { broadcast: 0 }],
  ['equal shapes, broadcast=1', [2, 3], [2, 3], on],
  ['equal shapes, axis=0', [2, 3], [2, 3], at(0)],
  ['B a scalar', A, [], on],
  ['B of one element', A, [1, 1], on],
  ['B of one element, axis ignored', A, [1, 1], at(3)],
  ['B of one element, axis far out', A, [1], at(9)],
  ['both scalars', [], [], on],
  ['suffix of one axis', A, [5], on],
  ['suffix of two axes', A, [4, 5], on],
  ['axis=-1 is suffix', A, [4, 5], at(-1)],
  ['window in the middle', A, [3, 4], at(1)],
  ['window at the front', A, [2], at(0)],
  ['window of two at the front', A, [2, 3], at(0)],
  ['last window', A, [5], at(3)],
  ['trailing 1 of B', [2, 3], [2, 1], at(0)],
  ['leading 1 of B', [2, 3], [1, 3], at(0)],
  ['leading and trailing 1s of B', A, [1, 3, 1], at(0)],
  ['leading 1s of B, suffix', A, [1, 1, 5], on],
  ['interior 1 of B against 1', [2, 1, 3], [2, 1, 3], at(0)],
  ['rank 5', [2, 1, 3, 1, 2], [3, 1], at(2)],
  ['equal sizes all over', [3, 3, 3, 5], [3, 3], at(1)],
  ['zero size', [2, 0, 3], [0, 3], on],
  ['zero size, B of one element', [2, 0], [1], on],
];

const refused = [
  ['broadcast absent', [2, 3], [3], {}, 'broadcast_off', /broadcast=1/],
  ['broadcast=0', [2, 3], [3], { broadcast: 0 }, 'broadcast_off', /broadcast=1/],
  ['broadcast=0, one element', [2, 3], [1], { broadcast: 0 }, 'broadcast_off', /broadcast=1/],
  ['rank of B above A', [3], [1, 3], on, 'rank_exceeds_target', /./],
  ['one element, rank of B above A', [3], [1, 1], on, 'rank_exceeds_target', /./],
  ['axis below -1', A, [4, 5], at(-2), 'negative_axis', /axis/],
  ['axis past the last window', A, [4, 5], at(3), 'axis_out_of_range', /axis/],
  ['a window size that differs', A, [3], at(0), 'size_conflict', /./],
  ['suffix that differs', A, [3, 4], on, 'size_conflict', /./],
  ['an interior 1', [2, 3, 4], [2, 1, 4], at(0), 'interior_one', /./],
  ['A would grow', [2, 1], [3], on, 'target_would_grow', /./],
];

const legacyOperators = operators.filter((op) => versionsOf(op)[0].rule === 'legacy');

describe('operators with the legacy rule', () => {
  it('are eleven', () => {
    const expected = 'Add Sub Mul Div Pow And Or Xor Equal Greater Less'.split(' ');
    assert.deepEqual(legacyOperators, expected);
  });
});

for (const op of legacyOperators) {
  const versions = versionsOf(op).filter(({ rule }) => rule === 'legacy');
  for (const { since, types } of versions) {
    for (const opset of since === 1 && versions.length === 1 ? [1, 4, 6] : [since]) {
      describe(`${op} at opset ${opset}`, () => {
        for (const [name, a, b, attributes] of taken) {
          it(`takes ${name}`, () => {
            for (const type of types) {
              const operands = [tensor(type, a), tensor(type, b)];
              const options = { opset, attributes };
              const expected = reference(op, operands, options);
              expectTensor(runNode(op, operands, options), expected, {
                ulps: op === 'Pow' ? 2 : 0,
              });
            }
          });
        }
        for (const [name, a, b, attributes, code, words] of refused) {
          it(`rejects ${name}`, () => {
            const operands = [tensor(types[0], a), tensor(types[0], b)];
            const error = refusalOf(op, operands, { opset, attributes });
            assert.equal(error.name, 'BroadcastError');
            assert.equal(error.code, code, error.message);
            assert.match(error.message, words);
          });
        }
      });
    }
  }
}

describe('the typed functions', () => {
  it('take broadcast and axis', () => {
    const a = tensorOf('float32', [1, 2, 3, 4, 5, 6], [2, 3]);
    const b = tensorOf('float32', [10, 20], [2]);
    const operands = [a, b];
    const options = { opset: 6, attributes: at(0) };
    expectTensor(runNode('Add', operands, options), reference('Add', operands, options));
    assert.deepEqual([...runNode('Sub', operands, options).data], [-9, -8, -7, -16, -15, -14]);
  });
});
