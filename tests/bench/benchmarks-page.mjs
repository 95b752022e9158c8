/**
 * docs/benchmarks.md, generated from a record: the method, every table, and the cases in which others are
 * faster.
 */
import { listCases, modes, sections } from './cases.mjs';
import { decodingSection } from './decoding/page.mjs';
import { bestPeer } from './report.mjs';
import { geometricMean } from './statistics.mjs';

/** The rows of the tables: the id of a case in the record, and its label. */
const TABLES = [
  {
    mode: 'resident',
    copying: true,
    rows: [
      ['[1024,1024] + [1024,1024]', 'layouts/Add/float32/1M/same/resident'],
      ['[1024,1024] + [1024]', 'layouts/Add/float32/1M/row/resident'],
      ['[1024,1024] + [1024,1]', 'layouts/Add/float32/1M/col/resident'],
      ['[1024,1] + [1,1024]', 'layouts/Add/float32/1M/outer/resident'],
      ['[64,128,128] + [64,1,128]', 'layouts/Add/float32/1M/middle/resident'],
      ['[349525,3] + [3]', 'layouts/Add/float32/1M/short-row/resident'],
      ['[349525,3] + [349525,1]', 'layouts/Add/float32/1M/short-col/resident'],
      ['[16] + [16]', 'layouts/Add/float32/1M/tiny/resident'],
      ['int32, [1024,1024] + [1024]', 'types/Add/int32/1M/row/resident'],
      ['Mod, twice [1024,1024]', 'costly/Mod/float32/1M/same/resident'],
      ['Equal, [1024,1024] and [1024,1]', 'operators/Equal/float32/1M/col/resident'],
      ['Where, [1024,1024] and [1024,1]', 'operators/Where/float32/1M/col/resident'],
      ['Pow, [1024,1024] and [1024,1]', 'costly/Pow/float32/1M/col/resident'],
      ['Gemm, 512 × 512 × 512', 'gemm/Gemm/float32/512x512x512/resident'],
      ['Softmax, [1024,1024]', 'tasks/softmax/resident'],
      ['mean of each row, [1024,1024]', 'tasks/mean-along-an-axis/resident'],
      ['normalise, [1024,1024] with rows', 'tasks/normalise/resident'],
      ['matMul, bias and relu, 256 × 256 × 256', 'tasks/matMul-bias-and-relu/resident'],
      ['argMax of each row, [1024,1024]', 'tasks/argMax/resident'],
      ['cast of uint8, [1024,1024]', 'tasks/cast-of-uint8/resident'],
      ['transpose, [1024,1024]', 'tasks/transpose/resident'],
      ['gather of 1024 rows, [1024,1024]', 'tasks/gather-of-rows/resident'],
      ['concat, twice [1024,1024]', 'tasks/concat/resident'],
      ['clip, [1024,1024]', 'tasks/clip/resident'],
      ['five operators fused, [1024,1024] and [1024]', 'chain/float32/1024x1024/1024/resident'],
    ],
  },
  {
    mode: 'resident-out',
    copying: true,
    remark: 'the others have no `out` and return a new result',
    rows: [
      ['[1024,1024] + [1024]', 'layouts/Add/float32/1M/row/resident-out'],
      ['[16] + [16]', 'layouts/Add/float32/1M/tiny/resident-out'],
      ['five operators fused, [1024,1024] and [1024]', 'chain/float32/1024x1024/1024/resident-out'],
    ],
  },
  {
    mode: 'arrays',
    rows: [
      ['[1024,1024] + [1024,1024]', 'arrays/Add/float32/1M/same/arrays'],
      ['[1024,1024] + [1024]', 'arrays/Add/float32/1M/row/arrays'],
      ['[1024,1024] + [1024,1]', 'arrays/Add/float32/1M/col/arrays'],
      ['[1024,1] + [1,1024]', 'arrays/Add/float32/1M/outer/arrays'],
      ['[349525,3] + [3]', 'arrays/Add/float32/1M/short-row/arrays'],
      ['[16] + [16]', 'small/Add/float32/1M/tiny/arrays'],
    ],
  },
  {
    mode: 'arrays-out',
    remark: 'the others have no `out` and return a new array',
    rows: [['[1024,1024] + [1024]', 'arrays/Add/float32/1M/row/arrays-out']],
  },
];

