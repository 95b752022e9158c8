/** onnxruntime-web in Node, as what clients would get of it. */
import { readFile } from 'node:fs/promises';
import { installed } from './install.mjs';

/**
 * Its exports, with two differences: it takes paths, as onnxruntime-node does, and options in the place of those
 * that the client gives.
 * @param {object} options of every session
 */
export async function loadOracle(options = {}) {
  const dist = new URL('dist/', installed('onnxruntime-web'));
  const ort = await import(new URL('ort.wasm.min.mjs', dist).href);
  Object.assign(ort.env.wasm, { numThreads: 1, proxy: false, wasmPaths: dist.href });
  ort.env.logLevel = 'fatal';
  const create = async (model, given) =>
    ort.InferenceSession.create(typeof model === 'string' ? await readFile(model) : model, {
      ...given,
      ...options,
    });
  return { ...ort, InferenceSession: { create } };
}

/**
 * Its optimiser gives a Transpose of what DequantizeLinear makes of a table's rows as something else, in 1.30 even
 * at the level 'basic': 8-bit models of T5's form are off by 0.5. Node by node they are right.
 */
export const nodeByNode = { graphOptimizationLevel: 'disabled' };
