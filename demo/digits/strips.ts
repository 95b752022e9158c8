/**
 * Heat strips and heat maps: the numbers of a value as cells. The larger a number, the stronger its cell;
 * a negative one is a ring, so its sign shows without its colour.
 */
import { h, setAttributes, svg } from '../base/dom.ts';
import type { NetworkValue } from '../data/digit-reader.ts';
import { shapeText } from '../state/format.ts';
import type { Box, Layout } from './layout.ts';
import { asStored, type Reading } from './reading.ts';

/** Number of strengths. Cells of one strength are one path: thousands of elements could not follow a pen. */
const levels = 20;
const copyStrength = 0.55;
const smallestRing = 4;

/** The first and the last position of a block of elements. */
export type Span = readonly [from: number, to: number];

export interface Strip {
  readonly element: HTMLElement;
  /** Replaces the numbers; the shape stays. */
  update(value: NetworkValue): void;
  /** The position under a pointer. */
  positionOf(event: PointerEvent): number | undefined;
  /** Rings blocks of elements in the drawing. */
  ring(spans: readonly Span[]): void;
}

const outline = ({ x, y, width, height }: Box): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** The frame of each block, and of the stored elements in it. */
function framesOf(layout: Layout, reading: Reading) {
  const { high, wide, cell } = layout.grid;
  const blocks = new Map<string, { all: Box; stored?: Box }>();
  for (let position = 0; position < layout.rows * layout.columns; position += 1) {
    const { row, column } = layout.cellOf(position);
    const key = `${Math.floor(row / high)} ${Math.floor(column / wide)}`;
    const { x, y } = layout.boxOf({ row, column });
    const box = { x, y, width: cell.width, height: cell.height };
    const block = blocks.get(key) ?? { all: box };
    block.all = around(block.all, box);
    if (!reading.isCopy(position)) block.stored = around(block.stored ?? box, box);
    blocks.set(key, block);
  }
  return [...blocks.values()];
}

/** The cells; those with the same look and strength are one path. */
function createHeat(layout: Layout, reading: Reading) {
  const element = svg('g');
  const paths = new Map<string, SVGPathElement>();
  const boxes = Array.from({ length: layout.rows * layout.columns }, (_, position) => {
    const box = layout.boxOf(layout.cellOf(position));
    const rings = box.width >= smallestRing;
    return {
      at: reading.at(position),
      copy: reading.isCopy(position),
      full: outline(box),
      ring: rings ? outline(grown(box, -1)) : undefined,
    };
  });

  function pathOf(key: string): SVGPathElement {
    const known = paths.get(key);
    if (known) return known;
    const [look = '', strength = ''] = key.split('|');
    const opacity = look.includes('ring') ? 'stroke-opacity' : 'fill-opacity';
    const path = svg('path', { class: look, [opacity]: strength });
    paths.set(key, path);
    element.append(path);
    return path;
  }

  return {
    element,
    draw(data: Float32Array): void {
      const most = data.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
      const drawn = new Map<string, string>();
      for (const { at, copy, full, ring } of boxes) {
        const value = data[at] ?? 0;
        const level = most === 0 ? 0 : Math.ceil((Math.abs(value) / most) * levels);
        if (level === 0 || Number.isNaN(level)) continue;
        const hollow = value < 0 && ring !== undefined;
        const look = `heat ${value < 0 ? 'below' : 'above'}${copy ? ' copy' : ''}${hollow ? ' ring' : ''}`;
        const key = `${look}|${((level / levels) * (copy ? copyStrength : 1)).toFixed(2)}`;
        drawn.set(key, (drawn.get(key) ?? '') + (hollow ? ring : full));
      }
      for (const [key, path] of paths) if (!drawn.has(key)) path.removeAttribute('d');
      for (const [key, d] of drawn) pathOf(key).setAttribute('d', d);
    },
  };
}

/** A strip of a value; with a reading, in the shape of a result. */
export function createStrip(
  { name, dims, data }: NetworkValue,
  layout: Layout,
  reading: Reading = asStored,
): Strip {
  const heat = createHeat(layout, reading);
  const frames = framesOf(layout, reading);
  const mark = svg('path', { class: 'heat-ring' });
  const size = { width: layout.width + 2, height: layout.height + 2 };
  const drawing = svg(
    'svg',
    { ...size, viewBox: `-1 -1 ${size.width} ${size.height}`, 'aria-hidden': 'true' },
    svg('path', { class: 'heat-room', d: frames.map(({ all }) => outline(all)).join('') }),
    svg('path', {
      class: 'heat-stored',
      d: frames.map(({ stored }) => (stored ? outline(stored) : '')).join(''),
    }),
    heat.element,
    mark,
  );
  heat.draw(data);
  return {
    element: h(
      'div',
      { class: 'strip' },
      h('p', { class: 'strip-name' }, h('i', {}, name), ` ${shapeText(dims)}`),
      drawing,
    ),
    update: (value) => heat.draw(value.data),
    positionOf({ clientX, clientY }) {
      const { left, top, width, height } = drawing.getBoundingClientRect();
      const x = ((clientX - left) / width) * size.width - 1;
      const y = ((clientY - top) / height) * size.height - 1;
      const cell = layout.cellAt(x, y);
      return cell && layout.positionOf(cell);
    },
    ring(spans) {
      const boxes = spans.map(([from, to]) =>
        around(layout.boxOf(layout.cellOf(from)), layout.boxOf(layout.cellOf(to))),
      );
      setAttributes(mark, { d: boxes.map((box) => outline(grown(box, 1))).join('') });
    },
  };
}
