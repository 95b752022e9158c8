/** The command as npm packs, installs and links it. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command, spawned } from './support.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const question = ['align', '2x3x4', '3x1', '--rule', 'ncnn'];

// npm names itself when it runs a script; its own file then needs no search on PATH.
function npm(args, cwd) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js')
    ? spawned(process.execPath, [self, ...args], { cwd })
    : spawned('npm', args, { cwd });
}

describe('the package', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simdcast-cli-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('holds the command that its bin names, executable', async () => {
    const { bin } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
    const { stdout } = await npm(['pack', '--dry-run', '--json'], top);
    const [{ files }] = JSON.parse(stdout);
    const packed = files.find(({ path }) => join(path) === join(bin.simdcast));
    assert.equal(join(top, bin.simdcast), command);
    assert.equal(packed?.mode & 0o111, 0o111);
    assert.ok(files.some(({ path }) => path === 'dist/index.js'));
  });

  it('takes the engine from the entry, not a copy of it', async () => {
    const text = await readFile(command, 'utf8');
    assert.match(text, /^#!\/usr\/bin\/env node\n/);
    assert.match(text, /from "\.\/index\.js"/);
    assert.ok(text.length < 100_000);
  });

  it('leaves the entry without the built-ins of Node', async () => {
    const text = await readFile(join(top, 'dist/index.js'), 'utf8');
    assert.doesNotMatch(text, /from\s*"node:(util|process)"/);
  });

  it('runs through a symbolic link', async () => {
    const link = join(folder, 'linked');
    await symlink(command, link);
    const { status, stdout } = await spawned(link, question);
    assert.match(stdout, /✓ \[2,3,4\] and \[3,1\] fit by ncnn's rule: the result is \[2,3,4\]\./);
    assert.equal(status, 0);
  });

  it('runs where npm has installed it', async () => {
    const packed = await npm(['pack', '--json', '--pack-destination', folder], top);
    const [{ filename }] = JSON.parse(packed.stdout);
    const options = ['--offline', '--no-audit', '--no-fund', '--prefix', folder];
    const installed = await npm(['install', ...options, join(folder, filename)], folder);
    assert.equal(installed.status, 0, installed.stderr);
    const { status, stdout } = await spawned(join(folder, 'node_modules/.bin/simdcast'), question);
    assert.match(stdout, /fit by ncnn's rule: the result is \[2,3,4\]\./);
    assert.equal(status, 0);
  });
});
