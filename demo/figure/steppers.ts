/** A control for the index of each axis that is further out than a drawing reaches. */

import { type Sketch, sketch } from '../base/patch.ts';
import type { TensorModel } from '../model/types.ts';
import { axisLetter } from '../state/format.ts';
import type { Index } from '../state/state.ts';
import { words } from '../state/words.ts';
import { layOut, type Stepped } from './layout.ts';

function stepButton(tensor: TensorModel, { axis, size, index }: Stepped, by: number): Sketch {
  const next = index + by;
  const end = next < 0 || next >= size;
  const letter = axisLetter(tensor.fromEnd[axis] ?? 0);
  return sketch(
    'button',
    {
      type: 'button',
      'aria-label': (by < 0 ? words.previousIndex : words.nextIndex)(letter, tensor.name),
      'aria-disabled': end ? 'true' : undefined,
      'data-step-axis': axis,
      'data-step-to': end ? undefined : next,
    },
    by < 0 ? '‹' : '›',
  );
}

export function drawSteppers(tensor: TensorModel, slice: Index): Sketch | null {
  const { outer } = layOut(tensor.drawn, slice);
  if (outer.length === 0) return null;
  const fields = outer.map((stepped) =>
    sketch(
      'span',
      { class: 'stepper' },
      stepButton(tensor, stepped, -1),
      sketch('span', {}, `${axisLetter(tensor.fromEnd[stepped.axis] ?? 0)} = ${stepped.index}`),
      stepButton(tensor, stepped, 1),
    ),
  );
  return sketch('div', { class: 'steppers', 'data-key': `steppers of ${tensor.name}` }, ...fields);
}

/** The axis and the index that a press selects. */
export function steppedBy(event: Event): { axis: number; index: number } | undefined {
  const pressed = (event.target as Element).closest<HTMLElement>('[data-step-to]');
  if (!pressed) return undefined;
  return { axis: Number(pressed.dataset.stepAxis), index: Number(pressed.dataset.stepTo) };
}
