/** Pointing at images: from the pointer to an element of the result, and back. */

import { setAttributes } from '../base/dom.ts';
import type { Pointed } from '../model/types.ts';
import type { Index } from '../state/state.ts';
import type { Drawing } from './draw-tensor.ts';

/** The index of the result under the pointer on an image, in the first channel. */
export function pixelAt(
  { target, clientX, clientY }: PointerEvent,
  drawings: readonly Drawing[],
): Index | undefined {
  const canvas = (target as Element).closest('.pixels')?.querySelector('canvas') ?? undefined;
  const drawing = canvas && drawings.find(({ sketch }) => sketch.element?.contains(canvas));
  if (!canvas || !drawing?.picture) return undefined;
  const { rows, columns } = drawing.picture;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const share = [(clientX - left) / width, (clientY - top) / height];
  return drawing.tensor.drawn.map((size, axis) => {
    const part = axis === columns ? share[0] : axis === rows ? share[1] : 0;
    return Math.min(Math.max(Math.floor((part ?? 0) * size), 0), size - 1);
  });
}

/** Marks the pointed element in every image; the style sheet positions the mark. */
export function markPixel(
  stage: HTMLElement,
  drawings: readonly Drawing[],
  pointed: Pointed | null,
): void {
  const at = pointed?.operand === undefined ? pointed?.results[0] : undefined;
  const picture = drawings.find((drawing) => drawing.picture)?.picture;
  setAttributes(stage, {
    'data-pixel': at && picture && '',
    '--row': picture && at?.[picture.rows],
    '--column': picture && at?.[picture.columns],
  });
}
