/**
 * A Vite plugin that leaves out the package's default entry and the engine of sessions, which contain wasm
 * modules. Sessions load them if no engine is passed; the page always passes one.
 */
import type { Plugin } from 'vite';

const name = '\0no-default-engine';

export function oneEngine(): Plugin {
  return {
    name: 'one-engine',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /^\.\/(index|own-engine)\.js$/.test(source) &&
      /\/dist\/(onnx|shared-\w+)\.js$/.test(importer ?? '')
        ? name
        : undefined,
    load: (id) =>
      id === name
        ? "export const load = () => { throw new Error('no engine'); }; export const loadModels = load;"
        : undefined,
  };
}
