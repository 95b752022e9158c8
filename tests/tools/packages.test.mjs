import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../tools/lib/run.mjs';
import { matches } from '../../tools/setup/npm.mjs';
import { temporaryFolder } from './support.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-platform': { version: '2.0.0', optional: true },
  },
};
const installed = (packages) => ({ packages });

const cases = [
  { name: 'nothing is installed', record: undefined, expected: false },
  { name: 'all that this platform needs', record: { a: '1.0.0' }, expected: true },
  { name: 'another version', record: { a: '1.0.1' }, expected: false },
  { name: 'a package too few', record: {}, expected: false },
  { name: 'a package too many', record: { a: '1.0.0', b: '1.0.0' }, expected: false },
  {
    name: 'another version of an optional package',
    record: { a: '1.0.0', 'other-platform': '1.0.0' },
    expected: false,
  },
];

for (const { name, record, expected } of cases) {
  test(`node_modules ${expected ? 'matches' : 'does not match'} the lock file: ${name}`, () => {
    const entries = record && Object.entries(record);
    const packages = entries?.map(([key, version]) => [`node_modules/${key}`, { version }]);
    assert.equal(matches(lock, packages && installed(Object.fromEntries(packages))), expected);
  });
}

// npm removes the installed packages, fetches, and writes its record last.
const slowNpm = `#!/bin/sh
echo started >> npm.log
rm -rf node_modules
mkdir node_modules
sleep 0.5
cp package-lock.json node_modules/.package-lock.json
`;

/** A folder whose packages are not installed, and a program that installs them there with `npm`. */
function folderToInstall(t, npm) {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const module = new URL('../../tools/setup/npm.mjs', import.meta.url);
  const program = `
    import { existsSync } from 'node:fs';
    import { installPackages } from ${JSON.stringify(module)};
    const now = await installPackages(process.cwd()).catch((error) => error.message);
    console.log(now, existsSync('node_modules/.package-lock.json'));`;
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, npm_execpath: '' };
  const args = ['--input-type=module', '--eval', program];
  const install = async () => (await run(process.execPath, args, { cwd: folder, env })).stdout;
  return { folder, install };
}

test('of processes that need the same packages one installs, and the others wait', async (t) => {
  const { folder, install } = folderToInstall(t, slowNpm);
  const said = await Promise.all([install(), install(), install()]);
  assert.deepEqual(said.sort(), ['false true\n', 'false true\n', 'true true\n']);
  assert.equal(readFileSync(join(folder, 'npm.log'), 'utf8'), 'started\n');
});

test('a failed installation shows npm’s output', async (t) => {
  const { install } = folderToInstall(t, '#!/bin/sh\necho no such registry >&2\nexit 1\n');
  assert.match(await install(), /^no such registry\n.*exited with status 1 false\n$/s);
});
