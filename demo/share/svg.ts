/** The figure as a drawing of its own, without a style sheet: the table of the axes and the values. */

import { lightsOf } from '../figure/draw-picture.ts';
import { axisPlace } from '../figure/ladder.ts';
import { type DrawnAxis, isGap } from '../figure/layout.ts';
import { picksOf, type SceneCell, sceneOf, type Tensor } from '../figure/scene.ts';
import { axisLetter, shapeText, valueText } from '../format.ts';
import { operators } from '../operators.ts';
import type { PictureAxes } from '../picture.ts';
import type { Model, Pointed, TensorModel } from '../view.ts';
import { words } from '../words.ts';
import { toAlternative } from './text.ts';

/** The page's colours that a drawing has, by the names of its style sheet. */
export const paletteNames = [
  'paper',
  'ink',
  'ink-soft',
  'edge',
  'bad',
  'tint-a',
  'tint-b',
  'tint-c',
  'axis-n',
  'axis-m',
  'axis-l',
  'axis-k',
  'axis-j',
  'axis-i',
] as const;

export type Palette = Readonly<Record<(typeof paletteNames)[number], string>>;

const fonts = 'Palatino, Georgia, serif';
const margin = 32;
const rung = { width: 108, height: 54, gap: 8 };
/** As wide as a letter is in the widest of the fonts that stand in for the first ones. */
const headline = { size: 18, letter: 10, letters: 64, height: 26 };
const cell = { width: 52, height: 36, gap: 3 };
/** Beside and above the cells of a panel: the axis, and the numbers of its rows and columns. */
const ruler = { left: 58, above: 36 };
/** Between two tensors, where the sign of the operator stands. */
const between = 44;
/** The longer side of a picture. */
const picture = { side: 240 };
const wide = 16 / 9;

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

  image(x: number, y: number, width: number, height: number, address: string): void {
    this.marks.push(
      `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="${address}"/>`,
    );
    this.reach(x + width, y + height);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, thick = 1.5): void {
    this.marks.push(
      `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colour}" stroke-width="${thick}"/>`,
    );
  }

  /** An axis by its letter. */
  axisColour(fromEnd: number): string {
    const name = paletteNames.find((each) => each === `axis-${axisLetter(fromEnd)}`);
    return name ? this.palette[name] : this.palette.ink;
  }

  write(title: string, description: string): string {
    const { paper, edge } = this.palette;
    const own = [this.right + margin, this.bottom + margin] as const;
    // As slides are, with the drawing in the middle.
    const width = Math.ceil(Math.max(own[0], own[1] * wide));
    const height = Math.ceil(width / wide);
    const middle = `translate(${Math.round((width - own[0]) / 2)} ${Math.round((height - own[1]) / 2)})`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}" role="img">`,
      `<title>${escapeText(title)}</title><desc>${escapeText(description)}</desc>`,
      `<defs><pattern id="copy" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="${edge}" stroke-opacity=".4"/></pattern></defs>`,
      `<rect width="100%" height="100%" fill="${paper}"/>`,
      `<g transform="${middle}">`,
      ...this.marks,
      '</g></svg>',
    ].join('');
  }
}

const solid = (colour: string) => `fill="none" stroke="${colour}" stroke-width="1.5"`;
const dashed = (colour: string) => `${solid(colour)} stroke-dasharray="4 3"`;

