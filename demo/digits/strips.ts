/**
 * Heat strips: the numbers of a value as cells, a row for each digit. The larger a number, the stronger its
 * cell; what is below 0 is a ring, so that its sign shows without its colour.
 */
import { h, svg } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import type { NetworkValue } from '../data/digit-reader.ts';
import { indexAt } from '../state/indices.ts';
import { elementsOf, type Shape } from '../state/state.ts';

const high = 10;
const gap = 1;
const widest = 6;
const narrowest = 2;
const roomAcross = 400;

/** The digits are rows, and all other axes one after the other columns. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export const extentOf = (dims: Shape): Extent => {
  const [rows = 1, ...others] = dims;
  return { rows, columns: elementsOf(others) };
};

/** A value as it is read in the place of a result: where each element comes from, and what is a copy. */
export interface Reading {
  readonly extent: Extent;
  at(position: number): number;
  isCopy(position: number): boolean;
}

/** As an operand is read: by its strides, which are the engine's. */
export function readingOf(trace: Trace, p: number): Reading {
  const dims = trace.outputShape ?? [];
  const { strides = [], stretched = [] } = trace.operands[p] ?? {};
  return {
    extent: extentOf(dims),
    at: (position) =>
      indexAt(position, dims).reduce((sum, index, d) => sum + index * (strides[d] ?? 0), 0),
    isCopy(position) {
      const index = indexAt(position, dims);
      return stretched.some((axis) => index[axis] !== 0);
    },
  };
}

export const asStored = (dims: Shape): Reading => ({
  extent: extentOf(dims),
  at: (position) => position,
  isCopy: () => false,
});

export interface Strip {
  readonly element: HTMLElement;
  /** The position under a pointer. */
  positionOf(event: PointerEvent): number | undefined;
  /** Rings a cell, and the stored one that it is a copy of. */
  ring(position: number | undefined): void;
}

function cell(value: number, most: number, copy: boolean, box: DOMRectReadOnly): SVGElement[] {
  const strength = most === 0 ? 0 : Math.min(Math.abs(value) / most, 1);
  const look = `heat ${value < 0 ? 'below' : 'above'}${copy ? ' copy' : ''}`;
  const { x, y, width, height } = box;
  const opacity = Number((strength * (copy ? 0.55 : 1)).toFixed(2));
  if (opacity === 0) return [];
  if (value >= 0 || width < 4)
    return [svg('rect', { class: look, x, y, width, height, 'fill-opacity': opacity })];
  const ring = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
  return [svg('rect', { class: `${look} ring`, ...ring, 'stroke-opacity': opacity })];
}

/** A strip of a value, in the place of a result where a reading is given. */
export function drawStrip(
  { name, dims, data }: NetworkValue,
  reading: Reading = asStored(dims),
): Strip {
  const { rows, columns } = reading.extent;
  const wide = Math.max(Math.min(widest, Math.floor(roomAcross / columns)), narrowest);
  const boxAt = (position: number) =>
    new DOMRectReadOnly(
      (position % columns) * wide,
      Math.floor(position / columns) * high,
      wide - gap,
      high - gap,
    );
  const most = data.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  const size = { width: columns * wide, height: rows * high };
  const stored = { width: 0, height: 0 };
  const cells = Array.from({ length: rows * columns }, (_, position) => {
    const copy = reading.isCopy(position);
    const box = boxAt(position);
    if (!copy) {
      stored.width = Math.max(stored.width, box.x + wide);
      stored.height = Math.max(stored.height, box.y + high);
    }
    return cell(data[reading.at(position)] ?? 0, most, copy, box);
  }).flat();
  const mark = svg('rect', { class: 'heat-ring', width: wide + 1, height: high + 1, rx: 1 });
  mark.setAttribute('visibility', 'hidden');
  const drawing = svg(
    'svg',
    { ...size, viewBox: `-1 -1 ${size.width + 2} ${size.height + 2}`, 'aria-hidden': 'true' },
    // All of it, and what is stored of it.
    svg('rect', { class: 'heat-room', ...size }),
    svg('rect', { class: 'heat-stored', ...stored }),
    ...cells,
    mark,
  );
  return {
    element: h(
      'div',
      { class: 'strip' },
      h('p', { class: 'strip-name' }, h('i', {}, name), ` (${dims.join(',')})`),
      drawing as unknown as Node,
    ),
    positionOf({ clientX, clientY }) {
      const { left, top, width, height } = drawing.getBoundingClientRect();
      const column = Math.floor(((clientX - left) / width) * columns);
      const row = Math.floor(((clientY - top) / height) * rows);
      const inside = column >= 0 && column < columns && row >= 0 && row < rows;
      return inside ? row * columns + column : undefined;
    },
    ring(position) {
      mark.setAttribute('visibility', position === undefined ? 'hidden' : 'visible');
      if (position === undefined) return;
      const { x, y } = boxAt(position);
      mark.setAttribute('x', String(x - 1));
      mark.setAttribute('y', String(y - 1));
    },
  };
}
