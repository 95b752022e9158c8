/** Bytes after gzip -9: every wasm flavour, the JavaScript, and the default entry as shipped. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = new URL('../../', import.meta.url);
const entry = new URL('dist/index.js', root);

/** From the project's targets, in bytes. */
const limits = { wasm: 64 * 1024, javaScript: 16 * 1024, entry: 110 * 1024 };

export const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** Long string literals in base64 are inlined modules, or patches that make one of another. */
const inlined = /(["'`])[\w+/=]{400,}\1/g;

export const withoutInlinedModules = (code) => code.replace(inlined, '""');

async function wasmBelow(folder) {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith('.wasm') && !/(^|[\\/])(demo|CMakeFiles)[\\/]/.test(name))
    .map((name) => new URL(name.replaceAll('\\', '/'), folder));
}

/** The flavours: separate files of the package, or what the build left where all are inlined. */
async function flavours() {
  const shipped = await wasmBelow(new URL('dist/', root));
  if (shipped.length > 0) return shipped;
  const names = (await readdir(new URL('build/', root))).filter(
    (name) => name.startsWith('wasm-') && name !== 'wasm-tests',
  );
  const found = await Promise.all(names.map((name) => wasmBelow(new URL(`build/${name}/`, root))));
  return found.flat();
}

async function bundle() {
  const { build } = createRequire(root)('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

async function wasmRow(url, limit) {
  const path = fileURLToPath(url);
  const label = `${basename(dirname(path))}/${basename(path)}`;
  return { label, bytes: gzipped(await readFile(url)), limit };
}

/** @returns {Promise<{ label: string, bytes: number, limit?: number }[]>} of the package */
export async function packageSizes() {
  const code = await bundle();
  return [
    ...(await Promise.all((await flavours()).map((url) => wasmRow(url, limits.wasm)))),
    {
      label: 'JavaScript, bundled and minified, without the modules',
      bytes: gzipped(withoutInlinedModules(code)),
      limit: limits.javaScript,
    },
    { label: 'default entry, bundled and minified', bytes: gzipped(code), limit: limits.entry },
  ];
}

/** The wasm files of peers, for comparison. */
export async function peerSizes(opened) {
  const files = opened.flatMap(({ name, wasmFiles }) =>
    (wasmFiles?.() ?? []).map((url) => ({ name, url })),
  );
  return Promise.all(
    files.map(async ({ name, url }) => {
      const row = await wasmRow(url);
      return { ...row, label: `${name}: ${basename(fileURLToPath(url))}` };
    }),
  );
}
