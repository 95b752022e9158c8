/**
 * Sets up, builds, and runs every test suite, or those named:
 *
 *   npm test
 *   npm test -- tools package
 *   npm test -- --all
 *
 * A suite that has passed here with everything as it is now is not run again, unless --all is given or
 * CI=true. The last line is `N passed, N failed` for the whole run, and how many of the passed were not
 * run again. With CI=true a skipped suite has failed.
 */
import { buildPackage, buildPage } from './lib/artifacts.mjs';
import { buildPreset } from './lib/cmake.mjs';
import { Failure, main, showError } from './lib/failure.mjs';
import { finalLine, sumCounts } from './lib/junit.mjs';
import { print, printOutput, step } from './lib/log.mjs';
import { one, skip } from './lib/skips.mjs';
import { runSuite, skipReason, suites } from './lib/suites.mjs';
import { passedBefore, rememberPassed, suiteState } from './lib/unchanged.mjs';
import { setUp } from './setup/parts.mjs';

function chosenSuites(names) {
  const known = suites.map((suite) => suite.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`No suite named ${unknown.join(', ')}; there are ${known.join(', ')}`);
  }
  return names.length > 0 ? suites.filter((suite) => names.includes(suite.name)) : suites;
}

/** Builds each thing when the first suite asks for it; what failed to build is not tried again. */
function builder(tools) {
  const started = new Map();
  const onlyOnce = (name, work) => {
    if (!started.has(name)) started.set(name, work());
    return started.get(name);
  };
  const builds = { package: () => buildPackage(tools), page: () => buildPage() };
  return async ({ preset, builds: wanted = [] }) => {
    for (const name of wanted) await onlyOnce(name, builds[name]);
    if (preset) await onlyOnce(preset, () => buildPreset(preset, tools));
  };
}

async function runAndShow(suite, tools) {
  const { counts, output } = await step(suite.title, async (task) => {
    const result = await runSuite(suite, tools, task);
    task.detail(finalLine(result.counts));
    if (result.counts.failed > 0) task.bad();
    return result;
  });
  if (counts.failed > 0) printOutput(output);
  if (counts.problem) print(`${suite.title}: ${counts.problem}`);
  return counts;
}

const shown = new WeakSet();

function showOnce(error) {
  if (shown.has(error)) return;
  shown.add(error);
  showError(error);
}

function showUnchanged({ title }, { counts, day }) {
  const since = `unchanged since it passed (${finalLine(counts)}, ${day})`;
  print(`= ${title}: ${since}; --all runs it again`);
  return { ...counts, unchanged: counts.passed };
}

/** Runs a suite unless it has passed in this very state, and remembers where it passes. */
async function runIfChanged(suite, tools) {
  const before = await suiteState(suite, tools);
  const passed = await passedBefore(suite.name, before);
  if (passed) return showUnchanged(suite, passed);
  const counts = await runAndShow(suite, tools);
  if (counts.failed === 0) {
    const after = await suiteState(suite, tools);
    await rememberPassed(suite.name, { before, after }, counts);
  }
  return counts;
}

async function runOne(suite, tools, { build, all }) {
  const reason = skipReason(suite, tools);
  if (reason) return skip(suite.title, reason);
  try {
    await build(suite);
    return await (all ? runAndShow(suite, tools) : runIfChanged(suite, tools));
  } catch (error) {
    showOnce(error);
    print(`✗ ${suite.title}: it could not be built or run`);
    return one('failed');
  }
}

await main(async (args) => {
  const names = args.filter((arg) => arg !== '--all');
  const all = names.length < args.length || process.env.CI === 'true';
  const chosen = chosenSuites(names);
  const tools = await setUp();
  const build = builder(tools);
  const results = [];
  for (const suite of chosen) results.push(await runOne(suite, tools, { build, all }));
  const total = sumCounts(results);
  print(finalLine(total));
  return total.failed > 0 ? 1 : 0;
});
