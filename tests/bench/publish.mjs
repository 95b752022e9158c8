/**
 * `npm run bench:publish -- FIGURES.json`: writes the record of a run to docs/benchmark.json, and from it
 * docs/benchmarks.md, the README's table, the figures of docs/decoding.md and docs/decoding.svg. A run with
 * `--filter '^decoding$'` replaces those of decoding alone. Without a file, the documents are written from the existing
 * record.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from './benchmarks-page.mjs';
import { withFigures } from './decoding/page.mjs';
import { decodingPlot } from './decoding/plot.mjs';
import { END, readmePart, START } from './readme-part.mjs';

const top = new URL('../../', import.meta.url);
export const recordFile = new URL('docs/benchmark.json', top);
export const pageFile = new URL('docs/benchmarks.md', top);
export const decodingFile = new URL('docs/decoding.md', top);
export const decodingPlotFile = new URL('docs/decoding.svg', top);
const readmeFile = new URL('README.md', top);
/** The filter of a run that measures decoding alone. */
const DECODING = '^decoding$';

const rounded = (value) => Number(value.toPrecision(3));
const figures = ({ median, q1, q3 }) => ({
  median: rounded(median),
  q1: rounded(q1),
  q3: rounded(q3),
});

/** The reason why a run must not be published; undefined if there is none. */
function unfit({ schema, settings, revision, broken }) {
  if (schema !== 2) return 'the figures are of another format';
  if (settings.extent !== 'normal' || !['(?:)', DECODING].includes(settings.filter))
    return 'not every case was measured';
  if (revision.changed !== false) return 'the files differed from the commit';
  return broken.length > 0 ? `the run failed: ${broken[0]}` : undefined;
}

const compared = ({ time, ratio }) => ({ time: figures(time), ratio: figures(ratio) });

/** A row of decoding with three digits. */
function decodingRow({ create, first, prompt, fresh, seen, curves, ...row }) {
  return {
    ...row,
    ...{ create: compared(create), first: compared(first), prompt: compared(prompt) },
    ...(curves && {
      fresh: compared(fresh),
      seen: compared(seen),
      curves: Object.fromEntries(
        Object.entries(curves).map(([name, times]) => [name, times.map(rounded)]),
      ),
    }),
  };
}

/** The part of decoding, with its own environment, since it may be measured alone. */
function decodingOf({ date, revision, machine, settings, decoding }) {
  const { cpu, node } = machine;
  return {
    ...{ date, commit: revision.commit, machine: { cpu, node }, note: settings.note },
    rounds: Math.max(...decoding.map(({ rounds }) => rounds)),
    rows: decoding.map(({ rounds, ...row }) => decodingRow(row)),
  };
}

/** A record with the decoding of another run. */
export function withDecoding(record, run) {
  const reason = unfit(run) ?? (run.decoding ? undefined : 'decoding was not measured');
  if (reason) throw new Error(`${reason}; measure again`);
  return { ...record, decoding: decodingOf(run) };
}

/** The part of a run that is kept: the environment, and the median and quartiles of each case. */
export function compact(run) {
  const reason =
    unfit(run) ?? (run.settings.filter === DECODING ? 'not every case was measured' : undefined);
  if (reason) throw new Error(`${reason}; measure again`);
  const { schema, date, revision, machine, settings, versions, cases, skipped, ...parts } = run;
  const { cpu, cores, platform, node, v8 } = machine;
  return {
    schema,
    date,
    revision,
    machine: { cpu, cores, platform, node, v8 },
    settings,
    versions,
    skipped,
    cases: cases.map(({ id, base, times, ratios, skipped: reason }) =>
      reason === undefined
        ? {
            id,
            time: figures(times[base]),
            ratios: Object.fromEntries(
              Object.entries(ratios).map(([name, one]) => [name, figures(one)]),
            ),
          }
        : { id, skipped: reason },
    ),
    sessions: (parts.sessions ?? []).map(({ label, simdcast, ratio }) => ({
      label,
      time: figures(simdcast),
      ratio: figures(ratio),
    })),
    ...(parts.decoding && { decoding: decodingOf(run) }),
  };
}

/** A text with the part between the marks replaced. */
export function withPart(readme, part) {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error('the README has no place for the benchmark');
  return readme.slice(0, start) + part + readme.slice(end + END.length);
}

const read = async (file) => JSON.parse(await readFile(file, 'utf8'));

const lines = (list, indent) => list.map((one) => `${indent}${JSON.stringify(one)}`).join(',\n');

/** JSON with one line per case, and per row of decoding. */
function written({ cases, decoding, ...others }) {
  const { rows = [], ...about } = decoding ?? {};
  const decoded = decoding
    ? `,\n "decoding": ${JSON.stringify(about).slice(0, -1)}, "rows": [\n${lines(rows, '  ')}\n ]}`
    : '';
  const rest = JSON.stringify(others, null, 1).slice(0, -2);
  return `${rest}${decoded},\n "cases": [\n${lines(cases, '  ')}\n ]\n}\n`;
}

/** The record with the figures of a run, which may be of decoding alone. */
function recordWith(existing, run) {
  if (run.settings?.filter === DECODING) return withDecoding(existing, run);
  return { ...(existing.decoding && { decoding: existing.decoding }), ...compact(run) };
}

async function main([file]) {
  const existing = await read(recordFile);
  const record = file === undefined ? existing : recordWith(existing, await read(file));
  await writeFile(recordFile, written(record));
  await writeFile(pageFile, benchmarksPage(record));
  await writeFile(decodingFile, withFigures(await readFile(decodingFile, 'utf8'), record));
  if (record.decoding) await writeFile(decodingPlotFile, decodingPlot(record.decoding));
  await writeFile(readmeFile, withPart(await readFile(readmeFile, 'utf8'), readmePart(record)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
