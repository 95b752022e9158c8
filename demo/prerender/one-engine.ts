/**
 * A Vite plugin that leaves the package's default entry out. Sessions load it where they are given no
 * engine; on the page they always are, and the entry carries the wasm modules a second time.
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
