/** The table of the axes, in a drawing. */
import { axisPlace } from '../figure/ladder.ts';
import type { Model } from '../model/types.ts';
import { axisLetter } from '../state/format.ts';
import { unequal, words } from '../state/words.ts';
import { dashed, type Sheet, solid } from './svg-sheet.ts';

const rung = { width: 112, height: 66, gap: 8 };
const tones = ['a', 'b'] as const;

/** Draws it at the upper left; returns its right edge. */
export function drawTable(sheet: Sheet, { trace, resultName }: Model): number {
  const { ink, 'ink-soft': soft, bad } = sheet.palette;
  const margin = 0;
  const top = 24;
  const left = 62;
  const column = (d: number) => left + d * (rung.width + rung.gap);
  const row = (r: number) => top + 34 + r * (rung.height + rung.gap);
  trace.axes.forEach((axis, d) => {
    const x = column(d) + rung.width / 2;
    const colour = sheet.axisColour(axis.fromEnd);
    sheet.text(x, top, axisLetter(axis.fromEnd), 26, colour);
    sheet.text(x, top + 20, axisPlace(axis), 14, soft);
    sheet.line(column(d), top + 28, column(d) + rung.width, top + 28, colour, 3);
  });
  trace.operands.forEach(({ name }, p) => {
    sheet.text(margin + 44, row(p) + rung.height / 2 + 9, name, 28, ink);
    const edge = sheet.tone('edge', tones[p]);
    trace.axes.forEach((axis, d) => {
      const stretched = axis.stretched.includes(p);
      const disagrees = axis.outcome === 'conflict' && !stretched;
      const colour = disagrees ? bad : edge;
      const look = axis.added[p] ? dashed(colour) : solid(colour);
      const pale = stretched || axis.added[p];
      const fill = sheet.tone(pale ? 'copy' : 'tint', tones[p]);
      sheet.box(column(d), row(p), rung.width, rung.height, `fill="${fill}"`);
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
        row(p) + (notes.length > 0 ? 30 : 42),
        size,
        28,
        colour === bad ? bad : ink,
      );
      notes.forEach((note, i) => {
        sheet.text(column(d) + rung.width / 2, row(p) + 46 + 14 * i, note, 13, soft);
      });
    });
  });
  const last = row(trace.operands.length);
  const rule = last - rung.gap / 2;
  sheet.line(margin, rule, column(trace.axes.length) - rung.gap, rule, ink);
  sheet.text(margin + 32, last + rung.height / 2 + 9, `= ${resultName}`, 28, ink);
  trace.axes.forEach(({ size, sizes, stretched, outcome }, d) => {
    const apart = [...new Set(sizes.filter((_, p) => !stretched.includes(p)))];
    const refusal = outcome === 'conflict' ? unequal(apart) : words.rungs.refused;
    const total = size === undefined ? refusal : String(size);
    const colour = size === undefined ? bad : ink;
    const letters = size === undefined ? 18 : 28;
    sheet.text(column(d) + rung.width / 2, last + rung.height / 2 + 9, total, letters, colour);
  });
  return column(trace.axes.length);
}
