/** A puzzle: its question with a figure of the given shapes, hints, and the verdict on an answer. */
import { h } from '../base/dom.ts';
import type { Model } from '../model/types.ts';
import { drawCoveredLadder, stateOf } from '../quiz/covered-figure.ts';
import { refuse } from '../quiz/ideas.ts';
import { createLiveFigure } from '../quiz/live-figure.ts';
import { say as quiz } from '../quiz/words.ts';
import { later } from '../state/later-words.ts';
import { parseShape } from '../state/shape-text.ts';
import type { Shape } from '../state/state.ts';
import type { Puzzle } from './puzzles/puzzle.ts';
import { say } from './words.ts';

function choices(puzzle: Puzzle, name: string): { element: HTMLElement; read(): string } {
  if (!puzzle.options) {
    const box = h('input', {
      class: 'shape-box',
      'aria-label': say.yourShape,
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
    h('b', {}, `${right ? quiz.right : quiz.notQuite} `),
    ...(idea
      ? refuse(answer, idea)
      : right
        ? []
        : [h('s', {}, answer), ` ${puzzle.whyNot?.(answer) ?? ''} `]),
    right ? '' : `${(puzzle.options ? quiz.answerIs : say.anAnswerIs)(puzzle.answer)} `,
    puzzle.explanation,
  );
}

/** The shapes of the question; a typed text that is a shape replaces the second. */
function withTyped(shapes: readonly Shape[], text: string): readonly Shape[] {
  const parsed = parseShape(text);
  return 'shape' in parsed ? [shapes[0] ?? [], parsed.shape] : shapes;
}

const drawProgram = (lines: readonly string[]) =>
  h(
    'pre',
    { class: 'code', tabindex: 0, 'aria-label': say.program },
    lines.map((line, i) => `${i + 1}  ${line}`).join('\n'),
  );

/** `name` is that of its radio buttons. */
export function askPuzzle(
  puzzle: Puzzle,
  name: string,
  model: () => Model,
  { settle, next }: { settle(right: boolean, hinted: boolean): void; next(): void },
) {
  const said = h('div', { role: 'status', class: 'revealed' });
  const answer = choices(puzzle, name);
  const picture = h('div', { class: 'pictured' });
  let live: ReturnType<typeof createLiveFigure> | undefined;
  let hints = 0;

  /** The given shapes and the typed one, without their result. */
  function drawAsked(): void {
    const { asked, options, ringed } = puzzle;
    if (!asked) return;
    const shapes = options ? asked.shapes : withTyped(asked.shapes, answer.read());
    const ring = hints > 0 ? ringed : undefined;
    picture.replaceChildren(drawCoveredLadder({ ...asked, shapes }, model().ask, ring));
  }

  function giveHint(): void {
    const text = puzzle.hints[hints];
    hints += 1;
    if (text) said.replaceChildren(h('p', { class: 'said' }, text));
    drawAsked();
    hint.disabled = hints >= puzzle.hints.length;
  }

  function judge(): void {
    const given = answer.read();
    if (given.trim() === '') {
      said.replaceChildren(h('p', {}, say.answerFirst));
      return;
    }
    const right = puzzle.accepts(given);
    settle(right, hints > 0);
    check.hidden = true;
    hint.hidden = true;
    const on = h('button', { type: 'button', class: 'secondary', onclick: next }, say.next);
    said.replaceChildren(verdictOn(puzzle, given, right), on);
    live = createLiveFigure(later.figureOfAnswer, stateOf(puzzle.shown), model());
    picture.replaceChildren(live.element);
    on.focus();
  }

  const hint = h('button', { type: 'button', class: 'quiet', onclick: giveHint }, say.hint);
  const check = h('button', { type: 'button', class: 'secondary', onclick: judge }, quiz.check);
  answer.element.addEventListener('input', drawAsked);
  answer.element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !check.hidden) judge();
  });
  drawAsked();
  return {
    elements: [
      puzzle.code ? drawProgram(puzzle.code) : '',
      h(
        'fieldset',
        { class: 'question' },
        h('legend', {}, puzzle.prompt),
        answer.element,
        h('div', { class: 'boxes' }, check, hint),
      ),
      said,
      picture,
    ],
    dispose: () => live?.dispose(),
  };
}
