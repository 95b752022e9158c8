/** Fixes for shapes that do not fit: the first one as code, the others as drawings with a meaning. */
import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import type { Fix, Trace } from '../base/engine.ts';
import type { Model } from '../model/types.ts';
import { later } from '../state/later-words.ts';
import { keep, recall } from '../state/preferences.ts';
import { withFix } from '../state/state.ts';
import { words } from '../state/words.ts';
import { changedCode, type FixDialect, fixDialects } from './fix-code.ts';
import { firstFix, fixButton, nameOf, offeredFixes } from './fixes.ts';
import { drawGlyph } from './glyph.ts';
import { meaningOf } from './meaning.ts';

const shownAtOnce = 2;

/** Thumbnail of the operand that a repair changes, with its copies after the repair. */
function picture({ operand = 1 }: Fix, { operands, outputShape }: Trace): SVGElement {
  const { stretched = [] } = operands[operand] ?? {};
  return drawGlyph({ shape: outputShape ?? [], stretched, of: operand });
}

function card(fix: Fix, model: Model): HTMLElement {
  const { ask, state } = model;
  const changed = withFix(state, fix);
  const after = ask.align(changed.shapes, changed, { op: state.op });
  return h(
    'li',
    {},
    fixButton(
      fix,
      model,
      'fix',
      picture(fix, after),
      h('b', { class: 'meaning' }, meaningOf(fix, after)),
      ' ',
      h('span', { class: 'fix-words' }, nameOf(fix)),
    ),
  );
}

const list = (fixes: readonly Fix[], model: Model): HTMLElement =>
  h('ul', { class: 'fix-list' }, ...fixes.map((fix) => card(fix, model)));

/** The line of code before a repair and after it, as people write it. */
function code(fix: Fix, { state, trace }: Model): HTMLElement | null {
  let dialect = fixDialects.find((each) => each === recall('dialect')) ?? 'NumPy';
  const linesNow = () => changedCode(fix, state.op, trace, dialect);
  if (!linesNow()) return null;
  const text = h('code', {});
  const select = h(
    'select',
    {
      class: 'select',
      'aria-label': later.library,
      onchange: () => {
        dialect = select.value as FixDialect;
        keep('dialect', dialect);
        draw();
      },
    },
    ...fixDialects.map((value) => h('option', { value }, value)),
  );
  select.value = dialect;
  function draw(): void {
    const [before = '', after = ''] = linesNow() ?? [];
    text.replaceChildren(h('del', {}, `- ${before}`), '\n', h('ins', {}, `+ ${after}`));
  }
  draw();
  return h(
    'div',
    { class: 'fix-code' },
    h('h3', {}, later.inYourCode, ' ', select),
    h('pre', { class: 'code', tabindex: 0, 'aria-label': later.inYourCode }, text),
    copyButton(later.copy, () => linesNow()?.[1] ?? ''),
  );
}

/** All repairs except the first, which is in the verdict. */
export function repairs(model: Model): HTMLElement[] {
  const first = firstFix(model.trace);
  const others = offeredFixes(model.trace).filter((fix) => fix !== first);
  const rest = others.slice(shownAtOnce);
  const shown = others.slice(0, shownAtOnce);
  return [
    first && code(first, model),
    shown.length > 0 && h('h3', {}, later.otherFixes),
    shown.length > 0 && list(shown, model),
    rest.length > 0 &&
      h('details', {}, h('summary', {}, words.more(rest.length)), list(rest, model)),
  ].filter((part): part is HTMLElement => part instanceof HTMLElement);
}
