/** Compares the state's operator under its rule with NumPy's rule on shapes with the 1s written out. */
import type { WholeEngine } from '../base/engine.ts';
import { typeOf } from '../data/fill.ts';
import type { Shape, State } from '../state/state.ts';
import { explicitUnder } from './rulings.ts';
import type { PortReport } from './types.ts';
import { inputsOf } from './values.ts';

interface Operand {
  readonly type: ReturnType<typeof typeOf>;
  readonly data: ReturnType<typeof inputsOf>[number];
  readonly dims: number[];
}

type Numbers = ArrayLike<number>;
type NcnnName = Parameters<WholeEngine['ncnn']>[0];

/** Runs the node of the older opset, or ncnn's layer. */
function runOld(
  engine: WholeEngine,
  { rule, op, axis, broadcast }: State,
  inputs: Operand[],
): Numbers {
  const [a, b] = inputs as [Operand, Operand];
  if (rule === 'ncnn') {
    // ncnn's dims of the same bytes start with the innermost.
    const own = (operand: Operand) => ({ ...operand, dims: operand.dims.toReversed() });
    return engine.ncnn(op.toUpperCase() as NcnnName, own(a), own(b)).data as Numbers;
  }
  const attributes = { broadcast: broadcast ? 1 : 0, ...(axis === null ? {} : { axis }) };
  return engine.run(op, [a, b], { opset: 6, attributes }).data as Numbers;
}

export function comparePorts(engine: WholeEngine, state: State): PortReport {
  const explicit = explicitUnder(engine, state.shapes, state);
  const data = inputsOf(state, state.shapes);
  const made = (shapes: readonly Shape[]): Operand[] =>
    data.map((each, p) => ({ type: typeOf(state, p), data: each, dims: [...(shapes[p] ?? [])] }));
  const old = runOld(engine, state, made(state.shapes));
  const reshaped = made(state.shapes).map((operand, p) =>
    engine.reshape(operand, [...(explicit[p] ?? [])]),
  );
  const { data: now } = engine.run(state.op, reshaped);
  const equal = Array.from(old, (value, i) => Object.is(value, (now as Numbers)[i]));
  return { explicit, elements: old.length, equal: equal.filter(Boolean).length };
}
