/** The figure of an unanswered question: the shapes and their values as written, the result covered. */
import { watchScrolling } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import { draw } from '../base/patch.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import { drawTensor, longestValue } from '../figure/draw-tensor.ts';
import { tensorOf } from '../figure/scene.ts';
import type { Questions } from '../model/types.ts';
import type { OperatorName } from '../state/operators.ts';
import {
  defaultState,
  type Ruling,
  resultName,
  type Shape,
  type State,
  stepOf,
  withOperator,
  withShapes,
} from '../state/state.ts';
import { words } from '../state/words.ts';

/** The operation of a question. */
export interface Pictured {
  readonly shapes: readonly Shape[];
  readonly op?: OperatorName;
  readonly ruling?: Partial<Ruling>;
}

export const stateOf = ({ shapes, op = 'Add', ruling }: Pictured): State => ({
  ...withOperator(withShapes({ ...defaultState, sel: null }, shapes), op),
  ...ruling,
});

/** Only the ladder; the column of one axis may be ringed. */
export function drawCoveredLadder(
  { shapes, op = 'Add', ruling }: Pictured,
  ask: Questions,
  ringed?: number,
): HTMLElement {
  const trace = ask.align(shapes, ruling, { op });
  const ladder = drawLadder({ trace, op, small: true, covered: true, ringed });
  return h('div', { class: 'scroll' }, ladder);
}

export function drawCovered(pictured: Pictured, ask: Questions): HTMLElement {
  const state = stateOf(pictured);
  const tensors = ask
    .written(state)
    .map((model, operand) =>
      tensorOf({ model, operand, trace: undefined, step: stepOf.written, slice: [] }),
    );
  const drawings = tensors.map((tensor) => drawTensor({ tensor, isPlain: true }));
  const covered = h(
    'section',
    { class: 'tensor', 'data-of': 'result' },
    h('h3', {}, h('i', {}, resultName(state.shapes.length))),
    h('p', { class: 'summary' }, words.covered),
    h('p', { class: 'slab', 'aria-hidden': 'true' }, '?'),
  );
  const letters = longestValue(tensors, drawings);
  const drawn = drawings.map(({ sketch }) => draw(sketch));
  const stage = h('div', { class: 'stage', '--letters': letters }, ...drawn, covered);
  watchScrolling(stage);
  return h(
    'div',
    { class: 'live' },
    h('div', { class: 'figure-parts' }, drawCoveredLadder(pictured, ask), stage),
  );
}
