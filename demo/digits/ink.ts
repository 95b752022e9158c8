/**
 * Converts strokes of a pen to 8×8 cells, like the digits of the training data: each was scaled to fill the
 * height of a field of 32×32 pixels and 20 of its columns, its lines were given one weight, and the ink in
 * every block of 4×4 pixels was counted (M. D. Garris and others, NIST Form-Based Handprint Recognition
 * System, 1994; E. Alpaydin and C. Kaynak, 1998).
 */

/** A point on the pad; both coordinates are from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A stroke: the points that the pen drew without being lifted. */
export type Stroke = readonly Point[];

/** Cells along a side of the network's input. */
export const side = 8;
export const mostInk = 16;

const block = 4;
const field = side * block;
const columns = 20;
/** The average fraction of the field that is ink in the data set, for all digits. */
const inked = 0.29;
const thinnest = 1.5;
const thickest = 5;
/** Maximum horizontal scale of a narrow digit, relative to the vertical one. */
const mostWidening = 1;
/** A drawing smaller than this fraction of the pad is a dot, and is not scaled up to a digit. */
const smallest = 0.08;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Scales and centres the strokes in the field, with a margin for a pen of this radius. */
function place(strokes: readonly Stroke[], radius: number): Stroke[] {
  const { left, top, width, height } = boxOf(strokes.flat());
  const [across, down] = [columns - 2 * radius, field - 2 * radius];
  const tall = down / Math.max(height, width / 2, smallest);
  const wide = width === 0 ? tall : Math.min(across / width, tall * mostWidening);
  return strokes.map((stroke) =>
    stroke.map(({ x, y }) => ({
      x: field / 2 + (x - left - width / 2) * wide,
      y: field / 2 + (y - top - height / 2) * tall,
    })),
  );
}

/** Lowers each squared distance to that from the line `a` to `b`, if that is smaller. */
function approach(found: Float64Array, a: Point, b: Point): void {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = dx * dx + dy * dy;
  for (let at = 0; at < found.length; at += 1) {
    const x = (at % field) + 0.5 - a.x;
    const y = Math.floor(at / field) + 0.5 - a.y;
    const along = long === 0 ? 0 : Math.min(Math.max((x * dx + y * dy) / long, 0), 1);
    const [right, down] = [x - along * dx, y - along * dy];
    const apart = right * right + down * down;
    if (apart < (found[at] as number)) found[at] = apart;
  }
}

/** The distance of each pixel of the field from the nearest line. */
function distances(strokes: readonly Stroke[]): Float64Array {
  const found = new Float64Array(field * field).fill(field * field);
  for (const stroke of strokes)
    stroke.forEach((point, i) => {
      approach(found, stroke[i - 1] ?? point, point);
    });
  return found.map(Math.sqrt);
}

/** The radius of a pen that inks the usual fraction of the field. */
function usualRadius(far: Float64Array): number {
  const nearest = far.toSorted();
  const radius = nearest[Math.round(far.length * inked)] ?? thickest;
  return Math.min(Math.max(radius, thinnest), thickest);
}

/** The ink of each cell, from 0 to 16, row by row. */
export function toCells(strokes: readonly Stroke[]): number[] {
  const cells = Array<number>(side * side).fill(0);
  if (strokes.every((stroke) => stroke.length === 0)) return cells;
  // The margin depends on the pen's radius, which depends on the placed lines.
  const guess = usualRadius(distances(place(strokes, thickest / 2)));
  const far = distances(place(strokes, guess));
  const radius = usualRadius(far);
  far.forEach((apart, at) => {
    const [row, column] = [Math.floor(at / field / block), Math.floor((at % field) / block)];
    if (apart <= radius) cells[row * side + column] = (cells[row * side + column] ?? 0) + 1;
  });
  return cells;
}
