/** Asks for the whole shapes of a message that tells the sizes of one axis only. */
import { h } from '../dom.ts';
import { parseShape } from '../shape-text.ts';
import type { Shape } from '../state.ts';
import type { Diagnosis } from './messages.ts';

export function askForRest(
  { sizes = [0, 0] }: Diagnosis,
  question: string,
  show: (shapes: readonly Shape[]) => void,
): HTMLElement {
  const message = h('p', { class: 'box-message', role: 'status' });
  const boxes = ['A', 'B'].map((name, p) =>
    h('input', {
      class: 'shape-box',
      'aria-label': `The whole shape of ${name}, which has a ${sizes[p]}`,
      placeholder: `${name} (… ${sizes[p]} …)`,
      spellcheck: 'false',
      autocomplete: 'off',
      onkeydown: ({ key }: KeyboardEvent) => key === 'Enter' && read(),
    }),
  );
  const read = () => {
    const parsed = boxes.map((box) => parseShape(box.value));
    const wrong = parsed.find((each) => !('shape' in each));
    message.textContent = wrong && !('shape' in wrong) ? wrong.message : '';
    if (wrong) return;
    show(parsed.map((each) => ('shape' in each ? each.shape : [])));
  };
  return h(
    'div',
    { class: 'ask' },
    h('p', {}, question),
    h(
      'div',
      { class: 'boxes' },
      ...boxes,
      h('button', { type: 'button', class: 'secondary', onclick: read }, 'Show them'),
    ),
    message,
  );
}
