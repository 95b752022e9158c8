/** What the README says of speed is what the record of a run says. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { compact, readmePart, recordFile, withPart } from './publish.mjs';

const summary = (median) => ({ median, q1: median, q3: median });

const run = {
  date: '2026-01-02T03:04:05.000Z',
  machine: { cpu: 'A processor', cores: 2, memory: 1, platform: 'linux', node: '20.1.0', v8: '11' },
  settings: { rounds: 9 },
  versions: [{ name: 'tfjs', version: '4.0.0' }],
  skipped: {},
  means: [{ section: 'layouts', means: [{ name: 'tfjs', mean: 2.34567, cases: 3 }] }],
  cases: [
    {
      id: 'layouts/Add/float32/1M/row/resident',
      base: 'simdcast',
      times: { simdcast: summary(123456), tfjs: summary(400000) },
      ratios: { tfjs: summary(3.2399), roof: summary(0.9) },
      mismatches: {},
    },
    { id: 'layouts/Add/float32/1M/col/resident', skipped: 'not there' },
  ],
};

test('a record keeps the medians, and the README shows them', () => {
  const part = readmePart(compact(run));
  assert.match(part, /Measured on 2026-01-02: A processor, Node 20\.1\.0/);
  assert.match(part, /\| \[1024,1024\] \+ \[1024\] \| 123 µs \| 3\.24× \| – \| – \| – \|/);
  assert.match(part, /\| float32 Add, every layout \| 2\.35× \|/);
  assert.doesNotMatch(part, /\[1024,1024\] \+ \[1024,1\]/);
});

test('a part goes between its marks, and nowhere else', () => {
  const part = readmePart(compact(run));
  const readme = `before\n${part.replace('123 µs', '9 µs')}\nafter\n`;
  assert.equal(withPart(readme, part), `before\n${part}\nafter\n`);
  assert.throws(() => withPart('nothing', part), /no place/);
});

test("the README's figures are those of docs/benchmark.json", async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const record = JSON.parse(await readFile(recordFile, 'utf8'));
  assert.ok(readme.includes(readmePart(record)));
});
