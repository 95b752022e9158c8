/** The operation as code, in the chosen dialect. */

import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { later } from '../state/later-words.ts';
import { keep, recall } from '../state/preferences.ts';
import { withAxes } from './axes-in-code.ts';
import { type Dialect, dialects, snippet } from './snippets.ts';
import { say } from './words.ts';

export const code: View = (container, first) => {
  let model = first;
  let dialect: Dialect = 'NumPy';
  const inputs = dialects.map((value) =>
    h('input', {
      type: 'radio',
      class: 'visually-hidden',
      name: 'dialect',
      value,
      onchange: () => {
        dialect = value;
        keep('dialect', value);
        draw();
      },
    }),
  );
  const text = h('code', {});
  container.replaceChildren(
    h(
      'fieldset',
      {},
      h('legend', { class: 'visually-hidden' }, say.dialect),
      h(
        'div',
        { class: 'options' },
        ...inputs.map((input, i) =>
          h(
            'label',
            { class: 'option' },
            input,
            h('span', { class: 'option-text' }, dialects[i] ?? ''),
          ),
        ),
      ),
    ),
    h('pre', { class: 'code', tabindex: 0, 'aria-label': say.asCode }, text),
    copyButton(later.copy, () => text.textContent ?? ''),
  );

  function draw(): void {
    for (const input of inputs) input.checked = input.value === dialect;
    const { state, trace, ask } = model;
    const asks = model.operands.some((operand) => operand.asks);
    const explicit = asks ? undefined : ask.explicit(state.shapes, state);
    text.replaceChildren(...withAxes(snippet(dialect, { state, trace, explicit }), trace));
  }

  // An error message in the clinic chooses a dialect too.
  const chosen = (): Dialect => dialects.find((each) => each === recall('dialect')) ?? dialect;

  function update(next: Model): void {
    // Pointing does not change the code; the type and the values do, although the trace stays.
    const same = next.trace === model.trace && next.state === model.state;
    model = next;
    if (same && text.textContent !== '') return;
    dialect = chosen();
    draw();
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
