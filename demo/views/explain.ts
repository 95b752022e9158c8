/** The engine's sentences, in its order. */
import { h } from '../dom.ts';
import type { Trace } from '../engine.ts';
import type { Model, View } from '../view.ts';

export const explain: View = (container, first) => {
  let shown: Trace | undefined;
  const list = h('ol', {
    class: 'sentences',
    onpointerover: (event: PointerEvent) => {
      const item = (event.target as Element).closest<HTMLElement>('[data-axis]');
      first.act.pointAxis(item ? Number(item.dataset.axis) : null);
    },
    onpointerleave: () => first.act.pointAxis(null),
  });
  container.replaceChildren(list);

  function update(model: Model): void {
    if (model.trace === shown) return;
    shown = model.trace;
    list.replaceChildren(
      ...shown.sentences.map(({ text, axis }) => h('li', { 'data-axis': axis }, text)),
    );
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
