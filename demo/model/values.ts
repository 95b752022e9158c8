/** Fills the operands and computes the result with the engine. */
import type { Engine, Trace } from '../base/engine.ts';
import { fillArray, sourcesOf, typeOf, type Values } from '../data/fill.ts';
import { operators } from '../state/operators.ts';
import { elementsOf, type Ruling, type Shape, type State } from '../state/state.ts';
import { words } from '../state/words.ts';
import { explicitUnder } from './rulings.ts';

export interface Computed {
  readonly inputs: readonly Values[];
  readonly output: ArrayLike<number>;
}

const maximumComputed = 4_194_304;

/** The reason why no values are computed; `undefined` if they are. */
export function whyShapesOnly(trace: Trace): string | undefined {
  const most = [trace.outputElements, ...trace.operands.map((operand) => operand.elements)];
  return most.some((elements) => elements > maximumComputed)
    ? words.tooManyElements(maximumComputed)
    : undefined;
}

const sizesAsTensor = (shape: Shape) => ({
  data: BigInt64Array.from(shape, BigInt),
  dims: [shape.length],
});

/** The values of operands of these shapes. */
export function inputsOf(state: State, shapes: readonly Shape[]): Values[] {
  const elements = shapes.map(elementsOf);
  const sources = sourcesOf(state, elements);
  return shapes.map((_, p) =>
    fillArray(typeOf(state, p), elements[p] ?? 0, sources[p] ?? (() => 0)),
  );
}

/** The results of the state's operator on operands of these shapes, which must broadcast. */
export function computeValues(
  engine: Engine,
  state: State,
  shapes: readonly Shape[],
  ruling: Ruling,
): Computed {
  const { op } = state;
  const { shapeOperand } = operators[op];
  const inputs = inputsOf(state, shapes);
  const explicit = shapeOperand === undefined ? explicitUnder(engine, shapes, ruling) : shapes;
  const tensors = inputs.map((data, p) =>
    p === shapeOperand
      ? sizesAsTensor(shapes[p] ?? [])
      : { type: typeOf(state, p), data, dims: explicit[p] ?? [] },
  );
  const { data } = engine.run(op, tensors);
  return { inputs, output: data as ArrayLike<number> };
}
