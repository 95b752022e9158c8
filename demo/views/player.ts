/** Walks from the shapes as written to the values: five steps, and then element by element. */
import { stillness } from '../a11y.ts';
import { h, setAttributes, setText } from '../dom.ts';
import { indexAt } from '../layout.ts';
import { lastStep, steps } from '../state.ts';
import type { Model, View } from '../view.ts';
import { words } from '../words.ts';

const stepMilliseconds = 1200;
const stillMilliseconds = 1500;
const walked = 64;

export const player: View = (container, first) => {
  const { act } = first;
  let model = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The element of the result that is being computed, while that plays. */
  let at: number | undefined;

  const back = h('button', { type: 'button', class: 'transport', onclick: () => go(-1) }, '‹');
  const play = h('button', { type: 'button', class: 'transport', onclick: () => toggle() }, '▶');
  const on = h('button', { type: 'button', class: 'transport', onclick: () => go(1) }, '›');
  const range = h('input', {
    type: 'range',
    class: 'range',
    min: 1,
    max: steps.length,
    step: 1,
    'aria-label': 'Step',
    // Stopping draws the range where the figure stands, so what was asked for is read before.
    oninput: () => {
      const step = Number(range.value) - 1;
      stop();
      act.setStep(step);
    },
  });
  const pace = h(
    'select',
    { class: 'select pace', 'aria-label': 'Speed' },
    h('option', { value: '0.5' }, '½×'),
    h('option', { value: '1', selected: true }, '1×'),
    h('option', { value: '2' }, '2×'),
  );
  const title = h('b', {});
  const sentence = h('span', {});
  setAttributes(back, { 'aria-label': 'Previous step' });
  setAttributes(on, { 'aria-label': 'Next step' });
  container.replaceChildren(
    h(
      'div',
      { class: 'transports', role: 'group', 'aria-label': 'Steps' },
      back,
      play,
      on,
      range,
      pace,
    ),
    h('p', { class: 'step-words' }, title, ' ', sentence),
  );

  function go(by: number): void {
    stop();
    act.setStep(Math.min(Math.max(shownStep() + by, 0), model.reaches));
  }

  // A player that cannot go on stands at the last step that there is.
  const shownStep = () => Math.min(model.step, model.reaches);

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    if (at !== undefined) act.point(null);
    at = undefined;
    show();
  }

  function toggle(): void {
    if (timer !== undefined) {
      stop();
      return;
    }
    if (shownStep() >= model.reaches) act.setStep(0);
    schedule();
    show();
  }

  function schedule(): void {
    const rate = Number(pace.value) || 1;
    const elements = at === undefined ? 1 : 3;
    const wait = stillness() ? stillMilliseconds : stepMilliseconds / rate / elements;
    timer = setTimeout(advance, wait);
  }

  function advance(): void {
    if (shownStep() < model.reaches) {
      act.setStep(shownStep() + 1);
      schedule();
      return;
    }
    const { result } = model;
    const next = at === undefined ? 0 : at + 1;
    if (!result || model.shapesOnly || next >= Math.min(result.stored, walked)) {
      stop();
      return;
    }
    at = next;
    act.point({ at: indexAt(next, result.shape) });
    schedule();
  }

  function show(): void {
    const step = shownStep();
    const name = steps[step] ?? 'compute';
    const [heading, text] = words.steps[name];
    const playing = timer !== undefined;
    setText(title, `${step + 1} of ${steps.length}. ${heading}.`);
    const stopped = model.reaches < lastStep && step === model.reaches;
    setText(sentence, stopped ? words.stopped : text);
    range.value = String(step + 1);
    setAttributes(range, { 'aria-valuetext': `${step + 1} of ${steps.length}: ${heading}` });
    setAttributes(back, { disabled: step === 0 });
    setAttributes(on, { disabled: step >= model.reaches });
    setAttributes(play, { 'aria-label': playing ? 'Pause' : 'Play' });
    setText(play, playing ? '▮▮' : '▶');
  }

  function update(next: Model): void {
    const edited = next.state.shapes !== model.state.shapes || next.state.op !== model.state.op;
    model = next;
    if (edited && timer !== undefined) stop();
    show();
  }

  update(first);
  return {
    update,
    dispose() {
      clearTimeout(timer);
      container.replaceChildren();
    },
  };
};
