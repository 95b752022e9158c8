/**
 * Computes the model that views draw from the state. This folder is the only caller of the engine, and
 * does not use the document.
 */
import type { Alignment, Engine, Trace } from '../base/engine.ts';
import { sourcesOf as fillsOf } from '../data/fill.ts';
import { usualPreferences } from '../state/preferences.ts';
import { type Index, lastStep, resultName, type State, stepOf } from '../state/state.ts';
import { words } from '../state/words.ts';
import { createQuestions } from './ask.ts';
import { findPointed } from './pointed.ts';
import { alignUnder } from './rulings.ts';
import {
  clashModel,
  type OperandRequest,
  readModel,
  resultModel,
  type ValueAt,
  writtenModel,
} from './tensors.ts';
import type { Actions, Model, Moment, Questions, TensorModel } from './types.ts';
import { type Computed, computeValues, whyShapesOnly } from './values.ts';

const maximumTraces = 32;
// Each of these may hold arrays of the largest size.
const maximumValues = 3;

/** A cache of answers that evicts the oldest. */
function createCache<T>(maximum: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    const oldest = kept.keys().next();
    if (kept.size > maximum && !oldest.done) kept.delete(oldest.value);
    return made;
  };
}

const atRest: Moment = {
  pointer: null,
  axis: null,
  slice: [],
  notice: null,
  fix: null,
  preferences: usualPreferences,
};

interface Drawn {
  readonly trace: Alignment;
  /** In the result's shape, if there is a result. */
  readonly operands: readonly TensorModel[];
  readonly result: TensorModel | undefined;
  readonly shapesOnly: string | undefined;
  readonly sourcesOf: (at: Index) => readonly Index[];
  readonly computed: Computed | undefined;
}

/** The values, or the reason why they are missing. */
function tryValues(
  engine: Engine,
  state: State,
  trace: Trace,
): Pick<Drawn, 'computed' | 'shapesOnly'> {
  const shapesOnly = whyShapesOnly(trace);
  if (shapesOnly || !trace.ok) return { computed: undefined, shapesOnly };
  try {
    const computed = computeValues(engine, state, state.shapes, state);
    return { computed, shapesOnly: undefined };
  } catch (error) {
    return { computed: undefined, shapesOnly: words.shapesOnly((error as Error).message) };
  }
}

/** Caches the sources of each index: the engine may be slow, and so may the doctored one of the tests. */
function rememberSources(trace: Alignment): (at: Index) => readonly Index[] {
  const known = new Map<string, readonly Index[]>();
  return (at) => {
    const key = at.join();
    const sources = known.get(key) ?? trace.source(at);
    known.set(key, sources);
    return sources;
  };
}

function draw(engine: Engine, state: State, trace: Alignment): Drawn {
  const { computed, shapesOnly } = tryValues(engine, state, trace);
  const fill = fillsOf(
    state,
    trace.operands.map((operand) => operand.elements),
  );
  const valueAt: ValueAt = (p, at) => computed?.inputs[p]?.[at] ?? fill[p]?.(at);
  const sourcesOf = rememberSources(trace);
  const requests = trace.operands.map((_, operand) => ({
    trace,
    state,
    operand,
    valueAt,
    data: computed?.inputs[operand],
  }));
  const clashes = trace.axes.some(({ outcome }) => outcome === 'conflict');
  const model = (request: OperandRequest) => {
    if (trace.outputShape) return readModel(request, sourcesOf);
    return clashes ? clashModel(request) : writtenModel(request);
  };
  return {
    trace,
    operands: requests.map(model),
    result: resultModel(trace, computed, state),
    shapesOnly,
    sourcesOf,
    computed,
  };
}

/** Computes the model of each state; a query equal to the previous one does not reach the engine. */
export function createModeller(engine: Engine, act: Actions) {
  const traces = createCache<Alignment>(maximumTraces);
  const drawings = createCache<Drawn>(maximumValues);
  const ask: Questions = {
    ...createQuestions(engine),
    modeller: (own) => createModeller(engine, own),
    look: (state) => modelOf(state, atRest),
  };

  function modelOf(state: State, moment: Moment): Model {
    const { rule, axis, broadcast, shapes, type, op, fill, seed, values } = state;
    const asked = JSON.stringify([rule, axis, broadcast, shapes, type, op]);
    const key = JSON.stringify([asked, fill, seed, values.map((list) => list?.map(String))]);
    const align = () => alignUnder(engine, shapes, state, op, type);
    const drawn = drawings(key, () => draw(engine, state, traces(asked, align)));
    const { trace, shapesOnly, sourcesOf, operands, result } = drawn;
    // In a conflict the player stops once the 1s are added.
    const reaches = trace.ok ? lastStep : stepOf.add;
    const step = Math.min(state.step, reaches);
    const linkable = drawn.computed !== undefined && step === lastStep;
    const pointed =
      linkable && result
        ? findPointed(
            {
              trace,
              operands,
              result,
              sourcesOf,
              fanout: (operand, index) => trace.fanout(operand, index),
            },
            state,
            moment.pointer,
          )
        : null;
    return {
      state,
      moment,
      trace,
      operands,
      result,
      reaches,
      step,
      resultName: resultName(shapes.length),
      shapesOnly,
      pointed,
      act,
      ask,
    };
  }
  return modelOf;
}
