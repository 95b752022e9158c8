/** The benchmark: parses arguments, runs the parts in order, prints and writes results. */
import { writeFile } from 'node:fs/promises';
import { help, readArguments } from './arguments.mjs';
import { listCases, modes, sections } from './cases.mjs';
import { Mismatch } from './compare.mjs';
import { installPeers } from './install.mjs';
import { machine, revision } from './machine.mjs';
import { efforts } from './measure.mjs';
import { partsWith } from './parts.mjs';
import { openPeers } from './peers/index.mjs';
import { plot } from './plot.mjs';
import { geometricMeans, meansLine, sectionTable, skippedLines } from './report.mjs';
import { runCase } from './run-case.mjs';

const say = (text = '') => process.stdout.write(`${text}\n`);

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function announce({ machine: on, date, revision: { commit, changed }, settings, versions }) {
  say(`${on.cpu}, ${on.cores} cores, ${on.platform}, Node ${on.node} (V8 ${on.v8}), one thread`);
  say(`${date}, commit ${commit ?? 'unknown'}${changed ? ' and changes' : ''}`);
  say(
    `seed ${settings.seed} of values and of the order in each round, ` +
      `${settings.rounds} rounds of ${settings.sample} ms or more`,
  );
  say(versions.map(({ about, name, version }) => `${name} = ${about} ${version}`).join('; '));
}

function heading(title) {
  say();
  say(title);
}

/** A wrong result ends the run; with `--check` all are reported, because nothing is timed. */
async function tryCase(description, { opened, settings, record }) {
  try {
    return await runCase(opened, description, settings);
  } catch (error) {
    if (!settings.check || !(error instanceof Mismatch)) throw error;
    record.broken.push(error.message);
    return undefined;
  }
}

async function runSection(title, cases, context) {
  const { record } = context;
  const results = [];
  for (const description of cases) {
    progress(description.id);
    const result = await tryCase(description, context);
    if (result === undefined) continue;
    results.push(result);
    record.broken.push(...result.broken.map((reason) => `${description.id}: ${reason}`));
  }
  progress('');
  record.cases.push(...results);
  const done = results.filter(({ skipped }) => skipped === undefined);
  if (done.length > 0) printSection(title, done, context);
}

function printSection(title, results, { opened, settings }) {
  const names = opened.slice(1).map(({ name }) => name);
  heading(title);
  if (settings.check) return say(`${results.length} cases agree with the reference`);
  const means = geometricMeans(results, names);
  say(sectionTable(results, names));
  if (means.length > 0) {
    say(`geometric mean of (peer's time / ${opened[0].name}'s), cases: ${meansLine(means)}`);
  }
}

async function runCases(context) {
  const { settings } = context;
  const cases = listCases(settings.extent).filter(({ id }) => settings.filter.test(id));
  for (const { section, title } of sections) {
    for (const [mode, words] of Object.entries(modes)) {
      const own = cases.filter((one) => one.section === section && one.mode === mode);
      if (own.length > 0) await runSection(`${section}: ${title}; ${words}`, own, context);
    }
  }
}

async function runPart(part, context) {
  if (part.needs && context.opened[0].name !== 'simdcast') return;
  const { check, filter } = context.settings;
  if (part.name !== 'cases' && (check || !filter.test(part.name))) return;
  const figures = await part.run(context);
  if (!part.print || figures.length === 0) return;
  context.record[part.name] = figures;
  heading(part.title);
  say(part.print(figures));
}

/** A failure in one part must not discard the figures of others; a wrong result ends the run. */
async function tryPart(part, context) {
  try {
    await runPart(part, context);
  } catch (error) {
    if (error instanceof Mismatch) throw error;
    context.record.broken.push(`${part.name}: ${error.message}`);
  }
}

function oversized({ gzip = [] }) {
  return gzip
    .filter(({ bytes, limit }) => limit !== undefined && bytes > limit)
    .map(({ label, bytes, limit }) => `gzip: ${label} is ${bytes} bytes, over ${limit}`);
}

