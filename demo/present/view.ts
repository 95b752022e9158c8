/**
 * The presentation: formula, figure and caption on a canvas that is scaled to the window, controlled by the
 * keys of a clicker. Keys that are characters can be switched off.
 */
import '../styles/present.css';
import { createAnnouncer } from '../base/a11y.ts';
import { h, setAttributes, setText } from '../base/dom.ts';
import { canvasFor } from '../base/fit.ts';
import type { Model, View } from '../model/types.ts';
import { lastStep } from '../state/state.ts';
import { slideOf } from '../state/url.ts';
import { words } from './words.ts';

/** Time that the controls stay after the pointer has moved, in milliseconds. */
const awakeMilliseconds = 2500;

const typing = 'input:not([type="checkbox"]), select, textarea';
/** Elements that use the arrow keys themselves. */
const arrowed = `${typing}, .stage [tabindex], [role="slider"]`;
const pressed = 'button, a, summary, input, [role="slider"]';
const covered = '.tensor[data-of="result"], .outcome, .total';

/** Scales the canvas to the window. */
function fitWindow(): void {
  const { width, height } = canvasFor(innerWidth, innerHeight);
  const zoom = Math.min(innerWidth / width, innerHeight / height);
  setAttributes(document.documentElement, {
    '--fit': zoom,
    '--canvas': `${width}px`,
    '--high': `${innerHeight / zoom}px`,
  });
}

