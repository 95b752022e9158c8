/**
 * The default entry, with the engine inlined: it works wherever JavaScript modules do.
 * @module simdcast
 */
import simd from '#wasm/simd.wasm';
import { makeLoad } from './api/loader.js';
import { decode } from './wasm/inflate.js';

export * from './api/public.js';

/**
 * Loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError if the JavaScript engine does not support the flavour, or has no SIMD
 */
export const load = /* @__PURE__ */ makeLoad(() => decode(simd));
