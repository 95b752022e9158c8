/** onnxruntime-web's results for a model, and comparison with them. */
import assert from 'node:assert/strict';

/** Both round after every operator, in different orders, and a graph amplifies the differences. */
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

/** The share of results that may be one step off: few are halfway between two steps. */
const SHARE = 0.01;

/** The same for quantised values: a result halfway between two steps may become either one. */
export function expectWithinStep(actual, expected, about) {
  assert.equal(actual.type, expected.type, about);
  assert.deepEqual([...actual.dims], [...expected.dims], about);
  const off = Array.from(actual.data, (value, i) => Math.abs(value - expected.data[i]));
  const at = off.findIndex((steps) => steps > 1);
  assert.ok(at < 0, `${about}: item ${at} is ${actual.data[at]}, expected ${expected.data[at]}`);
  const count = off.filter((steps) => steps > 0).length;
  assert.ok(count <= 1 + SHARE * off.length, `${about}: ${count} of ${off.length} are a step off`);
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
