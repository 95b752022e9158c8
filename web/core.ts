/**
 * The entry that carries no wasm module, for hosts that compile only modules deployed with the program.
 * @module simdcast/core
 */
import { type LoadOptions, makeLoad } from './api/loader.js';
import type { Simdcast } from './api/simdcast.js';

export * from './api/public.js';

/**
 * Loads the engine from `wasm`: resolves to the same instance for the same options.
 * @throws AttributeError `invalid_module` if it is not a module of this version; SimdcastError if it cannot
 *    be fetched or compiled
 */
export const load: (
  options: LoadOptions & Required<Pick<LoadOptions, 'wasm'>>,
) => Promise<Simdcast> = /* @__PURE__ */ makeLoad();
