/** The header: the parts of the page, the theme, and the Share menu. */

import { copyButton } from '../base/copy.ts';
import { h, setAttributes, setText } from '../base/dom.ts';
import { shared } from '../base/language.ts';
import type { Model, View } from '../model/types.ts';
import { type Preferences, paces } from '../state/preferences.ts';
import { modes, type State } from '../state/state.ts';
import { encode } from '../state/url.ts';
import { installation, words } from '../state/words.ts';

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
    element: h('nav', { class: 'modes', 'aria-label': words.parts }, ...links),
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

/** A menu that Escape closes. */
function createFold(look: string, title: Node | string, inside: HTMLElement): HTMLDetailsElement {
  const details = h(
    'details',
    {
      class: `${look} fold-menu`,
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        details.open = false;
        details.querySelector('summary')?.focus();
      },
    },
    h('summary', {}, title),
    inside,
  );
  return details;
}

/** The menu is fetched when it is first opened. */
function createShare(first: Model) {
  let model = first;
  let menu: ReturnType<View> | undefined;
  const inside = h('div', { class: 'share-menu' });
  const details = createFold('share', words.share, inside);
  details.addEventListener?.('toggle', async () => {
    if (menu) return menu.update(model);
    const { share } = await import('../share/view.ts');
    menu = share(inside, model);
  });
  return {
    element: details,
    update(next: Model) {
      model = next;
      if (details.open) menu?.update(next);
    },
  };
}

/** Shows the parts of the mode; a part that lists rules is shown only under those. */
function showParts({ mode, rule }: State): void {
  for (const part of document.querySelectorAll?.<HTMLElement>('[data-modes]') ?? []) {
    const { modes: ofModes = '', rules = rule } = part.dataset;
    part.hidden = !ofModes.split(' ').includes(mode) || !rules.split(' ').includes(rule);
  }
}

const cycle = <T>(all: readonly T[], now: T): T => all[(all.indexOf(now) + 1) % all.length] ?? now;

/** Preferences: the theme, and the pace of motion. */
function createMenu(first: Model) {
  const { act } = first;
  let now: Preferences | undefined;
  const choice = (look: string, change: (from: Preferences) => Partial<Preferences>) =>
    h('button', {
      type: 'button',
      class: `quiet ${look}`,
      onclick: () => now && act.prefer(change(now)),
    });
  const theme = choice('theme', (from) => ({ theme: cycle(themes, from.theme) }));
  const pace = choice('pace', (from) => ({ pace: cycle(paces, from.pace) }));
  const modesHere = createModes(first);
  const inside = h(
    'div',
    { class: 'share-menu' },
    modesHere.element,
    theme,
    pace,
    copyButton(installation, () => installation),
    h('a', { class: 'mode', href: shared('api/index.html') }, 'API'),
  );
  return {
    element: createFold('menu', h('span', { 'aria-label': words.menu }, '☰'), inside),
    update(model: Model) {
      modesHere.update(model);
      now = model.moment.preferences;
      setText(theme, words.themes[now.theme]);
      setText(pace, words.pace(now.pace));
      const root = document.documentElement;
      if (root)
        setAttributes(root, { 'data-theme': now.theme === 'system' ? undefined : now.theme });
    },
  };
}

const viewOf =
  (
    ...makers: readonly ((first: Model) => { element: HTMLElement; update(model: Model): void })[]
  ): View =>
  (container, first) => {
    const parts = makers.map((make) => make(first));
    container.replaceChildren(...parts.map((part) => part.element));
    const update = (model: Model) => {
      for (const part of parts) part.update(model);
    };
    update(first);
    return { update, dispose: () => container.replaceChildren() };
  };

/** Follows the mode and the rule. */
function createParts(first: Model) {
  const modesHere = createModes(first);
  let shown: State | undefined;
  return {
    element: modesHere.element,
    update(model: Model) {
      modesHere.update(model);
      const { state } = model;
      if (state.mode !== shown?.mode || state.rule !== shown.rule) showParts(state);
      shown = state;
    },
  };
}

export const header = viewOf(createParts);
export const tools = viewOf(createShare, createMenu);
