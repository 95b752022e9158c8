/** The tab stops: one cell of each drawing. */
import type { Move } from '../base/a11y.ts';
import { setAttributes } from '../base/dom.ts';
import type { Drawing } from './draw-tensor.ts';
import type { Spot } from './panel-drawer.ts';

export const elementOf = ({ sketch }: Spot): HTMLElement => sketch.element as HTMLElement;

/** The spot that a key leads to: the drawn neighbour, or the last one before the edge. */
export function spotAfter(drawing: Drawing, from: Spot, move: Move): Spot | undefined {
  const last = drawing.spots.at(-1)?.panel ?? 0;
  const panel = Math.min(Math.max(from.panel + move.panels, 0), last);
  const here = drawing.spots.filter((spot) => spot.panel === panel);
  const along = (wanted: number, key: 'row' | 'column'): number | undefined => {
    const places = [...new Set(here.map((spot) => spot[key]))];
    const next = places.indexOf(from[key]) + wanted;
    return places[Math.min(Math.max(next, 0), places.length - 1)];
  };
  const row = along(move.rows, 'row');
  const column = along(move.columns, 'column');
  return here.find((spot) => spot.row === row && spot.column === column);
}

/** Keeps the one cell of each drawing that Tab reaches. */
export function createStops() {
  const stops = new Map<number | undefined, HTMLElement>();
  const set = ({ operand }: Drawing, element: HTMLElement) => {
    setAttributes(element, { tabindex: 0 });
    stops.set(operand, element);
  };
  return {
    move(drawing: Drawing, spot: Spot): void {
      stops.get(drawing.operand)?.setAttribute('tabindex', '-1');
      set(drawing, elementOf(spot));
    },
    /** Keeps the stops whose cells are still drawn after a redraw; the others go to the first cell. */
    keep(drawings: readonly Drawing[]): void {
      const before = new Map(stops);
      stops.clear();
      for (const element of before.values()) {
        if (element.classList.contains('cell')) setAttributes(element, { tabindex: -1 });
        else element.removeAttribute('tabindex');
      }
      for (const drawing of drawings) {
        const elements = drawing.spots.map(elementOf);
        const known = elements.find((element) => element === before.get(drawing.operand));
        const next = known ?? elements[0];
        if (next) set(drawing, next);
      }
    },
  };
}
