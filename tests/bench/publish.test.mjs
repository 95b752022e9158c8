/** The documents match the record of the benchmark. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { benchmarksPage, rowIds } from './benchmarks-page.mjs';
import { listCases } from './cases.mjs';
import { compact, pageFile, recordFile, withPart } from './publish.mjs';
import * as readme from './readme-part.mjs';

const summary = (median) => ({ median, q1: median, q3: median });

const run = {
  schema: 2,
  date: '2026-01-02T03:04:05.000Z',
  revision: { commit: '0123456789abcdef', changed: false },
  machine: { cpu: 'A processor', cores: 2, memory: 1, platform: 'linux', node: '20.1.0', v8: '11' },
  settings: {
    extent: 'normal',
    filter: '(?:)',
    rounds: 9,
    seed: 1,
    order: 'shuffled in each round',
  },
  broken: [],
  versions: [{ name: 'tfjs', version: '4.0.0', notes: ['A note of a library.'] }],
  skipped: {},
  cases: [
    {
      id: 'layouts/Add/float32/1M/row/resident',
      base: 'simdcast',
      times: { simdcast: { median: 123456, q1: 120000, q3: 125000 }, tfjs: summary(400000) },
      ratios: { tfjs: summary(3.2399), roof: summary(0.9) },
    },
    {
      id: 'costly/Mod/float32/1M/same/resident',
      base: 'simdcast',
      times: { simdcast: summary(900000) },
      ratios: { tfjs: summary(4), 'numpy-ts': summary(0.4) },
    },
    { id: 'layouts/Add/float32/1M/col/resident', skipped: 'not there' },
  ],
  sessions: [{ label: 'ResNet-50', simdcast: summary(230e6), ratio: summary(1.7) }],
};

test('a record keeps the commit, the settings, the medians and the quartiles', () => {
  const record = compact(run);
  assert.deepEqual(record.revision, run.revision);
  assert.deepEqual(record.settings, run.settings);
  assert.deepEqual(record.cases[0].time, { median: 123000, q1: 120000, q3: 125000 });
  assert.deepEqual(record.cases[0].ratios.tfjs, { median: 3.24, q1: 3.24, q3: 3.24 });
});

test('only a whole run of a commit is published', () => {
  const { settings, revision } = run;
  assert.throws(() => compact({ ...run, schema: 1 }), /another format; measure again/);
  assert.throws(
    () => compact({ ...run, settings: { ...settings, extent: 'quick' } }),
    /every case/,
  );
  assert.throws(() => compact({ ...run, settings: { ...settings, filter: 'Add' } }), /every case/);
  assert.throws(() => compact({ ...run, revision: { ...revision, changed: true } }), /the commit/);
  assert.throws(() => compact({ ...run, broken: ['cold: no'] }), /the run failed: cold: no/);
});

test('the page shows two digits, every measured section, and the losses', () => {
  const page = benchmarksPage(compact(run)).replaceAll('\n', ' ');
  assert.match(page, /Measured on 2026-01-02 from commit 012345678: A processor, Node 20\.1\.0/);
  assert.match(page, /- A note of a library\./);
  assert.match(page, /\| \[1024,1024\] \+ \[1024\] \| 120 µs \| 3\.2× \| – \| – \| – \|/);
  assert.match(
    page,
    /\| float32 Add, every layout; resident tensors, a new result \(2 of its 13 cases\) \| 3\.2× \|.* 0 of 1 \|/,
  );
  assert.match(
    page,
    /\| quotients, [^|]*1 of its 16 cases\) \| 4\.0× \| – \| 0\.40× \| – \| 0\.40× \| 1 of 1 \|/,
  );
  assert.match(page, /In 1 of 2 comparable cases, .* - Mod float32 .*: 0\.40×/);
  assert.match(page, /\| ResNet-50 \| 230 ms \| 1\.7× \|/);
  assert.match(page, /Not measured in this run: .*everyday tasks/);
  assert.doesNotMatch(page, /\[1024,1024\] \+ \[1024,1\]/);
});

test('a case that was disturbed is counted', () => {
  const [first, ...others] = run.cases;
  const times = { simdcast: { median: 100, q1: 80, q3: 140 } };
  const page = benchmarksPage(compact({ ...run, cases: [{ ...first, times }, ...others] }));
  assert.match(page.replaceAll('\n', ' '), /In 1 of 2 cases the quartiles/);
});

test('the README has a row for each of its cases, and counts those in which others are faster', () => {
  const same = { ...run.cases[0], id: 'layouts/Add/float32/1M/same/resident' };
  const record = compact({ ...run, cases: [same, run.cases[1]] });
  const sessions = [{ ...record.sessions[0], label: 'light_resnet50' }];
  const part = readme.readmePart({ ...record, sessions }).replaceAll('\n', ' ');
  assert.match(part, /\| add, \(1024,1024\) \+ \(1024,1024\) \| 120 µs \| 3\.2× \| – \| – \|/);
  assert.match(part, /\| ResNet-50, one image \| 230 ms \| – \| 1\.7× \| – \|/);
  assert.match(part, /faster in 1 of 2 cases, most of all in Mod float32 .*, at 0\.40×\./);
  assert.match(
    readme.readmePart({ ...record, cases: [record.cases[0]] }),
    /No other library is faster in any of 1 cases/,
  );
});

test('a part goes between its marks, and nowhere else', () => {
  const part = readme.readmePart(compact(run));
  const text = `before\n${part.replace('A processor', 'Another')}\nafter\n`;
  assert.equal(withPart(text, part), `before\n${part}\nafter\n`);
  assert.throws(() => withPart('nothing', part), /no place/);
});

test('every case of docs/benchmark.json is one that the benchmark has', async () => {
  const { cases } = JSON.parse(await readFile(recordFile, 'utf8'));
  const known = new Set(listCases('normal').map(({ id }) => id));
  assert.deepEqual(
    cases.map(({ id }) => id).filter((id) => !known.has(id)),
    [],
  );
});

test('the documents have the figures of docs/benchmark.json', async () => {
  const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const record = JSON.parse(await readFile(recordFile, 'utf8'));
  assert.ok(text.includes(readme.readmePart(record)));
  assert.equal(await readFile(pageFile, 'utf8'), benchmarksPage(record));
});

test('every row of the documents is a case that the benchmark has', () => {
  const known = new Set(listCases('normal').map(({ id }) => id));
  assert.deepEqual(
    [...rowIds, ...readme.rowIds].filter((id) => !known.has(id)),
    [],
  );
});

test('the page reports what disturbed a run', () => {
  const note = 'Something else ran beside it.';
  const disturbed = { ...run, settings: { ...run.settings, note } };
  assert.ok(benchmarksPage(compact(disturbed)).replaceAll('\n', ' ').includes(note));
});
