/** The challenge: one puzzle at a time, hints, and what has been understood so far. */
import '../styles/questions.css';
import { h } from '../dom.ts';
import { drawCoveredLadder, stateOf } from '../quiz/covered-figure.ts';
import { refuse } from '../quiz/ideas.ts';
import { createLiveFigure } from '../quiz/live-figure.ts';
import { parseShape } from '../shape-text.ts';
import type { Shape } from '../state.ts';
import { copyButton } from '../tabs/copy.ts';
import { encode } from '../url.ts';
import type { View } from '../view.ts';
import { words } from '../words.ts';
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
import { levels } from './puzzles.ts';

function position({ item }: Progress, level: number): string {
  const where = item < course ? `${item + 1} of ${course}` : item + 1;
  return `Level ${level + 1}: ${levels[level]} Puzzle ${where}.`;
}

function choices(puzzle: Puzzle, name: string): { element: HTMLElement; read(): string } {
  if (!puzzle.options) {
    const box = h('input', {
      class: 'shape-box',
      'aria-label': 'Your shape',
      spellcheck: 'false',
      autocomplete: 'off',
    });
    return { element: box, read: () => box.value };
  }
  const inputs = puzzle.options.map((value) =>
    h('input', { type: 'radio', class: 'visually-hidden', name, value }),
  );
  const element = h(
    'div',
    { class: 'answers' },
    ...inputs.map((input) =>
      h('label', { class: 'option' }, input, h('span', { class: 'option-text' }, input.value)),
    ),
  );
  return { element, read: () => inputs.find((input) => input.checked)?.value ?? '' };
}

function verdictOn(puzzle: Puzzle, answer: string, right: boolean): HTMLElement {
  const named = puzzle.ideaOf ? puzzle.ideaOf(answer) : puzzle.idea;
  const idea = right ? undefined : (named ?? (puzzle.whyNot ? undefined : puzzle.idea));
  return h(
    'p',
    { class: 'said' },
    h('b', {}, right ? 'Right: ' : 'Not quite: '),
    ...(idea
      ? refuse(answer, idea)
      : right
        ? []
        : [h('s', {}, answer), ` ${puzzle.whyNot?.(answer) ?? ''} `]),
    right ? '' : `${puzzle.options ? 'The' : 'An'} answer is ${puzzle.answer}. `,
    puzzle.explanation,
  );
}

/** The shapes of the question with what is typed in the second place, for as long as it reads as a shape. */
function withTyped(shapes: readonly Shape[], text: string): readonly Shape[] {
  const parsed = parseShape(text);
  return 'shape' in parsed ? [shapes[0] ?? [], parsed.shape] : shapes;
}

export const challenge: View = (container, first) => {
  let model = first;
  let seed = first.state.seed;
  let progress = loadProgress(seed);
  let live: ReturnType<typeof createLiveFigure> | undefined;
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
    'Start over',
  );
  const other = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => model.act.go({ ...model.state, seed: model.state.seed + 1 }),
    },
    'Another set',
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
        'Print a worksheet',
      ),
      copyButton(
        'Copy the link to this set',
        () => new URL(encode(model.state), location.href).href,
      ),
      copyButton('Copy my progress', () => JSON.stringify({ seed, ...progress }, null, 2)),
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
    const said = h('div', { role: 'status', class: 'revealed' });
    const answer = choices(puzzle, `puzzle-${progress.item}`);
    const picture = h('div', { class: 'pictured' });
    let hints = 0;
    live?.dispose();
    live = undefined;

    /** What was given, and what is typed, without what becomes of it. */
    function drawAsked(): void {
      const { asked, options, ringed } = puzzle;
      if (!asked) return;
      const shapes = options ? asked.shapes : withTyped(asked.shapes, answer.read());
      const ring = hints > 0 ? ringed : undefined;
      picture.replaceChildren(drawCoveredLadder({ ...asked, shapes }, model.ask, ring));
    }

    const hint = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => {
          const text = puzzle.hints[hints];
          hints += 1;
          if (text) said.replaceChildren(h('p', { class: 'said' }, text));
          drawAsked();
          hint.disabled = hints >= puzzle.hints.length;
        },
      },
      'Hint',
    );
    const check = h('button', { type: 'button', class: 'secondary' }, 'Check');
    const answered = () => {
      const given = answer.read();
      if (given.trim() === '') {
        said.replaceChildren(h('p', {}, 'Give an answer first.'));
        return;
      }
      const right = puzzle.accepts(given);
      settle(puzzle, right, hints > 0);
      check.hidden = true;
      hint.hidden = true;
      const on = h(
        'button',
        { type: 'button', class: 'secondary', onclick: () => draw(true) },
        'Next',
      );
      said.replaceChildren(verdictOn(puzzle, given, right), on);
      live = createLiveFigure(words.figureOfAnswer, stateOf(puzzle.shown), model);
      picture.replaceChildren(live.element);
      on.focus();
    };
    check.addEventListener('click', answered);
    answer.element.addEventListener('input', drawAsked);
    answer.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !check.hidden) answered();
    });
    const heading = h('h3', { tabindex: -1 }, position(progress, level));
    stage.replaceChildren(
      heading,
      puzzle.code
        ? h(
            'pre',
            { class: 'code', tabindex: 0, 'aria-label': 'The program' },
            puzzle.code.map((line, i) => `${i + 1}  ${line}`).join('\n'),
          )
        : '',
      h(
        'fieldset',
        { class: 'question' },
        h('legend', {}, puzzle.prompt),
        answer.element,
        h('div', { class: 'boxes' }, check, hint),
      ),
      said,
      picture,
    );
    drawAsked();
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
