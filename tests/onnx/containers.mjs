/** Models with sequences and optional values, and their results as plain numbers. */
import assert from 'node:assert/strict';
import { load } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel, floats } from './models.mjs';

export const engine = await load();
export const create = (model) => InferenceSession.create(model, { engine });

export const scalar = (value, type = 'int64') => ({
  type,
  dims: [],
  data: (type === 'int32' ? Int32Array : BigInt64Array).of(
    type === 'int32' ? value : BigInt(value),
  ),
});
export const truth = (value) => ({ type: 'bool', dims: [], data: Uint8Array.of(value ? 1 : 0) });
export const vector = (...values) => floats([values.length], ...values);

/** A sequence of float32 by name. */
export const sequence = (name, rest = {}) => ({ name, sequence: true, ...rest });
export const optional = (name, rest = {}) => ({ name, optional: true, ...rest });

/** The numbers of a tensor, of each tensor of a sequence, or null. */
export function plain(result) {
  if (Array.isArray(result)) return result.map(plain);
  if (result === null || result.type === 'string') return result && [...result.data];
  return Array.from(result.data, Number);
}

/** The results of a model, as plain numbers. */
export async function run(model, feeds = {}) {
  const session = await create(encodeModel(model));
  const results = await session.run(feeds);
  await session.release();
  return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, plain(result)]));
}

/** Asserts that loading or running a model throws one of the package's errors. */
export async function refused(model, feeds, code, message) {
  await assert.rejects(
    async () => (await create(encodeModel(model))).run(feeds),
    (error) => {
      assert.ok(error instanceof ModelError, String(error.stack));
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      return true;
    },
  );
}