/** The cases in the rows of the tables. */
export const rowIds = TABLES.flatMap(({ rows }) => rows.map(([, id]) => id));

export const PEERS = [
  ['tfjs', 'tfjs-backend-wasm'],
  ['ort', 'onnxruntime-web'],
  ['numpy-ts', 'numpy-ts'],
  ['jax', 'jax-js'],
];

/** Two digits, because the third differs between runs. */
const two = (value) => (value >= 100 ? String(Number(value.toPrecision(2))) : value.toPrecision(2));
export const times = (ratio) =>
  ratio === undefined ? '–' : ratio >= 100 ? '>100×' : `${two(ratio)}×`;
const UNITS = [
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];
export function duration(nanoseconds) {
  const [size, unit] = UNITS.find(([least]) => nanoseconds >= least) ?? UNITS.at(-1);
  return `${two(nanoseconds / size)} ${unit}`;
}

/** Wraps at 110 columns; lines after the first are indented. */
export function wrapped(text, indent = '') {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= 110) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}

export const line = (cells) => `| ${cells.join(' | ')} |`;
export const ruled = (head) => [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:')))];
export const measured = ({ cases }) => cases.filter(({ time }) => time !== undefined);
const sectionOf = ({ id }) => id.slice(0, id.indexOf('/'));
const modeOf = ({ id }) => id.slice(id.lastIndexOf('/') + 1);
export const peerRatio = ({ ratios }, name) => ratios[name]?.median;

function caseLine(record, [label, id]) {
  const found = measured(record).find((one) => one.id === id);
  if (found === undefined) return [];
  return [
    line([
      label,
      duration(found.time.median),
      ...PEERS.map(([name]) => times(peerRatio(found, name))),
    ]),
  ];
}

function caseTable(record, { mode, remark, copying, rows }) {
  const lines = rows.flatMap((row) => caseLine(record, row));
  if (lines.length === 0) return [];
  const title = remark ? `${modes[mode]}; ${remark}` : modes[mode];
  const names = PEERS.map(([name, about]) =>
    copying && name === 'ort' ? `${about}, with copies` : about,
  );
  return [
    `### ${title[0].toUpperCase()}${title.slice(1)}`,
    '',
    ...ruled(['float32 Add, if no operator is named', 'simdcast', ...names]),
    ...lines,
    '',
  ];
}

/** The groups of the means: the cases of a section with the same kind of operands and results. */
function groupsOf(record) {
  const all = record.cases;
  const wanted = listCases('normal');
  return sections.flatMap(({ section, title }) =>
    Object.entries(modes).map(([mode, words]) => {
      const isOwn = (one) => sectionOf(one) === section && modeOf(one) === mode;
      const [there, listed] = [all, wanted].map((list) => list.filter(isOwn).length);
      const part = there < listed ? ` (${there} of its ${listed} cases)` : '';
      return { title: `${title}; ${words}${part}`, cases: measured(record).filter(isOwn) };
    }),
  );
}

export const hasPeer = (one) => bestPeer(one) !== undefined;
export const isSlower = (one) => bestPeer(one) < 1;

function meanLine({ title, cases }) {
  const compared = cases.filter(hasPeer);
  if (compared.length === 0) return [];
  const means = PEERS.map(([name]) => {
    const ratios = compared
      .map((one) => peerRatio(one, name))
      .filter((ratio) => ratio !== undefined);
    if (ratios.length === 0) return times(undefined);
    const count = ratios.length < compared.length ? ` (${ratios.length})` : '';
    return `${times(geometricMean(ratios))}${count}`;
  });
  const best = times(geometricMean(compared.map(bestPeer)));
  const slower = compared.filter(isSlower).length;
  return [line([title, ...means, best, `${slower} of ${compared.length}`])];
}

/** The label of a case, derived from the operator, type, layout or shapes in its id. */
export const named = ({ id }) => {
  const known = listCases('normal').find((one) => one.id === id);
  return known ? `${known.label} (${modes[known.mode]})` : id;
};

/** The cases in which another library is faster, the largest difference first. */
export const lossesOf = (record) =>
  measured(record)
    .filter(hasPeer)
    .filter(isSlower)
    .sort((a, b) => bestPeer(a) - bestPeer(b));

function losses(record) {
  const compared = measured(record).filter(hasPeer).length;
  const lost = lossesOf(record);
  if (lost.length === 0) return [`No other library is faster in any of ${compared} cases.`];
  return [
    `In ${lost.length} of ${compared} comparable cases, another library or a plain loop is faster:`,
    '',
    ...lost.map((one) => `- ${named(one)}: ${times(bestPeer(one))}`),
  ];
}

function sessionTable({ sessions }) {
  if (sessions.length === 0) return [];
  return [
    '## Models',
    '',
    'One run of a session, beside onnxruntime-web in the same process.',
    '',
    ...ruled(['model', 'simdcast', 'onnxruntime-web']),
    ...sessions.map(({ label, time, ratio }) =>
      line([label, duration(time.median), times(ratio.median)]),
    ),
    '',
  ];
}

/** The sections without a case in the record. */
function unmeasured(record) {
  const there = new Set(measured(record).map(sectionOf));
  const wanted = new Set(listCases('normal').map(({ section }) => section));
  const titles = sections
    .filter(({ section }) => wanted.has(section) && !there.has(section))
    .map(({ title }) => title);
  return titles.length > 0 ? [`Not measured in this run: ${titles.join('; ')}.`] : [];
}

/** Above this distance of the quartiles, as a part of the median, a case was disturbed. */
const DISTURBED = 0.2;

function steadiness(record) {
  const all = measured(record);
  if (all.some(({ time }) => time.q1 === null)) return 'The quartiles of this run were not kept.';
  const unsteady = all.filter(
    ({ time: { median, q1, q3 } }) => (q3 - q1) / median > DISTURBED,
  ).length;
  return `In ${unsteady} of ${all.length} cases the quartiles of simdcast's time are more than a fifth apart.`;
}

function source({ revision: { commit, changed } }) {
  if (commit === null) return 'a commit that was not recorded';
  return `commit ${commit.slice(0, 9)}${changed ? ' with changes' : ''}`;
}

function conditions(record) {
  const { machine, date, settings, versions } = record;
  const versionOf = (name) => versions.find((one) => one.name === name)?.version ?? '';
  const peers = PEERS.map(([name, about]) => `${about} ${versionOf(name)}`).join(', ');
  const text = [
    `Measured on ${date.slice(0, 10)} from ${source(record)}: ${machine.cpu}, Node ${machine.node}, one thread,`,
    `medians of ${settings.rounds} rounds, the order of the libraries ${settings.order}. Against ${peers}.`,
    "Each column is the other library's time divided by simdcast's: above 1×, simdcast is faster. A dash means that",
    `the library lacks the operator or type. ${steadiness(record)}`,
    ...(settings.note === undefined ? [] : [settings.note]),
  ];
  const notes = versions.flatMap((version) => version.notes);
  return [...wrapped(text.join(' ')), '', ...notes.flatMap((note) => wrapped(`- ${note}`, '  '))];
}

/** The page, from a record. */
export function benchmarksPage(record) {
  return [
    '# Benchmarks',
    '',
    '<!-- Made by npm run bench:publish from docs/benchmark.json. -->',
    '',
    ...conditions(record),
    '',
    '[benchmark.svg](benchmark.svg) draws the layouts. `docs/internals/performance.md` of the sources gives the',
    'reasons and the known limits. `npm run bench` repeats the measurement.',
    '',
    '## Operators',
    '',
    ...TABLES.flatMap((table) => caseTable(record, table)),
    ...sessionTable(record),
    ...decodingSection(record),
    '## Every case',
    '',
    ...wrapped(
      'Geometric means. The fastest other library differs from case to case, and may be onnxruntime-web including its ' +
        'copies; the last column counts the cases in which it is faster than simdcast. A number in brackets counts ' +
        'the cases that a library supports, if it does not support all.',
    ),
    '',
    ...ruled(['', ...PEERS.map(([, about]) => about), 'fastest other', 'faster in']),
    ...groupsOf(record).flatMap(meanLine),
    '',
    '## Where others are faster',
    '',
    ...losses(record).flatMap((text) => wrapped(text, '  ')),
    ...unmeasured(record).flatMap((text) => ['', ...wrapped(text)]),
    '',
  ].join('\n');
}
