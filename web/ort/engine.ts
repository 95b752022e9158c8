/** The engine that sessions with onnxruntime's names run on. */
import type { Simdcast } from '../api/simdcast.js';
import { load } from '../index.js';
import { env } from './env.js';

/** The engine of `simdcast`, or of `simdcast/threads` if `env.wasm.numThreads` is more than 1. */
export async function engineOf(): Promise<Simdcast> {
  const threads = env.wasm.numThreads ?? 1;
  if (threads <= 1) return load();
  // The files of threads are loaded only if they are asked for.
  const { load: loadThreads } = await import('../threads.js');
  return loadThreads({ threads });
}
