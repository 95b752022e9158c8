/** The engine that sessions load if the caller has none: it runs models by itself. */
import createModule from '#models-glue';
import models from '#wasm/models.wasm';
import { findDefault } from '../../api/default-engines.js';
import { makeLoad } from '../../api/loader.js';
import { decode } from '../../wasm/inflate.js';

/** Resolves to the same instance for the same options, which bring no module. */
export const loadModels = makeLoad(() => decode(models), {
  create: createModule,
  find: findDefault,
});
