/**
 * The instances of the default entry and of sessions. Whichever starts first serves both, so a session takes
 * the tensors of the engine that `load` returns, before and after.
 */
import { makeFind, makeLoad } from './loader.js';

export const findDefault = /* @__PURE__ */ makeFind();

/** Loads an engine from the module in the options. */
export const loadGiven = /* @__PURE__ */ makeLoad(undefined, { find: findDefault });
