/** Clients of onnxruntime-web that run a small model. Each prints one line, the same everywhere. */
import { encodeModel, floats } from '../onnx/models.mjs';
import { show } from './programs.mjs';

const layer = encodeModel({
  inputs: [{ name: 'x', dims: ['N', 2] }],
  outputs: [{ name: 'y', dims: ['N', 2] }],
  constants: { w: floats([2, 2], 1, -1, 0, 2), b: floats([2], 0.5, -4) },
  nodes: [
    { op: 'MatMul', inputs: ['x', 'w'], outputs: ['product'] },
    { op: 'Add', inputs: ['product', 'b'], outputs: ['sum'] },
    { op: 'Relu', inputs: ['sum'], outputs: ['y'] },
  ],
});

/** Files that are fetched from elsewhere fail: the address does not exist. */
const functions = `
ort.env.wasm.wasmPaths = 'https://simdcast.invalid/';
async function said() {
  const session = await ort.InferenceSession.create(Uint8Array.of(${layer}), { executionProviders: ['wasm'] });
  const x = new ort.Tensor('float32', Float32Array.of(1, 2, 3, 4), [2, 2]);
  const { y } = await session.run({ x });
  await session.release();
  return [y instanceof ort.Tensor, y.type, y.dims.join(), y.data.join()].join(' ');
}
`;

/** The output of every client. */
export const SAID = 'true float32 2,2 1.5,0,3.5,1';

/** A client that imports a name. */
export const client = (name) => `import * as ort from '${name}';\n${functions}`;

/** The client of the project with overrides, by `import` and by `require`, under both names. */
export const overridden = {
  import: `${client('onnxruntime-web/webgpu')}export { said };\n`,
  require: `const ort = require('onnxruntime-node');\n${functions}exports.said = said;\n`,
};

export const printing = (name) => `${client(name)}\nconsole.log(await said());\n`;

/** A program over a dependency that is a client. */
export const printingOf = "import { said } from 'client';\nconsole.log(await said());\n";
export const requiringOf = "require('client').said().then((text) => console.log(text));\n";

export const pageProgram = (name) => `${client(name)}\n${show('said()')}`;
/** A page whose dependencies import different subpaths. */
export const pageOfSubpaths = `import * as root from 'onnxruntime-web';
${pageProgram('onnxruntime-web/webgpu')}
if (root.Tensor !== ort.Tensor) throw new Error('The subpaths are different modules.');
`;
export const pageOf = `import { said } from 'client';\n${show('said()')}`;

/** A page that maps the client's import to a file. */
export const mappedPage = (file) => `<!doctype html><meta charset="utf-8"><title>waiting</title>
<script type="importmap">{ "imports": { "onnxruntime-web": "${file}" } }</script>
<script type="module" src="main.js"></script>
`;

/** A transformer's global symbol: the runtime is set before its client is loaded. */
export const symbolic = `
globalThis[Symbol.for('onnxruntime')] = await import('simdcast/ort');
const ort = globalThis[Symbol.for('onnxruntime')];
${functions}
console.log(await said());
`;

/** A worklet prints its result. */
export const worklet = (name) => `${client(name)}
registerProcessor('client', class extends AudioWorkletProcessor {
  constructor() {
    super();
    said().then((text) => this.port.postMessage(text), (error) => this.port.postMessage('failed: ' + error));
  }
  process() { return true; }
});
`;
export const workletPage = (url) =>
  show(`(async () => {
  const context = new OfflineAudioContext(1, 128, 16000);
  await context.audioWorklet.addModule('${url}');
  const { port } = new AudioWorkletNode(context, 'client');
  return new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); });
})()`);

/** A Cloudflare worker: modules come with the program, and sessions run on the open engine. */
export const cloudflare = `
import { load } from 'simdcast/core';
import wasm from 'simdcast/simd.wasm';
${client('onnxruntime-web')}
export default {
  async fetch() {
    await load({ wasm, flavour: 'simd' });
    return new Response(await said());
  },
};
`;

/** An extension: its worker answers its page, which runs the model too. */
export const extension = {
  manifest: {
    manifest_version: 3,
    name: 'client',
    version: '1',
    background: { service_worker: 'background.js', type: 'module' },
    content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'" },
  },
  background: (name) => `${client(name)}
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  said().then(answer, (error) => answer('failed: ' + error));
  return true;
});
`,
  page: (name) => `${client(name)}
${show(`(async () => {
  const [here, there] = [await said(), await chrome.runtime.sendMessage('said')];
  return here === there ? here : here + ' in the page, in the worker ' + there;
})()`)}`,
};
