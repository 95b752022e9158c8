/** Edits of the axes: insert a 1, drop a 1, swap two neighbours. */
import { h } from '../base/dom.ts';
import { isUnit, maximumRank, operandName, type Shape } from '../state/state.ts';
import './axes.css';
import type { Model, View } from '../model/types.ts';
import { say } from './words.ts';

function press(key: string, label: string, text: string, onclick: () => void): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'axis-press', 'aria-label': label, 'data-focus': key, onclick },
    text,
  );
}

function operandRow({ act }: Model, operand: number, shape: Shape): HTMLElement {
  const name = operandName(operand);
  const key = (what: string, axis: number) => `${name}${what}${axis}`;
  const insert = (axis: number) =>
    shape.length < maximumRank
      ? press(key('insert', axis), say.axes.insert(name, axis), '+1', () =>
          act.addAxis(operand, axis),
        )
      : null;
  const sizes = shape.flatMap((size, axis) => [
    insert(axis),
    h('span', { class: 'axis-size' }, String(size)),
    isUnit(size)
      ? press(key('drop', axis), say.axes.drop(name, axis), say.axes.dropShort, () =>
          act.removeAxis(operand, axis),
        )
      : null,
    axis + 1 < shape.length
      ? press(key('swap', axis), say.axes.swap(name, axis, axis + 1), '⇄', () =>
          act.swapAxes(operand, axis),
        )
      : null,
  ]);
  return h(
    'div',
    { class: 'axis-row', role: 'group', 'aria-label': say.axes.of(name) },
    h('i', {}, name),
    ...sizes,
    insert(shape.length),
  );
}

export const axes: View = (container, first) => {
  let model = first;
  let shown: readonly Shape[] | undefined;
  const rows = h('div', {});
  const reset = h(
    'button',
    { type: 'button', class: 'quiet', onclick: first.act.reset },
    say.axes.reset,
  );
  const details = h(
    'details',
    { class: 'axis-tools-all', ontoggle: () => draw() },
    h('summary', {}, say.axes.title),
    rows,
    reset,
  );
  container.replaceChildren(details);

  /** A closed fold is not drawn, so edits do not wait for it. */
  function draw(): void {
    const { shapes } = model.state;
    if (shapes === shown || !details.open) return;
    shown = shapes;
    const focused = document.activeElement?.getAttribute('data-focus');
    rows.replaceChildren(...shapes.map((shape, p) => operandRow(model, p, shape)));
    if (focused) rows.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  return {
    update(next) {
      model = next;
      draw();
    },
    dispose: () => container.replaceChildren(),
  };
};
