/** Prerenders the first example into the document with the page's own views. */
import { type Engine, inLanguageOfPage } from '../base/engine.ts';
import { createModeller } from '../model/model.ts';
import type { Actions, Moment } from '../model/types.ts';
import { views } from '../page/views.ts';
import { usualPreferences } from '../state/preferences.ts';
import { defaultState } from '../state/state.ts';
import { print } from './document.ts';
import { printed } from './printed.ts';

export const quietMoment: Moment = {
  pointer: null,
  axis: null,
  slice: [],
  notice: null,
  fix: null,
  preferences: usualPreferences,
};

// No action is called while prerendering.
const noActions = {} as Actions;

const opening = /<(\w+)([^>]*\sdata-(?:view|printed)="(\w+)"[^>]*)><\/\1>/g;

/** The document with the first example in the containers of the views. */
export function printViews(html: string, engine: Engine): string {
  const model = createModeller(inLanguageOfPage(engine), noActions)(defaultState, quietMoment);
  return html.replace(opening, (_, tag: string, attributes: string, name: string) => {
    const view = views[name] ?? printed[name];
    if (!view) throw new Error(`demo/index.html asks for a view that is not there: ${name}`);
    const shown = print((container) => view(container, model));
    const flag = shown.hidden ? ' hidden' : '';
    return `<${tag}${attributes}${flag}>${shown.html}</${tag}>`;
  });
}
