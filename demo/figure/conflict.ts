/**
 * Long axes that disagree, as one drawing: a sheet of the longer operand to scale, and under it the extent
 * of each operand along the axis.
 */
import type { Trace } from '../base/engine.ts';
import { type Sketch, sketch } from '../base/patch.ts';
import type { Model } from '../model/types.ts';
import { axisLetter, countText, shapeText } from '../state/format.ts';
import { words } from '../state/words.ts';

type Axis = Trace['axes'][number];

/** Longer axes are bars. */
const mostCells = 8;
/** A sheet, in pixels. */
const sheet = { width: 330, height: 220, least: 24 };
/** Number of squares along the longer side of a sheet. */
const squares = 15;

export const conflictOf = ({ axes }: Trace): Axis | undefined =>
  axes.findLast(({ outcome }) => outcome === 'conflict');

/** The conflict, if it is one of long axes. */
export function longConflict(trace: Trace): Axis | undefined {
  const axis = conflictOf(trace);
  return axis && Math.max(...axis.sizes) > mostCells ? axis : undefined;
}

const letter = (text: string): Sketch =>
  sketch('span', { class: 'letter', 'data-letter': text }, text);

/** The number of elements per side of a square: 1, 2 or 5, and zeros. */
function unitOf(longest: number): number {
  const least = longest / squares;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((by) => by * power).find((unit) => unit >= least) ?? 1;
}

/** The last two axes of an operand, to scale; a single row if it has one axis. */
function drawSheet(model: Model, operand: number, axis: Axis): Sketch {
  const { name = '', shape = [], aligned = [] } = model.trace.operands[operand] ?? {};
  const [rows = 1, columns = 1] =
    aligned.slice(-2).length === 2 ? aligned.slice(-2) : [1, shape[0]];
  const scale = Math.min(sheet.width / columns, sheet.height / rows);
  const width = axis.fromEnd === -1 ? sheet.width : columns * scale;
  const height = Math.min(Math.max(rows * scale, sheet.least), sheet.height);
  const outer = shape.slice(0, -2);
  const unit = unitOf(Math.max(rows, columns));
  const m = axisLetter(-2);
  return sketch(
    'section',
    { class: 'tensor', 'data-key': name, 'data-of': operand },
    sketch('h3', {}, sketch('i', {}, name), ` ${shapeText(shape)}`),
    sketch(
      'p',
      { class: 'summary' },
      [outer.length > 0 ? words.oneSheet(outer) : '', unit > 1 ? words.square(unit) : '']
        .filter(Boolean)
        .join('; '),
    ),
    sketch(
      'div',
      { class: 'scaled' },
      sketch(
        'span',
        { class: 'ruler down', 'data-letter': m, '--high': `${height}px` },
        shape.length > 1 ? letter(m) : '',
        shape.length > 1 ? ` ${countText(rows)}` : '',
      ),
      sketch('div', {
        class: 'to-scale',
        '--wide': `${width}px`,
        '--high': `${height}px`,
        '--unit-x': `${(width * unit) / columns}px`,
        '--unit-y': `${(height * unit) / rows}px`,
      }),
    ),
  );
}

function drawBar(model: Model, operand: number, axis: Axis): Sketch {
  const size = axis.sizes[operand] ?? 0;
  const most = Math.max(...axis.sizes);
  const name = axisLetter(axis.fromEnd);
  const lacks = size < most && !axis.stretched.includes(operand);
  return sketch(
    'div',
    { class: 'extent', 'data-of': operand },
    sketch(
      'span',
      { class: 'extent-name' },
      sketch('i', {}, model.trace.operands[operand]?.name ?? ''),
      ': ',
      letter(name),
      ` ${countText(size)}`,
    ),
    sketch(
      'span',
      { class: lacks ? 'extent-bar lacks' : 'extent-bar', 'data-letter': name },
      sketch('span', { class: 'extent-fill', '--share': size / most }),
    ),
  );
}

/** The largest operand along the axis, and the extents of all operands. */
export function drawConflict(model: Model, axis: Axis): Sketch[] {
  const most = Math.max(...axis.sizes);
  const longest = axis.sizes.indexOf(most);
  const least = Math.min(...axis.sizes.filter((_, p) => !axis.stretched.includes(p)));
  return [
    drawSheet(model, longest, axis),
    sketch(
      'div',
      { class: 'extents', 'data-key': 'extents' },
      ...model.trace.operands.map((_, p) => drawBar(model, p, axis)),
      sketch('p', { class: 'missing-words' }, words.withoutPartner(most - least)),
    ),
  ];
}
