/** The tabs below the figure. The panels are in the document, and are filled when they are shown. */
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { tabs as names, type Tab } from '../state/state.ts';
import { words } from '../state/words.ts';

const panelOf = (name: Tab): HTMLElement | null =>
  typeof document.getElementById === 'function' ? document.getElementById(`panel-${name}`) : null;

/** The tab that a key leads to. */
function neighbour(from: Tab, key: string): Tab | undefined {
  const at = names.indexOf(from);
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % names.length,
    ArrowLeft: (at + names.length - 1) % names.length,
    Home: 0,
    End: names.length - 1,
  };
  return names[places[key] ?? Number.NaN];
}

/** Visible width of the previous tab, in pixels. */
const margin = 24;

export const tabs: View = (container, first) => {
  const { act } = first;
  let shown: Tab | undefined;
  const buttons = names.map((name) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        class: 'tab',
        id: `tab-${name}`,
        'aria-controls': `panel-${name}`,
        onclick: () => act.setTab(name),
      },
      words.tabs[name],
    ),
  );
  const list = h(
    'div',
    {
      class: 'tab-list',
      role: 'tablist',
      'aria-label': words.moreAbout,
      onkeydown: (event: KeyboardEvent) => {
        const next = shown && neighbour(shown, event.key);
        if (!next) return;
        event.preventDefault();
        act.setTab(next);
        buttons[names.indexOf(next)]?.focus();
      },
    },
    ...buttons,
  );
  container.replaceChildren(list);

  function update({ state, trace }: Model): void {
    const [why] = buttons;
    if (why) setText(why, trace.ok ? words.tabs.why : words.whyNot);
    if (state.tab === shown) return;
    shown = state.tab;
    names.forEach((name, i) => {
      const chosen = name === shown;
      const button = buttons[i];
      if (button) {
        setAttributes(button, {
          'aria-selected': String(chosen),
          tabindex: chosen ? 0 : -1,
        });
      }
      // On a phone the row scrolls to the chosen tab.
      if (button && chosen) list.scrollLeft = button.offsetLeft - list.offsetLeft - margin;
      const panel = panelOf(name);
      if (panel) panel.hidden = !chosen;
    });
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
