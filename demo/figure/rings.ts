/** Rings around the elements linked to the pointed one, and bands through the pinned one's row and column. */
import type { Model } from '../model/types.ts';
import type { Drawing } from './draw-tensor.ts';
import type { Spot } from './panel-drawer.ts';
import { elementOf } from './stops.ts';

const isSpot = (spot: Spot | undefined): spot is Spot => spot !== undefined;

/** The spots of a drawing to ring: the linked elements, and their copies. */
function ringed(drawing: Drawing, { pointed }: Model): { strong: Spot[]; light: Spot[] } {
  if (!pointed) return { strong: [], light: [] };
  const places = pointed.results.map((at) => drawing.at(at)).filter(isSpot);
  if (drawing.operand === undefined) return { strong: places, light: [] };
  const source = pointed.sources.get(drawing.operand);
  if (!source) return { strong: [], light: [] };
  return {
    strong: [drawing.storedAt(source)].filter(isSpot),
    light: places.filter(({ kind }) => kind === 'copy'),
  };
}

/** The spots in the row and in the column of the pinned element. */
function banded(drawing: Drawing, { pointed }: Model): { row: Spot[]; column: Spot[] } {
  const [at] = pointed?.pinned ? pointed.results : [];
  const here = at && drawing.at(at);
  if (!here) return { row: [], column: [] };
  const beside = drawing.spots.filter(({ panel }) => panel === here.panel);
  return {
    row: beside.filter(({ row }) => row === here.row),
    column: beside.filter(({ column }) => column === here.column),
  };
}

export function createRings() {
  let marked: (readonly [HTMLElement, string])[] = [];
  return (drawings: readonly Drawing[], model: Model): void => {
    for (const [element, kind] of marked) element.classList.remove(kind);
    marked = drawings.flatMap((drawing) => {
      const { strong, light } = ringed(drawing, model);
      const { row, column } = banded(drawing, model);
      const as = (kind: string, spots: readonly Spot[]) =>
        spots.map((spot) => [elementOf(spot), kind] as const);
      return [
        ...as('band-row', row),
        ...as('band-column', column),
        ...as('ring', strong),
        ...as('ring-light', light),
      ];
    });
    for (const [element, kind] of marked) element.classList.add(kind);
  };
}
