/** The challenge: one puzzle at a time, hints, and the ideas understood so far. */
import '../styles/questions.css';
import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import { encode } from '../state/url.ts';
import { askPuzzle } from './ask.ts';
import {
  after,
  course,
  loadProgress,
  next,
  nothingYet,
  type Progress,
  saveProgress,
} from './course.ts';
import { freshPuzzle, questionOf } from './fresh.ts';
import { drawDots, drawStreaks, scoreText } from './progress.ts';
import type { Puzzle } from './puzzles/puzzle.ts';
import { say } from './words.ts';

function position({ item }: Progress, level: number): string {
  const where = item < course ? say.puzzleOf(item + 1, course) : say.puzzle(item + 1);
  return `${say.level(level + 1, say.levels[level] ?? '')} ${where}`;
}

export const challenge: View = (container, first) => {
  let model = first;
  let seed = first.state.seed;
  let progress = loadProgress(seed);
  let asked: ReturnType<typeof askPuzzle> | undefined;
  const stage = h('div', { class: 'puzzle' });
  const known = h('div', { class: 'known' });
  const again = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        progress = nothingYet;
        saveProgress(seed, progress);
        draw(true);
      },
    },
    say.startOver,
  );
  const other = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => model.act.go({ ...model.state, seed: model.state.seed + 1 }),
    },
    say.anotherSet,
  );
  container.replaceChildren(
    stage,
    known,
    h(
      'p',
      { class: 'options-line' },
      other,
      again,
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: async () => (await import('./worksheet.ts')).printWorksheet(seed, model.ask),
        },
        say.print,
      ),
      copyButton(say.copySet, () => new URL(encode(model.state), location.href).href),
      copyButton(say.copyProgress, () => JSON.stringify({ seed, ...progress }, null, 2)),
    ),
  );

  function showKnown(): void {
    known.replaceChildren(
      h('p', { class: 'lead' }, scoreText(seed, progress)),
      drawDots(seed, progress),
      drawStreaks(progress),
    );
  }

  function settle(puzzle: Puzzle, right: boolean, hinted: boolean): void {
    const { idea, level } = puzzle;
    progress = after(progress, { idea, level, right, hinted, question: questionOf(puzzle) });
    saveProgress(seed, progress);
    showKnown();
  }

  function draw(focus: boolean): void {
    const { level, seed: own } = next(progress, seed);
    const puzzle = freshPuzzle(level, own, model.ask, progress.asked ?? []);
    asked?.dispose();
    asked = askPuzzle(puzzle, `puzzle-${progress.item}`, () => model, {
      settle: (right, hinted) => settle(puzzle, right, hinted),
      next: () => draw(true),
    });
    const heading = h('h3', { tabindex: -1 }, position(progress, level));
    stage.replaceChildren(heading, ...asked.elements);
    showKnown();
    if (focus) heading.focus();
  }

  draw(false);
  return {
    update(nextModel) {
      model = nextModel;
      if (nextModel.state.seed === seed) return;
      seed = nextModel.state.seed;
      progress = loadProgress(seed);
      draw(false);
    },
    dispose: () => container.replaceChildren(),
  };
};
