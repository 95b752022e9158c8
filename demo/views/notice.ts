/** A line about a failure, such as a link that cannot be read. */
import { h, setText } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { words } from '../state/words.ts';

export const notice: View = (container, first) => {
  const text = h('p', { role: 'status' });
  const close = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => first.act.notify(null) },
    words.close,
  );
  container.replaceChildren(text, close);

  function update(model: Model): void {
    const next = model.moment.notice ?? '';
    setText(text, next);
    container.hidden = next === '';
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
