/**
 * A Vite plugin that leaves out the package's default entry, which contains the wasm modules a second time.
 * Sessions load it if no engine is passed; the page always passes one.
 */
import type { Plugin } from 'vite';

const name = '\0no-default-engine';

export function oneEngine(): Plugin {
  return {
    name: 'one-engine',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './index.js' && /\/dist\/(onnx|shared-\w+)\.js$/.test(importer ?? '')
        ? name
        : undefined,
    load: (id) =>
      id === name ? "export const load = () => { throw new Error('no engine'); };" : undefined,
  };
}
