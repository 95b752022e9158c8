/** Lists the error that each library would print for the shapes. */
import { h } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { wouldPrint } from './messages.ts';
import { words } from './words.ts';

function printed({ trace, state }: Model): HTMLElement | undefined {
  const conflict = trace.conflicts.findLast(
    ({ axis, sizes }) => axis !== undefined && sizes.length > 1,
  );
  if (!conflict || state.rule !== 'numpy') return undefined;
  const { axis = 0, operands, sizes } = conflict;
  return h(
    'details',
    {},
    h('summary', {}, words.printed),
    h(
      'dl',
      { class: 'printed' },
      ...wouldPrint(state.shapes, { axis, operands, sizes }).flatMap(([framework, text]) => [
        h('dt', {}, framework),
        h('dd', {}, h('code', {}, text)),
      ]),
    ),
  );
}

export const clinic: View = (container, first) => {
  let shown: Model['trace'] | undefined;
  function update(model: Model): void {
    if (model.trace === shown) return;
    shown = model.trace;
    const part = printed(model);
    container.replaceChildren(...(part ? [part] : []));
  }
  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
