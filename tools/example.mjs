/**
 * Sets up, builds the package, and runs an example with it until Ctrl-C:
 *
 *   npm run example -- vite [arguments of the example's own start]
 */
import { buildPackage } from './lib/artifacts.mjs';
import { exampleNames, installExample, npmCommand } from './lib/examples.mjs';
import { Failure, main } from './lib/failure.mjs';
import { runHere } from './lib/run.mjs';
import { forPackage, setUp } from './setup/parts.mjs';

await main(async ([name, ...args]) => {
  const names = await exampleNames();
  if (!names.includes(name)) {
    throw new Failure(`npm run example -- NAME, where NAME is one of: ${names.join(', ')}`);
  }
  await buildPackage(await setUp(forPackage));
  const cwd = await installExample(name);
  const [command, ...rest] = npmCommand(['start', '--', ...args]);
  return runHere(command, rest, { cwd });
});
