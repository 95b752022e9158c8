/** Bundles sources of web/, for tests of modules that no entry exports. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Emscripten's JavaScript, which these tests have no use for: an engine comes from the package. */
const withoutGlue = {
  name: 'without-glue',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#glue$/ }, ({ path }) => ({ path, namespace: 'glue' }));
    onLoad({ filter: /./, namespace: 'glue' }, () => ({ contents: 'export default undefined;' }));
  },
};

/** @param {string} path below web/ */
export async function importSource(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../web/${path}`, import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [withoutGlue],
  });
  const text = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${text}`);
}
