/** Runs simdcast_node_tests (tests/cpp/node_tests): ONNX's node tests in sessions of C++. */
import { join } from 'node:path';
import { binaryFolder } from '../../tools/lib/cmake.mjs';
import { run } from '../../tools/lib/run.mjs';

/** The preset whose program is run. */
export const preset = process.env.PRESET ?? 'native-clang';

const program = join(binaryFolder(preset), 'tests/cpp/simdcast_node_tests');

/**
 * @param {string} folder the location of tests, at any depth
 * @returns {Promise<{code: number, output: string, passed: number, failed: number,
 *   skipped: Record<string, number>}>} skipped are the tests for each reason
 */
export async function runFolder(folder) {
  const { code, output } = await run(program, [folder], { check: false });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed/m.exec(output) ?? [];
  const skipped = [...output.matchAll(/^ *(\d+) skipped (.+)$/gm)];
  return {
    code,
    output,
    passed: Number(passed),
    failed: Number(failed),
    skipped: Object.fromEntries(skipped.map(([, count, reason]) => [reason, Number(count)])),
  };
}
