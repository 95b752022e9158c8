/**
 * The repairs of shapes that do not broadcast: those that the engine has found, best first, each as a
 * picture of the changed operand with what it means.
 */
import { h } from '../base/dom.ts';
import type { Fix, Trace } from '../base/engine.ts';
import type { Model } from '../model/types.ts';
import { withFix } from '../state/state.ts';
import { words } from '../state/words.ts';
import { drawGlyph } from './glyph.ts';
import { meaningOf } from './meaning.ts';
import { repair } from './repair.ts';

const shownAtOnce = 3;

/** Shows what the figure would be; nothing to show it as it is. */
export type Preview = (fix: Fix | undefined) => void;

/** The operand that a repair changes, as it is read then. */
function picture({ operand = 1 }: Fix, { operands, outputShape }: Trace): SVGElement {
  const { stretched = [] } = operands[operand] ?? {};
  return drawGlyph({ shape: outputShape ?? [], stretched, of: operand });
}

function card(fix: Fix, model: Model, preview: Preview): HTMLElement {
  const { act, ask, state } = model;
  const inside = h('div', {});
  const fill = () => {
    if (inside.childElementCount === 0) repair(inside, fix, model);
  };
  const changed = withFix(state, fix);
  const after = ask.align(changed.shapes, changed, { op: state.op });
  const show = () => preview(fix);
  const hide = () => preview(undefined);
  let came = '';
  return h(
    'li',
    { class: 'fix-card' },
    h(
      'button',
      {
        type: 'button',
        class: 'fix',
        onclick: () => act.applyFix(fix),
        onfocus: show,
        onblur: hide,
        // A card may come under a pointer that rests.
        onpointerenter: ({ x, y }: PointerEvent) => {
          came = `${x} ${y}`;
        },
        onpointermove: ({ pointerType, x, y }: PointerEvent) => {
          if (pointerType === 'mouse' && came !== `${x} ${y}`) show();
        },
        onpointerleave: hide,
      },
      picture(fix, after),
      h('b', { class: 'meaning' }, meaningOf(fix, after)),
      ' ',
      h('span', { class: 'fix-words' }, fix.text),
    ),
    h('details', { ontoggle: fill }, h('summary', {}, 'As a table and as code'), inside),
  );
}

/** What would work; nothing where the engine knows of no repair. */
export function repairs(model: Model, preview: Preview): HTMLElement[] {
  const { fixes, operands } = model.trace;
  const pairing = fixes.filter(({ grows }) => !grows);
  // Pairs of all help only if nothing else does, and if they are of no more than one axis more.
  const rank = Math.max(...operands.map(({ shape }) => shape.length));
  const pairs = fixes.filter(({ outputShape }) => outputShape.length <= rank + 1);
  const offered = pairing.length > 0 ? pairing : pairs;
  if (offered.length === 0) return [];
  const rest = offered.slice(shownAtOnce).map((fix) => () => card(fix, model, preview));
  const more = h('ul', { class: 'fix-list' });
  return [
    h(
      'div',
      { class: 'fixes' },
      h('h3', {}, 'Repairs'),
      pairing.length === 0 ? h('p', {}, words.onlyGrowth) : null,
      h(
        'ul',
        { class: 'fix-list' },
        ...offered.slice(0, shownAtOnce).map((fix) => card(fix, model, preview)),
      ),
      rest.length > 0
        ? h(
            'details',
            { ontoggle: () => more.append(...rest.splice(0).map((draw) => draw())) },
            h('summary', {}, `${rest.length} more`),
            more,
          )
        : null,
    ),
  ];
}
