/** Sets up, builds the package and runs the benchmark, which explains its options with `--help`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildPackage } from './lib/artifacts.mjs';
import { main } from './lib/failure.mjs';
import { inTop, top } from './lib/paths.mjs';
import { setUp } from './setup/parts.mjs';

await main(async (args) => {
  await buildPackage(await setUp(['compilers', 'packages', 'emscripten']));
  const command = [inTop('tests/bench/run.mjs'), ...args];
  const child = spawn(process.execPath, command, { cwd: top, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
});
