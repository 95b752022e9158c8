/** A control for the index of each axis that lies further out than a drawing reaches. */
import { h } from '../dom.ts';
import { axisLetter } from '../format.ts';
import { layOut, type Stepped } from '../layout.ts';
import type { Model, TensorModel } from '../view.ts';

function stepButton(tensor: TensorModel, { axis, size, index }: Stepped, by: number, model: Model) {
  const next = index + by;
  const end = next < 0 || next >= size;
  const word = by < 0 ? 'previous' : 'next';
  const letter = axisLetter(tensor.fromEnd[axis] ?? 0);
  return h(
    'button',
    {
      type: 'button',
      'aria-label': `Axis ${letter} of ${tensor.name}, ${word} index`,
      'aria-disabled': end ? 'true' : undefined,
      'data-focus': `${tensor.name}${axis}${word}`,
      onclick: () => {
        if (!end) model.act.step(axis, next);
      },
    },
    by < 0 ? '‹' : '›',
  );
}

export function createSteppers(tensor: TensorModel, model: Model): HTMLElement | null {
  const { outer } = layOut(tensor.drawn, model.moment.slice);
  if (outer.length === 0 || model.shapesOnly) return null;
  const fields = outer.map((stepped) =>
    h(
      'span',
      { class: 'stepper' },
      stepButton(tensor, stepped, -1, model),
      h('span', {}, `${axisLetter(tensor.fromEnd[stepped.axis] ?? 0)} = ${stepped.index}`),
      stepButton(tensor, stepped, 1, model),
    ),
  );
  return h('div', { class: 'steppers' }, ...fields);
}
