/** Collects the links of a deck, one per line, and presents it. */
import { h } from '../base/dom.ts';
import type { Model } from '../model/types.ts';
import { maximumSlides, readLinks } from '../state/deck.ts';
import { keep, recall } from '../state/preferences.ts';
import { slideOf } from '../state/url.ts';
import { say } from './words.ts';

/** `link` is the address of the figure. */
export function createDeck(latest: () => Model, link: () => string): HTMLElement {
  const kept = recall('deck');
  const field = h('textarea', { rows: 4, cols: 30, spellcheck: 'false', oninput: save });
  field.value = typeof kept === 'string' ? kept : '';
  const button = (label: string, onclick: () => void) =>
    h('button', { type: 'button', class: 'quiet', onclick }, label);

  function save(): void {
    keep('deck', field.value);
  }

  function add(): void {
    field.value = `${field.value.trimEnd()}\n${link()}`.trimStart();
    save();
  }

  function present(): void {
    const { act } = latest();
    const { slides, bad } = readLinks(field.value);
    if (slides.length > 0) {
      const { state, notice } = slideOf({ slides: slides.slice(0, maximumSlides), at: 0 });
      act.go(state);
      if (notice) act.notify(notice);
    }
    const [first] = bad;
    if (first) act.notify(say.notALink(first));
    else if (slides.length === 0) act.notify(say.noLinks);
  }

  return h(
    'details',
    { class: 'deck' },
    h('summary', {}, say.several),
    h('label', {}, h('span', { class: 'label' }, say.links), field),
    button(say.addFigure, add),
    ' ',
    button(say.presentAll, present),
  );
}
