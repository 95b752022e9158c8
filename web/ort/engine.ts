/** The engine of sessions with onnxruntime's names. */
import { onlyEngine } from '../api/open-engines.js';
import { Simdcast } from '../api/simdcast.js';
import { MOST_THREADS } from '../api/threads-loader.js';
import { load } from '../index.js';
import { load as loadThreads } from '../threads.js';
import { checkInteger } from './checks.js';
import { env } from './env.js';

/**
 * The engine of `simdcast/threads` if `env.wasm.numThreads` is above 1; otherwise the open engine, as in an
 * environment that only compiles deployed modules, or the one of `simdcast`.
 */
export async function engineOf(): Promise<Simdcast> {
  const threads = env.wasm.numThreads ?? 1;
  if (threads > 1) {
    checkInteger('env.wasm.numThreads', MOST_THREADS, threads);
    return loadThreads({ threads });
  }
  const open = onlyEngine();
  return open instanceof Simdcast ? open : load();
}
