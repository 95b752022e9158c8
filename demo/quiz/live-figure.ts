/**
 * A small figure with its own state: the sizes can be dragged, and the ladder and the values follow and
 * move as in the first part of the page.
 */
import { createActions, fixedAddress, quietMoment } from '../app/actions.ts';
import { lightAxis } from '../app/start.ts';
import { h, setText } from '../base/dom.ts';
import { createStore } from '../base/store.ts';
import { figure } from '../figure/figure.ts';
import type { Model } from '../model/types.ts';
import type { State } from '../state/state.ts';
import { sentence } from '../views/sentence.ts';

/** Its state is not in the address. */
export function createLiveFigure(
  label: string,
  first: State,
  { ask, act: services, moment }: Model,
) {
  // The figure is small, so its sheets are close until the reader fans them.
  const preferences = { ...moment.preferences, fan: 0 };
  const store = createStore({ state: first, moment: quietMoment(null, preferences) });
  const act = createActions(store, services, fixedAddress(store));
  const modelOf = ask.modeller(act);
  const model = () => modelOf(store.get().state, store.get().moment);
  const formula = h('div', { class: 'sentence' });
  const parts = h('div', { class: 'figure-parts' });
  const said = h('p', { class: 'caption', role: 'status' });
  const element = h(
    'div',
    { class: 'live', role: 'group', 'aria-label': label },
    formula,
    parts,
    said,
  );
  const views = [sentence(formula, model()), figure(parts, model())];
  setText(said, model().trace.text);
  store.subscribe(() => {
    const next = model();
    lightAxis(element, next.moment.axis);
    for (const view of views) view.update(next);
    setText(said, next.trace.text);
  });
  return {
    element,
    dispose() {
      for (const view of views) view.dispose();
      element.remove();
    },
  };
}
