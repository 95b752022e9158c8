/** The rules side by side on the same operands, and the values that differ. */
import type { Engine, Trace } from '../base/engine.ts';
import { later } from '../state/later-words.ts';
import { operators, rules } from '../state/operators.ts';
import type { Shape, State } from '../state/state.ts';
import { alignUnder, numpyRuling, sameAlignment } from './rulings.ts';
import { resultModel } from './tensors.ts';
import type { Comparisons, Lane, Relation } from './types.ts';
import { computeValues, whyShapesOnly } from './values.ts';

export function relationOf(first: Trace, other: Trace): Relation | undefined {
  if (!first.outputShape || !other.outputShape) return undefined;
  if (first.outputShape.join() !== other.outputShape.join()) return 'other shape';
  return sameAlignment(first, other) ? 'identical' : 'other alignment';
}

/** The rules of the lanes for two operands, NumPy's first. */
const laneRows = [
  { key: 'numpy', title: rules.numpy.label, rule: 'numpy' },
  { key: 'uni', title: rules['onnx-uni'].label, rule: 'onnx-uni' },
  { key: 'legacy', title: rules['onnx-legacy'].label, rule: 'onnx-legacy' },
  { key: 'ncnn', title: rules.ncnn.label, rule: 'ncnn' },
] as const;

const reversed = (shape: Shape): number[] => [...shape].reverse();

/** 1s appended on the right until all ranks are equal, as MATLAB and Julia read them. */
function appended(shapes: readonly Shape[]): Shape[] {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return shapes.map((shape) => [...shape, ...Array<number>(rank - shape.length).fill(1)]);
}

const maximumCompared = 65_536;

/** Every index of a shape in C order, up to a bound. */
function forEachIndex(shape: Shape, visit: (at: readonly number[]) => void): void {
  const count = Math.min(
    shape.reduce((a, b) => a * b, 1),
    maximumCompared,
  );
  const at = shape.map(() => 0);
  for (let i = 0; i < count; i += 1) {
    visit([...at]);
    for (let d = shape.length - 1; d >= 0; d -= 1) {
      at[d] = (at[d] ?? 0) + 1;
      if ((at[d] ?? 0) < (shape[d] ?? 0)) break;
      at[d] = 0;
    }
  }
}

export const createComparisons = (engine: Engine): Comparisons => ({
  lanes(state: State): readonly Lane[] {
    const { shapes, axis, broadcast, type } = state;
    const op = operators[state.op].shapeOperand === undefined ? 'Add' : state.op;
    const rows = shapes.length === 2 ? laneRows : laneRows.slice(0, 1);
    const traces = rows.map(({ rule }) =>
      alignUnder(engine, shapes, { rule, axis, broadcast }, rule === 'numpy' ? op : 'Add', type),
    );
    const first = traces[0] as Trace;
    const known = rows.map(({ key, title, rule }, i): Lane => {
      const trace = traces[i] as Trace;
      const relation = i === 0 ? undefined : relationOf(first, trace);
      const own = rule === 'ncnn' && state.notation === 'ncnn';
      const said = own ? engine.align(shapes.map(reversed), { rule, type }) : trace;
      return { key, title, ruling: { rule, axis, broadcast }, trace, said, relation };
    });
    if (shapes.length !== 2) return known;
    const trace = alignUnder(engine, appended(shapes), numpyRuling, 'Add', type);
    const relation = relationOf(first, trace);
    const title = later.matlab;
    return [
      ...known,
      { key: 'appended', title, ruling: numpyRuling, trace, said: trace, relation },
    ];
  },

  difference(state, lane) {
    const shapes = lane.key === 'appended' ? appended(state.shapes) : state.shapes;
    const numpy = alignUnder(engine, state.shapes, numpyRuling, 'Add', state.type);
    const { outputShape } = lane.trace;
    if (!outputShape || !numpy.outputShape) return undefined;
    if (whyShapesOnly(lane.trace) ?? whyShapesOnly(numpy)) return undefined;
    const op = operators[state.op].rules.includes('numpy') ? state.op : 'Add';
    const left = computeValues(engine, { ...state, op }, state.shapes, numpyRuling);
    const right = computeValues(engine, { ...state, op }, shapes, lane.ruling);
    const unequal = new Set<string>();
    const drawn = resultModel(lane.trace, right, state, lane.title);
    const base = resultModel(numpy, left, state, 'NumPy');
    if (!drawn || !base) return undefined;
    if (numpy.outputShape.join() === outputShape.join()) {
      forEachIndex(outputShape, (at) => {
        if (!Object.is(drawn.cell(at).value, base.cell(at).value)) unequal.add(at.join());
      });
    }
    return { left: base, right: drawn, unequal };
  },
});
