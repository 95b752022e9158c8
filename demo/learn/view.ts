/** The path of lessons. The shown one asks for a prediction, explains, and sets a shape to construct. */
import '../styles/questions.css';
import { h, hiddenText, setAttributes } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { stateOf } from '../quiz/covered-figure.ts';
import { askToPredict } from '../quiz/predict.ts';
import { askToMake } from '../quiz/task.ts';
import { keep, recall } from '../state/preferences.ts';
import { type LessonName, lessonNames } from '../state/state.ts';
import { encode } from '../state/url.ts';
import { lessons } from './lessons.ts';
import { words } from './words.ts';

interface Section {
  ask(): void;
  dispose(): void;
}

function createSection(
  section: HTMLElement,
  name: LessonName,
  latest: () => Model,
  onAnswer: () => void,
): Section {
  const lesson = lessons[name];
  const question = section.querySelector<HTMLElement>('.exercise') ?? section;
  const prose = section.querySelector<HTMLElement>('.prose');
  const task = h('div', { class: 'task' });
  const quiet = (label: string, onclick: () => void) =>
    h('button', { type: 'button', class: 'quiet', onclick }, label);
  const following = lessonNames[lessonNames.indexOf(name) + 1];
  const next =
    following && quiet(words.next(words.lessons[following]), () => goTo(latest(), following));
  const open = quiet(words.open, () => latest().act.go(stateOf(lesson.question)));
  const after = h('div', { class: 'after' }, task, h('p', { class: 'options-line' }, open, next));
  section.append(after);
  askToMake(task, words.goals[name], lesson.task, latest().ask);
  const tell = (told: boolean) => {
    if (prose) prose.hidden = !told;
  };
  return {
    ask() {
      tell(false);
      askToPredict(question, lesson.question, latest(), lesson.twin, () => {
        tell(true);
        onAnswer();
      });
    },
    dispose() {
      tell(true);
      question.replaceChildren();
      after.remove();
    },
  };
}

const goTo = ({ act, state }: Model, lesson: LessonName): void =>
  act.go({ ...state, mode: 'learn', lesson });

/** The lessons as links; answered ones have a full dot. */
function createPath(latest: () => Model) {
  const kept = recall('lessons');
  const done = new Set<unknown>(Array.isArray(kept) ? kept : []);
  const items = lessonNames.map((name) => {
    const dot = h('span', { class: 'lesson-dot', 'aria-hidden': 'true' });
    const said = hiddenText('');
    const link = h(
      'a',
      {
        class: 'mode',
        onclick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          goTo(latest(), name);
        },
      },
      dot,
      words.lessons[name],
      said,
    );
    return { name, link, dot, said };
  });
  const element = h(
    'nav',
    { class: 'path', 'aria-label': words.path },
    h('p', {}, words.rule),
    h('ol', {}, ...items.map(({ link }) => h('li', {}, link))),
  );
  function update(): void {
    const { state } = latest();
    for (const { name, link, dot, said } of items) {
      setAttributes(link, {
        href: encode({ ...state, mode: 'learn', lesson: name }),
        'aria-current': name === state.lesson ? 'step' : undefined,
      });
      dot.textContent = done.has(name) ? '● ' : '○ ';
      said.textContent = done.has(name) ? `, ${words.done}` : '';
    }
  }
  return {
    element,
    update,
    finish(name: LessonName): void {
      done.add(name);
      keep('lessons', [...done]);
      update();
    },
  };
}

export const learn: View = (container, first) => {
  let model = first;
  const latest = () => model;
  const path = createPath(latest);
  const places = new Map(
    [...container.querySelectorAll<HTMLElement>('[data-lesson]')].map((place) => [
      place.dataset.lesson,
      place,
    ]),
  );
  const sections = new Map<LessonName, Section>();
  const again = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => model.act.prefer({ predict: true }) },
    words.again,
  );
  const line = h('p', { class: 'options-line' }, again);
  container.prepend(path.element);
  container.append(line);

  function show(name: LessonName): void {
    for (const [of, place] of places) place.hidden = of !== name;
    const place = places.get(name);
    if (!place || sections.has(name)) return;
    const section = createSection(place, name, latest, () => path.finish(name));
    sections.set(name, section);
    section.ask();
  }

  function update(next: Model): void {
    const before = model;
    model = next;
    line.hidden = next.moment.preferences.predict;
    // Answered questions are asked again; unanswered ones stay.
    if (next.moment.preferences.predict && !before.moment.preferences.predict) {
      for (const { ask } of sections.values()) ask();
    }
    const { lesson } = next.state;
    show(lesson);
    path.update();
    if (lesson === before.state.lesson) return;
    scrollTo(0, 0);
    places.get(lesson)?.querySelector('h2')?.focus({ preventScroll: true });
  }

  update(first);
  return {
    update,
    dispose() {
      path.element.remove();
      line.remove();
      for (const { dispose } of sections.values()) dispose();
      for (const place of places.values()) place.hidden = false;
    },
  };
};
