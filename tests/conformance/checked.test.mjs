/**
 * The checker on ONNX's node tests, with the shapes that they declare, and with these made symbolic in several
 * ways, or dropped: a model that a session runs has no errors.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { withShapes } from './declared.mjs';
import { findTests, readTest } from './folder.mjs';
import { temporaryFolder } from './support.mjs';
import { besideRepository } from './tests-folder.mjs';

const engine = await load();

/** The changes of shapes; undefined drops the rank. */
const variants = {
  'as declared': (_, dims) => dims,
  'without ranks': () => undefined,
  'with sizes that have no names': (_, dims) => dims.map(() => undefined),
  'with a name for each size': (name, dims) => dims.map((_, axis) => `${name}_${axis}`),
  'with one name for all sizes': (_, dims) => dims.map(() => 'N'),
  'with one name for equal sizes': (_, dims) =>
    dims.map((size) => (typeof size === 'number' ? `s${size}` : size)),
  'with a symbolic first axis': (_, dims) => dims.map((size, axis) => (axis === 0 ? 'N' : size)),
  'with every second axis symbolic': (name, dims) =>
    dims.map((size, axis) => (axis % 2 === 0 ? `${name}_${axis}` : size)),
};

/** The errors that the checker reports for the tests in a folder. */
async function errorsIn(folder, change) {
  const wrong = [];
  let checked = 0;
  for (const test of findTests(folder)) {
    const { name, bytes } = readTest(test);
    const runs = await InferenceSession.create(bytes, { engine }).then(
      (session) => session.release().then(() => true),
      () => false,
    );
    if (!runs) continue;
    checked++;
    const { errors, uncertain } = await checkModel(withShapes(bytes, change), { engine });
    if (errors > 0) wrong.push(`${name}: ${JSON.stringify(uncertain)}`);
  }
  return { wrong, checked };
}

const absent = 'onnx-node-tests is not beside the repository, so the checker did not read them';
const skip = existsSync(besideRepository) ? false : absent;

describe('a node test that a session runs has no errors', { skip }, () => {
  for (const [title, change] of Object.entries(variants))
    it(title, async () => {
      const { wrong, checked } = await errorsIn(besideRepository, change);
      assert.deepEqual(wrong, []);
      assert.equal(checked, 248);
    });
});

const more = join(besideRepository, 'more.tgz');
const skipMore = existsSync(more)
  ? false
  : 'onnx-node-tests/more.tgz is not beside the repository, so the checker did not read the rest';

it('nor has one of the rest of the node tests', { skip: skipMore }, async (t) => {
  const folder = temporaryFolder(t);
  execFileSync('tar', ['-xzf', more, '-C', folder]);
  for (const [title, change] of Object.entries(variants)) {
    const { wrong, checked } = await errorsIn(folder, change);
    assert.deepEqual(wrong, [], title);
    assert.ok(checked >= 1009, `${checked}`);
  }
});
