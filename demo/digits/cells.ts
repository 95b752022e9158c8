/** An image of 8×8 cells: the more ink, the darker. */
import { svg } from '../base/dom.ts';
import { mostInk, side } from './ink.ts';

export function drawCells(cells: readonly number[]): SVGSVGElement {
  const inked = cells.flatMap((ink, at) =>
    ink === 0
      ? []
      : svg('rect', {
          x: at % side,
          y: Math.floor(at / side),
          width: 1,
          height: 1,
          'fill-opacity': ink / mostInk,
        }),
  );
  const box = { viewBox: `0 0 ${side} ${side}`, class: 'cells', 'aria-hidden': 'true' };
  return svg('svg', box, ...inked);
}
