/**
 * The default entry: the engine inlined, so that it works wherever JavaScript modules do.
 * @module simdcast
 */
import scalar from '#wasm/scalar.wasm';
import simd from '#wasm/simd.wasm';
import type { Flavour } from './flavours.js';
import { decode } from './inline.js';
import { makeLoad } from './loader.js';

export * from './public.js';

const INLINED: Readonly<Partial<Record<Flavour, string>>> = { simd, scalar };

/**
 * Loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError for a flavour that this engine cannot run.
 */
export const load = /* @__PURE__ */ makeLoad({
  flavours: ['simd', 'scalar'],
  wasm: (flavour) => decode(INLINED[flavour] as string),
});
