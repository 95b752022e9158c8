/** A set of puzzles on paper: exercises with blanks, and the answers on the last page. */
import { h } from '../base/dom.ts';
import { scramble } from '../data/fill.ts';
import type { Questions } from '../model/types.ts';
import { drawCoveredLadder } from '../quiz/covered-figure.ts';
import { perLevel } from './course.ts';
import { freshPuzzle, questionOf } from './fresh.ts';
import type { Puzzle } from './puzzles/puzzle.ts';
import { makers } from './puzzles.ts';
import { say } from './words.ts';

const ofEachLevel = 2;

/** The first distinct puzzles of each level of a set. */
function exercisesOf(seed: number, ask: Questions): Puzzle[] {
  const chosen: Puzzle[] = [];
  for (const level of makers.keys()) {
    for (let i = 0; i < ofEachLevel; i += 1) {
      const own = scramble(seed, level * perLevel + i);
      chosen.push(freshPuzzle(level, own, ask, chosen.map(questionOf)));
    }
  }
  return chosen;
}

function drawExercise({ prompt, code, asked, options }: Puzzle, ask: Questions): HTMLElement {
  const room = options
    ? h('p', { class: 'choices' }, ...options.map((option) => h('span', {}, `☐ ${option}`)))
    : h('p', { class: 'to-fill' }, 'B: ');
  const program = code?.map((line, i) => `${i + 1}  ${line}`).join('\n');
  return h(
    'li',
    {},
    h('p', {}, prompt),
    program ? h('pre', {}, program) : null,
    asked ? drawCoveredLadder(asked, ask) : null,
    room,
  );
}

const drawAnswer = ({ answer, explanation }: Puzzle): HTMLElement =>
  h('li', {}, h('b', {}, answer), `. ${explanation}`);

export function drawWorksheet(seed: number, ask: Questions): HTMLElement {
  const exercises = exercisesOf(seed, ask);
  return h(
    'section',
    { class: 'worksheet', 'aria-label': say.worksheet },
    h('h2', {}, say.sheetTitle(seed)),
    h('p', { class: 'to-fill' }, `${say.name} `),
    h('ol', {}, ...exercises.map((exercise) => drawExercise(exercise, ask))),
    h(
      'section',
      { class: 'answers-page' },
      h('h2', {}, say.sheetAnswers(seed)),
      h('ol', {}, ...exercises.map(drawAnswer)),
    ),
  );
}

/** Prints a worksheet, which is in the document only while it is printed. */
export function printWorksheet(seed: number, ask: Questions): void {
  const sheet = drawWorksheet(seed, ask);
  const root = document.documentElement;
  document.body.append(sheet);
  root.dataset.printing = 'worksheet';
  const done = () => {
    sheet.remove();
    delete root.dataset.printing;
  };
  addEventListener('afterprint', done, { once: true });
  print();
}
