/**
 * The default entry: the engine inlined, so that it works wherever JavaScript modules do.
 * @module simdcast
 */
import simd from '#wasm/simd.wasm';
import { makeLoad } from './api/loader.js';
import { decode } from './wasm/inflate.js';

export * from './api/public.js';

/**
 * Loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError for a flavour that this JavaScript engine cannot run, or where it has no SIMD.
 */
export const load = /* @__PURE__ */ makeLoad(() => decode(simd));
