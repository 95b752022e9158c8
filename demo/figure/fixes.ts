/** The repairs that the page offers, and the button of each. */
import { h } from '../base/dom.ts';
import type { Fix, Trace } from '../base/engine.ts';
import type { Actions } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { operandName } from '../state/state.ts';
import { words } from '../state/words.ts';

/** Delay before hovering a button previews its fix, in milliseconds. */
const pauseMilliseconds = 120;

/**
 * The fixes that pair elements, best first. An outer product is offered only if there is no other fix, and if it
 * adds at most one axis.
 */
export function offeredFixes({ fixes, operands }: Trace): readonly Fix[] {
  const pairing = fixes.filter(({ grows }) => !grows);
  if (pairing.length > 0) return pairing;
  const rank = Math.max(...operands.map(({ shape }) => shape.length));
  return fixes.filter(({ outputShape }) => outputShape.length <= rank + 1);
}

/** The fix in the verdict; outer products are not offered there. */
export const firstFix = (trace: Trace): Fix | undefined =>
  offeredFixes(trace).find(({ grows }) => !grows);

/** A short description of a fix. */
export function nameOf({ kind, operand = 1, argument, shape }: Fix): string {
  const name = operandName(operand);
  if (kind === 'transpose') return words.transpose(name, shapeText(shape));
  if (kind === 'swapOperands') return words.swap;
  if (kind === 'setAxis') return words.setAxis(argument[0] ?? 0);
  return words.make(name, shapeText(shape));
}

/** A button that applies the fix, and previews it while hovered or focused. */
export function fixButton(
  fix: Fix,
  { act }: { readonly act: Actions },
  look: string,
  ...content: readonly (Node | string)[]
): HTMLButtonElement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(timer);
    act.preview(null);
  };
  return h(
    'button',
    {
      type: 'button',
      class: look,
      onclick: () => {
        clearTimeout(timer);
        act.applyFix(fix);
      },
      onfocus: () => act.preview(fix),
      onblur: leave,
      // A finger presses without hovering first.
      onpointermove: ({ pointerType }: PointerEvent) => {
        clearTimeout(timer);
        if (pointerType === 'mouse') timer = setTimeout(() => act.preview(fix), pauseMilliseconds);
      },
      onpointerleave: leave,
    },
    ...content,
  );
}
