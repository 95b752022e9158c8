/** Bundles web/ and the wasm modules into the package in dist/, with type declarations. */
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { binaryFolder } from './lib/cmake.mjs';
import { inTop, top } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const dist = inTop('dist');
const { version } = JSON.parse(await readFile(inTop('package.json'), 'utf8'));
/** Sources in web/, each a file of the same name in dist/; the last two are for the page, and not published. */
const ENTRIES = ['index', 'external', 'core', 'threads', 'onnx', 'ort', 'broadcasting', 'reader'];

/** The modules, and CMake's output files; the last one is for the page, and not published. */
const MODULES = {
  'simd.wasm': 'simdcast.wasm',
  'relaxed.wasm': 'relaxed.wasm',
  'threads.wasm': 'threads.wasm',
  'play.wasm': 'play.wasm',
};
const linked = (file) => join(binaryFolder('wasm'), file);
const moduleOf = (file) => readFile(linked(MODULES[file]));

/** Addresses from which Emscripten's glue would load the module; bundlers would follow them too. */
const ownAddresses = (name) => [`new URL("${name}.wasm",import.meta.url).href`, 'import.meta.url'];

async function glueWithoutAddress(name) {
  let glue = await readFile(linked(`${name}.mjs`), 'utf8');
  for (const address of ownAddresses(name)) {
    if (!glue.includes(address)) throw new Error(`Emscripten's glue does not name ${address}.`);
    glue = glue.replace(address, '""');
  }
  return { contents: glue, loader: 'js' };
}

/**
 * Deflated, because base64 of compressed data does not compress worse; a lower `memLevel` has shorter blocks,
 * whose codes fit code and data better.
 */
const asText = (bytes) => ({
  contents: deflateRawSync(bytes, { level: 9, memLevel: 6 }).toString('base64'),
  loader: 'text',
});

/** `#glue` and the like are Emscripten's JavaScript, `#wasm/simd.wasm` is a module. */
const inlineEngine = {
  name: 'inline-engine',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#/ }, ({ path }) => ({ path, namespace: 'engine' }));
    onLoad({ filter: /^#glue$/, namespace: 'engine' }, () => glueWithoutAddress('simdcast'));
    onLoad({ filter: /^#threads-glue$/, namespace: 'engine' }, () => glueWithoutAddress('threads'));
    onLoad({ filter: /^#wasm/, namespace: 'engine' }, async ({ path }) =>
      asText(await moduleOf(basename(path))),
    );
  },
};

/**
 * Shared code is in separate files, so each class is the same in all entries. The errors are separate too: a
 * program that uses only those does not include the rest.
 */
async function bundle() {
  await build({
    entryPoints: [...ENTRIES, 'base/errors'].map((entry) => ({
      in: inTop('web', `${entry}.ts`),
      out: entry,
    })),
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
  await rm(join(dist, 'base'), { recursive: true });
}

/** The program of a worker, in a separate file without imports. */
async function bundleWorker() {
  await build({
    entryPoints: [inTop('web', 'wasm', 'worker.ts')],
    outfile: join(dist, 'worker.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  });
}

/** The command is in the same folder as the entries, and imports the engine from there. */
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

/** For the entry with a separate file, and for programs that pass the module themselves. */
async function copyModules() {
  for (const file of Object.keys(MODULES)) await writeFile(join(dist, file), await moduleOf(file));
}

/** Sources in web/ that entries other than the one for ONNX models need. */
const isShared = (file, folder) => {
  const name = relative(folder, file).replace(/\.d\.ts$/, '');
  return !ENTRIES.includes(name) && !/^(onnx|ort)/.test(name);
};

/** One file of types for each entry, and one for shared types; only public names. */
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
    minifyInternalExports: false,
    manualChunks: (file) => (isShared(file, folder) ? 'shared' : undefined),
    // Symbol.dispose, for readers whose settings do not include it.
    banner: '/// <reference lib="esnext.disposable" />',
  });
  await copyFile(inTop('web', 'module.d.ts'), join(dist, 'module.d.ts'));
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await bundle();
await bundleWorker();
await bundleCommand();
await copyModules();
await declarations();
