/**
 * Sets up, builds the package and runs a program that uses it:
 *
 *   node tools/with-package.mjs PROGRAM [arguments]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildPackage } from './lib/artifacts.mjs';
import { main } from './lib/failure.mjs';
import { inTop } from './lib/paths.mjs';
import { setUp } from './setup/parts.mjs';

await main(async ([program, ...args]) => {
  await buildPackage(await setUp(['compilers', 'packages', 'emscripten']));
  const child = spawn(process.execPath, [inTop(program), ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
});
