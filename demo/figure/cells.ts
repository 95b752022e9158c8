/** The drawn cells: finds one by event, index or key, and moves the focus. */
import type { Index } from '../state/state.ts';
import type { Drawing } from './draw-tensor.ts';
import type { Spot } from './panel-drawer.ts';
import { createStops, elementOf } from './stops.ts';

export interface Found {
  readonly drawing: Drawing;
  readonly spot: Spot;
}

export type Cells = ReturnType<typeof createCells>;

export function createCells() {
  const stops = createStops();
  let drawings: readonly Drawing[] = [];
  return {
    get drawings(): readonly Drawing[] {
      return drawings;
    },
    set(next: readonly Drawing[]): void {
      drawings = next;
      stops.keep(next);
    },
    under(event: Event): Found | undefined {
      const cell = (event.target as Element).closest('.cell');
      for (const drawing of cell ? drawings : []) {
        const spot = drawing.spots.find(({ sketch }) => sketch.element === cell);
        if (spot) return { drawing, spot };
      }
      return undefined;
    },
    /** The cell at the same index of the same tensor after a redraw. */
    at(operand: number | undefined, at: Index): Found | undefined {
      const drawing = drawings.find((each) => each.operand === operand);
      const spot = drawing?.at(at);
      return drawing && spot ? { drawing, spot } : undefined;
    },
    focus({ drawing, spot }: Found): void {
      stops.move(drawing, spot);
      elementOf(spot).focus();
    },
    /** The element of a cell or of a panel, by its key. */
    elementOf(key: string): HTMLElement | undefined {
      for (const { spots, panels } of drawings) {
        const found = panels.get(key) ?? spots.find((spot) => spot.key === key)?.sketch;
        if (found) return found.element;
      }
      return undefined;
    },
  };
}
