/**
 * From the state to what is shown. This folder is the only caller of the engine, and knows no
 * document.
 */
import type { Alignment, Engine, Trace } from '../engine.ts';
import { sourcesOf as fillsOf } from '../fill.ts';
import { type Index, lastStep, resultName, type State } from '../state.ts';
import type { Actions, Model, Moment, TensorModel } from '../view.ts';
import { createQuestions } from './ask.ts';
import { findPointed } from './pointed.ts';
import { alignUnder } from './rulings.ts';
import { readModel, resultModel, type ValueAt, writtenModel } from './tensors.ts';
import { type Computed, computeValues, whyShapesOnly } from './values.ts';

const maximumTraces = 32;
// Each of these may hold arrays of the largest size.
const maximumValues = 2;

/** A table of answers that forgets its oldest. */
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

interface Drawn {
  readonly trace: Alignment;
  readonly written: readonly TensorModel[];
  readonly read: readonly TensorModel[];
  readonly result: TensorModel | undefined;
  /** The result before anything is computed. */
  readonly blank: TensorModel | undefined;
  readonly shapesOnly: string | undefined;
  readonly sourcesOf: (at: Index) => readonly Index[];
  readonly computed: Computed | undefined;
}

/** The values, or why there are none. */
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
    return { computed: undefined, shapesOnly: `Shapes only: ${(error as Error).message}` };
  }
}

/** Sources are asked for once an index; the doctored and the real engine alike may be slow. */
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
  const requests = trace.operands.map((_, operand) => ({ trace, state, operand, valueAt }));
  const written = requests.map(writtenModel);
  return {
    trace,
    written,
    read: trace.outputShape ? requests.map((request) => readModel(request, sourcesOf)) : written,
    result: resultModel(trace, computed, state),
    blank: resultModel(trace, undefined, state),
    shapesOnly,
    sourcesOf,
    computed,
  };
}

/** What has been drawn once the operands are stretched, and once the values are computed. */
const stretchStep = lastStep - 1;
const alignStep = 1;

/** The model of each state; the same question is not put to the engine twice in a row. */
export function createModeller(engine: Engine, act: Actions) {
  const traces = createCache<Alignment>(maximumTraces);
  const drawings = createCache<Drawn>(maximumValues);
  const ask = createQuestions(engine);

  return function modelOf(state: State, moment: Moment): Model {
    const { rule, axis, broadcast, shapes, type, op, fill, seed, values } = state;
    const asked = JSON.stringify([rule, axis, broadcast, shapes, type, op]);
    const key = JSON.stringify([asked, fill, seed, values.map((list) => list?.map(String))]);
    const align = () => alignUnder(engine, shapes, state, op, type);
    const drawn = drawings(key, () => draw(engine, state, traces(asked, align)));
    const { trace, shapesOnly, sourcesOf } = drawn;
    // A player that cannot go on stops where the axes are lined up.
    const reaches = trace.ok ? lastStep : alignStep;
    const step = trace.ok ? state.step : Math.min(state.step, lastStep);
    const stretched = step >= stretchStep;
    const operands = stretched ? drawn.read : drawn.written;
    const result = step === lastStep ? drawn.result : stretched ? drawn.blank : undefined;
    const linkable = drawn.computed !== undefined && drawn.result !== undefined;
    const pointed =
      linkable && step === lastStep && drawn.result
        ? findPointed(
            {
              trace,
              operands,
              result: drawn.result,
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
  };
}
