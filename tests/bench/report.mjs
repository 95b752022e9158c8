/** Figures as plain text. */
import { geometricMean } from './statistics.mjs';

const references = ['roof', 'flat', 'steps'];
const dash = '–';

/** Three significant digits. */
export function digits(value) {
  if (!Number.isFinite(value)) return dash;
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 1e-3))));
  return value.toFixed(Math.min(decimals, 3));
}

const timeUnits = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [0, 'ns'],
];

/** A duration given in nanoseconds. */
export function duration(nanoseconds) {
  const [size, unit] = timeUnits.find(([least]) => nanoseconds >= least) ?? [1, 'ns'];
  return `${digits(nanoseconds / Math.max(size, 1))} ${unit}`;
}

export const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

/** The interquartile range as a fraction of the median. */
const spread = ({ median, q1, q3 }) => `${Math.round(((q3 - q1) / median) * 100)}%`;

/**
 * @param {string[]} head
 * @param {string[][]} rows the first `leading` columns are aligned left, the others right
 */
export function table(head, rows, leading = 1) {
  const widths = head.map((text, column) =>
    Math.max(...[text, ...rows.map((row) => row[column])].map((cell) => [...cell].length)),
  );
  const line = (cells) =>
    cells
      .map((cell, i) => (i < leading ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Billions per second: bytes accessed, or floating-point operations of a Gemm. */
export function rate({ flops, bytes, times, base }) {
  return (flops ?? bytes) / times[base].median;
}

/** Peers of a case, except references, which are not libraries. */
function peerRatios({ ratios }) {
  return Object.entries(ratios).filter(([name]) => !references.includes(name));
}

/** How many times slower the fastest peer is; undefined without peers. */
export function bestPeer(result) {
  const medians = peerRatios(result).map(([, { median }]) => median);
  return medians.length > 0 ? Math.min(...medians) : undefined;
}

/** @returns {{ name: string, mean: number, cases: number }[]} by peer, and of the best of them */
export function geometricMeans(results, names) {
  const rows = names.map((name) => [name, results.map(({ ratios }) => ratios[name]?.median)]);
  rows.push(['best peer', results.map(bestPeer)]);
  return rows
    .map(([name, ratios]) => [name, ratios.filter((value) => value !== undefined)])
    .filter(([, ratios]) => ratios.length > 0)
    .map(([name, ratios]) => ({ name, mean: geometricMean(ratios), cases: ratios.length }));
}

const times = (ratio) => (ratio ? `${digits(ratio.median)}×` : dash);
const part = (ratio) => (ratio ? `${Math.round(ratio.median * 100)}%` : dash);

function caseRow(result, names, columns, isFused) {
  const time = result.times[result.base];
  return [
    ...columns.map((column) => result[column] ?? ''),
    duration(time.median),
    spread(time),
    digits(time.median / result.elements),
    digits(rate(result)),
    part(result.ratios.roof),
    isFused ? times(result.ratios.steps) : part(result.ratios.flat),
    ...names.map((name) => times(result.ratios[name])),
  ];
}

/** Columns that distinguish the cases of a section. */
function distinguishing(results) {
  const columns = ['op', 'type', 'shapes', 'mode'];
  const varying = columns.filter((name) => new Set(results.map((r) => r[name])).size > 1);
  return varying.length > 0 ? varying : ['shapes'];
}

/** @param {string[]} names the peers, in order */
export function sectionTable(results, names) {
  const columns = distinguishing(results);
  const unit = results.some(({ flops }) => flops) ? 'GFLOP/s' : 'GB/s';
  const present = names.filter((name) => results.some(({ ratios }) => ratios[name]));
  const isFused = results.some(({ ratios }) => ratios.steps);
  const reference = isFused ? 'steps' : 'flat';
  const head = [...columns, 'time', 'IQR', 'ns/elem', unit, 'roof', reference, ...present];
  return table(
    head,
    results.map((result) => caseRow(result, present, columns, isFused)),
    columns.length,
  );
}

export function meansLine(means) {
  return means.map(({ name, mean, cases }) => `${name} ${digits(mean)}× (${cases})`).join(', ');
}

/** Operators by the types for which they were skipped, one line per set of types. */
export function skippedLines(cases) {
  const types = groupBy(cases, ({ op }) => op);
  const sets = groupBy([...types], ([, own]) =>
    [...new Set(own.map(({ type }) => type))].join(' '),
  );
  return [...sets].map(([set, ops]) => `${set}: ${ops.map(([op]) => op).join(' ')}`);
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

export function rooflineTable(rows) {
  const extents = [...new Set(rows.map(({ extent }) => extent))];
  const loops = [...new Set(rows.map(({ loop }) => loop))];
  const cell = (loop, extent) =>
    digits(
      rows.find((row) => row.loop === loop && row.extent === extent)?.gigabytesPerSecond.median,
    );
  return table(
    ['GB/s touched', ...extents],
    loops.map((loop) => [loop, ...extents.map((extent) => cell(loop, extent))]),
  );
}

export function coldStartTable(rows) {
  const milliseconds = ({ median }) => duration(median * 1e6);
  return table(
    ['fresh process', 'import to first result', 'IQR', '1M add: first call', 'second call'],
    rows.map(({ name, start, first, second }) => [
      name,
      milliseconds(start),
      spread(start),
      milliseconds(first),
      milliseconds(second),
    ]),
  );
}

export function newShapesTable({ fresh, repeated, plan }) {
  const row = (label, summary) => [label, duration(summary.median), spread(summary)];
  return table(
    ['add of small resident tensors', 'time', 'IQR'],
    [
      row('shapes never seen', fresh),
      row('the same shapes again', repeated),
      row('difference: align, lower, cache', plan),
    ],
  );
}

export function sizesTable(rows) {
  return table(
    ['gzip -9', 'size', 'limit', ''],
    rows.map(({ label, bytes, limit }) => [
      label,
      kilobytes(bytes),
      limit ? kilobytes(limit) : dash,
      limit && bytes > limit ? 'over' : '',
    ]),
  );
}

/** Whole models: both times, and how many times longer the peer takes. */
export const sessionsTable = (rows) =>
  table(
    ['model', 'simdcast', 'ort', "ort's time"],
    rows.map(({ label, simdcast, ort, ratio }) => [
      label,
      duration(simdcast.median),
      duration(ort.median),
      `${digits(ratio.median)}×`,
    ]),
  );

/** Both times of every row, and how many times longer one thread takes. */
export const threadsTable = (rows) =>
  table(
    ['float32', 'one thread', `${rows[0].threads} threads`, 'speedup'],
    rows.map(({ label, one, several, ratio }) => [
      label,
      duration(one.median),
      duration(several.median),
      `${digits(ratio.median)}×`,
    ]),
  );
