/** The formula in one line at the top of a narrow page, while the editable one is out of sight. */
import './formula-bar.css';
import { stillness } from '../base/a11y.ts';
import { h, setText } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { later } from '../state/later-words.ts';
import { writeOperation } from '../state/operators.ts';

/** Moves the focus to the formula, and scrolls there. */
function lead(): void {
  const goal = document.querySelector<HTMLElement>('#shapes');
  goal?.focus({ preventScroll: true });
  goal?.scrollIntoView({ behavior: stillness() ? 'auto' : 'smooth' });
}

export const formulaBar: View = (container, first) => {
  const line = h('button', {
    type: 'button',
    class: 'formula-line',
    title: later.toTop,
    onclick: lead,
  });
  container.replaceChildren(line);
  const formula = document.querySelector('#shapes');
  const observer = new IntersectionObserver(([entry]) => {
    if (entry) container.toggleAttribute('data-out', entry.boundingClientRect.bottom < 0);
  });
  if (formula) observer.observe(formula);

  function update({ state, trace, resultName }: typeof first): void {
    const operands = trace.operands.map(({ name, shape }) => `${name} ${shapeText(shape)}`);
    const { outputShape } = trace;
    const result = outputShape ? `${resultName} ${shapeText(outputShape)}` : `${resultName} ✗`;
    setText(line, `${writeOperation(state.op, operands)} = ${result}`);
  }

  update(first);
  return {
    update,
    dispose() {
      observer.disconnect();
      container.replaceChildren();
    },
  };
};