/** One line per library and reason, with the number of cases and the first case. */
function grouped(cases, field) {
  const groups = new Map();
  for (const { id, [field]: texts = {} } of cases) {
    for (const [name, text] of Object.entries(texts)) {
      const line = `${name}: ${text}`;
      groups.set(line, [...(groups.get(line) ?? []), id]);
    }
  }
  return [...groups].map(([line, [first, ...more]]) =>
    more.length > 0 ? `${line}: ${first} and ${more.length} more` : `${line}: ${first}`,
  );
}

function footer({ record, settings, skipped }) {
  const done = record.cases.filter((result) => result.skipped === undefined);
  const absent = record.cases.filter((result) => result.skipped !== undefined);
  const how = settings.check ? 'compared' : 'compared and measured';
  heading(`${done.length} cases ${how}, ${absent.length} not there yet`);
  for (const line of skippedLines(absent)) say(`  ${line}`);
  for (const line of grouped(record.cases, 'failures')) say(`FAILED ${line}`);
  for (const [name, reason] of skipped) say(`SKIPPED ${name}: ${reason}`);
  for (const line of record.broken) say(`BROKEN ${line}`);
}

const legend = `roof: the share of a plain wasm loop's speed over as many bytes, in the same turns.
flat: the speed against the same operator on as many bytes without broadcasting.
steps: how many times longer the same operators take one by one.
N×: how many times longer the peer took (median of the rounds' ratios). Every library has made the
reference's result before it is timed. ort and loop have arrays only, so that beside resident tensors
ort's time includes copies in and out; beside \`out\` the others still make a new result.`;

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
    schema: 2,
    date: new Date().toISOString(),
    revision: revision(),
    machine: machine(),
    settings: {
      extent: settings.extent,
      seed: settings.seed,
      filter: settings.filter.source,
      order: 'shuffled in each round',
      note: settings.note,
      ...settings.effort,
    },
    versions: opened.map(({ name, about, version, flavour, copies, notes = [] }) => ({
      name,
      about,
      version,
      flavour,
      copies,
      notes,
    })),
    cases: [],
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

/** The package must be present if it was requested. */
function missingPackage(names, opened) {
  const asked = names.includes('simdcast');
  return asked && opened[0].name !== 'simdcast' ? ['simdcast did not start'] : [];
}

async function bench(settings, peers) {
  const skipped = [];
  if (peers.some(({ name, installed }) => installed && settings.names.includes(name)))
    await tryInstall(skipped);
  const opened = await openPeers(peers, settings.names, (...why) => skipped.push(why));
  for (const [name, reason] of skipped) say(`SKIPPED ${name}: ${reason}`);
  if (opened.length === 0) throw new Error('nothing to measure');
  const record = recordOf(settings, opened);
  const context = { settings, opened, record, skipped };
  record.broken.push(...missingPackage(settings.names, opened));
  announce(record);
  for (const part of partsWith(runCases)) await tryPart(part, context);
  record.skipped = Object.fromEntries(skipped);
  if (settings['check-sizes']) record.broken.push(...oversized(record));
  footer(context);
  say();
  say(legend);
  if (!settings.check) await writeOutputs(context);
  return record.broken.length === 0;
}

async function run(argv, peers) {
  const names = peers.map(({ name }) => name);
  const settings = readArguments(argv, names, efforts);
  if (settings.help) return say(help);
  if (settings.list) {
    const ids = listCases(settings.extent).map(({ id }) => id);
    return say(ids.filter((id) => settings.filter.test(id)).join('\n'));
  }
  return bench(settings, peers);
}

/**
 * @param {string[]} argv
 * @param {object[]} peers the libraries that `--peers` may name, the package first
 * @returns {Promise<0 | 1>} the exit code: 1 where a result was wrong, or the package failed
 */
export async function main(argv, peers) {
  try {
    return (await run(argv, peers)) === false ? 1 : 0;
  } catch (error) {
    process.stderr.write(`bench: ${error.message}\n`);
    return 1;
  }
}
