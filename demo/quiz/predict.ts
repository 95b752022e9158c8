/** Asks what the result is before it is shown, and then says what became of the answer. */
import { h } from '../dom.ts';
import type { Trace } from '../engine.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import { shapeText } from '../format.ts';
import { type OperatorName, writeOperation } from '../operators.ts';
import { operandName, type Ruling, type Shape } from '../state.ts';
import type { Model } from '../view.ts';
import { ideas } from './ideas.ts';
import { type Option, optionsFor } from './options.ts';

export interface Question {
  readonly shapes: readonly Shape[];
  readonly op?: OperatorName;
  readonly ruling?: Partial<Ruling>;
  /** What the rule is called, where it is not NumPy's. */
  readonly under?: string;
}

let questions = 0;

const written = ({ shapes, op = 'Add' }: Question): string =>
  writeOperation(
    op,
    shapes.map((shape, p) => `${operandName(p)} ${shapeText(shape)}`),
  );

/** The learner's answer beside the real one, and the idea behind it. */
function feedback(chosen: Option | undefined, trace: Trace, sure: boolean): HTMLElement[] {
  const right = trace.outputShape ? shapeText(trace.outputShape) : 'an error';
  if (!chosen) return [h('p', { class: 'said' }, `It is ${right}. `, trace.text)];
  const { idea, text } = chosen;
  if (!idea) {
    return [
      h('p', { class: 'said' }, h('b', {}, sure ? 'Sure, and right: ' : 'Right: '), trace.text),
    ];
  }
  return [
    h(
      'p',
      { class: 'said' },
      'You said ',
      h('s', {}, text),
      `; it is ${right}. That would be so if ${ideas[idea].name}. `,
      ideas[idea].feedback,
    ),
  ];
}

/**
 * One question in a place. `onAnswer` hears whether the answer was right; undefined where it was
 * only shown.
 */
export function askToPredict(
  place: HTMLElement,
  question: Question,
  model: Model,
  twin?: Question,
  onAnswer: (option: Option | undefined) => void = () => undefined,
): void {
  const { shapes, op = 'Add', ruling } = question;
  const { ask, act, moment } = model;
  const trace = ask.align(shapes, ruling, { op });
  questions += 1;
  const name = `prediction-${questions}`;
  const answer = h('div', { class: 'revealed', role: 'status' });
  const sure = h('input', { type: 'checkbox' });
  const options = optionsFor(shapes, trace);
  const figure = h(
    'div',
    { class: 'scroll' },
    drawLadder({ trace, op, small: true, covered: true }),
  );

  function reveal(chosen: Option | undefined): void {
    for (const input of inputs) input.disabled = true;
    buttons.hidden = true;
    figure.remove();
    answer.replaceChildren(
      ...feedback(chosen, trace, sure.checked),
      h(
        'div',
        { class: 'alignments' },
        chosen?.idea === 'M5'
          ? h(
              'div',
              { class: 'struck' },
              drawLadder({
                trace,
                op,
                step: 0,
                small: true,
                caption: 'Your alignment, from the left',
              }),
            )
          : null,
        drawLadder({ trace, op, small: true }),
      ),
      h('ol', { class: 'sentences' }, ...trace.sentences.map(({ text }) => h('li', {}, text))),
      twin
        ? h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              onclick: () => {
                askToPredict(place, twin, model);
                place.querySelector('input')?.focus();
              },
            },
            'a near twin',
          )
        : '',
    );
    onAnswer(chosen);
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
        else answer.textContent = 'Choose an answer first.';
      },
    },
    'Check',
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
    'just show me',
  );
  const buttons = h(
    'div',
    { class: 'boxes' },
    check,
    h('label', { class: 'check' }, sure, ' I am sure'),
    show,
  );
  const legend = `What is the shape of ${written(question)}${question.under ? ` under ${question.under}` : ''}?`;
  place.replaceChildren(
    h(
      'fieldset',
      { class: 'question' },
      h('legend', {}, legend),
      figure,
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
  if (!moment.preferences.predict) reveal(undefined);
}
