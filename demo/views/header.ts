/** The parts of the page, the theme, and what can be taken from here. */
import { h, setAttributes, setText } from '../dom.ts';
import type { Preferences } from '../preferences.ts';
import { type Mode, modes } from '../state.ts';
import { encode } from '../url.ts';
import type { Model, View } from '../view.ts';
import { words } from '../words.ts';

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
  const button = h('button', {
    type: 'button',
    class: 'quiet',
    onclick: () => {
      const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
      act.prefer({ theme: next });
    },
  });
  return {
    element: button,
    update({ moment }: Model) {
      theme = moment.preferences.theme;
      setText(button, words.themes[theme]);
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

/** Shows what belongs to the mode. */
function showMode(mode: Mode): void {
  for (const part of document.querySelectorAll?.<HTMLElement>('[data-modes]') ?? []) {
    part.hidden = !(part.dataset.modes ?? '').split(' ').includes(mode);
  }
}

export const header: View = (container, first) => {
  const parts = [createModes(first), createTheme(first), createShare(first)];
  container.replaceChildren(...parts.map((part) => part.element));
  let mode: Mode | undefined;

  function update(model: Model): void {
    for (const part of parts) part.update(model);
    if (model.state.mode === mode) return;
    mode = model.state.mode;
    showMode(mode);
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
