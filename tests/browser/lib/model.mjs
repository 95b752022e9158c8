/** The page's model on the real engine, without a document. */
import { load } from 'simdcast';
import { importModule } from './build.mjs';

const { createModeller } = await importModule('model/model.ts');
export const { defaultState, withShapes, withOperator, withFix } =
  await importModule('state/state.ts');
export const { decode, encode } = await importModule('state/url.ts');
export const { presets } = await importModule('state/presets.ts');

export const engine = await load();

const moment = {
  pointer: null,
  axis: null,
  slice: [],
  notice: null,
  message: null,
  preferences: {},
};
const modelOf = createModeller(engine, {});

/** The model of a state that differs from the first one. */
export const model = (change, during = {}) =>
  modelOf({ ...defaultState, ...change }, { ...moment, ...during });

export const presetById = (id) => presets.find((preset) => preset.id === id);

/** The questions that the page may send to the engine. */
export const { ask } = model({});
