/** Bundles web/ and the wasm modules into the package in dist/, with type declarations. */
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { FLAVOURS, modulesFolder } from './lib/modules.mjs';
import { makePatch } from './lib/patch.mjs';
import { inTop, top } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const dist = inTop('dist');
const { version } = JSON.parse(await readFile(inTop('package.json'), 'utf8'));
/** Sources in web/, each a file of the same name in dist/. */
const ENTRIES = ['index', 'external', 'core', 'fuse', 'onnx'];

const moduleOf = (flavour) => readFile(join(modulesFolder, `${flavour}.wasm`));

/** Deflated, because base64 of what is compressed compresses no worse. */
const asText = (bytes) => ({
  contents: deflateRawSync(bytes, { level: 9 }).toString('base64'),
  loader: 'text',
});

const flavourOf = (path) => basename(path, '.wasm');

/** `#wasm/simd.wasm` is a module, `#patch/scalar.wasm` what makes another of it. */
const inlineEngine = {
  name: 'inline-engine',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#/ }, ({ path }) => ({ path, namespace: 'engine' }));
    onLoad({ filter: /^#wasm/, namespace: 'engine' }, async ({ path }) =>
      asText(await moduleOf(flavourOf(path))),
    );
    onLoad({ filter: /^#patch/, namespace: 'engine' }, async ({ path }) =>
      asText(makePatch(await moduleOf('simd'), await moduleOf(flavourOf(path)))),
    );
  },
};

/**
 * What entries share is in files of its own, so that a class is the same class from each of them. The
 * errors are apart from the rest: a program that only looks at those then carries nothing else.
 */
async function bundle() {
  await build({
    entryPoints: [...ENTRIES, 'errors'].map((entry) => inTop('web', `${entry}.ts`)),
    outdir: dist,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    define: { SIMDCAST_VERSION: JSON.stringify(version) },
    plugins: [inlineEngine],
  });
  await rm(join(dist, 'errors.js'));
}

/** The command lies beside the entries, and takes the engine from there. */
const engineBeside = {
  name: 'engine-beside',
  setup(plugins) {
    plugins.onResolve({ filter: /^\.\.\/(index|onnx)\.js$/ }, ({ path }) => ({
      path: path.slice(1),
      external: true,
    }));
  },
};

async function bundleCommand() {
  const file = join(dist, 'cli.js');
  await build({
    entryPoints: [inTop('web', 'cli', 'main.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    define: { SIMDCAST_VERSION: JSON.stringify(version) },
    plugins: [engineBeside],
  });
  await chmod(file, 0o755);
}

/** For the entry over separate files, and for programs that bring the module themselves. */
async function copyModules() {
  for (const flavour of FLAVOURS)
    await writeFile(join(dist, `${flavour}.wasm`), await moduleOf(flavour));
}

/** Sources below web/ that more than the entry for ONNX models needs. */
const isShared = (file, folder) => {
  const name = relative(folder, file).replace(/\.d\.ts$/, '');
  return !ENTRIES.includes(name) && !name.startsWith('onnx');
};

/** One file of types for each entry, and one for what they share: the public names, no others. */
async function declarations() {
  const folder = inTop('build', 'types');
  await rm(folder, { recursive: true, force: true });
  await run(process.execPath, [
    inTop('node_modules', 'typescript', 'bin', 'tsc'),
    ...['--project', top, '--noEmit', 'false', '--emitDeclarationOnly'],
    ...['--rootDir', inTop('web'), '--outDir', folder],
  ]);
  const bundled = await rollup({
    input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(folder, `${entry}.d.ts`)])),
    plugins: [dts()],
  });
  await bundled.write({
    dir: dist,
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared.d.ts',
    manualChunks: (file) => (isShared(file, folder) ? 'shared' : undefined),
    // Symbol.dispose, for readers whose own settings do not name it.
    banner: '/// <reference lib="esnext.disposable" />',
  });
  await copyFile(inTop('web', 'module.d.ts'), join(dist, 'module.d.ts'));
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await bundle();
await bundleCommand();
await copyModules();
await declarations();
