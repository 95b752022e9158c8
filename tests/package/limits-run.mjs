/** Runs scenarios in a separate process: `node limits-run.mjs JSON`. Prints a line of JSON for each. */
import { load } from 'simdcast';
import { brimming, inPlace, mixing } from './limits-scenarios.mjs';

const scenarios = { brimming, inPlace, mixing };

const cases = JSON.parse(process.argv[2]);
for (const { scenario, ...options } of cases) {
  const started = performance.now();
  let line;
  try {
    await load({ flavour: options.flavour });
    line = { counts: await scenarios[scenario](options) };
  } catch (error) {
    line =
      error?.code === 'unsupported_flavour'
        ? { skip: error.message }
        : { error: String(error?.stack ?? error) };
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(JSON.stringify({ scenario, ...options, seconds, ...line }));
  globalThis.gc?.();
}
