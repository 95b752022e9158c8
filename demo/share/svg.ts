/** The figure as a drawing of its own, without a style sheet: the table of the axes and the values. */

import { axisPlace } from '../figure/ladder.ts';
import { type DrawnAxis, type Gap, isGap, layOut, type Pick } from '../figure/layout.ts';
import { axisLetter, shapeText, valueText } from '../format.ts';
import type { Model, TensorModel } from '../view.ts';
import { toAlternative } from './text.ts';

interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly edge: string;
  readonly bad: string;
}

const light: Palette = {
  paper: '#ffffff',
  ink: '#1b1f24',
  soft: '#59616b',
  edge: '#868b92',
  bad: '#b3001b',
};
const dark: Palette = {
  paper: '#12161c',
  ink: '#e6e9ee',
  soft: '#a2acb9',
  edge: '#77818f',
  bad: '#ff8a80',
};

const fonts = 'Palatino, Georgia, serif';
const margin = 32;
const rung = { width: 108, height: 54, gap: 8 };
/** As wide as a letter is in the widest of the fonts that stand in for the first ones. */
const headline = { size: 18, letter: 10, letters: 64, height: 26 };
const cell = { width: 52, height: 36, gap: 3 };

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => escapes[found] ?? found);

/** Collects marks, and how far they reach. */
class Sheet {
  private readonly marks: string[] = [];
  right = 0;
  bottom = 0;

  constructor(readonly palette: Palette) {}

  private reach(x: number, y: number): void {
    this.right = Math.max(this.right, x);
    this.bottom = Math.max(this.bottom, y);
  }

  text(x: number, y: number, words: string, size: number, colour: string, anchor = 'middle'): void {
    this.marks.push(
      `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escapeText(words)}</text>`,
    );
    this.reach(x + words.length * size * 0.3, y + size / 2);
  }

  box(x: number, y: number, width: number, height: number, look: string): void {
    this.marks.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" ${look}/>`);
    this.reach(x + width, y + height);
  }

  line(x1: number, y: number, x2: number): void {
    this.marks.push(
      `<path d="M${x1} ${y}H${x2}" stroke="${this.palette.ink}" stroke-width="1.5"/>`,
    );
  }

  write(title: string, description: string): string {
    const { paper, edge } = this.palette;
    const width = Math.ceil(this.right + margin);
    const height = Math.ceil(this.bottom + margin);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}" role="img">`,
      `<title>${escapeText(title)}</title><desc>${escapeText(description)}</desc>`,
      `<defs><pattern id="copy" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="${edge}" stroke-opacity=".4"/></pattern></defs>`,
      `<rect width="100%" height="100%" fill="${paper}"/>`,
      ...this.marks,
      '</svg>',
    ].join('');
  }
}

const solid = (colour: string) => `fill="none" stroke="${colour}" stroke-width="1.5"`;
const dashed = (colour: string) => `${solid(colour)} stroke-dasharray="4 3"`;

function drawTable(sheet: Sheet, { trace, resultName }: Model, top: number): number {
  const { ink, soft, edge, bad } = sheet.palette;
  const left = margin + 40;
  const column = (d: number) => left + d * (rung.width + rung.gap);
  const row = (r: number) => top + 34 + r * (rung.height + rung.gap);
  trace.axes.forEach((axis, d) => {
    const x = column(d) + rung.width / 2;
    sheet.text(x, top + 8, axisLetter(axis.fromEnd), 20, ink);
    sheet.text(x, top + 24, axisPlace(axis), 12, soft);
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
      const words = `${axis.sizes[p]}${grown}`;
      sheet.text(column(d) + rung.width / 2, row(p) + 28, words, 21, colour === bad ? bad : ink);
      const notes = [
        axis.added[p] ? 'added' : '',
        stretched && axis.size !== undefined ? 'stretched' : '',
        disagrees ? 'disagrees' : '',
      ].filter(Boolean);
      sheet.text(column(d) + rung.width / 2, row(p) + 45, notes.join(', '), 12, soft);
    });
  });
  const last = row(trace.operands.length);
  sheet.line(margin, last - rung.gap / 2, column(trace.axes.length) - rung.gap);
  sheet.text(margin + 20, last + rung.height / 2 + 7, `= ${resultName}`, 22, ink);
  trace.axes.forEach(({ size, outcome }, d) => {
    const words = size === undefined ? `✗ ${outcome}` : String(size);
    const colour = size === undefined ? bad : ink;
    sheet.text(column(d) + rung.width / 2, last + rung.height / 2 + 7, words, 21, colour);
  });
  return last + rung.height;
}

