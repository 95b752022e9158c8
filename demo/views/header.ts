/** The parts of the page, the theme, and what can be taken from here. */

import { copyButton } from '../base/copy.ts';
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import type { Preferences } from '../state/preferences.ts';
import { modes, type State } from '../state/state.ts';
import { encode } from '../state/url.ts';
import { words } from '../state/words.ts';

const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark'];

function createModes({ act }: Model) {
  const links = modes.map((mode) =>
    h(
      'a',
      {
        class: 'mode',
        onclick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          act.setMode(mode);
        },
      },
      words.modes[mode],
    ),
  );
  return {
    element: h('nav', { class: 'modes', 'aria-label': 'Parts of the page' }, ...links),
    update({ state }: Model) {
      links.forEach((link, i) => {
        const mode = modes[i] ?? 'play';
        const current = mode === state.mode;
        const href = encode({ ...state, mode });
        setAttributes(link, { 'aria-current': current ? 'page' : undefined, href });
      });
    },
  };
}

function createTheme({ act }: Model) {
  let theme: Preferences['theme'] = 'system';
  const said = h('b', {});
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet theme',
      onclick: () => {
        const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
        act.prefer({ theme: next });
      },
    },
    said,
  );
  return {
    element: button,
    update({ moment }: Model) {
      theme = moment.preferences.theme;
      setText(said, words.themes[theme]);
      // On a narrow page there is a sign instead.
      setAttributes(button, { 'aria-label': words.themes[theme] });
      const root = document.documentElement;
      if (root) setAttributes(root, { 'data-theme': theme === 'system' ? undefined : theme });
    },
  };
}

/** The menu is fetched when it is first opened. */
function createShare(first: Model) {
  let model = first;
  let menu: ReturnType<View> | undefined;
  const inside = h('div', { class: 'share-menu' });
  const details = h(
    'details',
    {
      class: 'share needs-script',
      ontoggle: async () => {
        if (menu) return menu.update(model);
        const { share } = await import('../share/view.ts');
        menu = share(inside, model);
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        details.open = false;
        details.querySelector('summary')?.focus();
      },
    },
    h('summary', {}, 'Share'),
    inside,
  );
  return {
    element: details,
    update(next: Model) {
      model = next;
      if (details.open) menu?.update(next);
    },
  };
}

/** Shows what belongs to the mode, and to the rule where a part names some. */
function showParts({ mode, rule }: State): void {
  for (const part of document.querySelectorAll?.<HTMLElement>('[data-modes]') ?? []) {
    const { modes: ofModes = '', rules = rule } = part.dataset;
    part.hidden = !ofModes.split(' ').includes(mode) || !rules.split(' ').includes(rule);
  }
}

/** The package that the page is about. */
const createPackage = () => ({
  element: h(
    'div',
    { class: 'package' },
    copyButton(words.install, () => words.install),
    h('a', { class: 'mode', href: './api/index.html' }, 'API'),
  ),
  update: () => undefined,
});

export const header: View = (container, first) => {
  const parts = [createPackage(), createModes(first), createTheme(first), createShare(first)];
  container.replaceChildren(...parts.map((part) => part.element));
  let shown: State | undefined;

  function update(model: Model): void {
    for (const part of parts) part.update(model);
    const { state } = model;
    if (state.mode !== shown?.mode || state.rule !== shown.rule) showParts(state);
    shown = state;
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
