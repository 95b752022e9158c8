/** onnxruntime-web on WebAssembly, single-threaded: a session over a model of the case's nodes. */
import { elementTypes, encodeModel, floats, int64s } from '../../onnx/models.mjs';
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

/** Constants that are operands in ONNX: a target shape, axes to reduce, limits. */
function constantsOf({ shape, attributes: { axes, min, max } = {} }) {
  if (min !== undefined) return [floats([], min), floats([], max)];
  const integers = shape ?? axes;
  return integers ? [int64s(...integers)] : [];
}

/** Attributes match ONNX's, with these exceptions. */
function attributesOf({ op, attributes = {} }) {
  const { axes, min: _, max: __, to, ...others } = attributes;
  const drops = axes || op === 'ArgMax' ? { keepdims: 0 } : {};
  return { ...others, ...drops, ...(to ? { to: elementTypes[to] } : {}) };
}

function modelOf({ nodes, operands, output }) {
  const constants = {};
  const lowered = nodes.map((node) => {
    const names = constantsOf(node).map((value, i) => {
      constants[`${node.output}_${i}`] = value;
      return `${node.output}_${i}`;
    });
    return {
      op: node.op,
      inputs: [...node.inputs, ...names],
      outputs: [node.output],
      attributes: attributesOf(node),
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

/** Arrays in and arrays out is the only mode that it supports on WebAssembly. */
async function prepareWith(ort, description) {
  const { op, type, section } = description;
  if (section === 'values' && op === 'Pow' && type.startsWith('int'))
    throw new Unsupported('its integer powers saturate');
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
  installed: true,
  copies: true,
  notes: [
    'onnxruntime-web accepts and returns only arrays here: in the resident tables, its times include copying in and out.',
  ],
  async open() {
    const ort = await start();
    return {
      version: await versionOf('onnxruntime-web'),
      prepare: (description) => prepareWith(ort, description),
    };
  },
  wasmFiles: () => [peerFile('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm')],
};
