/**
 * The default entry: the engine inlined, so that it works wherever JavaScript modules do.
 * @module simdcast
 */
import relaxed from '#patch/relaxed.wasm';
import scalar from '#patch/scalar.wasm';
import simd from '#wasm/simd.wasm';
import type { Flavour } from './flavours.js';
import { decode } from './inline.js';
import { makeLoad } from './loader.js';
import { applyPatch } from './patch.js';

export * from './public.js';

/** What makes the other flavours of the first. */
const PATCHES: Readonly<Partial<Record<Flavour, string>>> = { relaxed, scalar };

/**
 * Loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError for a flavour that this engine cannot run.
 */
export const load = /* @__PURE__ */ makeLoad({
  flavours: ['relaxed', 'simd', 'scalar'],
  wasm: async (flavour) => {
    const patch = PATCHES[flavour];
    const base = await decode(simd);
    return patch === undefined ? base : applyPatch(base, await decode(patch));
  },
});
