/**
 * `npm run bench:publish -- FIGURES.json`: writes the record of a run to docs/benchmark.json, and
 * docs/benchmarks.md and the README's table from it. Without a file, the documents are written from the
 * existing record.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from './benchmarks-page.mjs';
import { END, readmePart, START } from './readme-part.mjs';

const top = new URL('../../', import.meta.url);
export const recordFile = new URL('docs/benchmark.json', top);
export const pageFile = new URL('docs/benchmarks.md', top);
const readmeFile = new URL('README.md', top);

const rounded = (value) => Number(value.toPrecision(3));
const figures = ({ median, q1, q3 }) => ({
  median: rounded(median),
  q1: rounded(q1),
  q3: rounded(q3),
});

/** The reason why a run must not be published; undefined if there is none. */
function unfit({ schema, settings, revision, broken }) {
  if (schema !== 2) return 'the figures are of another format';
  if (settings.extent !== 'normal' || settings.filter !== '(?:)')
    return 'not every case was measured';
  if (revision.changed !== false) return 'the files differed from the commit';
  return broken.length > 0 ? `the run failed: ${broken[0]}` : undefined;
}

/** The part of a run that is kept: the environment, and the median and quartiles of each case. */
export function compact(run) {
  const reason = unfit(run);
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
  };
}

/** A text with the part between the marks replaced. */
export function withPart(readme, part) {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error('the README has no place for the benchmark');
  return readme.slice(0, start) + part + readme.slice(end + END.length);
}

const read = async (file) => JSON.parse(await readFile(file, 'utf8'));

/** JSON with one line per case. */
function written({ cases, ...others }) {
  const lines = cases.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
  const rest = JSON.stringify(others, null, 1).slice(0, -2);
  return `${rest},\n "cases": [\n${lines}\n ]\n}\n`;
}

async function main([file]) {
  const record = file === undefined ? await read(recordFile) : compact(await read(file));
  await writeFile(recordFile, written(record));
  await writeFile(pageFile, benchmarksPage(record));
  await writeFile(readmeFile, withPart(await readFile(readmeFile, 'utf8'), readmePart(record)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
