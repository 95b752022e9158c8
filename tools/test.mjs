/**
 * Sets up, builds, and runs every test suite, or those named:
 *
 *   npm test
 *   npm test -- tools package
 *   npm test -- --all
 *
 * A suite that has passed here with everything as it is now is not run again, unless --all is given or
 * CI=true. The last line is `N passed, N failed[, N skipped]` for the whole run. With CI=true a skipped
 * suite has failed.
 */

import { suites } from '../tests/suites.mjs';
import { buildPackage, buildPage } from './lib/artifacts.mjs';
import { buildPreset } from './lib/cmake.mjs';
import { finalLine, one, skip, sumCounts } from './lib/counts.mjs';
import { Failure, main, showError } from './lib/failure.mjs';
import { print, printOutput, step } from './lib/log.mjs';
import { runSuite } from './lib/run-suite.mjs';
import { suiteState } from './lib/suite-state.mjs';
import { unlessUnchanged } from './lib/unchanged.mjs';
import { setUp } from './setup/parts.mjs';

function chosenSuites(names) {
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length === 0) return names.length > 0 ? names : Object.keys(suites);
  throw new Failure(`No suite named ${unknown}; there are ${Object.keys(suites).join(', ')}`);
}

/** Builds each thing when the first suite asks for it; what failed to build is not tried again. */
function builder(tools) {
  const started = {};
  const builds = { package: () => buildPackage(tools), page: buildPage };
  return async ({ preset, builds: wanted = [] }) => {
    for (const name of [...wanted, preset].filter(Boolean)) {
      started[name] ??= builds[name]?.() ?? buildPreset(name, tools);
      await started[name];
    }
  };
}

async function runAndShow(name, suite, tools) {
  const { counts, skips, output } = await step(suite.title, async (task) => {
    const result = await runSuite(name, suite, tools, task);
    task.detail(finalLine(result.counts));
    if (result.counts.failed > 0) task.bad();
    return result;
  });
  if (counts.failed > 0) printOutput(output);
  if (counts.problem) print(`${suite.title}: ${counts.problem}`);
  return { counts, skips };
}

/** Runs a suite unless it has passed in this very state; gives its counts. */
async function runIfChanged(name, suite, tools, all) {
  const { result, day } = await unlessUnchanged(
    `suite-${name}`,
    () => suiteState(suite, tools),
    () => runAndShow(name, suite, tools),
    { isGood: ({ counts }) => counts.failed === 0, force: all },
  );
  const { counts, skips = [] } = result;
  if (day) print(`= ${suite.title}: unchanged since it passed (${finalLine(counts)}, ${day})`);
  for (const reason of skips) print(`  ! SKIPPED: ${reason}`);
  return day ? { ...counts, earlier: counts.passed } : counts;
}

const shown = new Set();

async function runOne(name, tools, { build, all }) {
  const suite = suites[name];
  const { path, reason } = suite.needs ? tools[suite.needs] : {};
  if (suite.needs && !path) return skip(suite.title, reason);
  try {
    await build(suite);
    return await runIfChanged(name, suite, tools, all);
  } catch (error) {
    // What several suites need fails for each of them.
    if (!shown.has(error)) showError(error);
    shown.add(error);
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
  for (const name of chosen) results.push(await runOne(name, tools, { build, all }));
  const total = sumCounts(results);
  if (total.earlier > 0)
    print(`${total.earlier} passed earlier, with nothing changed since; --all runs all`);
  print(finalLine(total));
  return total.failed > 0 ? 1 : 0;
});
