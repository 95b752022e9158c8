/**
 * A model of one node, in every flavour: its results and its errors. Expected values are computed by hand
 * from ONNX's Changelog.md.
 */
import assert from 'node:assert/strict';
import { SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { loadFlavours } from '../support/flavours.mjs';
import { encodeModel } from './models.mjs';

export const engines = await loadFlavours();

const arrays = {
  float32: Float32Array,
  float64: Float64Array,
  int64: BigInt64Array,
  int32: Int32Array,
  int16: Int16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  bool: Uint8Array,
};

const isBig = (type) => type === 'int64';

/** A tensor of float32, or of the given type. */
export const t = (dims, data, type = 'float32') => ({
  type,
  dims,
  data: type === 'string' ? data : arrays[type].from(data, isBig(type) ? BigInt : Number),
});
export const i64 = (...values) => t([values.length], values, 'int64');
export const range = (count) => Array.from({ length: count }, (_, i) => i);

/** Runs one node; `constants` are inputs by position that the model holds, the others are fed. */
export async function runNode(
  engine,
  { op, name, domain, opset, inputs, attributes, outputs = 1, constants = [] },
) {
  const names = inputs.map((input, i) => (input ? `in${i}` : ''));
  const isConstant = (i) => constants === 'all' || constants.includes(i);
  const given = inputs
    .map((input, i) => ({ ...input, name: names[i], i }))
    .filter(({ name }) => name);
  const made = range(outputs).map((i) => `out${i}`);
  const model = encodeModel({
    opset,
    inputs: given.filter(({ i }) => !isConstant(i)).map(({ name, type }) => ({ name, type })),
    constants: Object.fromEntries(
      given.filter(({ i }) => isConstant(i)).map((one) => [one.name, one]),
    ),
    outputs: made.map((name) => ({ name })),
    nodes: [{ op, name, domain, inputs: names, outputs: made, attributes }],
    domains: domain ? [domain] : [],
  });
  const session = await InferenceSession.create(model, { engine });
  const feeds = given.filter(({ i }) => !isConstant(i)).map((one) => [one.name, one]);
  const results = session.runSync(Object.fromEntries(feeds));
  await session.release();
  return made.map((name) => results[name]);
}

/** Elements in the notation of the tests: float16 as bits, even if there is a Float16Array. */
const written = ({ type, data }) =>
  type === 'float16' ? [...new Uint16Array(data.buffer, data.byteOffset, data.length)] : [...data];

/** Compares elements exactly, or within the `bounds` of a tensor that has some. */
export function expectTensor(actual, { type, dims, data, bounds }, about) {
  assert.equal(actual.type, type, about);
  assert.deepEqual([...actual.dims], dims, about);
  const [got, wanted] = [written(actual), [...data]];
  const isRight = (x, i) =>
    Object.is(x, wanted[i]) ||
    x === wanted[i] ||
    (bounds !== undefined && Math.abs(x - wanted[i]) <= bounds[i]);
  assert.ok(
    got.length === wanted.length && got.every(isRight),
    `${about}: ${got}, expected ${wanted}`,
  );
}

/** Tests a node with fed inputs and with constants, which are computed before the graph runs. */
export async function check(node, expected) {
  const wanted = Array.isArray(expected) ? expected : [expected];
  for (const engine of engines)
    for (const constants of [[], 'all']) {
      const about = `${node.op}-${node.opset} ${JSON.stringify(node.attributes ?? {})} ${constants}`;
      const results = await runNode(engine, { ...node, constants, outputs: wanted.length });
      for (const [i, one] of wanted.entries()) expectTensor(results[i], one, about);
    }
}

export async function refused(node, message) {
  for (const constants of [[], 'all'])
    await assert.rejects(
      () => runNode(engines[0], { ...node, constants }),
      (error) => error instanceof SimdcastError && message.test(error.message),
      `${node.op}-${node.opset} ${JSON.stringify(node.attributes ?? {})}`,
    );
}

export const x = t([2, 3], range(6));
export const cube = t([2, 3, 4], range(24));
