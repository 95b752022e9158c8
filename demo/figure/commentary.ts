/** What is said about the element that is pointed at. */
import { h, setText } from '../base/dom.ts';
import type { Model } from '../model/types.ts';
import { words } from '../state/words.ts';

export function createCommentary() {
  const line = h('p', { class: 'equation' });
  const lines = h('div', {});
  const offsets = h(
    'details',
    { class: 'offsets' },
    h('summary', {}, words.offsets),
    h('p', {}, words.offsetsAre),
    lines,
  );
  const offer = h('p', { class: 'offer', role: 'status' });
  return {
    element: h('div', { class: 'commentary' }, line, offsets, offer),
    offer(...parts: (Node | string)[]): void {
      offer.replaceChildren(...parts);
    },
    update({ pointed }: Model, anything: boolean): void {
      setText(line, pointed?.text ?? (anything ? words.pointPrompt : ''));
      // It keeps its place, so that nothing below moves.
      offsets.setAttribute('data-idle', String(!pointed));
      const texts = pointed ? [...pointed.offsets, ...pointed.gradients] : [];
      lines.replaceChildren(...texts.map((text) => h('p', { class: 'offset' }, text)));
    },
  };
}

export type Commentary = ReturnType<typeof createCommentary>;
