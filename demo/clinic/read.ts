/** Reads a message, or shapes as people write them, into a state of the page. */
import { listText, shapeText } from '../state/format.ts';
import { keep } from '../state/preferences.ts';
import {
  maximumOperands,
  maximumRank,
  maximumSize,
  type Shape,
  type State,
  withOperator,
  withShapes,
} from '../state/state.ts';
import { type Diagnosis, diagnose } from './messages.ts';
import { words } from './words.ts';

export type Reading =
  /** The shapes, and the library that printed them. */
  | { readonly kind: 'state'; readonly state: State; readonly said: string }
  /** The text contains the sizes of one axis only. */
  | { readonly kind: 'question'; readonly diagnosis: Diagnosis; readonly said: string }
  | { readonly kind: 'nothing'; readonly said: string };

const fits = (shapes: readonly Shape[]): boolean =>
  shapes.length <= maximumOperands &&
  shapes.every((shape) => shape.length <= maximumRank && !shape.some((s) => s > maximumSize));

const dialectOf: Readonly<Partial<Record<Diagnosis['framework'], string>>> = {
  NumPy: 'NumPy',
  PyTorch: 'PyTorch',
  'ONNX Runtime': 'ONNX',
};

/** The state that shows the shapes with the operator, under NumPy's rule, which all these libraries use. */
export function stateOf(state: State, shapes: readonly Shape[], diagnosis: Diagnosis): State {
  const dialect = dialectOf[diagnosis.framework];
  if (dialect) keep('dialect', dialect);
  const op = diagnosis.intoFirst ? 'PRelu' : shapes.length > 2 ? 'Sum' : 'Add';
  return { ...withOperator({ ...withShapes(state, shapes), rule: 'numpy' }, op), sel: null };
}

export function readText(text: string, state: State): Reading {
  const diagnosis = diagnose(text);
  const nothing = (said: string): Reading => ({ kind: 'nothing', said });
  if (!diagnosis) return nothing(words.unknown);
  const { framework, shapes, sizes = [0, 0], axis } = diagnosis;
  if (diagnosis.topic) return nothing(words.topics[diagnosis.topic]);
  if (!shapes) {
    const left = framework === 'Julia' ? words.julia : '';
    return { kind: 'question', diagnosis, said: words.whole(axis, sizes[0], sizes[1]) + left };
  }
  if (!fits(shapes)) {
    return nothing(words.tooLarge(maximumOperands, maximumRank, maximumSize));
  }
  const written = shapes.map(shapeText);
  if (diagnosis.output) return nothing(words.output(written[1] ?? '', written[0] ?? ''));
  return {
    kind: 'state',
    state: stateOf(state, shapes, diagnosis),
    said: words.read(framework, listText(written)) + (diagnosis.open ? words.open : ''),
  };
}
