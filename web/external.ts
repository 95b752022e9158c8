/**
 * The entry with a separate `.wasm` file, which bundlers and servers find next to it.
 * @module simdcast/external
 */
import { makeLoad } from './api/loader.js';

export * from './api/public.js';

/**
 * Fetches and loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError if the JavaScript engine does not support the flavour, or has no SIMD; SimdcastError
 *    if the file cannot be fetched or compiled
 */
export const load = /* @__PURE__ */ makeLoad(
  // Written out, because bundlers look for exactly this form.
  () => new URL('./simd.wasm', import.meta.url),
);
