/** Fills the exercises of the six sections: predict, see, and make something. What is so is told after. */
import '../styles/questions.css';
import { h } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { stateOf } from '../quiz/covered-figure.ts';
import { askToPredict } from '../quiz/predict.ts';
import { askToMake } from '../quiz/task.ts';
import { type Lesson, lessons } from './lessons.ts';

interface Section {
  ask(): void;
  dispose(): void;
}

function createSection(section: HTMLElement, lesson: Lesson, latest: () => Model): Section {
  const question = section.querySelector<HTMLElement>('.exercise') ?? section;
  const prose = section.querySelector<HTMLElement>('.prose');
  const task = h('div', { class: 'task' });
  // The question's shapes in the first part of the page.
  const open = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => latest().act.go(stateOf(lesson.question)) },
    'Open it in Play',
  );
  const after = h('div', { class: 'after' }, task, open);
  section.append(after);
  askToMake(task, lesson.task, latest().ask);
  const tell = (told: boolean) => {
    if (prose) prose.hidden = !told;
  };
  return {
    ask() {
      tell(false);
      askToPredict(question, lesson.question, latest(), lesson.twin, () => tell(true));
    },
    dispose() {
      tell(true);
      question.replaceChildren();
      after.remove();
    },
  };
}

export const learn: View = (container, first) => {
  let model = first;
  const places = [...container.querySelectorAll<HTMLElement>('[data-lesson]')];
  const sections = lessons.flatMap((lesson, i) => {
    const place = places[i];
    return place ? [createSection(place, lesson, () => model)] : [];
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
  for (const { ask } of sections) ask();

  function update(next: Model): void {
    const before = model.moment.preferences.predict;
    model = next;
    line.hidden = next.moment.preferences.predict;
    // Questions that were shown are asked again; those that stand open are left alone.
    if (next.moment.preferences.predict && !before) for (const { ask } of sections) ask();
  }

  update(first);
  return {
    update,
    dispose() {
      line.remove();
      for (const { dispose } of sections) dispose();
    },
  };
};
