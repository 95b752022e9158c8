/** The package that npm's `overrides` install instead of onnxruntime-web and onnxruntime-node. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as ort from 'simdcast/ort';

const top = fileURLToPath(new URL('../..', import.meta.url));
const source = join(top, 'packages/onnxruntime-web');
const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const manifest = read(source);
const subpaths = Object.keys(manifest.exports);
const codes = subpaths.filter((path) => /^\.(\/[a-z]+)?$/.test(path));

/** A project in which it is installed under the names that it replaces. */
const project = mkdtempSync(join(tmpdir(), 'simdcast-drop-in-'));
after(() => rmSync(project, { recursive: true, force: true }));
const NAMES = ['onnxruntime-web', 'onnxruntime-node'];
mkdirSync(join(project, 'node_modules'));
symlinkSync(top, join(project, 'node_modules/simdcast'));
for (const name of NAMES) cpSync(source, join(project, 'node_modules', name), { recursive: true });

const run = (type, code) =>
  execFileSync(process.execPath, [`--input-type=${type}`, '-e', code], {
    cwd: project,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

const everyName = NAMES.flatMap((name) => codes.map((path) => name + path.slice(1)));
const namesOf = (module) => Object.keys(module).filter((name) => name !== '__esModule');
const compute = `
  const a = new ort.Tensor('float32', [1, 2], [2]);
  console.log(a instanceof ort.Tensor, a instanceof ort.default.Tensor, a.size);`;

describe('the replacement', () => {
  it('is of the same version, and depends on it', () => {
    const { version, license, engines } = read(top);
    assert.deepEqual(
      [manifest.version, manifest.license, manifest.engines, manifest.dependencies.simdcast],
      [version, license, engines, version],
    );
    assert.equal(
      readFileSync(join(source, 'LICENSE'), 'utf8'),
      readFileSync(join(top, 'LICENSE'), 'utf8'),
    );
  });

  it('has the subpaths with code', () => {
    assert.deepEqual(codes, ['.', './all', './jspi', './wasm', './webgl', './webgpu']);
  });

  it('is one module for import and require, under every name', () => {
    const load = everyName.map(
      (name) => `
        assert.equal((await import('${name}')).Tensor, ort.Tensor);
        assert.equal(require('${name}').Tensor, ort.Tensor);
        assert.equal(require('${name}').default, ort.default);`,
    );
    const code = `
      import assert from 'node:assert/strict';
      import { createRequire } from 'node:module';
      import * as ort from 'simdcast/ort';
      const require = createRequire(process.cwd() + '/x.js');
      ${load.join('')}
      console.log(Object.keys(require('onnxruntime-web')).join());`;
    const names = run('module', code).split(',');
    assert.deepEqual(names.filter((name) => name !== '__esModule').sort(), namesOf(ort).sort());
  });

  it('runs by require and by import', () => {
    assert.equal(
      run('commonjs', `const ort = require('onnxruntime-web/wasm');${compute}`),
      'true true 2',
    );
    assert.equal(
      run('module', `import * as ort from 'onnxruntime-node';${compute}`),
      'true true 2',
    );
  });

  it('has a file for every subpath, and empty modules for those who copy them', () => {
    const files = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? target : Object.values(target).flatMap(Object.values),
    );
    for (const file of files) {
      const bytes = readFileSync(join(source, file));
      if (file.endsWith('.wasm')) assert.ok(WebAssembly.validate(bytes), file);
    }
  });
});

it('onnxruntime-node lists its backends', () => {
  assert.deepEqual(ort.listSupportedBackends(), [{ name: 'cpu', bundled: true }]);
});
