/** Walks from the shapes as written to the values: five steps, and then element by element. */
import { stillness } from '../base/a11y.ts';
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model } from '../model/types.ts';
import { indexAt } from '../state/indices.ts';
import { writeOperation } from '../state/operators.ts';
import { lastStep, steps } from '../state/state.ts';
import { words } from '../state/words.ts';

/** What a reader needs for a step that has come to rest. */
const restMilliseconds = 900;
const elementMilliseconds = 400;
const stillMilliseconds = 1500;
const walked = 64;

const operationOf = ({ state, trace }: Model): string =>
  writeOperation(
    state.op,
    trace.operands.map(({ name }) => name),
  );

/** `settled` resolves once what a step moves has come to rest. */
export function createPlayer(first: Model, settled: () => Promise<unknown>) {
  const { act } = first;
  let model = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The element of the result that is being computed, while that plays. */
  let at: number | undefined;

  const back = h('button', { type: 'button', class: 'transport', onclick: () => go(-1) }, '‹');
  const play = h('button', { type: 'button', class: 'watch', onclick: () => toggle() }, '▶');
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
  const element = h(
    'div',
    { class: 'player needs-script' },
    h(
      'div',
      { class: 'transports', role: 'group', 'aria-label': 'Steps' },
      play,
      back,
      on,
      range,
      pace,
    ),
    h('p', { class: 'step-words' }, title, ' ', sentence),
  );

  function go(by: number): void {
    stop();
    act.setStep(Math.min(Math.max(model.step + by, 0), model.reaches));
  }

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
    if (model.step >= model.reaches) act.setStep(0);
    rest();
    show();
  }

  const rate = () => Number(pace.value) || 1;

  function rest(): void {
    const wait = at === undefined ? restMilliseconds : elementMilliseconds;
    const mine = setTimeout(advance, stillness() ? stillMilliseconds : wait / rate());
    timer = mine;
  }

  async function advance(): Promise<void> {
    const mine = timer;
    if (model.step < model.reaches) {
      act.setStep(model.step + 1);
      await settled();
      // Meanwhile it may have been stopped, or started anew.
      if (timer === mine) rest();
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
    rest();
  }

  function show(): void {
    const { step, reaches } = model;
    const name = steps[step] ?? 'compute';
    const [heading, text] = words.steps[name];
    const playing = timer !== undefined;
    setText(title, `${step + 1} of ${steps.length}. ${heading}.`);
    const stopped = reaches < lastStep && step === reaches;
    const told = typeof text === 'string' ? text : text(model.resultName, operationOf(model));
    setText(sentence, stopped ? words.stopped : told);
    range.value = String(step + 1);
    setAttributes(range, { 'aria-valuetext': `${step + 1} of ${steps.length}: ${heading}` });
    setAttributes(back, { disabled: step === 0 });
    setAttributes(on, { disabled: step >= reaches });
    setAttributes(play, { 'aria-label': playing ? 'Pause' : words.watch });
    setText(play, playing ? '▮▮ Pause' : `▶ ${words.watch}`);
  }

  return {
    element,
    /** How fast motion is. */
    pace: rate,
    update(next: Model): void {
      const edited = next.state.shapes !== model.state.shapes || next.state.op !== model.state.op;
      model = next;
      if (edited && timer !== undefined) stop();
      show();
    },
    dispose: () => clearTimeout(timer),
  };
}
