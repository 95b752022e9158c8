/** Bytes after gzip -9: the modules, the JavaScript, and entries as bundled with a program. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = new URL('../../', import.meta.url);
const dist = new URL('dist/', root);

/** In bytes: ceilings against accidents, about 2 % above current sizes to allow small fixes. */
const limits = {
  wasm: 499 * 1024,
  threads: 519 * 1024,
  entry: 566 * 1024,
  onnx: 31 * 1024,
  ort: 612 * 1024,
};

export const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** Long string literals in base64 are inlined modules. */
const inlined = /(["'`])[\w+/=]{400,}\1/g;

export const withoutInlinedModules = (code) => code.replace(inlined, '""');

const limitOf = ({ pathname }) =>
  pathname.endsWith('/threads.wasm') ? limits.threads : limits.wasm;

async function modules() {
  const names = (await readdir(dist)).filter((name) => name.endsWith('.wasm'));
  return names.sort().map((name) => new URL(name, dist));
}

/** A program that uses everything of the entries. */
async function bundle(...entries) {
  const { build } = createRequire(root)('esbuild');
  const { outputFiles } = await build({
    stdin: {
      contents: entries.map((entry) => `export * from './${entry}.js';`).join('\n'),
      resolveDir: fileURLToPath(dist),
    },
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
  const code = await bundle('index');
  const entry = gzipped(code);
  const withSessions = gzipped(await bundle('index', 'onnx'));
  return [
    ...(await Promise.all((await modules()).map((url) => wasmRow(url, limitOf(url))))),
    {
      label: 'JavaScript, bundled and minified, without the modules',
      bytes: gzipped(withoutInlinedModules(code)),
    },
    { label: 'default entry, bundled and minified', bytes: entry, limit: limits.entry },
    { label: 'simdcast/onnx beside it', bytes: withSessions - entry, limit: limits.onnx },
    {
      label: 'simdcast/ort, bundled and minified',
      bytes: gzipped(await bundle('ort')),
      limit: limits.ort,
    },
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
