/** Starts a page on an engine: one store, a model for every change, and the views. */

import type { Engine } from '../base/engine.ts';
import { createModeller } from '../model/model.ts';
import type { Actions, Model } from '../model/types.ts';
import { words } from '../state/words.ts';
import { createActions, createWhole, type Services } from './actions.ts';
import { type LazyViews, mountViews, type Views } from './mount.ts';

/** Marks the pointed axis on a container; the style sheet highlights all its occurrences. */
export function lightAxis(place: HTMLElement, axis: number | null): void {
  if (axis === null) delete place.dataset.lit;
  else place.dataset.lit = String(axis);
}

interface Parts {
  readonly views: Views;
  readonly lazyViews: LazyViews;
  readonly services: Services;
  /** Called with every model, including the first. */
  follow?(model: Model): void;
}

export function startPage(engine: Engine, { views, lazyViews, services, follow }: Parts): Actions {
  const store = createWhole();
  const act = createActions(store, services);
  const modelOf = createModeller(engine, act);
  const model = () => {
    const { state, moment } = store.get();
    return modelOf(state, moment);
  };
  const mounted = mountViews(document, model(), views, lazyViews, (error) =>
    act.notify(words.partMissing(error.message)),
  );
  follow?.(model());
  store.subscribe(() => {
    const next = model();
    lightAxis(document.body, next.moment.axis);
    mounted.update(next);
    follow?.(next);
  });
  document.documentElement.dataset.state = 'live';
  return act;
}
