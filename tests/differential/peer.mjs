/** onnxruntime-web on WebAssembly, single-threaded: a session for each node, and its results. */
import { encodeNode, inputName } from './model.mjs';

const sessionOptions = {
  executionProviders: ['wasm'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // Fusions and constant folding have nothing to do on one node.
  graphOptimizationLevel: 'disabled',
  logSeverityLevel: 4,
};

/** Its messages for missing kernels; the last is for float16 with casts that were added later. */
const lacks =
  /Could not find an implementation|Failed to find kernel|under development|InsertedPrecisionFreeCast/;

/** Loads it from the folder of this file. */
export async function loadPeer() {
  const ort = await import('onnxruntime-web/wasm');
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = new URL('node_modules/onnxruntime-web/dist/', import.meta.url).href;
  ort.env.logLevel = 'fatal';
  return ort;
}

/** A runner for the node; undefined if the peer lacks it. */
export async function prepare(ort, node) {
  let session;
  try {
    session = await ort.InferenceSession.create(encodeNode(node), sessionOptions);
  } catch (error) {
    if (lacks.test(error.message)) return undefined;
    throw error;
  }
  return {
    async run(operands) {
      const tensors = operands.map(({ type, data, dims }) => new ort.Tensor(type, data, dims));
      const feeds = Object.fromEntries(tensors.map((tensor, i) => [inputName(i), tensor]));
      const { output } = await session.run(feeds);
      return { type: output.type, data: output.data, dims: [...output.dims] };
    },
    release: () => session.release(),
  };
}
