/** The engine that sessions with onnxruntime's names run on. */
import { onlyEngine } from '../api/open-engines.js';
import { Simdcast } from '../api/simdcast.js';
import { load } from '../index.js';
import { load as loadThreads } from '../threads.js';
import { env } from './env.js';

/**
 * The engine of `simdcast/threads` if `env.wasm.numThreads` is more than 1, else the one that is open, such as that
 * of a host that compiles only modules deployed with the program, or that of `simdcast`.
 */
export async function engineOf(): Promise<Simdcast> {
  const threads = env.wasm.numThreads ?? 1;
  if (threads > 1) return loadThreads({ threads });
  const open = onlyEngine();
  return open instanceof Simdcast ? open : load();
}
