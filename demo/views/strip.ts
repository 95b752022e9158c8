/** The way to the good parts, which lie further down. */
import { stillness } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import type { Tab } from '../state/state.ts';
import { words } from '../state/words.ts';

/** What each leads to, and the tab that shows it. */
const goals: readonly (readonly [label: string, selector: string, tab?: Tab])[] = [
  [words.strip.paste, '.door-field'],
  [words.strip.rules, '#tab-rules', 'rules'],
  [words.strip.memory, '#tab-memory', 'memory'],
  [words.strip.code, '#tab-code', 'code'],
  [words.strip.model, '#model-title'],
  [words.strip.run, '#run-title'],
  [words.strip.digits, '#digits-title'],
];

/** Moves the focus there, and the page. */
export function lead(selector: string): void {
  const goal = document.querySelector<HTMLElement>(selector);
  goal?.focus({ preventScroll: true });
  goal?.scrollIntoView({ behavior: stillness() ? 'auto' : 'smooth' });
}

export const strip: View = (container, { act }) => {
  const buttons = goals.map(([label, selector, tab]) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => {
          if (tab) act.setTab(tab);
          lead(selector);
        },
      },
      label,
    ),
  );
  container.replaceChildren(...buttons);
  return { update: () => undefined, dispose: () => container.replaceChildren() };
};
