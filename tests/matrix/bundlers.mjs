/** Bundlers that turn a project with an index.html into a folder of files; `alias` is one name for another. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Neither Rollup nor esbuild copies the files that `new URL` names: a project does it itself. */
const copyFiles = (folder, out) =>
  Promise.all(
    ['simd.wasm', 'threads.wasm', 'worker.js'].map((name) =>
      copyFile(join(folder, '../node_modules/simdcast/dist', name), join(out, name)),
    ),
  );

async function writePage(folder, out) {
  await mkdir(out, { recursive: true });
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(out, 'index.html'), html);
}

export const bundlers = {
  async Vite(folder, out, alias = {}) {
    const { build } = await import('vite');
    await build({
      root: folder,
      logLevel: 'error',
      resolve: { alias },
      build: { outDir: out, emptyOutDir: true },
    });
  },

  async 'webpack 5'(folder, out, alias = {}) {
    const { default: webpack } = await import('webpack');
    const stats = await promisify(webpack)({
      mode: 'production',
      context: folder,
      entry: './main.js',
      resolve: { alias },
      output: { path: out, filename: 'main.js', publicPath: 'auto' },
    });
    if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
    await writePage(folder, out);
  },

  async Rollup(folder, out, alias = {}) {
    const { rollup } = await import('rollup');
    const { nodeResolve } = await import('@rollup/plugin-node-resolve');
    const { default: aliases } = await import('@rollup/plugin-alias');
    const plugins = [aliases({ entries: alias }), nodeResolve()];
    const bundle = await rollup({ input: join(folder, 'main.js'), plugins });
    await bundle.write({ file: join(out, 'main.js'), format: 'es' });
    await writePage(folder, out);
    await copyFiles(folder, out);
  },

  async esbuild(folder, out, alias = {}) {
    const { build } = await import('esbuild');
    await build({
      entryPoints: [join(folder, 'main.js')],
      outfile: join(out, 'main.js'),
      bundle: true,
      alias,
      // An alias is resolved from here.
      absWorkingDir: folder,
      minify: true,
      format: 'esm',
      logLevel: 'error',
    });
    await writePage(folder, out);
    await copyFiles(folder, out);
  },
};
