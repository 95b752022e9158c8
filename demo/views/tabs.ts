/** The tabs below the figure. The panels are in the document, and are filled when they are shown. */
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { tabs as names, type Tab } from '../state/state.ts';
import { words } from '../state/words.ts';

const panelOf = (name: Tab): HTMLElement | null =>
  typeof document.getElementById === 'function' ? document.getElementById(`panel-${name}`) : null;

/** The tab that a key leads to. */
function neighbour(from: Tab, key: string, all: readonly Tab[]): Tab | undefined {
  const at = all.indexOf(from);
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % all.length,
    ArrowLeft: (at + all.length - 1) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  return all[places[key] ?? Number.NaN];
}

/** Whether the reasons are next to the figure (why-column.css), and their tab is hidden. */
const isColumn = ({ trace }: Model): boolean =>
  trace.ok && typeof matchMedia === 'function' && matchMedia('(min-width: 1400px)').matches;

/** Visible width of the previous tab, in pixels. */
const margin = 24;

export const tabs: View = (container, first) => {
  const { act } = first;
  let shown: Tab | undefined;
  let beside = false;
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
        const next = shown && neighbour(shown, event.key, beside ? names.slice(1) : names);
        if (!next) return;
        event.preventDefault();
        act.setTab(next);
        buttons[names.indexOf(next)]?.focus();
      },
    },
    ...buttons,
  );
  container.replaceChildren(list);

  function update(model: Model): void {
    const { state, trace } = model;
    const [why] = buttons;
    const reasons = trace.ok ? words.tabs.why : words.whyNot;
    if (why) setText(why, reasons);
    const column = isColumn(model);
    if (state.tab === shown && column === beside) return;
    shown = state.tab;
    beside = column;
    const title = panelOf('why')?.querySelector('.why-title');
    if (title) setText(title, reasons);
    names.forEach((name, i) => {
      const chosen = name === shown;
      const button = buttons[i];
      if (button) {
        setAttributes(button, {
          'aria-selected': String(chosen),
          tabindex: chosen || (beside && shown === 'why' && name === 'rules') ? 0 : -1,
        });
      }
      // On a phone the row scrolls to the chosen tab.
      if (button && chosen) list.scrollLeft = button.offsetLeft - list.offsetLeft - margin;
      const panel = panelOf(name);
      if (panel) panel.hidden = !chosen && !(beside && name === 'why');
    });
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