function drawTable(sheet: Sheet, { trace, resultName }: Model, top: number): number {
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

/** What stands before a tensor: the sign of the operator, or of the result. */
function signBefore({ trace, state }: Model, p: number): string {
  const { form, sign } = operators[state.op];
  if (p === trace.operands.length) return '=';
  return (p === 0) === (form === 'call') ? sign : '';
}

const tints = ['tint-a', 'tint-b'] as const;

/** The address of a tensor's pixels. */
export type Paint = (model: TensorModel, axes: PictureAxes) => string | undefined;

/** A tensor that is a picture, below its few numbers with the light that each is; gives its right edge. */
function drawPicture(
  sheet: Sheet,
  tensor: Tensor,
  address: string,
  axes: PictureAxes,
  x: number,
  top: number,
): number {
  const { model } = tensor;
  const { ink, edge } = sheet.palette;
  const [height = 1, width = 1] = [model.drawn[axes.rows], model.drawn[axes.columns]];
  const scale = picture.side / Math.max(height, width);
  const [wideness, highness] = [width * scale, height * scale];
  const [left, y] = [x + ruler.left, top + 16 + cell.height + 2 * ruler.above];
  lightsOf(tensor, axes).forEach((light, i) => {
    const boxLeft = left + i * (cell.width + cell.gap);
    const boxTop = top + 16;
    sheet.box(boxLeft, boxTop, cell.width, cell.height, solid(edge));
    const value = valueText(light.cell.value ?? 0, model.type);
    sheet.text(boxLeft + cell.width / 2, boxTop + cell.height / 2 + 2, value, 15, ink);
    sheet.line(
      boxLeft,
      boxTop + cell.height - 4,
      boxLeft + cell.width,
      boxTop + cell.height - 4,
      light.colour,
      8,
    );
  });
  const name = (axis: number) =>
    `${axisLetter(model.fromEnd[axis] ?? 0)} ${model.drawn[axis] ?? ''}`;
  const colour = (axis: number) => sheet.axisColour(model.fromEnd[axis] ?? 0);
  sheet.text(left, y - ruler.above, name(axes.channels), 14, colour(axes.channels), 'start');
  sheet.text(left + wideness / 2, y - 12, name(axes.columns), 14, colour(axes.columns));
  sheet.line(left, y - 7, left + wideness, y - 7, colour(axes.columns), 3);
  sheet.text(left - 12, y + highness / 2 + 5, name(axes.rows), 14, colour(axes.rows), 'end');
  sheet.line(left - 7, y, left - 7, y + highness, colour(axes.rows), 3);
  sheet.image(left, y, wideness, highness, address);
  return left + wideness;
}

/** One tensor, its panels beside and below each other; gives its right edge. */
function drawTensor(
  sheet: Sheet,
  tensor: Tensor,
  pointed: Pointed | null,
  paint: Paint,
  x: number,
  top: number,
): number {
  const { ink, 'ink-soft': soft, edge, bad, 'tint-c': tintC, paper } = sheet.palette;
  const { model, figure, operand } = tensor;
  sheet.text(x, top, `${model.name} ${shapeText(model.shape)}`, 19, ink, 'start');
  if (figure.kind !== 'cells' || model.asks) return x + 180;
  const address = tensor.picture && tensor.isComputed && paint(model, tensor.picture);
  if (tensor.picture && address) return drawPicture(sheet, tensor, address, tensor.picture, x, top);
  const tint = operand === undefined ? tintC : sheet.palette[tints[operand] ?? 'paper'];
  const [rows, columns] = [picksOf(figure.rows), picksOf(figure.columns)];
  const panelWidth = ruler.left + columns.length * (cell.width + cell.gap) + 12;
  const panelHeight = ruler.above + rows.length * (cell.height + cell.gap) + 22;
  const strong = pointed?.results[0];

  function drawCell({ at, kind, cell: { value } }: SceneCell, left: number, y: number): void {
    if (kind === 'room') return;
    const ghost = kind === 'copy';
    const colour = kind === 'missing' ? bad : edge;
    const fill = ghost || kind === 'missing' ? paper : tint;
    sheet.box(left, y, cell.width, cell.height, `fill="${fill}"`);
    if (ghost) sheet.box(left, y, cell.width, cell.height, 'fill="url(#copy)"');
    sheet.box(
      left,
      y,
      cell.width,
      cell.height,
      ghost || kind === 'missing' ? dashed(colour) : solid(colour),
    );
    if (kind === 'missing') {
      sheet.text(left + cell.width / 2, y + cell.height + 14, words.noPartner, 12, bad);
      return;
    }
    const text = value === undefined ? '' : valueText(value, model.type);
    sheet.text(left + cell.width / 2, y + cell.height / 2 + 5, text, 15, ghost ? soft : ink);
    if (strong?.join() === at.join()) {
      sheet.box(left, y, cell.width, cell.height, `fill="none" stroke="${ink}" stroke-width="3"`);
    }
  }

  /** The axes along a panel, with the numbers of its rows and columns. */
  function drawSides(left: number, y: number): void {
    const across = tensor.side(figure.columns);
    const down = tensor.side(figure.rows);
    const reached = (axis: DrawnAxis | null) =>
      picksOf(axis).filter((pick) => tensor.reaches(axis, pick)).length;
    if (across?.shown) {
      const colour = sheet.axisColour(model.fromEnd[across.axis] ?? 0);
      const right = left + reached(figure.columns) * (cell.width + cell.gap) - cell.gap;
      sheet.text((left + right) / 2, y - 22, `${across.letter} ${across.size}`, 14, colour);
      sheet.line(left, y - 17, right, y - 17, colour, 3);
    }
    if (down?.shown) {
      const colour = sheet.axisColour(model.fromEnd[down.axis] ?? 0);
      const bottom = y + reached(figure.rows) * (cell.height + cell.gap) - cell.gap;
      sheet.text(left - 40, (y + bottom) / 2 + 5, `${down.letter} ${down.size}`, 14, colour);
      sheet.line(left - 20, y, left - 20, bottom, colour, 3);
    }
    rows.forEach((pick, r) => {
      if (!down?.shown || isGap(pick) || !tensor.reaches(figure.rows, pick)) return;
      sheet.text(left - 9, y + r * (cell.height + cell.gap) + 23, String(pick), 11, soft);
    });
    columns.forEach((pick, c) => {
      if (!across?.shown || isGap(pick) || !tensor.reaches(figure.columns, pick)) return;
      sheet.text(
        left + c * (cell.width + cell.gap) + cell.width / 2,
        y - 5,
        String(pick),
        11,
        soft,
      );
    });
  }

  tensor.bands.forEach((band, b) => {
    band.forEach((panel, k) => {
      const left = x + ruler.left + k * panelWidth;
      const y = top + 16 + ruler.above + b * panelHeight;
      if (panel.gap) {
        sheet.text(left + 8, y + 20, `… ${panel.gap.hidden} more`, 12, soft);
        return;
      }
      drawSides(left, y);
      const where = panel.places.map(([letter, index]) => `${letter} = ${index}`).join(', ');
      const foot = y + rows.length * (cell.height + cell.gap) + 12;
      if (where) sheet.text(left, foot, where, 13, soft, 'start');
      rows.forEach((row, r) => {
        columns.forEach((column, c) => {
          const cellLeft = left + c * (cell.width + cell.gap);
          const cellTop = y + r * (cell.height + cell.gap);
          const placed = tensor.cell(panel, row, column, r, c);
          if (placed) drawCell(placed, cellLeft, cellTop);
          else sheet.text(cellLeft + cell.width / 2, cellTop + cell.height / 2 + 4, '…', 14, soft);
        });
      });
    });
  });
  return x + Math.max(...tensor.bands.map((band) => band.length)) * panelWidth;
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

/** Tensors that are pictures have their pixels by `paint`; without it they are drawn cell by cell. */
export function toSvg(model: Model, palette: Palette, paint: Paint = () => undefined): string {
  const sheet = new Sheet(palette);
  const { ink, bad } = palette;
  const { trace } = model;
  const lines = inLines(trace.text);
  lines.forEach((line, i) => {
    const y = margin + 12 + i * headline.height;
    sheet.text(margin, y, line, headline.size, trace.ok ? ink : bad, 'start');
    sheet.right = Math.max(sheet.right, margin + line.length * headline.letter);
  });
  const top = margin + (lines.length - 1) * headline.height;
  const below = trace.axes.length > 0 ? drawTable(sheet, model, top + 44) : top + 30;
  let left = margin;
  if (!model.shapesOnly) {
    const { tensors } = sceneOf({ ...model, slice: model.moment.slice });
    tensors.forEach((tensor, p) => {
      const sign = signBefore(model, p);
      if (sign) sheet.text(left + between / 2, below + 110, sign, 24, palette['ink-soft']);
      const from = left + (sign ? between : 0);
      left = drawTensor(sheet, tensor, model.pointed, paint, from, below + 40);
    });
    if (model.pointed) {
      sheet.text(margin, sheet.bottom + 30, model.pointed.text, 19, ink, 'start');
    }
  }
  return sheet.write(trace.text, toAlternative(model));
}
