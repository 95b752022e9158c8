/**
 * `npm run bench:publish -- FIGURES.json`: the record of a run, as docs/benchmark.json keeps it, and
 * the README's table, made from that record.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { digits, duration } from './report.mjs';

const top = new URL('../../', import.meta.url);
export const recordFile = new URL('docs/benchmark.json', top);
const readmeFile = new URL('README.md', top);
const START = '<!-- benchmark: made by npm run bench:publish -->';
const END = '<!-- /benchmark -->';

const rounded = (value) => Number(value.toPrecision(3));
const medians = (figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, { median }]) => [name, rounded(median)]));

/** What is worth keeping of a run: what ran where, and the median of each case. */
export function compact({ date, machine, settings, versions, cases, means, skipped, ...parts }) {
  const { cpu, cores, platform, node, v8 } = machine;
  return {
    date,
    machine: { cpu, cores, platform, node, v8 },
    settings,
    versions,
    skipped,
    means: means.map(({ section, means: own }) => ({
      section,
      means: own.map(({ name, mean, cases: count }) => ({
        name,
        mean: rounded(mean),
        cases: count,
      })),
    })),
    cases: cases.map(({ id, base, times, ratios, mismatches = {}, skipped: reason }) =>
      reason === undefined
        ? { id, time: rounded(times[base].median), ratios: medians(ratios), mismatches }
        : { id, skipped: reason },
    ),
    sessions: (parts.sessions ?? []).map(({ label, simdcast, ratio }) => ({
      label,
      time: rounded(simdcast.median),
      ratio: rounded(ratio.median),
    })),
  };
}

/** The README's rows: a case of the record by its id, and what it is called there. */
const ROWS = [
  ['[1024,1024] + [1024,1024]', 'layouts/Add/float32/1M/same/resident'],
  ['[1024,1024] + [1024]', 'layouts/Add/float32/1M/row/resident'],
  ['[1024,1024] + [1024,1]', 'layouts/Add/float32/1M/col/resident'],
  ['[1024,1] + [1,1024]', 'layouts/Add/float32/1M/outer/resident'],
  ['[64,128,128] + [64,1,128]', 'layouts/Add/float32/1M/middle/resident'],
  ['[349525,3] + [3]', 'layouts/Add/float32/1M/short-row/resident'],
  ['[349525,3] + [349525,1]', 'layouts/Add/float32/1M/short-col/resident'],
  ['[16] + [16]', 'small/Add/float32/1M/tiny/resident'],
  ['int32, [1024,1024] + [1024]', 'types/Add/int32/1M/row/resident'],
  ['Equal, [1024,1024] and [1024,1]', 'operators/Equal/float32/1M/col/resident'],
  ['Where, [1024,1024] and [1024,1]', 'operators/Where/float32/1M/col/resident'],
  ['Pow, [1024,1024] and [1024,1]', 'costly/Pow/float32/1M/col/resident'],
  ['Gemm, 512 × 512 × 512', 'gemm/Gemm/float32/512x512x512/resident'],
  ['five operators fused, [1024,1024] and [1024]', 'chain/float32/1024x1024/1024/resident-out'],
];

const PEERS = [
  ['tfjs', 'tfjs-backend-wasm'],
  ['ort', 'onnxruntime-web'],
  ['numpy-ts', 'numpy-ts'],
  ['jax', 'jax-js'],
];

const SECTIONS = [
  ['layouts', 'float32 Add, every layout'],
  ['types', 'Add, every other type'],
  ['operators', 'the other operators'],
  ['costly', 'quotients, remainders, powers, shifts'],
  ['arrays', 'float32 Add, arrays in and out'],
  ['gemm', 'Gemm and MatMul'],
  ['chain', 'five operators as one expression'],
];

const times = (ratio) => (ratio === undefined ? '–' : `${digits(ratio)}×`);
const line = (cells) => `| ${cells.join(' | ')} |`;
const ruled = (head) => [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:')))];

function caseLine(record, [label, id]) {
  const found = record.cases.find((one) => one.id === id);
  if (!found?.ratios) return [];
  const ratios = PEERS.map(([name]) => times(found.ratios[name]));
  return [line([label, duration(found.time), ...ratios])];
}

function meanLine(record, [section, label]) {
  const own = record.means.find((one) => one.section === section)?.means;
  if (!own) return [];
  const meanOf = (name) => times(own.find((one) => one.name === name)?.mean);
  return [line([label, ...[...PEERS.map(([name]) => name), 'best peer'].map(meanOf)])];
}

/** The README's part about speed, from a record. */
export function readmePart(record) {
  const { machine, date, versions } = record;
  const versionOf = (name) => versions.find((one) => one.name === name)?.version ?? '';
  const peers = PEERS.map(([name, about]) => `${about} ${versionOf(name)}`).join(', ');
  return [
    START,
    `Measured on ${date.slice(0, 10)}: ${machine.cpu}, Node ${machine.node}, one thread, medians of`,
    `rounds in turns in one process; against ${peers}.`,
    "A peer's column says how many times longer it takes. Tensors are resident, but onnxruntime-web has",
    'arrays alone.',
    '',
    ...ruled([
      'float32 Add unless it says otherwise',
      'simdcast',
      ...PEERS.map(([, about]) => about),
    ]),
    ...ROWS.flatMap((row) => caseLine(record, row)),
    '',
    'Geometric means; a – is a peer that lacks it:',
    '',
    ...ruled(['', ...PEERS.map(([, about]) => about), 'best of them']),
    ...SECTIONS.flatMap((section) => meanLine(record, section)),
    END,
  ].join('\n');
}

/** A text with another part between the marks. */
export function withPart(readme, part) {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error('the README has no place for the benchmark');
  return readme.slice(0, start) + part + readme.slice(end + END.length);
}

async function main([file]) {
  if (file === undefined)
    throw new Error('give the file that `npm run bench -- --json FILE` wrote');
  const record = compact(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(recordFile, `${JSON.stringify(record, null, 1)}\n`);
  await writeFile(readmeFile, withPart(await readFile(readmeFile, 'utf8'), readmePart(record)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
