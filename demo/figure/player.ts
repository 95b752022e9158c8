/** Walks from the shapes as written to the values, step by step, and then element by element. */
import { createAnnouncer, stillness } from '../base/a11y.ts';
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model } from '../model/types.ts';
import { writeOperation } from '../state/operators.ts';
import { lastStep, steps } from '../state/state.ts';
import { words } from '../state/words.ts';
import { servedBy } from './served.ts';

/** The caption of each step, shown when its motion has ended. */
const restMilliseconds = [700, 600, 600, 700, 0];
const stillMilliseconds = 1500;

const operationOf = ({ state, trace }: Model): string =>
  writeOperation(
    state.op,
    trace.operands.map(({ name }) => name),
  );

/** A step's name and its sentence. */
function wordsOf(model: Model): readonly [string, string] {
  const step = steps[model.step] ?? 'compute';
  const [heading] = words.steps[step];
  if (step === 'stretch') return [heading, words.steps.stretch[1](servedBy(model.trace))];
  if (step === 'compute') {
    return [heading, words.steps.compute[1](model.state.op, operationOf(model))];
  }
  return [heading, words.steps[step][1]];
}

/** `settled` resolves once the motion of a step has ended. */
export function createPlayer(first: Model, settled: () => Promise<unknown>) {
  const { act } = first;
  let model = first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const play = h('button', { type: 'button', class: 'watch', id: 'watch', onclick: toggle }, '▶');
  const stops = steps.map((name, step) =>
    h(
      'span',
      { class: 'stop', onclick: () => reach(step) },
      h('span', { class: 'stop-word' }, words.steps[name][0]),
      h('span', { class: 'stop-dot' }),
    ),
  );
  const track = h(
    'div',
    {
      class: 'track',
      role: 'slider',
      tabindex: 0,
      'aria-label': words.step,
      'aria-valuemin': 1,
      onkeydown: onKey,
    },
    ...stops,
  );
  const place = h('span', { class: 'step-place' });
  const said = h('span', { class: 'step-said' });
  const sentence = h('p', { class: 'step-words' }, place, said);
  const region = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const announcer = createAnnouncer(region);
  const element = h(
    'div',
    { class: 'player needs-script', role: 'group', 'aria-label': words.allSteps },
    play,
    track,
    sentence,
    region,
  );

  /** Shows a step; the current one plays again. */
  function reach(wanted: number): void {
    const step = Math.min(Math.max(wanted, 0), model.reaches);
    stop();
    if (step === model.step && step > 0) act.setStep(step - 1);
    act.setStep(step);
  }

  function onKey(event: KeyboardEvent): void {
    const to: Readonly<Record<string, number>> = {
      ArrowRight: model.step + 1,
      ArrowUp: model.step + 1,
      ArrowLeft: model.step - 1,
      ArrowDown: model.step - 1,
      Home: 0,
      End: lastStep,
    };
    const step = to[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stop();
    act.setStep(Math.min(Math.max(step, 0), model.reaches));
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
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

  function rest(): void {
    const { pace } = model.moment.preferences;
    const wait = restMilliseconds[model.step] ?? 0;
    timer = setTimeout(advance, stillness() ? stillMilliseconds : wait / pace);
  }

  async function advance(): Promise<void> {
    const mine = timer;
    if (model.step < model.reaches) {
      act.setStep(model.step + 1);
      await settled();
      // It may have been stopped or restarted meanwhile.
      if (timer !== mine) return;
    }
    if (model.step < model.reaches) rest();
    else stop();
  }

  function show(): void {
    const { step, reaches, trace } = model;
    const [heading, text] = wordsOf(model);
    const playing = timer !== undefined;
    setText(said, text);
    place.replaceChildren(`${words.step} ${step + 1}, `, h('i', {}, heading), ': ');
    setAttributes(track, {
      'aria-valuemax': reaches + 1,
      'aria-valuenow': step + 1,
      'aria-valuetext': words.stepOf(step + 1, reaches + 1, heading),
      '--reached': step / lastStep,
    });
    stops.forEach((stop, i) => {
      setAttributes(stop, {
        'data-now': i === step,
        'data-done': i < step,
        hidden: i > reaches,
      });
    });
    setText(play, playing ? `▮▮ ${words.pause}` : `▶ ${trace.ok ? words.watch : words.watchFail}`);
  }

  return {
    element,
    update(next: Model): void {
      const { state } = model;
      const edited = next.state.shapes !== state.shapes || next.state.op !== state.op;
      model = next;
      if (edited && timer !== undefined) stop();
      show();
      // An edit is spoken by the verdict; a step by its sentence.
      const [heading, text] = wordsOf(next);
      if (!edited) announcer.say(`${heading}. ${text}`);
    },
    dispose() {
      clearTimeout(timer);
      announcer.dispose();
    },
  };
}
