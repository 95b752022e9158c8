/**
 * The presentation: formula, figure and caption alone, as large as the window lets them be. Its keys are
 * heard while it lasts, and the one that is a letter can be switched off.
 */
import '../styles/present.css';
import { h, setText } from '../base/dom.ts';
import { fit, isWithin } from '../base/fit.ts';
import type { Model, View } from '../model/types.ts';

/** The largest scale at which all of it is in the window. */
const fitWindow = (): void =>
  fit({
    least: 0.4,
    most: 4,
    isAllThere() {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return isWithin(innerWidth) && scrollHeight <= innerHeight && scrollWidth <= innerWidth;
    },
  });

const typing = 'input, select, textarea';
const pressed = 'button, a, summary';
const covered = '.tensor[data-of="result"], .outcome, .total';

export const present: View = (container, first) => {
  let model = first;
  let isOpen = false;
  const root = document.documentElement;
  const { act } = first;
  const button = (label: string, onclick: () => void) =>
    h('button', { type: 'button', class: 'quiet', onclick }, label);
  const cover = button('', () => setCovered(!isCovered()));
  const keys = h('input', {
    type: 'checkbox',
    onchange: () => act.prefer({ letterKeys: keys.checked }),
  });
  const bar = h(
    'div',
    { class: 'present-bar', role: 'group', 'aria-label': 'Presentation', hidden: true },
    cover,
    h('label', { class: 'check' }, keys, ' Key C hides the result'),
    h('span', { class: 'caption' }, '← → and Space go through the steps'),
    button('Full screen', () => root.requestFullscreen?.()),
    button('Leave (Esc)', leave),
  );
  container.replaceChildren(bar);

  const isCovered = () => root.dataset.covered !== undefined;

  function setCovered(on: boolean): void {
    if (on) root.dataset.covered = '';
    else delete root.dataset.covered;
    setText(cover, on ? 'Show the result' : 'Cover the result');
  }

  function leave(): void {
    act.go({ ...model.state, present: false });
  }

  const go = (by: number) => act.setStep(Math.min(Math.max(model.step + by, 0), model.reaches));

  function onKey(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const on = (selector: string) => target instanceof Element && target.closest(selector) !== null;
    if (on(typing) && key !== 'Escape') return;
    const letters = model.moment.preferences.letterKeys;
    const presses: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowRight: () => go(1),
      ArrowLeft: () => go(-1),
      ' ': on(pressed) ? undefined : () => go(1),
      Escape: leave,
      c: letters ? () => setCovered(!isCovered()) : undefined,
    };
    const press = presses[key.length === 1 ? key.toLowerCase() : key];
    if (!press) return;
    event.preventDefault();
    press();
  }

  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(covered)) setCovered(false);
  };

  function enter(): void {
    isOpen = true;
    root.dataset.present = '';
    bar.hidden = false;
    setCovered(false);
    scrollTo(0, 0);
    addEventListener('keydown', onKey);
    addEventListener('click', onClick);
    addEventListener('resize', fitWindow);
  }

  function exit(): void {
    if (!isOpen) return;
    isOpen = false;
    delete root.dataset.present;
    root.style.removeProperty('--fit');
    bar.hidden = true;
    setCovered(false);
    removeEventListener('keydown', onKey);
    removeEventListener('click', onClick);
    removeEventListener('resize', fitWindow);
  }

  function update(next: Model): void {
    const isOther = next.trace !== model.trace;
    model = next;
    keys.checked = next.moment.preferences.letterKeys;
    const wanted = next.state.present && next.state.mode === 'play';
    const opens = wanted && !isOpen;
    if (opens) enter();
    if (!wanted) exit();
    if (opens || (wanted && isOther)) requestAnimationFrame(fitWindow);
  }

  update(first);
  return {
    update,
    dispose() {
      exit();
      container.replaceChildren();
    },
  };
};
