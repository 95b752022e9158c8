/** Runs in which several nodes fail: the error is that of a new session, whatever the session has run before. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats, int64s, node } from './models.mjs';

const engine = await load();
const create = () => InferenceSession.create(model, { engine });

const upTo = (count) => floats([count], ...Array(count).keys());

/** The error of an action; undefined if it succeeds. */
function errorOf(action) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof SimdcastError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const assertError = (action, expected) => assert.deepEqual(errorOf(action), expected);

async function errorOfNew(action) {
  const session = await create();
  const error = errorOf(() => action(session));
  await session.release();
  return error;
}

const branch = (name, ...nodes) => ({ graph: { nodes, outputs: [{ name }] } });

/** `size` determines the branch and, in the last node, a shape: once that is known, the branch is chosen in advance. */
const model = encodeModel({
  inputs: [
    { name: 'x', dims: ['n'] },
    { name: 'w', dims: ['k'] },
    { name: 'i', type: 'int64', dims: [1] },
    { name: 'size', type: 'int64', dims: [1] },
  ],
  outputs: ['picked', 'table', 'filled'].map((name) => ({ name })),
  constants: { two: int64s(2, 3), three: int64s(3, 2), one: int64s(1) },
  nodes: [
    node('Gather', ['x', 'i'], 'picked'),
    node('Greater', ['size', 'one'], 'isLarge'),
    node('If', ['isLarge'], 'table', {
      then_branch: branch('a', node('Reshape', ['w', 'two'], 'a')),
      else_branch: branch('b', node('Reshape', ['w', 'three'], 'b')),
    }),
    node('Add', ['size', 'one'], 'count'),
    node('ConstantOfShape', ['count'], 'filled'),
  ],
});

const good = { x: upTo(4), w: upTo(6), i: int64s(1), size: int64s(2) };
const outside = { i: int64s(9) };
const short = { w: upTo(5) };
const none = { size: int64s(0) };
const negative = { size: int64s(-9) };

describe('a model in which several nodes fail', () => {
  it('reports the same error in a session that has run as in a new one', async () => {
    const session = await create();
    for (let round = 0; round < 3; round++)
      for (const faults of [
        { ...outside, ...short },
        { ...outside, ...short, ...none },
        { ...outside, ...negative },
        { ...short, ...negative },
        outside,
        short,
        negative,
      ]) {
        const run = (one) => one.runSync({ ...good, ...faults });
        const expected = await errorOfNew(run);
        assert.ok(expected);
        assertError(() => run(session), expected);
        // From here on, the session remembers that `size` determines a shape.
        assertError(() => session.runSync(good), undefined);
      }
    await session.release();
  });

  it('reports the first node that fails as it runs', async () => {
    const session = await create();
    session.runSync(good);
    const failing = (...faults) =>
      errorOf(() => session.runSync(Object.assign({}, good, ...faults)));
    assert.match(failing(outside, short).message, /Index 9 .* of Gather/);
    assert.match(failing(short).message, /Reshape/);
    await session.release();
  });

  it('is prepared after a run as before it', async () => {
    const session = await create();
    const prepare = (one) => one.prepare({ ...good, ...short });
    const expected = await errorOfNew(prepare);
    session.runSync(good);
    assertError(() => prepare(session), expected);
    await session.release();
  });
});
