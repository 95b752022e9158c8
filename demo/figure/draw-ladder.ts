/** Draws the table of an alignment. */
import { draw, type Sketch, sketch } from '../base/patch.ts';
import { words } from '../state/words.ts';
import {
  type Column,
  type Ladder,
  type LadderRequest,
  type LadderRow,
  ladderOf,
  type Place,
  type Rung,
} from './ladder.ts';

interface Look {
  /** Whether the words in the boxes are for screen readers only, because the ladder is small. */
  readonly small?: boolean;
  readonly caption?: string;
  /** An axis whose column is ringed. */
  readonly ringed?: number;
}

/** Lines break between its words, not before a number. */
const unbroken = (note: string): string => note.replaceAll(/ (?==|\d)/g, '\u00a0');

function content(
  { key, size, grown, kinds, note }: Rung,
  small: boolean,
): (Sketch | string | null)[] {
  const [kind = ''] = kinds;
  const quiet = small ? 'visually-hidden' : undefined;
  const said = note ? sketch('small', { class: quiet }, unbroken(note)) : null;
  if (kind === 'conflict') return [said];
  if (kind === 'refused') {
    // Drawn by the style sheet: few fonts have the sign.
    return [sketch('span', { class: 'bad-glyph', 'aria-hidden': 'true' }, ' '), said];
  }
  if (kind === 'sum') return [size];
  if (kind === 'cover') {
    return [
      sketch('span', { 'aria-hidden': 'true' }, size),
      sketch('span', { class: 'visually-hidden' }, words.covered),
    ];
  }
  const arrow =
    grown === undefined
      ? []
      : [' → ', sketch('span', { 'data-key': `${key} count` }, String(grown))];
  return [sketch('span', {}, sketch('b', {}, size), ...arrow, ' '), said];
}

/** An arc from a size that does not fit to the axis that it fits. */
const drawFits = ({ fits, size }: Rung): Sketch | null =>
  fits
    ? sketch('span', { class: 'fits', '--away': fits, 'data-words': words.fitsHere(size) })
    : null;

function drawPlace({ axis, rung }: Place, small: boolean, span?: number): Sketch {
  if (!rung) return sketch('td', { 'data-axis': axis, class: 'blank' });
  const look = ['rung', ...rung.kinds, ...(rung.narrow ? ['narrow'] : [])].join(' ');
  const box = sketch('span', { class: look, 'data-key': rung.key }, ...content(rung, small));
  return sketch('td', { 'data-axis': axis, colspan: span }, box, small ? null : drawFits(rung));
}

function drawRow(row: LadderRow, of: number | 'result', columns: number, small: boolean): Sketch {
  const span = row.places.length < columns ? columns : undefined;
  return sketch(
    'tr',
    { class: of === 'result' ? 'total' : undefined, 'data-of': of },
    sketch(
      'th',
      { scope: 'row', class: 'name' },
      sketch('span', { class: 'sum-sign', 'aria-hidden': 'true' }, row.sign),
      sketch('i', {}, row.name),
    ),
    ...row.places.map((place) => drawPlace(place, small, span)),
  );
}

function drawColumn({ axis, letter, place }: Column, small: boolean): Sketch {
  const head = { scope: 'col', class: 'column', 'data-axis': axis, 'data-letter': letter };
  if (!letter) return sketch('th', head, place);
  return sketch(
    'th',
    head,
    sketch('span', { class: 'letter', 'data-letter': letter }, letter),
    ' ',
    sketch('small', { class: small ? 'visually-hidden' : undefined }, place),
  );
}

export function sketchLadder(
  ladder: Ladder,
  { small = false, caption, ringed }: Look = {},
): Sketch {
  const { columns, rows, total } = ladder;
  return sketch(
    'table',
    { class: small ? 'ladder mini' : 'ladder', 'data-ringed': ringed },
    sketch(
      'caption',
      { class: small ? 'visually-hidden' : undefined },
      caption ?? ladder.caption,
      ladder.aside && !small ? sketch('small', { class: 'aside' }, ladder.aside) : null,
    ),
    sketch(
      'thead',
      {},
      sketch('tr', {}, sketch('td', {}), ...columns.map((column) => drawColumn(column, small))),
    ),
    sketch(
      'tbody',
      {},
      ...rows.map((row, p) => drawRow(row, p, columns.length, small)),
      drawRow(total, 'result', columns.length, small),
    ),
  );
}

export const drawLadder = ({
  small,
  caption,
  ringed,
  ...request
}: LadderRequest & Look): HTMLElement =>
  draw(sketchLadder(ladderOf(request), { small, caption, ringed }));
