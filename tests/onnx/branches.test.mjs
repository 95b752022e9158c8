/** If: the branch that the condition selects, with outer values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel, floats, int64s } from './models.mjs';

const engine = await load();
const create = (model) => InferenceSession.create(model, { engine });

const branch = (op, other) => ({
  graph: {
    nodes: [{ op, inputs: ['x', other], outputs: [`${op}_y`] }],
    outputs: [{ name: `${op}_y` }],
    constants: { own: floats([1], 10) },
  },
});

/** y = x + 10 if the rate is 16000, else x times the outer weights. */
const model = (attributes = {}) =>
  encodeModel({
    inputs: [
      { name: 'x', dims: [3] },
      { name: 'rate', type: 'int64', dims: [1] },
    ],
    outputs: [{ name: 'y' }],
    constants: { wide: int64s(16000), w: floats([3], 2, 3, 4) },
    nodes: [
      { op: 'Equal', inputs: ['rate', 'wide'], outputs: ['is_wide'] },
      {
        op: 'If',
        name: 'choice',
        inputs: ['is_wide'],
        outputs: ['y'],
        attributes: {
          then_branch: branch('Add', 'own'),
          else_branch: branch('Mul', 'w'),
          ...attributes,
        },
      },
    ],
  });

describe('If', () => {
  it('runs the branch of each condition that is fed', async () => {
    const session = await create(model());
    const x = floats([3], 1, 2, 3);
    const run = (rate) => Array.from(session.runSync({ x, rate: int64s(rate) }).y.data);
    assert.deepEqual(run(16000), [11, 12, 13]);
    assert.deepEqual(run(8000), [2, 6, 12]);
    assert.deepEqual(run(16000), [11, 12, 13]);
    await session.release();
  });

  it('refuses branches that are not there, and values that nobody makes', async () => {
    const refused = async (attributes, code) => {
      await assert.rejects(
        create(model(attributes)),
        (error) =>
          error instanceof ModelError && error.code === code && /If|nobody/.test(error.message),
      );
    };
    await refused({ else_branch: 1 }, 'invalid_graph');
    await refused({ else_branch: branch('Mul', 'nobody') }, 'invalid_graph');
  });
});
