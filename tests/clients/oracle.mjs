/** onnxruntime-web in Node: the reference for clients. */
import { readFile } from 'node:fs/promises';
import { installed } from './install.mjs';

/**
 * Its exports, with two differences: it accepts paths, as onnxruntime-node does, and overrides the client's
 * options.
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
 * Its optimiser miscompiles a Transpose of dequantised table rows, in 1.30 even at the level 'basic': 8-bit
 * models of T5's form are off by 0.5. Without optimisation they are right.
 */
export const nodeByNode = { graphOptimizationLevel: 'disabled' };
