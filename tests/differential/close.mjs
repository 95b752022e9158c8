/** What onnxruntime-web gives for a model, and comparison with it. */
import assert from 'node:assert/strict';

/** Both round after every operator, in orders of their own: a graph multiplies what that makes. */
const RELATIVE = 2e-4;
const ABSOLUTE = 2e-5;

const isClose = (a, b) =>
  Object.is(a, b) ||
  a === b ||
  (typeof a === 'number' &&
    Number.isFinite(b) &&
    Math.abs(a - b) <= ABSOLUTE + RELATIVE * Math.abs(b));

export function expectClose(actual, expected, about) {
  assert.equal(actual.type, expected.type, about);
  assert.deepEqual([...actual.dims], [...expected.dims], about);
  const at = actual.data.findIndex((value, i) => !isClose(value, expected.data[i]));
  assert.ok(at < 0, `${about}: item ${at} is ${actual.data[at]}, expected ${expected.data[at]}`);
}

export async function peerResults(ort, model, feeds) {
  const options = { executionProviders: ['wasm'], intraOpNumThreads: 1, logSeverityLevel: 4 };
  const session = await ort.InferenceSession.create(model, options);
  const tensors = Object.entries(feeds).map(([name, { type = 'float32', data, dims }]) => [
    name,
    new ort.Tensor(type, data, dims),
  ]);
  const results = await session.run(Object.fromEntries(tensors));
  await session.release();
  return results;
}
