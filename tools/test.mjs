/**
 * Sets up, builds and runs tests:
 *
 *   npm test                     the quick tests
 *   npm run test:all             everything
 *   npm test -- rules package    all tests of these suites
 *   npm test -- --again          also suites that have passed in this state
 *   npm test -- --whole          all tests of the quick suites, which npm run test:all then skips
 *
 * A suite that has passed in the present state is skipped. The last line is `N passed, N failed[, N skipped]`
 * for the whole run; before it are the reasons of every skip. With CI=true a skipped suite has failed, and so
 * has a skipped test unless tests/suites.mjs expects it.
 */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { expectedSkips, suites } from '../tests/suites.mjs';
import { buildPackage, buildPage, buildReference } from './lib/artifacts.mjs';
import { buildPreset } from './lib/cmake.mjs';
import { finalLine, one, skip, sumCounts } from './lib/counts.mjs';
import { Failure, main, showError } from './lib/failure.mjs';
import { print, printOutput, step } from './lib/log.mjs';
import { runSuite } from './lib/run-suite.mjs';
import { canBeRemembered, explained } from './lib/skips.mjs';
import { suiteState } from './lib/suite-state.mjs';
import { unlessUnchanged } from './lib/unchanged.mjs';
import { setUpBeside } from './setup/parts.mjs';

function parseOptions(args) {
  const options = {
    all: { type: 'boolean' },
    again: { type: 'boolean', default: false },
    whole: { type: 'boolean' },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(error.message);
  }
}

/**
 * The selection: the suites, whether all tests of each, and whether suites that have passed run again.
 * @typedef {{names: string[], extent: 'part' | 'whole', again: boolean}} Choice
 * @returns {Choice}
 */
function choose(args) {
  const { values, positionals } = parseOptions(args);
  const unknown = positionals.filter((name) => !(name in suites));
  if (unknown.length > 0)
    throw new Failure(`No suite named ${unknown}; there are ${Object.keys(suites).join(', ')}`);
  const { all, again, whole } = values;
  if (positionals.length > 0) return { names: positionals, extent: 'whole', again };
  const names = Object.keys(suites).filter((name) => all || suites[name].quick);
  return { names, extent: all || whole ? 'whole' : 'part', again };
}

const cannotRun = ({ needs }, tools) => needs && !tools[needs].path;

/**
 * Starts to build the requirements of the suites, in sequence and each once: while a suite runs, those of
 * later ones are built. Returns a function that waits for the builds of a suite.
 */
function buildAhead(names, tools) {
  const ofPackage = {
    package: () => buildPackage(tools),
    page: buildPage,
    reference: buildReference,
  };
  const wantedBy = ({ preset, builds = [] }) => [...builds, preset].filter(Boolean);
  const started = {};
  let last = Promise.resolve();
  const start = async (name, before) => {
    await before.catch(() => {});
    if (name in ofPackage) await tools.packages;
    await (ofPackage[name]?.() ?? buildPreset(name, tools));
  };
  const able = names.map((name) => suites[name]).filter((suite) => !cannotRun(suite, tools));
  for (const name of able.flatMap(wantedBy)) {
    if (started[name]) continue;
    last = started[name] = start(name, last);
    // Whoever awaits the build gets its error; this only prevents an unhandled rejection.
    last.catch(() => {});
  }
  return async (suite) => {
    if (suite.folders) await tools.packages;
    for (const name of wantedBy(suite)) await started[name];
  };
}

/** How many lines of a failed suite's output are repeated. */
const REPEATED_LINES = 80;

/** @type {{title: string, output: string, problem?: string}[]} */
const failures = [];

async function runAndShow(name, suite, tools, { extent, processors }) {
  const { counts, skips, output } = await step(suite.title, async (task) => {
    const result = await runSuite(name, suite, tools, task, { extent, processors });
    task.detail(finalLine(result.counts));
    if (result.counts.failed > 0) task.bad();
    return result;
  });
  if (counts.failed > 0) {
    printOutput(output);
    failures.push({ title: suite.title, output, problem: counts.problem });
  }
  if (counts.problem) print(`${suite.title}: ${counts.problem}`);
  return { counts, skips };
}

