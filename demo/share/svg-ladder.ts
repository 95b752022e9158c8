/** The table of the axes, in a drawing. */
import { axisPlace } from '../figure/ladder.ts';
import type { Model } from '../model/types.ts';
import { axisLetter } from '../state/format.ts';
import { words } from '../state/words.ts';
import { dashed, inLines, margin, type Sheet, solid } from './svg-sheet.ts';

const rung = { width: 108, height: 54, gap: 8 };

/** Draws it below `top`; gives its lower edge. */
export function drawTable(sheet: Sheet, { trace, resultName }: Model, top: number): number {
  const { ink, 'ink-soft': soft, edge, bad } = sheet.palette;
  const left = margin + 40;
  const column = (d: number) => left + d * (rung.width + rung.gap);
  const row = (r: number) => top + 34 + r * (rung.height + rung.gap);
  trace.axes.forEach((axis, d) => {
    const x = column(d) + rung.width / 2;
    const colour = sheet.axisColour(axis.fromEnd);
    sheet.text(x, top + 4, axisLetter(axis.fromEnd), 20, colour);
    sheet.text(x, top + 20, axisPlace(axis), 12, soft);
    sheet.line(column(d), top + 28, column(d) + rung.width, top + 28, colour, 3);
  });
  trace.operands.forEach(({ name }, p) => {
    sheet.text(margin + 20, row(p) + rung.height / 2 + 7, name, 22, ink);
    trace.axes.forEach((axis, d) => {
      const stretched = axis.stretched.includes(p);
      const disagrees = axis.outcome === 'conflict' && !stretched;
      const colour = disagrees ? bad : edge;
      const look = axis.added[p] ? dashed(colour) : solid(colour);
      if (stretched) sheet.box(column(d), row(p), rung.width, rung.height, 'fill="url(#copy)"');
      sheet.box(column(d), row(p), rung.width, rung.height, look);
      const grown = stretched && axis.size !== undefined ? ` → ${axis.size}` : '';
      const notes = [
        axis.added[p] ? words.rungs.added : '',
        stretched && axis.size !== undefined ? words.rungs.stretched(axis.size) : '',
        disagrees ? words.rungs.disagrees : '',
      ].filter(Boolean);
      const size = `${axis.sizes[p]}${grown}`;
      sheet.text(
        column(d) + rung.width / 2,
        row(p) + (notes.length > 0 ? 26 : 34),
        size,
        21,
        colour === bad ? bad : ink,
      );
      notes.forEach((note, i) => {
        sheet.text(column(d) + rung.width / 2, row(p) + 40 + 11 * i, note, 11, soft);
      });
    });
  });
  const last = row(trace.operands.length);
  const rule = last - rung.gap / 2;
  sheet.line(margin, rule, column(trace.axes.length) - rung.gap, rule, ink);
  sheet.text(margin + 20, last + rung.height / 2 + 7, `= ${resultName}`, 22, ink);
  trace.axes.forEach(({ size, outcome }, d) => {
    const total = size === undefined ? `✗ ${outcome}` : String(size);
    const colour = size === undefined ? bad : ink;
    sheet.text(column(d) + rung.width / 2, last + rung.height / 2 + 7, total, 21, colour);
  });
  // What the engine says of each axis, in the place beside the table.
  const aside = column(trace.axes.length) + 24;
  trace.sentences
    .flatMap(({ text }) => inLines(text))
    .forEach((text, i) => {
      sheet.text(aside, top + 20 + 22 * i, text, 14, soft, 'start');
    });
  return Math.max(last + rung.height, sheet.bottom);
}
