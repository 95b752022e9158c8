/** The alignment as a table, as far as the player has come. */
import { stillness, watchScrolling } from '../a11y.ts';
import { createSheet } from '../sketch.ts';
import type { Model, View } from '../view.ts';
import { sketchLadder } from './ladder-drawing.ts';

const motionMilliseconds = 180;

/** What is new in a step slides in from where it was not, unless motion is unwelcome. */
function slide(container: HTMLElement): void {
  if (stillness()) return;
  for (const rung of container.querySelectorAll('.rung')) {
    rung.animate([{ opacity: 0.2, transform: 'translateY(-4px)' }, { opacity: 1 }], {
      duration: motionMilliseconds,
      easing: 'ease',
    });
  }
}

export const ladder: View = (container, first) => {
  const show = createSheet(container);
  let shown: Model | undefined;

  const onPoint = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-axis]');
    first.act.pointAxis(cell ? Number(cell.dataset.axis) : null);
  };
  const onLeave = () => first.act.pointAxis(null);
  const scrolling = watchScrolling(container);
  container.addEventListener('pointerover', onPoint);
  container.addEventListener('pointerleave', onLeave);

  const isSame = (model: Model): boolean =>
    shown !== undefined &&
    shown.trace === model.trace &&
    shown.step === model.step &&
    shown.state.op === model.state.op &&
    shown.state.notation === model.state.notation;

  function update(model: Model): void {
    if (isSame(model)) return;
    const stepped = shown !== undefined && shown.step !== model.step;
    shown = model;
    const { trace, step, state } = model;
    const reversed = state.rule === 'ncnn' && state.notation === 'ncnn';
    show([sketchLadder({ trace, op: state.op, step, reversed })]);
    scrolling.check();
    if (stepped) slide(container);
  }

  update(first);
  return {
    update,
    dispose() {
      scrolling.dispose();
      container.removeEventListener('pointerover', onPoint);
      container.removeEventListener('pointerleave', onLeave);
      container.replaceChildren();
    },
  };
};
