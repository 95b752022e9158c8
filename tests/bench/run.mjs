/** `npm run bench`: arguments, the parts in order, and what is printed and written. */
import { writeFile } from 'node:fs/promises';
import { help, readArguments } from './arguments.mjs';
import { listCases, sections } from './cases.mjs';
import { measureColdStart } from './cold-start.mjs';
import { installPeers } from './install.mjs';
import { machine } from './machine.mjs';
import { efforts } from './measure.mjs';
import { measureNewShapes } from './new-shapes.mjs';
import { openPeers, peers } from './peers/index.mjs';
import { plot } from './plot.mjs';
import {
  coldStartTable,
  geometricMeans,
  meansLine,
  newShapesTable,
  rooflineTable,
  sectionTable,
  sessionsTable,
  sizesTable,
  skippedLines,
} from './report.mjs';
import { measureRoofline } from './roofline.mjs';
import { runCase } from './run-case.mjs';
import { measureSessions } from './sessions.mjs';
import { packageSizes, peerSizes } from './sizes.mjs';

const say = (text = '') => process.stdout.write(`${text}\n`);

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function announce({ machine: on, date, settings, versions }) {
  say(`${on.cpu}, ${on.cores} cores, ${on.platform}, Node ${on.node} (V8 ${on.v8}), one thread`);
  say(`${date}, seed ${settings.seed}, ${settings.rounds} rounds of ${settings.sample} ms or more`);
  say(versions.map(({ about, name, version }) => `${name} = ${about} ${version}`).join('; '));
}

function heading(title) {
  say();
  say(title);
}

async function runSection({ section, title }, cases, context) {
  const { opened, settings, record } = context;
  const results = [];
  for (const description of cases) {
    progress(description.id);
    const result = await runCase(opened, description, settings);
    results.push(result);
    record.broken.push(...result.broken.map((reason) => `${description.id}: ${reason}`));
  }
  progress('');
  record.cases.push(...results);
  const done = results.filter(({ skipped }) => skipped === undefined);
  if (done.length > 0) printSection(section, title, done, context);
}

function printSection(section, title, results, { opened, record }) {
  const names = opened.slice(1).map(({ name }) => name);
  const means = geometricMeans(results, names);
  record.means.push({ section, means });
  heading(`${section}: ${title}`);
  say(sectionTable(results, names));
  if (means.length > 0) {
    say(`geometric mean of (peer's time / ${opened[0].name}'s), cases: ${meansLine(means)}`);
  }
}

async function runCases(context) {
  const { settings } = context;
  const cases = listCases(settings.extent).filter(({ id }) => settings.filter.test(id));
  for (const section of sections) {
    const own = cases.filter((description) => description.section === section.section);
    if (own.length > 0) await runSection(section, own, context);
  }
}

/** The parts that are not cases. `needs`: whether simdcast must be there. */
const parts = [
  {
    name: 'roofline',
    title: 'roofline: plain loops over memory',
    run: ({ settings }) =>
      measureRoofline(settings.effort, settings.quick ? ['L1', '4 MB'] : undefined),
    print: rooflineTable,
  },
  {
    name: 'cases',
    run: runCases,
  },
  {
    name: 'sessions',
    title: 'sessions: whole models, arrays in and arrays out',
    needs: true,
    run: ({ opened, settings }) =>
      opened.some(({ name }) => name === 'ort') ? measureSessions(settings) : [],
    print: sessionsTable,
  },
  {
    name: 'plan',
    title: 'plan: new shapes',
    needs: true,
    run: ({ opened, settings }) => measureNewShapes(opened[0].native, settings.effort.rounds),
    print: newShapesTable,
  },
  {
    name: 'cold',
    title: 'cold: import to first result, and the first calls',
    run: ({ opened, settings }) =>
      measureColdStart(
        opened.map(({ name }) => name).filter((name) => name !== 'loop'),
        settings.quick ? 1 : 7,
      ),
    print: coldStartTable,
  },
  {
    name: 'gzip',
    title: 'gzip: what is downloaded',
    run: async ({ opened, settings }) => [
      ...(opened.some(({ name }) => name === 'simdcast') ? await packageSizes() : []),
      ...(settings.quick ? [] : await peerSizes(opened)),
    ],
    print: sizesTable,
  },
];

async function runPart(part, context) {
  if (part.needs && context.opened[0].name !== 'simdcast') return;
  if (part.name !== 'cases' && !context.settings.filter.test(part.name)) return;
  const figures = await part.run(context);
  if (!part.print || figures.length === 0) return;
  context.record[part.name] = figures;
  heading(part.title);
  say(part.print(figures));
}

/** What fails in one part must not cost the figures of the others. */
async function tryPart(part, context) {
  try {
    await runPart(part, context);
  } catch (error) {
    context.record.broken.push(`${part.name}: ${error.message}`);
  }
}

