/**
 * Runs ONNX's backend node tests on the built package:
 *
 *   npm run conformance -- PATH [--flavour relaxed|simd]
 *
 * PATH is a folder of tests, at any depth. Default: the copy beside the repository.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { load } from 'simdcast';
import { isFailure, runTree } from './suite.mjs';
import { tableOf } from './table.mjs';
import { besideRepository } from './tests-folder.mjs';

const { values, positionals } = parseArgs({
  options: { flavour: { type: 'string' } },
  allowPositionals: true,
});
const path = positionals[0] ?? besideRepository;

if (!existsSync(path)) {
  console.error(`There is no folder ${path}. Give the path of ONNX's backend node tests.`);
  process.exit(2);
}
const outcomes = await runTree(await load({ flavour: values.flavour }), path);
if (outcomes.length === 0) {
  console.error(`There is no model.onnx in ${path} or below.`);
  process.exit(2);
}
console.log(tableOf(outcomes));
process.exitCode = outcomes.some(isFailure) ? 1 : 0;
