/** The engine's verdict, its repairs where the shapes do not broadcast, and its warnings. */
import { createAnnouncer } from '../a11y.ts';
import { h } from '../dom.ts';
import type { Fix, Trace } from '../engine.ts';
import type { Actions, Model, View } from '../view.ts';

const shownAtOnce = 3;

function headline({ ok, text }: Trace): HTMLElement {
  const glyph = h('span', { class: 'glyph', 'aria-hidden': 'true' }, ok ? '✓' : '✗');
  const word = h('span', { class: 'word' }, ok ? 'broadcasts' : 'conflict');
  return h(
    'div',
    { class: ok ? 'headline' : 'headline bad', tabindex: -1 },
    h('p', {}, h('span', { class: 'kicker' }, glyph, ' ', word, ': '), text),
  );
}

const fixButton = (fix: Fix, act: Actions): HTMLElement =>
  h(
    'li',
    {},
    h('button', { type: 'button', class: 'fix', onclick: () => act.applyFix(fix) }, fix.text),
  );

function fixes(trace: Trace, act: Actions): HTMLElement | null {
  if (trace.fixes.length === 0) return null;
  const buttons = trace.fixes.map((fix) => fixButton(fix, act));
  const more = buttons.slice(shownAtOnce);
  return h(
    'div',
    { class: 'fixes' },
    h('h3', {}, 'Repairs'),
    trace.fixes.every((fix) => fix.grows)
      ? h('p', {}, 'No alignment pairs these one to one. A size is probably wrong.')
      : null,
    h('ul', { class: 'fix-list' }, ...buttons.slice(0, shownAtOnce)),
    more.length > 0
      ? h(
          'details',
          {},
          h('summary', {}, `${more.length} more`),
          h('ul', { class: 'fix-list' }, ...more),
        )
      : null,
  );
}

// Every other example adds an axis: a warning each time would be noise.
const quietWarnings: readonly string[] = ['rank_change'];

function warnings(trace: Trace): HTMLElement[] {
  const shown = trace.warnings.filter((warning) => !quietWarnings.includes(warning.code));
  return shown.map((warning) =>
    h(
      'p',
      { class: 'warning' },
      h('span', { class: 'glyph', 'aria-hidden': 'true' }, '⚠ '),
      h('b', {}, 'Warning. '),
      warning.text,
    ),
  );
}

export const verdict: View = (container, first) => {
  const shown = h('div', {});
  const region = h('p', { class: 'visually-hidden', 'aria-live': 'polite', id: 'spoken-verdict' });
  container.replaceChildren(shown, region);
  const announcer = createAnnouncer(region);
  let trace: Trace | undefined;

  function update(model: Model): void {
    if (model.trace === trace) return;
    trace = model.trace;
    // A repair that was pressed goes away: the keyboard goes on from the verdict that it brought.
    const pressed = shown.contains(document.activeElement);
    const head = headline(trace);
    shown.replaceChildren(
      head,
      ...[fixes(trace, model.act), ...warnings(trace)].filter((part) => part !== null),
    );
    if (pressed) head.focus();
    announcer.say(trace.text);
  }

  update(first);
  return {
    update,
    dispose() {
      announcer.dispose();
      container.replaceChildren();
    },
  };
};
