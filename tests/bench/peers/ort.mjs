/** onnxruntime-web on WebAssembly, one thread, a session over a model of the case's nodes. */
import { encodeModel, int64s } from '../../onnx/models.mjs';
import { byName, Unsupported } from './graph.mjs';
import { peerFile, versionOf } from './version.mjs';

export const sessionOptions = {
  executionProviders: ['wasm'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 4,
};

/** The library itself, for one thread. */
export async function start() {
  const ort = await import('onnxruntime-web/wasm');
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = peerFile('onnxruntime-web/dist/').href;
  return ort;
}

/** A target shape, and axes to reduce, are operands in ONNX; here they are constants of the model. */
function modelOf({ nodes, operands, output }) {
  const constants = {};
  const lowered = nodes.map(({ op, inputs, output: name, attributes, shape }) => {
    const { axes, ...others } = attributes ?? {};
    const integers = shape ?? axes;
    if (!integers) return { op, inputs, outputs: [name], attributes };
    constants[`${name}_integers`] = int64s(...integers);
    return {
      op,
      inputs: [...inputs, `${name}_integers`],
      outputs: [name],
      attributes: axes ? { ...others, keepdims: 0 } : attributes,
    };
  });
  const inputs = operands.map(({ name, type, dims }) => ({ name, type, dims }));
  return encodeModel({ nodes: lowered, inputs, outputs: [output], constants, opset: 21 });
}

async function createSession(ort, description) {
  try {
    return await ort.InferenceSession.create(modelOf(description), sessionOptions);
  } catch (error) {
    const missing = /Could not find an implementation|Type Error: Type/.test(error.message);
    throw missing ? new Unsupported(`no ${description.op} for ${description.type}`) : error;
  }
}

/** Arrays in and arrays out is the only mode that it has on WebAssembly. */
async function prepareWith(ort, description) {
  const { operands, output } = description;
  const session = await createSession(ort, description);
  const feed = () => byName(operands, ({ type, data, dims }) => new ort.Tensor(type, data, dims));
  return {
    async: true,
    run: () => session.run(feed()),
    async read() {
      const result = (await session.run(feed()))[output.name];
      return { data: result.data, dims: result.dims };
    },
    dispose: () => session.release(),
  };
}

export const peer = {
  name: 'ort',
  about: 'onnxruntime-web',
  async open() {
    const ort = await start();
    return {
      version: await versionOf('onnxruntime-web'),
      prepare: (description) => prepareWith(ort, description),
    };
  },
  wasmFiles: () => [peerFile('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm')],
};
