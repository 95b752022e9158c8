/** The repairs of shapes that do not broadcast: those that the engine has found, best first. */
import { h } from '../dom.ts';
import type { Fix } from '../engine.ts';
import type { Model } from '../view.ts';
import { words } from '../words.ts';
import { repair } from './repair.ts';

const shownAtOnce = 3;

/** The engine is asked what the shapes will be where that is looked at. */
function card(fix: Fix, model: Model): HTMLElement {
  const inside = h('div', {});
  const fill = () => {
    if (inside.childElementCount === 0) repair(inside, fix, model);
  };
  return h(
    'li',
    { class: 'fix-card' },
    h('button', { type: 'button', class: 'fix', onclick: () => model.act.applyFix(fix) }, fix.text),
    h('details', { ontoggle: fill }, h('summary', {}, 'as a table and as code'), inside),
  );
}

/** What would work, for below the verdict; nothing where the engine knows of no repair. */
export function repairs(model: Model): HTMLElement[] {
  const { fixes } = model.trace;
  if (fixes.length === 0) return [];
  const rest = fixes.slice(shownAtOnce).map((fix) => () => card(fix, model));
  const more = h('ul', { class: 'fix-list' });
  return [
    h(
      'div',
      { class: 'fixes' },
      h('h3', {}, 'Repairs'),
      fixes.every((fix) => fix.grows) ? h('p', {}, words.onlyGrowth) : null,
      h('ul', { class: 'fix-list' }, ...fixes.slice(0, shownAtOnce).map((fix) => card(fix, model))),
      rest.length > 0
        ? h(
            'details',
            { ontoggle: () => more.append(...rest.splice(0).map((draw) => draw())) },
            h('summary', {}, `${rest.length} more`),
            more,
          )
        : null,
    ),
  ];
}
