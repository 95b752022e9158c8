/** Asks for the result before showing it, then explains the answer. */
import { h } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import type { Model } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { later } from '../state/later-words.ts';
import { writeOperation } from '../state/operators.ts';
import { operandName } from '../state/state.ts';
import { drawCovered, type Pictured, stateOf } from './covered-figure.ts';
import { refuse } from './ideas.ts';
import { createLiveFigure } from './live-figure.ts';
import { type Option, optionsFor } from './options.ts';
import { say } from './words.ts';

let questions = 0;

const written = ({ shapes, op = 'Add' }: Pictured): string =>
  writeOperation(
    op,
    shapes.map((shape, p) => `${operandName(p)} ${shapeText(shape)}`),
  );

/** The learner's answer, the right one, and the idea behind a wrong one. */
function feedback(chosen: Option | undefined, trace: Trace, sure: boolean): HTMLElement[] {
  const right = trace.outputShape ? shapeText(trace.outputShape) : say.error;
  if (!chosen) return [h('p', { class: 'said' }, `${say.itIs(right)} `, trace.text)];
  const { idea, text } = chosen;
  if (!idea) {
    return [
      h('p', { class: 'said' }, h('b', {}, `${sure ? say.sureAndRight : say.right} `), trace.text),
    ];
  }
  return [
    h('p', { class: 'said' }, `${say.notQuite} `, ...refuse(text, idea), say.answerIs(right)),
  ];
}

/**
 * A question beside its covered figure, which an answer replaces by a live one. `onAnswer` is called once the
 * answer is shown.
 */
export function askToPredict(
  place: HTMLElement,
  question: Pictured,
  model: Model,
  twin?: Pictured,
  onAnswer: () => void = () => undefined,
): void {
  const { shapes, op = 'Add', ruling } = question;
  const { ask, act, moment } = model;
  const trace = ask.align(shapes, ruling, { op });
  questions += 1;
  const name = `prediction-${questions}`;
  const answer = h('div', { class: 'revealed', role: 'status' });
  const sure = h('input', { type: 'checkbox' });
  const options = optionsFor(shapes, trace);
  const picture = h('div', { class: 'pictured' }, drawCovered(question, ask));

  function reveal(chosen: Option | undefined): void {
    for (const input of inputs) input.disabled = true;
    buttons.hidden = true;
    const live = createLiveFigure(later.figureOf(written(question)), stateOf(question), model);
    picture.replaceChildren(live.element);
    answer.replaceChildren(
      ...feedback(chosen, trace, sure.checked),
      ...(chosen?.idea === 'M5'
        ? [
            h(
              'div',
              { class: 'struck' },
              drawLadder({
                trace,
                op,
                step: 0,
                small: true,
                caption: say.yourAlignment,
              }),
            ),
          ]
        : []),
      twin
        ? h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              onclick: () => {
                live.dispose();
                askToPredict(place, twin, model);
                place.querySelector('input')?.focus();
              },
            },
            say.similar,
          )
        : '',
    );
    onAnswer();
  }

  const inputs = options.map(({ text }) =>
    h('input', { type: 'radio', class: 'visually-hidden', name, value: text }),
  );
  const check = h(
    'button',
    {
      type: 'button',
      class: 'secondary',
      onclick: () => {
        const at = inputs.findIndex((input) => input.checked);
        if (at >= 0) reveal(options[at]);
        else answer.textContent = say.chooseFirst;
      },
    },
    say.check,
  );
  const show = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        act.prefer({ predict: false });
        reveal(undefined);
      },
    },
    say.show,
  );
  const buttons = h(
    'div',
    { class: 'boxes' },
    check,
    h('label', { class: 'check' }, sure, ` ${say.sure}`),
    show,
  );
  const legend = say.shapeOf(written(question));
  const asked = h(
    'div',
    { class: 'asked' },
    h(
      'fieldset',
      { class: 'question' },
      h('legend', {}, legend),
      h(
        'div',
        { class: 'answers' },
        ...inputs.map((input, i) =>
          h(
            'label',
            { class: 'option' },
            input,
            h('span', { class: 'option-text' }, options[i]?.text ?? ''),
          ),
        ),
      ),
      buttons,
    ),
    answer,
  );
  place.replaceChildren(asked, picture);
  if (!moment.preferences.predict) reveal(undefined);
}
