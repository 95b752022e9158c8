/** Fills the exercises of the six sections: predict, see, and make something. */
import { h } from '../dom.ts';
import { presets } from '../presets.ts';
import { askToPredict } from '../quiz/predict.ts';
import { askToMake } from '../quiz/task.ts';
import { type State, withOperator, withShapes } from '../state.ts';
import type { Model, View } from '../view.ts';
import { type Lesson, lessons } from './lessons.ts';

/** The question's shapes in the first part of the page. */
function openInPlay({ question }: Lesson, { state, act }: Model): void {
  const start = presets[0]?.state ?? state;
  const shaped = withOperator(withShapes(start, question.shapes), question.op ?? 'Add');
  const next: State = { ...shaped, ...question.ruling, mode: 'play' };
  act.go(next);
}

export const learn: View = (container, first) => {
  let model = first;
  const places = container.querySelectorAll<HTMLElement>('[data-lesson] .exercise');
  const drawn = [...places].map((place, i) => {
    const lesson = lessons[i];
    const question = h('div', {});
    if (!lesson) return { question, draw: () => undefined };
    const task = h('div', { class: 'task' });
    const open = h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => openInPlay(lesson, model) },
      'open it in Play',
    );
    place.replaceChildren(question, task, open);
    askToMake(task, lesson.task, first.ask);
    return { question, draw: () => askToPredict(question, lesson.question, model, lesson.twin) };
  });
  const again = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => model.act.prefer({ predict: true }),
    },
    'Ask me first again',
  );
  const line = h('p', { class: 'options-line' }, again);
  container.append(line);
  for (const { draw } of drawn) draw();

  function update(next: Model): void {
    const before = model.moment.preferences.predict;
    model = next;
    line.hidden = next.moment.preferences.predict;
    // Questions that were shown are asked again; those that stand open are left alone.
    if (next.moment.preferences.predict && !before) for (const { draw } of drawn) draw();
  }

  update(first);
  return {
    update,
    dispose() {
      line.remove();
      for (const place of places) place.replaceChildren();
    },
  };
};
