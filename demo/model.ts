/** From the state to what is shown: the only file that calls the engine. It knows no document. */
import type { Alignment, Engine, Trace } from './engine.ts';
import { fillArray, filled, weights } from './fill.ts';
import { indexText, valueText } from './format.ts';
import { channelDeviation, channelMean, frameShape, type Normaliser } from './frame-run.ts';
import {
  type Index,
  operandNames,
  operators,
  resultName,
  type Shape,
  type State,
} from './state.ts';
import type { Actions, Model, Moment, Pointed, Pointer, TensorModel } from './view.ts';

interface Values {
  readonly inputs: readonly ArrayLike<number>[];
  readonly output: ArrayLike<number>;
}

const maximumComputed = 4_194_304;
const maximumTraces = 32;
// Each of these may hold three arrays of the largest size.
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

/** The position of an element in C order. */
function position(index: Index, shape: Shape): number {
  return index.reduce((sum, i, d) => sum * (shape[d] ?? 0) + i, 0);
}

const inside = (index: Index, shape: Shape): boolean =>
  index.length === shape.length && index.every((i, d) => i < (shape[d] ?? 0));

interface Computed {
  readonly trace: Alignment;
  readonly values: Values | undefined;
  readonly operands: readonly TensorModel[];
  readonly result: TensorModel | undefined;
  readonly shapesOnly: string | undefined;
  readonly sourcesOf: (at: Index) => readonly Index[];
}

function whyShapesOnly(trace: Trace): string | undefined {
  const most = [trace.outputElements, ...trace.operands.map((operand) => operand.elements)];
  return most.some((elements) => elements > maximumComputed)
    ? 'Shapes only: above 4,194,304 elements the page computes no values.'
    : undefined;
}

function computeValues(engine: Engine, state: State, trace: Trace): Values | undefined {
  const steps = weights(trace.operands.map((operand) => operand.elements));
  const inputs = trace.operands.map((operand, p) =>
    fillArray(state.type, operand.elements, steps[p] ?? 1),
  );
  const tensors = inputs.map((data, p) => ({
    type: state.type,
    data,
    dims: trace.operands[p]?.shape ?? [],
  }));
  const { data } = engine.run(state.op, tensors);
  return { inputs, output: data as ArrayLike<number> };
}

function tryValues(
  engine: Engine,
  state: State,
  trace: Trace,
): Pick<Computed, 'values' | 'shapesOnly'> {
  const shapesOnly = whyShapesOnly(trace);
  if (shapesOnly || !trace.ok) return { values: undefined, shapesOnly };
  try {
    return { values: computeValues(engine, state, trace), shapesOnly: undefined };
  } catch (error) {
    return { values: undefined, shapesOnly: `Shapes only: ${(error as Error).message}` };
  }
}

function operandModel(
  trace: Trace,
  p: number,
  values: Values | undefined,
  sourcesOf: Computed['sourcesOf'],
): TensorModel {
  const operand = trace.operands[p];
  if (!operand) throw new RangeError(`no operand ${p}`);
  const { name, shape, stretched, elements } = operand;
  const steps = weights(trace.operands.map((each) => each.elements));
  const valueAt = (index: Index) => {
    const at = position(index, shape);
    return values ? values.inputs[p]?.[at] : filled(at, steps[p] ?? 1);
  };
  if (!trace.outputShape) {
    const own = trace.axes.filter((axis) => !operand.added.includes(axis.axis));
    return {
      name,
      shape,
      drawn: shape,
      fromEnd: own.length === shape.length ? own.map((axis) => axis.fromEnd) : [],
      stored: elements,
      cell: (at) => ({ index: at, value: valueAt(at), ghost: false }),
    };
  }
  return {
    name,
    shape,
    drawn: trace.outputShape,
    fromEnd: trace.axes.map((axis) => axis.fromEnd),
    stored: elements,
    cell(at) {
      const index = sourcesOf(at)[p] ?? [];
      const ghost = stretched.some((axis) => at[axis] !== 0);
      return { index, value: valueAt(index), ghost };
    },
  };
}

function resultModel(trace: Trace, values: Values | undefined): TensorModel | undefined {
  const shape = trace.outputShape;
  if (!shape) return undefined;
  return {
    name: resultName,
    shape,
    drawn: shape,
    fromEnd: trace.axes.map((axis) => axis.fromEnd),
    stored: trace.outputElements,
    cell: (at) => ({ index: at, value: values?.output[position(at, shape)], ghost: false }),
  };
}

