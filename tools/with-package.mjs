/**
 * Sets up, builds the package and runs a program that uses it:
 *
 *   node tools/with-package.mjs PROGRAM [arguments]
 */
import { buildPackage } from './lib/artifacts.mjs';
import { main } from './lib/failure.mjs';
import { inTop } from './lib/paths.mjs';
import { runHere } from './lib/run.mjs';
import { forPackage, setUp } from './setup/parts.mjs';

await main(async ([program, ...args]) => {
  await buildPackage(await setUp(forPackage));
  return runHere(process.execPath, [inTop(program), ...args]);
});
