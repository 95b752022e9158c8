/** A thumbnail of a tensor: a few cells of each axis, stored ones filled, copies dashed. */
import { svg } from '../base/dom.ts';
import { indexAt } from '../state/indices.ts';
import type { Index, Shape } from '../state/state.ts';

export interface GlyphRequest {
  /** The drawn shape: at most four of each axis, and the last three axes. */
  readonly shape: Shape;
  /** The axes along which it is repeated. */
  readonly stretched?: readonly number[];
  /** The operand, which determines the colour. */
  readonly of: number | 'result' | 'image';
  /** Whether a cell is missing. */
  readonly missing?: (at: Index) => boolean;
}

const most = 4;
const cell = 8;
const pitch = 10;
/** Distance between sheets. */
const behind = 5;
const rank = 3;

const box = (x: number, y: number): string => `M${x} ${y}h${cell}v${cell}h-${cell}z`;

export function drawGlyph({ shape, stretched = [], of, missing }: GlyphRequest): SVGElement {
  const extra = Math.max(shape.length - rank, 0);
  const drawn = shape.slice(extra).map((size) => Math.min(size, most));
  const padded = [...Array<number>(rank - drawn.length).fill(1), ...drawn];
  const [sheets = 1, rows = 1, columns = 1] = padded;
  const kindOf = (at: Index): string => {
    const own = at.slice(rank - drawn.length);
    const full = [...Array<number>(extra).fill(0), ...own];
    if (missing?.(full)) return 'missing';
    return stretched.some((axis) => full[axis] !== 0) ? 'copy' : 'stored';
  };
  // A size of 0 has no cell, but takes space.
  const depth = Math.max(sheets - 1, 0) * behind;
  const [width, height] = [columns, rows].map((count) => Math.max(count, 1) * pitch + depth);
  // Back to front: later sheets are drawn over earlier ones.
  const layers = Array.from({ length: sheets }, (_, i) => sheets - 1 - i).flatMap((sheet) => {
    const paths = new Map<string, string>();
    for (let i = 0; i < rows * columns; i += 1) {
      const [row = 0, column = 0] = indexAt(i, [rows, columns]);
      const kind = kindOf([sheet, row, column]);
      const x = column * pitch + 1 + sheet * behind;
      const y = row * pitch + 1 + depth - sheet * behind;
      paths.set(kind, (paths.get(kind) ?? '') + box(x, y));
    }
    return [...paths].map(([kind, d]) => svg('path', { class: kind, d }));
  });
  return svg(
    'svg',
    {
      class: 'thumb',
      'data-of': of,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'aria-hidden': 'true',
    },
    ...layers,
  );
}
