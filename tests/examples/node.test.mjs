/** The examples for the terminal, and what every example has to have. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exampleNames, installExample, npmCommand } from '../../tools/lib/examples.mjs';
import { inTop } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';

const [command, ...args] = npmCommand(['start', '--silent', '--']);
const start = (cwd, ...more) => run(command, [...args, ...more], { cwd, check: false });

/** The table with each column minus its mean, divided by its deviation. */
function standardised(text) {
  const [header, ...lines] = text.trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  const columns = rows[0].map((_, c) => {
    const values = rows.map((row) => row[c]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.map((value) => (value - mean) ** 2);
    const deviation = Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / values.length);
    return values.map((value) => ((value - mean) / deviation).toFixed(2));
  });
  return [header, ...rows.map((_, r) => columns.map((column) => column[r]).join(',')), ''].join(
    '\n',
  );
}

test('node: the table standardised, its own and one that is given', async () => {
  const folder = await installExample('node');
  const own = readFileSync(join(folder, 'heights.csv'), 'utf8');
  assert.deepEqual(await start(folder), {
    code: 0,
    output: standardised(own),
    stdout: standardised(own),
  });

  const given = 'x,y\n1,5\n2,7\n4,6\n';
  writeFileSync(join(folder, 'given.csv'), given);
  assert.equal((await start(folder, 'given.csv')).stdout, standardised(given));
});

test('every example has a README of three lines and depends on this version', async () => {
  const { version } = JSON.parse(readFileSync(inTop('package.json'), 'utf8'));
  const names = await exampleNames();
  assert.deepEqual(
    readdirSync(inTop('examples')).toSorted(),
    [...names, 'cpp'].toSorted(),
    'every folder is an npm project, but for the one in C++',
  );
  for (const name of names) {
    const { dependencies } = JSON.parse(
      readFileSync(inTop('examples', name, 'package.json'), 'utf8'),
    );
    assert.equal(dependencies.simdcast, `^${version}`, name);
    const readme = inTop('examples', name, 'README.md');
    assert.ok(existsSync(readme), `${name} has a README`);
    const [title, blank, ...lines] = readFileSync(readme, 'utf8').trimEnd().split('\n');
    assert.match(title, /^# /);
    assert.equal(blank, '');
    assert.equal(lines.length, 3, `${name} says what it is, how to start it and what to see`);
    assert.ok(lines[1].includes(`npm run example -- ${name}`), `${name} names its command`);
  }
});