const whole: readonly Pick[] = [0];
const shown = (axis: DrawnAxis | null): readonly Pick[] => axis?.picks ?? whole;

/** One tensor, its panels beside and below each other; gives its right edge. */
function drawTensor(sheet: Sheet, tensor: TensorModel, left: number, top: number): number {
  const { ink, soft, edge } = sheet.palette;
  sheet.text(left, top, `${tensor.name} ${shapeText(tensor.shape)}`, 19, ink, 'start');
  const figure = layOut(tensor.drawn, []);
  if (figure.kind !== 'cells' || tensor.asks) return left + 180;
  const rows = shown(figure.rows);
  const columns = shown(figure.columns);
  const panelWidth = columns.length * (cell.width + cell.gap) + 16;
  const panelHeight = rows.length * (cell.height + cell.gap) + 16;
  const drawCell = (at: readonly number[], x: number, y: number) => {
    const { value, ghost } = tensor.cell(at);
    if (ghost) sheet.box(x, y, cell.width, cell.height, 'fill="url(#copy)"');
    sheet.box(x, y, cell.width, cell.height, ghost ? dashed(edge) : solid(edge));
    const words = value === undefined ? '' : valueText(value, tensor.type);
    sheet.text(x + cell.width / 2, y + cell.height / 2 + 5, words, 15, ghost ? soft : ink);
  };
  const gapMark = (gap: Gap, x: number, y: number) => sheet.text(x, y, `…${gap.hidden}`, 12, soft);
  shown(figure.bands).forEach((band, b) => {
    shown(figure.panels).forEach((panel, k) => {
      const x0 = left + k * panelWidth;
      const y0 = top + 16 + b * panelHeight;
      const outer = [figure.bands ? band : undefined, figure.panels ? panel : undefined];
      const gap = outer.find((pick): pick is Gap => pick !== undefined && isGap(pick));
      if (gap) {
        gapMark(gap, x0 + 16, y0 + 20);
        return;
      }
      const prefix = [
        ...figure.outer.map(({ index }) => index),
        ...outer.filter((pick): pick is number => typeof pick === 'number'),
      ];
      rows.forEach((row, r) => {
        columns.forEach((column, c) => {
          const x = x0 + c * (cell.width + cell.gap);
          const y = y0 + r * (cell.height + cell.gap);
          if (isGap(row) || isGap(column)) {
            sheet.text(x + cell.width / 2, y + cell.height / 2 + 4, '…', 14, soft);
            return;
          }
          const at = [
            ...prefix,
            ...(figure.rows ? [row] : []),
            ...(figure.columns ? [column] : []),
          ];
          drawCell(at, x, y);
        });
      });
    });
  });
  return left + shown(figure.panels).length * panelWidth;
}

/** Broken between words, since a drawing breaks no lines itself. */
function inLines(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > headline.letters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export function toSvg(model: Model, isDark: boolean): string {
  const sheet = new Sheet(isDark ? dark : light);
  const { ink, bad } = sheet.palette;
  const { trace } = model;
  const lines = inLines(trace.text);
  lines.forEach((line, i) => {
    sheet.text(
      margin,
      margin + 12 + i * headline.height,
      line,
      headline.size,
      trace.ok ? ink : bad,
      'start',
    );
    sheet.right = Math.max(sheet.right, margin + line.length * headline.letter);
  });
  const top = margin + (lines.length - 1) * headline.height;
  const below = trace.axes.length > 0 ? drawTable(sheet, model, top + 44) : top + 30;
  let left = margin;
  if (!model.shapesOnly) {
    const tensors = [...model.operands, ...(model.result ? [model.result] : [])];
    for (const tensor of tensors) left = drawTensor(sheet, tensor, left, below + 48) + 24;
  }
  return sheet.write(trace.text, toAlternative(model));
}