export const present: View = (container, first) => {
  let model = first;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const root = document.documentElement;
  const { act } = first;
  const button = (label: string, onclick: () => void) =>
    h('button', { type: 'button', class: 'quiet', onclick }, label);
  const cover = button(words.cover, () => setCovered(!isOn('covered')));
  const full = button(words.full, toggleFull);
  const keys = h('input', {
    type: 'checkbox',
    onchange: () => act.prefer({ letterKeys: keys.checked }),
  });
  const dots = h('p', { class: 'slides', role: 'img' });
  const region = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const announcer = createAnnouncer(region);
  announcer.say('');
  const bar = h(
    'div',
    { class: 'present-bar', role: 'group', 'aria-label': words.title },
    button(words.back, back),
    button(words.next, next),
    cover,
    button(words.blank, () => setBlank(!isOn('blank'))),
    full,
    h('label', { class: 'check' }, keys, ` ${words.keys}`),
    button(words.leave, leave),
  );

  const isOn = (name: string) => root.dataset[name] !== undefined;
  const set = (name: string, on: boolean) => setAttributes(root, { [`data-${name}`]: on });

  function setCovered(on: boolean): void {
    set('covered', on);
    setText(cover, on ? words.uncover : words.cover);
    announcer.say(on ? words.isCovered : words.isUncovered);
  }

  function setBlank(on: boolean): void {
    set('blank', on);
    announcer.say(on ? words.isBlank : words.isUncovered);
  }

  function toggleFull(): void {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.();
  }

  function leave(): void {
    if (document.fullscreenElement) document.exitFullscreen();
    act.go({ ...model.state, present: false, deck: null });
  }

  /** Shows another slide of the deck. Going back shows the slide's last step. */
  function turnTo(at: number): void {
    const { deck } = model.state;
    if (!deck || at === deck.at || deck.slides[at] === undefined) return;
    const { state, notice } = slideOf({ ...deck, at });
    setCovered(false);
    act.go(at < deck.at ? { ...state, step: lastStep } : state);
    if (notice) act.notify(notice);
  }

  const slideNow = () => model.state.deck?.at ?? 0;

  function next(): void {
    if (model.step < model.reaches) act.setStep(model.step + 1);
    else turnTo(slideNow() + 1);
  }

  function back(): void {
    const { deck } = model.state;
    const opening = deck ? slideOf(deck).state.step : 0;
    const isFirst = !deck || deck.at === 0;
    if (model.step > (isFirst ? 0 : Math.min(opening, model.reaches))) act.setStep(model.step - 1);
    else turnTo(slideNow() - 1);
  }

  /** The action of a key; `undefined` if the focused element needs the key, or it has none. */
  function actionOf(key: string, on: (selector: string) => boolean): (() => void) | undefined {
    if (key === 'Escape') return isOn('blank') ? () => setBlank(false) : leave;
    if (on(typing)) return undefined;
    const presses: Readonly<Record<string, () => void>> = { PageDown: next, PageUp: back };
    const letters: Readonly<Record<string, () => void>> = {
      c: () => setCovered(!isOn('covered')),
      b: () => setBlank(!isOn('blank')),
      '.': () => setBlank(!isOn('blank')),
    };
    const arrows: Readonly<Record<string, () => void>> = {
      ArrowRight: next,
      ArrowLeft: back,
      Home: () => turnTo(0),
      End: () => turnTo((model.state.deck?.slides.length ?? 0) - 1),
    };
    if (key === ' ') return on(pressed) ? undefined : next;
    return (
      presses[key] ??
      (on(arrowed) ? undefined : arrows[key]) ??
      (model.moment.preferences.letterKeys ? letters[key.toLowerCase()] : undefined)
    );
  }

  function onKey(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = (selector: string) => target instanceof Element && target.closest(selector) !== null;
    const action = actionOf(key, on);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    // While the screen is blank, other keys only show it again, as clickers expect.
    if (isOn('blank') && !['b', '.'].includes(key.toLowerCase())) setBlank(false);
    else action();
  }

  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(covered)) setCovered(false);
  };

  function wake(): void {
    set('awake', true);
    clearTimeout(timer);
    timer = setTimeout(() => set('awake', false), awakeMilliseconds);
  }

  const onFull = () => setText(full, document.fullscreenElement ? words.window : words.full);

  // Clickers send the keys that scroll a page, which a focused table would use.
  const listeners: readonly (readonly [EventTarget, string, (event: never) => void, boolean])[] = [
    [globalThis, 'keydown', onKey, true],
    [globalThis, 'click', onClick, false],
    [globalThis, 'resize', fitWindow, false],
    [globalThis, 'pointermove', wake, false],
    [globalThis, 'pointerdown', wake, false],
    [document, 'fullscreenchange', onFull, false],
  ];

  function enter(): void {
    isOpen = true;
    container.replaceChildren(dots, region, bar);
    set('present', true);
    fitWindow();
    wake();
    scrollTo(0, 0);
    for (const [target, type, listener, capture] of listeners)
      target.addEventListener(type, listener as EventListener, { capture });
  }

  function exit(): void {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    for (const name of ['present', 'covered', 'blank', 'awake', 'ended']) set(name, false);
    setAttributes(root, { '--fit': undefined, '--canvas': undefined, '--high': undefined });
    setText(cover, words.cover);
    container.replaceChildren();
    for (const [target, type, listener, capture] of listeners)
      target.removeEventListener(type, listener as EventListener, { capture });
  }

  function show(): void {
    const { deck } = model.state;
    keys.checked = model.moment.preferences.letterKeys;
    set('ended', model.step >= model.reaches);
    const slides = deck?.slides ?? [];
    const label = deck ? words.slide(deck.at + 1, slides.length) : '';
    dots.hidden = slides.length < 2;
    setAttributes(dots, { 'aria-label': label });
    setText(dots, slides.map((_, at) => (at === deck?.at ? '●' : '○')).join(' '));
    if (!dots.hidden) announcer.say(label);
  }

  function update(following: Model): void {
    model = following;
    const wanted = model.state.present && model.state.mode === 'play';
    if (wanted && !isOpen) enter();
    if (!wanted) exit();
    if (isOpen) show();
  }

  update(first);
  return {
    update,
    dispose() {
      exit();
      announcer.dispose();
    },
  };
};