/** Repeats at the end what failed, and why: logs of long runs may be cut at the start. */
function printFailures() {
  const { FAILED_BEFORE } = process.env;
  if (FAILED_BEFORE) print(`✗ Failed before, see above: ${FAILED_BEFORE}`);
  for (const { title, output, problem } of failures) {
    print(`✗ ${title}: ${problem ?? 'failed'}. The end of its output:`);
    printOutput(output.trimEnd().split('\n').slice(-REPEATED_LINES).join('\n'));
  }
}

/** Reports why tests were skipped; returns how many count as failed. */
function sayWhySkipped(suite, skips) {
  const isStrict = process.env.CI === 'true';
  const lines = explained(skips).map(({ text, isExpected }) => ({
    text,
    isBad: isStrict && !isExpected,
  }));
  for (const { text, isBad } of lines)
    print(`${isBad ? '✗' : '!'} ${suite.title}: SKIPPED. ${text}`);
  return lines.filter(({ isBad }) => isBad).length;
}

/** Runs a suite unless it has passed in this state; returns its counts. */
async function runIfChanged(name, suite, tools, choice) {
  const { extent, again } = choice;
  const isPart = extent === 'part' && (suite.later ?? suite.partly);
  const record = `suite-${name}${isPart ? '-part' : ''}`;
  const { result, day } = await unlessUnchanged(
    record,
    () => suiteState(suite, tools, expectedSkips),
    () => runAndShow(name, suite, tools, choice),
    {
      isGood: ({ counts, skips }) => counts.failed === 0 && canBeRemembered(skips),
      force: again,
    },
  );
  const { counts, skips } = result;
  if (day) print(`= ${suite.title}: unchanged since it passed (${finalLine(counts)}, ${day})`);
  const bad = sayWhySkipped(suite, skips);
  const total = { ...counts, failed: counts.failed + bad, skipped: counts.skipped - bad };
  return day ? { ...total, earlier: counts.passed } : total;
}

const shown = new Set();

async function runOne(name, tools, built, choice) {
  const suite = suites[name];
  if (cannotRun(suite, tools)) return skip(suite.title, tools[suite.needs].reason);
  try {
    await built(suite);
    return await runIfChanged(name, suite, tools, choice);
  } catch (error) {
    // A failed build fails each suite that needs it, but is shown once.
    if (!shown.has(error)) showError(error);
    shown.add(error);
    print(`✗ ${suite.title}: it could not be built or run`);
    return one('failed');
  }
}

// Tests of motion measure time.
const isAlone = (name) => ['browser', 'firefox'].includes(suites[name].needs);

/**
 * Runs suites two at a time, so no processor waits for the last file of one. Suites with browsers run in
 * sequence at the end. Returns their counts.
 */
async function runAll(choice, tools) {
  const built = buildAhead(choice.names, tools);
  const waiting = choice.names.filter((name) => !isAlone(name));
  const all = availableParallelism();
  const share = Math.ceil(all / Math.min(2, waiting.length || 1));
  const results = [];
  const run = async (name, processors) =>
    results.push(await runOne(name, tools, built, { ...choice, processors }));
  const runWaiting = async () => {
    while (waiting.length > 0) await run(waiting.shift(), share);
  };
  await Promise.all([runWaiting(), runWaiting()]);
  for (const name of choice.names.filter(isAlone)) await run(name, all);
  return results;
}

await main(async (args) => {
  const choice = choose(args);
  const tools = await setUpBeside();
  const total = sumCounts(await runAll(choice, tools));
  printFailures();
  if (total.earlier > 0)
    print(`${total.earlier} passed earlier, with nothing changed since; --again runs them too`);
  if (choice.extent === 'part') print('npm run test:all runs the other suites and all of these');
  print(finalLine(total));
  return total.failed > 0 ? 1 : 0;
});