function oversized({ gzip = [] }) {
  return gzip
    .filter(({ bytes, limit }) => limit !== undefined && bytes > limit)
    .map(({ label, bytes, limit }) => `gzip: ${label} is ${bytes} bytes, over ${limit}`);
}

/** One line per library and text, with the number of cases it is about and the first of them. */
function grouped(cases, field) {
  const groups = new Map();
  for (const { id, [field]: texts = {} } of cases) {
    for (const [name, text] of Object.entries(texts)) {
      const line = `${name}: ${field === 'mismatches' ? id : text}`;
      groups.set(line, [...(groups.get(line) ?? []), field === 'mismatches' ? text : id]);
    }
  }
  return [...groups].map(([line, [first, ...more]]) =>
    more.length > 0 ? `${line}: ${first} and ${more.length} more` : `${line}: ${first}`,
  );
}

function footer({ record, skipped }) {
  const measured = record.cases.filter((result) => result.skipped === undefined);
  const absent = record.cases.filter((result) => result.skipped !== undefined);
  heading(`${measured.length} cases measured, ${absent.length} not there yet`);
  for (const line of skippedLines(absent)) say(`  ${line}`);
  for (const line of grouped(measured, 'mismatches')) say(`DIFFERS ${line}`);
  for (const line of grouped(record.cases, 'failures')) say(`FAILED ${line}`);
  for (const [name, reason] of skipped) say(`SKIPPED ${name}: ${reason}`);
  for (const line of record.broken) say(`BROKEN ${line}`);
}

const legend = `roof: the share of a plain wasm loop's speed over as many bytes, in the same turns.
flat: the speed against the same operator on as many bytes without broadcasting.
steps: how many times longer the same operators take one by one.
N×: how many times longer the peer took (median of the rounds' ratios). ort and loop have arrays
only; their figure is the same in every mode.`;

async function writeOutputs({ settings, record, opened }) {
  if (settings.json) await writeFile(settings.json, `${JSON.stringify(record, null, 1)}\n`);
  if (!settings.svg) return;
  const results = record.cases.filter((r) => r.section === 'layouts' && r.skipped === undefined);
  if (results.length === 0) throw new Error('--svg needs the layouts section; widen --filter');
  const { cpu, node } = record.machine;
  const content = {
    title: 'float32 add, time per call (median, log scale)',
    note: `${record.date.slice(0, 10)}, ${cpu}, Node ${node}, one thread`,
    names: opened.map(({ name }) => name).filter((name) => results.some((r) => r.times[name])),
    results,
  };
  await writeFile(settings.svg, plot(content));
}

function recordOf(settings, opened) {
  return {
    schema: 1,
    date: new Date().toISOString(),
    machine: machine(),
    settings: {
      extent: settings.extent,
      seed: settings.seed,
      filter: settings.filter.source,
      ...settings.effort,
    },
    versions: opened.map(({ name, about, version, flavour }) => ({
      name,
      about,
      version,
      flavour,
    })),
    cases: [],
    means: [],
    broken: [],
  };
}

async function tryInstall(skipped) {
  try {
    await installPeers(say);
  } catch (error) {
    skipped.push(['peers', `not installed: ${error.message.split('\n')[0]}`]);
  }
}

/** The package itself must be there when it was asked for. */
function missingPackage(names, opened) {
  const asked = names.includes('simdcast');
  return asked && opened[0].name !== 'simdcast' ? ['simdcast did not start'] : [];
}

async function bench(settings) {
  const skipped = [];
  if (settings.names.some((name) => !['simdcast', 'loop'].includes(name)))
    await tryInstall(skipped);
  const opened = await openPeers(settings.names, (...why) => skipped.push(why));
  for (const [name, reason] of skipped) say(`SKIPPED ${name}: ${reason}`);
  if (opened.length === 0) throw new Error('nothing to measure');
  const record = recordOf(settings, opened);
  const context = { settings, opened, record, skipped };
  record.broken.push(...missingPackage(settings.names, opened));
  announce(record);
  for (const part of parts) await tryPart(part, context);
  record.skipped = Object.fromEntries(skipped);
  if (settings['check-sizes']) record.broken.push(...oversized(record));
  footer(context);
  say();
  say(legend);
  await writeOutputs(context);
  return record.broken.length === 0;
}

async function main() {
  const settings = readArguments(
    process.argv.slice(2),
    peers.map(({ name }) => name),
    efforts,
  );
  if (settings.help) return say(help);
  if (settings.list) {
    const ids = listCases(settings.extent).map(({ id }) => id);
    return say(ids.filter((id) => settings.filter.test(id)).join('\n'));
  }
  if (!(await bench(settings))) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 1;
}
