/**
 * The entry over separate `.wasm` files, which bundlers and servers find beside it.
 * @module simdcast/external
 */
import type { Flavour } from './flavours.js';
import { makeLoad } from './loader.js';
import type { WasmSource } from './modules.js';

export * from './public.js';

/** Written out, because bundlers look for exactly this form. */
const FILES: Readonly<Partial<Record<Flavour, () => WasmSource>>> = {
  relaxed: () => new URL('./relaxed.wasm', import.meta.url),
  simd: () => new URL('./simd.wasm', import.meta.url),
  scalar: () => new URL('./scalar.wasm', import.meta.url),
};

/**
 * Fetches and loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError for a flavour that this engine cannot run; SimdcastError where the file
 *   cannot be fetched or compiled.
 */
export const load = /* @__PURE__ */ makeLoad({
  flavours: ['relaxed', 'simd', 'scalar'],
  wasm: (flavour) => (FILES[flavour] as () => WasmSource)(),
});
