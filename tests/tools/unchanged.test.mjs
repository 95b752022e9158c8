import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlessUnchanged } from '../../tools/lib/unchanged.mjs';
import { temporaryFolder } from './support.mjs';

/** Work with a changeable state; `run` returns whether it was done. */
function pieceOfWork(t) {
  const folder = temporaryFolder(t);
  const piece = { state: { inputs: 'one', outputs: 'made' }, result: { failed: 0 }, during() {} };
  const work = async () => {
    piece.during();
    return piece.result;
  };
  piece.ask = (options) =>
    unlessUnchanged('piece', async () => piece.state && { ...piece.state }, work, {
      folder,
      isGood: ({ failed }) => failed === 0,
      ...options,
    });
  piece.run = async (options) => (await piece.ask(options)).day === undefined;
  return piece;
}

test('work is done once while nothing changes, and returns its earlier result with the day', async (t) => {
  const piece = pieceOfWork(t);
  assert.deepEqual(await piece.ask(), { result: { failed: 0 } });
  const { result, day } = await piece.ask();
  assert.deepEqual(result, { failed: 0 });
  assert.match(day, /^\d{4}-\d\d-\d\d$/);
});

test('work that is forced is done, and remembered', async (t) => {
  const piece = pieceOfWork(t);
  assert.equal(await piece.run(), true);
  assert.equal(await piece.run({ force: true }), true);
  assert.equal(await piece.run(), false);
});

for (const key of ['inputs', 'outputs']) {
  test(`work is done again when its ${key} change`, async (t) => {
    const piece = pieceOfWork(t);
    await piece.run();
    piece.state[key] = 'other';
    assert.equal(await piece.run(), true);
    assert.equal(await piece.run(), false);
  });
}

test('the artifacts of the work belong to the remembered state', async (t) => {
  const piece = pieceOfWork(t);
  piece.during = () => {
    piece.state.outputs = 'new';
  };
  await piece.run();
  assert.equal(await piece.run(), false);
});

const forgotten = {
  'an input changed under way': (piece) => {
    piece.during = () => {
      piece.state.inputs += '!';
    };
  },
  'the result is not good': (piece) => {
    piece.result = { failed: 1 };
  },
  'the state cannot be told': (piece) => {
    piece.state = undefined;
  },
};

for (const [name, make] of Object.entries(forgotten)) {
  test(`work is done again when ${name}`, async (t) => {
    const piece = pieceOfWork(t);
    make(piece);
    await piece.run();
    assert.equal(await piece.run(), true);
  });
}

test('work that throws after it was done well is done again', async (t) => {
  const piece = pieceOfWork(t);
  await piece.run();
  piece.during = () => {
    throw new Error('half way');
  };
  await assert.rejects(piece.ask({ force: true }), /half way/);
  piece.during = () => {};
  assert.equal(await piece.run(), true);
});