function compute(engine: Engine, state: State, trace: Alignment): Computed {
  const known = new Map<string, readonly Index[]>();
  const sourcesOf = (at: Index): readonly Index[] => {
    const key = at.join();
    const sources = known.get(key) ?? trace.source(at);
    known.set(key, sources);
    return sources;
  };
  const { values, shapesOnly } = tryValues(engine, state, trace);
  return {
    trace,
    values,
    shapesOnly,
    sourcesOf,
    operands: operandNames.map((_, p) => operandModel(trace, p, values, sourcesOf)),
    result: resultModel(trace, values),
  };
}

/** `offset of A = 1·1 + 2·0 = 1`: the steps through memory, of which a stretched axis has none. */
function offsetText(trace: Trace, p: number, at: Index): string {
  const { name = '', strides = [] } = trace.operands[p] ?? {};
  const offset = at.reduce((sum, i, d) => sum + i * (strides[d] ?? 0), 0);
  const terms = at.map((i, d) => `${i}·${strides[d] ?? 0}`).join(' + ');
  return `offset of ${name} = ${terms === '' ? '' : `${terms} = `}${offset}`;
}

function pointedResult(computed: Computed, state: State, at: Index): Pointed {
  const { trace, operands, result } = computed;
  const sources = computed.sourcesOf(at);
  const sign = ` ${operators[state.op].sign} `;
  const named = operands.map((operand, p) => operand.name + indexText(sources[p] ?? []));
  const numbers = operands.map((operand) => valueText(operand.cell(at).value ?? Number.NaN));
  const value = valueText(result?.cell(at).value ?? Number.NaN);
  return {
    operand: undefined,
    results: [at],
    sources: new Map(sources.map((index, p) => [p, index])),
    text: `${resultName}${indexText(at)} = ${named.join(sign)} = ${numbers.join(sign)} = ${value}`,
    offsets: operands.map((_, p) => offsetText(trace, p, at)),
  };
}

function pointedOperand(computed: Computed, p: number, at: Index): Pointed {
  const { trace, operands } = computed;
  const index = computed.sourcesOf(at)[p] ?? [];
  const { count, first } = trace.fanout(p, index);
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
  return {
    operand: p,
    results: first,
    sources: new Map([[p, index]]),
    text: `${operands[p]?.name}${indexText(index)} is stored once and used ${times}.`,
    offsets: [offsetText(trace, p, at)],
  };
}

function findPointed(computed: Computed, state: State, pointer: Pointer | null): Pointed | null {
  const { result, values } = computed;
  if (!result || !values) return null;
  const at = pointer?.at ?? state.sel;
  if (!at || !inside(at, result.shape)) return null;
  return pointer?.operand === undefined
    ? pointedResult(computed, state, at)
    : pointedOperand(computed, pointer.operand, at);
}

/** The model of each state; the same question is not put to the engine twice in a row. */
export function createModeller(engine: Engine, act: Actions) {
  const traces = createCache<Alignment>(maximumTraces);
  const computations = createCache<Computed>(maximumValues);

  return function modelOf(state: State, moment: Moment): Model {
    const { rule, shapes, type, op, fill } = state;
    const asked = JSON.stringify([rule, shapes, type]);
    const computed = computations(JSON.stringify([asked, op, fill]), () =>
      compute(
        engine,
        state,
        traces(asked, () => engine.align(shapes, { rule, type })),
      ),
    );
    const { trace, operands, result, shapesOnly } = computed;
    const pointed = findPointed(computed, state, moment.pointer);
    return { state, moment, trace, operands, result, shapesOnly, pointed, act };
  };
}

/** The frame's tensors stay in the engine's memory, and every run writes to the same place. */
export function createNormaliser(engine: Engine, pixels: Float32Array): Normaliser {
  const frame = engine.tensor('float32', pixels, frameShape);
  const mean = engine.tensor('float32', channelMean, [3]);
  const deviation = engine.tensor('float32', channelDeviation, [3]);
  const centred = engine.sub(frame, mean);
  const out = engine.div(centred, deviation);
  return {
    run() {
      engine.sub(frame, mean, { out: centred });
      engine.div(centred, deviation, { out });
    },
    get result() {
      return out.data as Float32Array;
    },
    dispose() {
      for (const tensor of [frame, mean, deviation, centred, out]) tensor.dispose();
    },
  };
}
