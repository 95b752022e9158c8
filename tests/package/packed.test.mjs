/** The packed package: the files, the manifest, and tree-shaking. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { billOfMaterials, PARTS } from '../../tools/lib/bill.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

async function packedFiles() {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
    cwd: top,
  });
  return JSON.parse(stdout)[0].files;
}

/** A bundle of a program, minified. */
async function bundleOf(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: top },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

describe('the packed files', async () => {
  const files = await packedFiles();
  const paths = files.map(({ path }) => path);

  it('are the built package, its documentation and its licences', () => {
    const wanted = [
      /^(LICENSE|README\.md|CHANGELOG\.md|package\.json)$/,
      /^docs\/([\w-]+\.md|(benchmark|decoding)\.svg)$/,
      /^dist\/[\w-]+(\.js|\.d\.ts|\.wasm)$/,
    ];
    assert.deepEqual(
      paths.filter((path) => !wanted.some((pattern) => pattern.test(path))),
      [],
    );
    for (const path of [
      'LICENSE',
      'README.md',
      'docs/notices.md',
      'docs/recipes.md',
      'docs/tensors.md',
      'docs/threads.md',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/simd.wasm',
    ])
      assert.ok(paths.includes(path), path);
  });

  it('have a notice, and a line of the bill of materials, for each part that is not their own', async () => {
    const notices = await readFile(new URL('../../docs/notices.md', import.meta.url), 'utf8');
    for (const { name } of PARTS) assert.ok(notices.includes(`## ${name}\n`), name);
    const bill = await billOfMaterials('3.1.69');
    assert.deepEqual(
      bill.components.map(({ licenses: [{ expression }] }) => expression),
      PARTS.map(({ licence }) => licence),
    );
    assert.deepEqual(bill, await billOfMaterials('3.1.69'));
    for (const name of ['Emscripten', 'musl', 'dlmalloc', 'LLVM'])
      assert.ok(
        PARTS.some((part) => part.name === name),
        name,
      );
  });

  it('contain code of no other packages than the bill of materials lists', async () => {
    const sources = [
      'onnx',
      'ort',
      'threads',
      'core',
      'external',
      'index',
      'cli/main',
      'wasm/worker',
    ];
    const { metafile } = await build({
      entryPoints: sources.map((name) => `${top}web/${name}.ts`),
      outdir: top,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      external: ['#*'],
      logLevel: 'error',
    });
    const names = Object.keys(metafile.inputs).map(
      (file) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(file)?.[1],
    );
    assert.deepEqual(
      [...new Set(names.filter(Boolean))],
      PARTS.flatMap((part) => part.package ?? []),
    );
  });

  it('are executable where they are commands, and only there', () => {
    const commands = Object.values(manifest.bin).map((path) => path.replace('./', ''));
    for (const { path, mode } of files)
      assert.equal((mode & 0o111) !== 0, commands.includes(path), path);
  });
});

describe('the manifest', () => {
  it('names a licence that is there', async () => {
    assert.equal(manifest.license, 'Apache-2.0');
    assert.match(
      await readFile(new URL('../../LICENSE', import.meta.url), 'utf8'),
      /Apache License/,
    );
  });

  it('asks for nothing at run time', () => {
    for (const key of [
      'dependencies',
      'peerDependencies',
      'optionalDependencies',
      'bundleDependencies',
    ])
      assert.equal(manifest[key], undefined, key);
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.equal(manifest.scripts[name], undefined, name);
  });

  it('is for ES modules, types first, each file of which is there', async () => {
    assert.equal(manifest.type, 'module');
    assert.equal(manifest.sideEffects, false);
    for (const [name, entry] of Object.entries(manifest.exports)) {
      if (typeof entry === 'string') continue;
      assert.equal(Object.keys(entry)[0], 'types', name);
      for (const file of Object.values(entry))
        await access(new URL(`../../${file}`, import.meta.url));
    }
  });

  it('contains the words that people search for', () => {
    for (const word of [
      'broadcasting',
      'tensor',
      'ndarray',
      'onnx',
      'ncnn',
      'webassembly',
      'numpy',
    ])
      assert.ok(manifest.keywords.includes(word), word);
  });

  it('has the version of the changelog', async () => {
    const changelog = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    assert.ok(changelog.includes(`## ${manifest.version}`));
  });
});

describe('tree shaking', () => {
  it('leaves nothing of an import that is not used', async () => {
    const entries = Object.keys(manifest.exports).filter((name) => /^\.(\/\w+)?$/.test(name));
    for (const entry of entries) {
      const name = entry.replace('.', 'simdcast');
      assert.equal((await bundleOf(`import '${name}';`)).trim(), '', name);
      assert.equal((await bundleOf(`import { load } from '${name}';`)).trim(), '', name);
    }
  });

  it('leaves the engine out where only its errors are used', async () => {
    const errors = await bundleOf("export { BroadcastError } from 'simdcast';");
    assert.doesNotMatch(errors, /WebAssembly|[\w+/]{1000}/);
    const whole = await bundleOf("export { load } from 'simdcast/core';");
    assert.ok(errors.length < whole.length / 4, `${errors.length} of ${whole.length}`);
  });
});
