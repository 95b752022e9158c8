/** The form for the full shapes of a message that contains the sizes of one axis only. */
import { h, setAttributes } from '../base/dom.ts';
import { parseShape } from '../state/shape-text.ts';
import type { Shape } from '../state/state.ts';
import type { Diagnosis } from './messages.ts';
import { words } from './words.ts';

let forms = 0;

export function askForRest(
  { sizes = [0, 0] }: Diagnosis,
  question: string,
  show: (shapes: readonly Shape[]) => void,
): HTMLElement {
  forms += 1;
  const id = `ask-${forms}`;
  const message = h('p', { class: 'box-message', id, role: 'status' });
  const boxes = ['A', 'B'].map(() =>
    h('input', {
      class: 'shape-box',
      spellcheck: 'false',
      autocomplete: 'off',
      onkeydown: ({ key }: KeyboardEvent) => key === 'Enter' && read(),
    }),
  );
  const read = () => {
    const parsed = boxes.map((box) => parseShape(box.value));
    const wrong = parsed.find((each) => !('shape' in each));
    message.textContent = wrong && !('shape' in wrong) ? wrong.message : '';
    boxes.forEach((box, p) => {
      const marks = wrong && parsed[p] === wrong ? ['true', id] : [];
      setAttributes(box, { 'aria-invalid': marks[0], 'aria-describedby': marks[1] });
    });
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
      ...boxes.map((box, p) =>
        h('label', {}, `${words.fullShape('AB'[p] ?? '', sizes[p] ?? 0)} `, box),
      ),
      h('button', { type: 'button', class: 'secondary', onclick: read }, words.show),
    ),
    message,
  );
}
