/** The engine in every flavour of the package: their results must be bit-identical. */
import assert from 'node:assert/strict';
import { loadFlavours, nameOf, withoutProducts } from '../../support/flavours.mjs';

export const engines = await loadFlavours();
export const [sc] = engines;

const words = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array };

function wordsOf(data) {
  if (Array.isArray(data)) return data;
  const { buffer, byteOffset, length, BYTES_PER_ELEMENT } = data;
  return new words[BYTES_PER_ELEMENT](buffer, byteOffset, length);
}

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/** Whether two results are equal byte for byte: a fast check that succeeds for nearly all. */
export const sameBytes = (a, b) =>
  ArrayBuffer.isView(a) && ArrayBuffer.isView(b) && bytesOf(a).equals(bytesOf(b));

// WebAssembly does not define a NaN's sign and payload, so a test can only check that it is a NaN.
const isNaNAt = (data, i) => Number.isNaN(data[i]);

function isNaNBits(type, word) {
  const infinity = { float16: 0x7c00, bfloat16: 0x7f80 }[type];
  return infinity !== undefined && (word & 0x7fff) > infinity;
}

/** The first item whose bits differ, or -1. */
function differingBits({ type, data }, other) {
  if (sameBytes(data, other.data)) return -1;
  const [a, b] = [wordsOf(data), wordsOf(other.data)];
  return a.findIndex((word, i) => {
    if (word === b[i]) return false;
    const bothNaN = isNaNAt(data, i) && isNaNAt(other.data, i);
    return !bothNaN && !(isNaNBits(type, word) && isNaNBits(type, b[i]));
  });
}

/** The result of work in the first engine; in the others it must be the same. */
function sameInAll(engines, about, work) {
  const [first, ...others] = engines.map(work);
  others.forEach((other, k) => {
    const names = `${about}: ${nameOf(engines[0])} and ${nameOf(engines[k + 1])}`;
    assert.equal(other.type, first.type, names);
    assert.deepEqual(other.dims, first.dims, names);
    assert.equal(other.data.length, first.data.length, names);
    const at = differingBits(first, other);
    if (at >= 0) assert.fail(`${names} differ at ${at}: ${first.data[at]} and ${other.data[at]}`);
  });
  return first;
}

const products = new Set(['Gemm', 'MatMul']);
const enginesFor = (op) => (products.has(op) ? engines : withoutProducts(engines));

/** Runs a node in every flavour; returns the result. */
export function runNode(op, inputs, options) {
  return sameInAll(enginesFor(op), op, (engine) => engine.run(op, inputs, options));
}

/** The same for a node with several outputs. */
export function runOutputs(op, inputs, options) {
  const asked = enginesFor(op);
  const results = new Map(asked.map((engine) => [engine, engine.run(op, inputs, options)]));
  return results.get(asked[0]).map((_, i) => sameInAll(asked, op, (each) => results.get(each)[i]));
}

/** The same for ncnn's operators. */
export function runNcnn(op, a, b) {
  return sameInAll(withoutProducts(engines), `ncnn ${op}`, (engine) => engine.ncnn(op, a, b));
}

/** One for each build of the engine: inputs are rejected before threads are involved. */
const builds = new Map(
  engines.map((engine) => [`${engine.flavour}, ${engine.threads > 1}`, engine]),
);
const isBuild = new Set(builds.values());

/** The error that a node throws, the same in every build. */
export function refusalOf(op, inputs, options) {
  const asked = enginesFor(op).filter((engine) => isBuild.has(engine));
  const errors = asked.map((engine) => {
    try {
      engine.run(op, inputs, options);
    } catch (error) {
      return error;
    }
    return assert.fail(`${op} ${JSON.stringify(options)} was not refused`);
  });
  for (const error of errors) {
    assert.equal(error.message, errors[0].message);
    assert.equal(error.code, errors[0].code);
  }
  return errors[0];
}
