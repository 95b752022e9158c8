/** The built page, and a page built with another engine. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of the production build. */
export function builtPage() {
  const folder = join(top, 'dist/demo');
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error('dist/demo is not there: npm run build makes it');
  }
  return folder;
}

/** Builds the page with the module at `engine` instead of the page's engine. */
export async function buildWithEngine(engine) {
  const folder = await mkdtemp(join(tmpdir(), 'simdcast-page-'));
  await build({
    root: join(top, 'demo'),
    configFile: join(top, 'demo/vite.config.ts'),
    logLevel: 'error',
    resolve: { alias: { '#broadcasting': engine } },
    build: { outDir: folder, emptyOutDir: true },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Imports a module of the page that needs no document. */
export async function importModule(path) {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    entryPoints: [join(top, 'demo', path)],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
