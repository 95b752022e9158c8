/**
 * The package as npm packs it, in every runtime, browser, bundler, framework and test runner of cells.mjs:
 *
 *   npm run matrix
 *   npm run matrix -- Node Firefox     the cells whose title holds one of the words
 *
 * A cell that cannot run is a loud skip; with CI=true, a failure.
 */
import { finalLine, one, skip, sumCounts } from '../../tools/lib/counts.mjs';
import { Failure, main } from '../../tools/lib/failure.mjs';
import { print } from '../../tools/lib/log.mjs';
import { installPeers } from '../support/peers.mjs';
import { SAID } from './programs.mjs';

/** Starts each browser once, for the first cell that needs it. */
function browserKeeper(openBrowser) {
  const started = new Map();
  return {
    get(name) {
      if (!started.has(name)) started.set(name, openBrowser(name));
      return started.get(name);
    },
    async close() {
      for (const opening of started.values())
        await opening.then((it) => it.close()).catch(() => {});
    },
  };
}

async function tryCell({ title, run, browser, said = SAID }, folder, browsers) {
  let opened;
  try {
    opened = browser && (await browsers.get(browser));
  } catch (error) {
    return skip(title, error.message);
  }
  const got = await run(folder, opened).catch((error) => error.stderr || error.message);
  print(got === said ? `✓ ${title}` : `✗ ${title}: said ${JSON.stringify(got)}`);
  return one(got === said ? 'passed' : 'failed');
}

await main(async (words) => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return skip('The matrix', 'Its runtimes are for Linux on x64.').failed;
  await installPeers(new URL('.', import.meta.url), () =>
    print('installing the runtimes and frameworks into tests/matrix/node_modules (about 1.8 GB)'),
  );
  const { cells, openBrowser } = await import('./cells.mjs');
  const { installPacked } = await import('./package-files.mjs');
  const chosen = cells.filter(
    ({ title }) => words.length === 0 || words.some((word) => title.includes(word)),
  );
  if (chosen.length === 0) throw new Failure(`No cell is called ${words.join(' or ')}.`);
  const { overridden } = await import('./drop-in-programs.mjs');
  const folder = await installPacked(overridden);
  const browsers = browserKeeper(openBrowser);
  const results = [];
  for (const cell of chosen) results.push(await tryCell(cell, folder, browsers));
  await browsers.close();
  const total = sumCounts(results);
  print(`Matrix: ${finalLine(total)}`);
  return total.failed > 0 ? 1 : 0;
});
