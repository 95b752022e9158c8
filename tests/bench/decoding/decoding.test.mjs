/** The figures of decoding: the models, and the documents that are written from a record. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { InferenceSession, load } from '../../onnx/entry.mjs';
import { benchmarksPage } from '../benchmarks-page.mjs';
import { decodingFile, decodingPlotFile, recordFile, withDecoding } from '../publish.mjs';
import { assertWellFormed } from '../well-formed.mjs';
import { FORMS, KINDS, SMALL_SIZES } from './models.mjs';
import { withFigures } from './page.mjs';
import { decodingPlot } from './plot.mjs';
import { rows } from './record.mjs';

const existing = {
  ...{ date: '2026-01-01', revision: { commit: 'a', changed: false }, skipped: {} },
  machine: { cpu: 'Another processor', node: '20' },
  settings: { rounds: 9, order: '' },
  ...{ versions: [], sessions: [], cases: [] },
};
const run = {
  schema: 2,
  date: '2026-02-03T04:05:06.000Z',
  revision: { commit: '0123456789abcdef', changed: false },
  machine: { cpu: 'A <processor>', cores: 2, node: '20.1.0' },
  settings: { extent: 'normal', filter: '^decoding$', note: 'Something else ran.' },
  broken: [],
  decoding: rows,
};
const record = withDecoding(existing, run);
const flat = (text) => text.replaceAll('\n', ' ');

test('a run of decoding alone replaces that part of a record', () => {
  const { decoding, ...others } = record;
  assert.deepEqual(others, existing);
  assert.equal(decoding.rounds, 3);
  assert.equal(decoding.rows[0].create.time.median, 12_300_000);
  assert.throws(() => withDecoding(existing, { ...run, decoding: undefined }), /not measured/);
  const changed = { ...run, revision: { commit: 'a', changed: true } };
  assert.throws(() => withDecoding(existing, changed), /differed from the commit/);
});

test('the page of benchmarks has a row for each model, and the conditions', () => {
  const page = flat(benchmarksPage(record));
  assert.match(page, /Measured on 2026-02-03 from commit 012345678: A <processor>, Node 20\.1\.0/);
  assert.match(page, /of 3 processes for each model\. Something else ran\./);
  assert.match(
    page,
    /\| decoder, as PyTorch exports it, q4 \| 8 MB \| 12 ms, 3\.0× \| 40 ms, 2\.0× \| 1,000, 1\.5× \| 5\.0 ms, 2\.0× \| 4\.0 ms, 2\.5× \| 20 MB, 2\.5× \| 99 of 100 \|/,
  );
  assert.match(page, /\| encoder, fp32 \|.* – \| – \|/);
  assert.doesNotMatch(benchmarksPage(existing), /Decoding/);
});

test('the page of decoding has tokens a second, and memory', () => {
  const names = ['conditions', 'speeds', 'memory'];
  const empty = names.map(
    (name) => `<!-- ${name}: made by npm run bench:publish -->\n<!-- /${name} -->`,
  );
  const page = withFigures(empty.join('\n'), record);
  assert.match(page, /\| decoder, as PyTorch exports it, q4 \| 200 \| 250 \| 100 \|/);
  assert.match(page, /\| decoder, as PyTorch exports it, q4 \| 8 MB \| 20 MB \| 50 MB \|/);
  assert.equal(withFigures(page, record), page);
  assert.equal(withFigures('as it is', existing), 'as it is');
  assert.throws(() => withFigures('no marks', record), /lacks the mark/);
});

test('the plot is well-formed, with three lines for each decoder', () => {
  const svg = decodingPlot(record.decoding);
  assertWellFormed(svg);
  const lines = [...svg.matchAll(/<path class="l\d" d="M([^"]*)"/g)].map(([, points]) => points);
  // The legend has one line of each kind.
  assert.equal(lines.length, 6);
  assert.equal(lines.at(-1).split('L').length, 3);
});

test('docs/decoding.md and its plot have the figures of docs/benchmark.json', async () => {
  const published = JSON.parse(await readFile(recordFile, 'utf8'));
  const page = await readFile(decodingFile, 'utf8');
  assert.equal(withFigures(page, published), page);
  assert.equal(await readFile(decodingPlotFile, 'utf8'), decodingPlot(published.decoding));
});

test('every model runs', async () => {
  const engine = await load();
  const { kept, width, heads } = SMALL_SIZES;
  const int64s = (...values) => ({
    ...{ type: 'int64', dims: [1, values.length] },
    data: BigInt64Array.from(values, BigInt),
  });
  for (const { graph } of Object.values(KINDS))
    for (const form of FORMS) {
      const model = graph(form, 10, SMALL_SIZES).encode();
      const session = await InferenceSession.create(model, { engine });
      const empty = ({ name, type }) => {
        const data = type === 'float16' ? new Uint16Array(0) : new Float32Array(0);
        return [name, { type, dims: [1, kept, 0, width / heads], data }];
      };
      const known = {
        input_ids: int64s(1, 2),
        attention_mask: int64s(1, 1),
        position_ids: int64s(0, 1),
      };
      const feeds = session.inputMetadata.map((one) =>
        known[one.name] ? [one.name, known[one.name]] : empty(one),
      );
      const { logits } = session.runSync(Object.fromEntries(feeds));
      assert.deepEqual([...logits.dims], [1, 2, 10]);
      assert.ok(Array.from(logits.data).every(Number.isFinite));
      await session.release();
    }
});
