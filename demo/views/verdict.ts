/** The engine's verdict and its warnings, in a band that keeps its height. */
import { createAnnouncer } from '../a11y.ts';
import { h } from '../dom.ts';
import type { Trace, Warning } from '../engine.ts';
import { shapeText } from '../format.ts';
import { operandName, type Shape } from '../state.ts';
import type { Model, View } from '../view.ts';
import { words } from '../words.ts';

/** A rule may refuse sizes that do not contradict each other. That operands broadcast is said by the verdict. */
function wordOf({ ok, axes }: Trace): string {
  if (ok) return '';
  return axes.some(({ outcome }) => outcome === 'conflict') ? 'conflict' : 'refused';
}

/** What does not fit; the repairs follow as buttons. */
const spoken = ({ text }: Trace): string => text.split(/(?<=\.) /, 1)[0] ?? text;

function headline(trace: Trace): HTMLElement {
  const { ok, text } = trace;
  const glyph = h('span', { class: 'glyph', 'aria-hidden': 'true' }, ok ? '✓' : '✗');
  const word = wordOf(trace);
  const kicker = word ? [' ', h('span', { class: 'word' }, word), ': '] : [' '];
  return h(
    'div',
    { class: ok ? 'headline' : 'headline bad', tabindex: -1 },
    h('p', {}, h('span', { class: 'kicker' }, glyph, ...kicker), text),
  );
}

/** The shapes to choose from where every pair was made and one by one was meant. */
function sameShapes({ operands }: Warning, model: Model): HTMLElement[] {
  const { shapes } = model.state;
  const wanted = new Map<string, Shape>();
  for (const p of operands) wanted.set(shapeText(shapes[p] ?? []), shapes[p] ?? []);
  return [...wanted].map(([text, shape]) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () =>
          model.act.setShapes(shapes.map((old, p) => (operands.includes(p) ? shape : old))),
      },
      words.makeBoth(operands.map(operandName).join(' and '), text),
    ),
  );
}

const help: Readonly<Record<string, (warning: Warning, model: Model) => HTMLElement[]>> = {
  outer_product: sameShapes,
  square_trap: (_, model) => [
    h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => model.act.setTab('rules') },
      words.seeDifference,
    ),
  ],
};

// Every other example adds an axis: a warning each time would be noise.
const quietWarning = 'rank_change';

function warnings(model: Model): HTMLElement[] {
  const { trace, moment } = model;
  const shown = trace.warnings.filter(
    (warning) => moment.preferences.warnRank || warning.code !== quietWarning,
  );
  return shown.map((warning) =>
    h(
      'p',
      { class: 'warning' },
      h('span', { class: 'glyph', 'aria-hidden': 'true' }, '⚠ '),
      h('b', {}, 'Warning. '),
      `${warning.text} `,
      ...(help[warning.code]?.(warning, model) ?? []),
    ),
  );
}

export const verdict: View = (container, first) => {
  const said = h('div', {});
  const warned = h('div', { class: 'warnings' });
  const region = h('p', { class: 'visually-hidden', 'aria-live': 'polite', id: 'spoken-verdict' });
  container.replaceChildren(said, warned, region);
  const announcer = createAnnouncer(region);
  let before: Model | undefined;

  function update(model: Model): void {
    const { trace, moment } = model;
    const same = trace === before?.trace && moment.preferences === before.moment.preferences;
    before = model;
    if (same) return;
    // What was pressed goes away: the keyboard goes on from the verdict that it brought.
    const pressed = document.activeElement?.closest('.warnings, .repairs-place') ?? null;
    const head = headline(trace);
    said.replaceChildren(head);
    warned.replaceChildren(...warnings(model));
    if (pressed) head.focus();
    announcer.say(spoken(trace));
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
