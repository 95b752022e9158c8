/** The queries that views may put to the engine. */
import type { Engine } from '../base/engine.ts';
import { sourcesOf } from '../data/fill.ts';
import { elementsOf } from '../state/state.ts';
import { alignUnder, explicitUnder, numpyRuling } from './rulings.ts';
import { writtenModel } from './tensors.ts';
import type { Questions } from './types.ts';

export const createQuestions = (engine: Engine): Omit<Questions, 'modeller' | 'look'> => ({
  align: (shapes, ruling, { op = 'Add', type = 'float32' } = {}) =>
    alignUnder(engine, shapes, { ...numpyRuling, ...ruling }, op, type),
  explicit(shapes, ruling) {
    const asked = { ...numpyRuling, ...ruling };
    const { ok } = alignUnder(engine, shapes, asked, 'Add', 'float32');
    return ok ? explicitUnder(engine, shapes, asked) : undefined;
  },
  written(state) {
    const { shapes, op, type } = state;
    const trace = alignUnder(engine, shapes, state, op, type);
    const sources = sourcesOf(state, shapes.map(elementsOf));
    const valueAt = (p: number, at: number) => sources[p]?.(at);
    return shapes.map((_, operand) => writtenModel({ trace, state, operand, valueAt }));
  },
});
