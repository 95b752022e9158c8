/** Fixes for shapes that do not fit: the first one as code, the others as drawings with a meaning. */
import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import type { Fix, Trace } from '../base/engine.ts';
import type { Model } from '../model/types.ts';
import { later } from '../state/later-words.ts';
import { keep, recall } from '../state/preferences.ts';
import { operandName, withFix } from '../state/state.ts';
import { words } from '../state/words.ts';
import { changedCode, type FixDialect, fixDialects } from './fix-code.ts';
import { firstFix, fixButton, nameOf, offeredFixes } from './fixes.ts';
import { drawGlyph } from './glyph.ts';
import { meaningOf } from './meaning.ts';

/** Two fit next to the code of the first fix. */
const shownAtOnce = { withCode: 1, alone: 2 };

/** The engine offers no fix that changes sizes; this is the page's. */
const resizing = 'resized';
const isResized = ({ text }: Fix): boolean => text === resizing;

/** Thumbnail of the operand that a repair changes, with its copies after the repair. */
function picture({ operand = 1 }: Fix, { operands, outputShape }: Trace): SVGElement {
  const { stretched = [] } = operands[operand] ?? {};
  return drawGlyph({ shape: outputShape ?? [], stretched, of: operand });
}

/** The shapes after a fix. */
function afterFix(fix: Fix, { ask, state }: Model): Trace {
  const changed = withFix(state, fix);
  return ask.align(changed.shapes, changed, { op: state.op });
}

function card(fix: Fix, model: Model): HTMLElement {
  const after = afterFix(fix, model);
  const count = after.operands[fix.operand ?? 1]?.elements ?? 0;
  const grown = isResized(fix) && later.needs(operandName(fix.operand ?? 1), count);
  return h(
    'li',
    {},
    fixButton(
      fix,
      model,
      'fix',
      picture(fix, after),
      h(
        'b',
        { class: 'meaning' },
        meaningOf(isResized(fix) ? { ...fix, kind: 'unsqueeze' } : fix, after),
      ),
      ' ',
      h('span', { class: 'fix-words' }, grown || nameOf(fix)),
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

/**
 * The smaller operand with the size that the larger one has, if that is all that is wrong: it then needs other
 * numbers, so this is never the first fix.
 */
function resized(model: Model): Fix | undefined {
  const { axes, operands, error } = model.trace;
  const at = axes.find(({ axis }) => axis === error?.axis);
  if (!at || operands.length !== 2 || error?.code !== 'size_conflict') return undefined;
  const [a = 0, b = 0] = operands.map(({ elements }) => elements);
  const operand = a < b ? 0 : 1;
  const shape = [...(model.state.shapes[operand] ?? [])];
  const index = shape.length + at.fromEnd;
  if (shape[index] === undefined) return undefined;
  shape[index] = at.sizes[1 - operand] ?? 0;
  const fix: Fix = {
    kind: 'reshape',
    operand,
    argument: [],
    shape,
    outputShape: [],
    grows: false,
    text: resizing,
  };
  const { ok } = afterFix(fix, model);
  return ok ? fix : undefined;
}

/** All repairs except the first, which is in the verdict. */
export function repairs(model: Model): HTMLElement[] {
  const first = firstFix(model.trace);
  const others = offeredFixes(model.trace).filter((fix) => fix !== first);
  const count = first ? shownAtOnce.withCode : shownAtOnce.alone;
  const last = resized(model);
  const rest = others.slice(count);
  const shown = [...others.slice(0, count), ...(last ? [last] : [])];
  return [
    first && code(first, model),
    shown.length > 0 && h('h3', {}, later.otherFixes),
    shown.length > 0 && list(shown, model),
    rest.length > 0 &&
      h('details', {}, h('summary', {}, words.more(rest.length)), list(rest, model)),
  ].filter((part): part is HTMLElement => part instanceof HTMLElement);
}
