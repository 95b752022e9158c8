import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The location of ONNX's node tests beside the repository. */
export const besideRepository = fileURLToPath(
  new URL('../../../shared/onnx-node-tests', import.meta.url),
);

/** The archive of packed tests. */
const archive = join(besideRepository, 'more.tgz');

/** The reason why tests are missing, or false, as `skip` of a test. */
export const whyIncomplete = existsSync(archive)
  ? false
  : 'onnx-node-tests/more.tgz is not beside the repository, so not all of ONNX’s node tests ran';

/** Calls a function with the path of the packed ones. */
export async function withPacked(run) {
  const folder = mkdtempSync(join(tmpdir(), 'simdcast-node-tests-'));
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
