/** The engine's verdict and its warnings, in a band that keeps its height. */
import { createAnnouncer } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import { warnings } from '../figure/warnings.ts';
import type { Model, View } from '../model/types.ts';

/** A rule may refuse sizes that do not contradict each other. That operands broadcast is said by the verdict. */
function wordOf({ ok, axes }: Trace): string {
  if (ok) return '';
  return axes.some(({ outcome }) => outcome === 'conflict') ? 'conflict' : 'refused';
}

/** Longer than this is more than one wants to hear at each edit. */
const maximumSpoken = 120;

/** The verdict in one sentence, or of a long one the result; the repairs follow as buttons. */
function spoken(trace: Trace): string {
  const { ok, text, error, sentences } = trace;
  if (!ok) return `${wordOf(trace)}: ${error?.text ?? text}.`;
  const result = sentences.find(({ kind }) => kind === 'result');
  return text.length > maximumSpoken && result ? result.text : text;
}

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
