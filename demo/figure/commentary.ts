/** The sentence about the pointed element. */
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model } from '../model/types.ts';

export function createCommentary() {
  const said = h('span', {});
  const line = h('p', { class: 'equation' }, said);
  const offer = h('p', { class: 'offer', role: 'status' });
  return {
    element: h('div', { class: 'commentary' }, line, offer),
    offer(...parts: (Node | string)[]): void {
      offer.replaceChildren(...parts);
    },
    update({ pointed }: Model): void {
      setText(said, pointed?.text ?? '');
      // For an element of the result, the equation below the tables already shows this.
      const quiet = pointed?.operand === undefined;
      setAttributes(said, { class: quiet ? 'visually-hidden' : undefined });
    },
  };
}

export type Commentary = ReturnType<typeof createCommentary>;
