/**
 * Runs ONNX's backend node tests on the built package:
 *
 *   npm run conformance -- [PATH] [--flavour relaxed|simd] [--write]
 *
 * PATH is a folder of tests, at any depth. Default: all of those beside the repository; then build/conformance gets
 * the files that ONNX's backend scoreboard reads, and docs/conformance.md is written with --write.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from 'simdcast';
import { inTop } from '../../tools/lib/paths.mjs';
import { conformancePage, PAGE } from './page.mjs';
import { scoreboardFiles } from './scoreboard.mjs';
import { isFailure, runAll, runTree } from './suite.mjs';
import { tableOf } from './table.mjs';
import { whyIncomplete } from './tests-folder.mjs';

const { values, positionals } = parseArgs({
  options: { flavour: { type: 'string' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
const [path] = positionals;

function leave(reason) {
  console.error(reason);
  process.exit(2);
}

async function writeReport(outcomes) {
  const { version } = JSON.parse(await readFile(inTop('package.json'), 'utf8'));
  const folder = inTop('build', 'conformance');
  await mkdir(folder, { recursive: true });
  const files = scoreboardFiles(outcomes, { date: new Date(), version });
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), `${JSON.stringify(content, null, 4)}\n`);
}

if (path ? !existsSync(path) : whyIncomplete)
  leave(path ? `There is no folder ${path}.` : `${whyIncomplete}. Give the path of others.`);
const sc = await load({ flavour: values.flavour });
const outcomes = await (path ? runTree(sc, path) : runAll(sc));
if (outcomes.length === 0) leave(`There is no model.onnx in ${path} or below.`);
console.log(tableOf(outcomes));
if (!path) await writeReport(outcomes);
if (!path && values.write) await writeFile(PAGE, conformancePage(outcomes));
process.exitCode = outcomes.some(isFailure) ? 1 : 0;
