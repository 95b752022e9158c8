/** The engine's verdict, with the first repair as a button, in a band that keeps its height. */
import { createAnnouncer } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import { firstFix, fixButton, nameOf } from '../figure/fixes.ts';
import { meaningOf } from '../figure/meaning.ts';
import { warnings } from '../figure/warnings.ts';
import type { Model, View } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { withFix } from '../state/state.ts';
import { words } from '../state/words.ts';

/** Longer texts would be too much to hear at each edit. */
const maximumSpoken = 120;

/** The verdict without the repair, which is a button; without the shapes, which are above. */
function said(trace: Trace): string {
  const { text, error } = trace;
  if (!error) return text;
  const reason = firstFix(trace) ? error.text : text.slice(text.indexOf(error.text));
  return `${words.doNotFit} ${reason}`;
}

/** The text for screen readers; only the result if the verdict is long. */
function spoken(trace: Trace): string {
  const text = said(trace);
  const result = trace.sentences.find(({ kind }) => kind === 'result');
  return text.length > maximumSpoken && result ? result.text : text;
}

function headline(trace: Trace): HTMLElement {
  const { ok } = trace;
  const glyph = h('span', { class: 'glyph', 'aria-hidden': 'true' }, ok ? '✓ ' : '✗ ');
  return h(
    'div',
    { class: ok ? 'headline' : 'headline bad', tabindex: -1 },
    h('p', {}, glyph, said(trace)),
  );
}

function repair(model: Model): HTMLElement | null {
  const { trace, state, ask } = model;
  const fix = trace.ok ? undefined : firstFix(trace);
  if (!fix) return null;
  const changed = withFix(state, fix);
  const after = ask.align(changed.shapes, changed, { op: state.op });
  return h(
    'div',
    { class: 'first-fix needs-script' },
    fixButton(fix, model, 'primary', nameOf(fix)),
    h('p', {}, `→ ${shapeText(fix.outputShape)}`, h('br'), meaningOf(fix, after)),
  );
}

export const verdict: View = (container, first) => {
  const place = h('div', { class: 'verdict-said' });
  const warned = h('div', { class: 'warnings' });
  const region = h('p', { class: 'visually-hidden', 'aria-live': 'polite', id: 'spoken-verdict' });
  container.replaceChildren(place, warned, region);
  const announcer = createAnnouncer(region);
  let before: Model | undefined;

  function update(model: Model): void {
    const { trace, moment } = model;
    const same = trace === before?.trace && moment.preferences === before.moment.preferences;
    before = model;
    if (same) return;
    // The pressed button is removed: the focus moves to the new verdict.
    const pressed = document.activeElement?.closest('.verdict, .repairs-place') ?? null;
    const head = headline(trace);
    const button = repair(model);
    place.replaceChildren(...(button ? [head, button] : [head]));
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
