import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches } from '../../tools/setup/npm.mjs';

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
