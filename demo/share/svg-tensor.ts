/** The values of a tensor, in a drawing: its panels, or its pixels. */

import type { PictureAxes } from '../data/picture.ts';
import { lightsOf } from '../figure/draw-picture.ts';
import { type DrawnAxis, isGap } from '../figure/layout.ts';
import { type Panel, picksOf, type SceneCell, type Tensor } from '../figure/scene.ts';
import type { Pointed, TensorModel } from '../model/types.ts';
import { axisLetter, shapeText, valueText } from '../state/format.ts';
import { words } from '../state/words.ts';
import { dashed, type Sheet, solid, type Tone } from './svg-sheet.ts';

const cell = { width: 56, height: 56, gap: 3 };
/** Space next to and below the cells of a panel, for the axis and the row and column numbers. */
const ruler = { left: 66, above: 8, below: 52 };
/** Height above an image. */
const lines = 36;
/** Offset between two sheets, and its maximum over all sheets. */
const far = { right: 26, up: 22, most: 80 };
/** The longer side of an image. */
const picture = { side: 240 };
const tones = ['a', 'b'] as const;

/** Returns the URL of a tensor's pixels. */
export type Paint = (model: TensorModel, axes: PictureAxes) => string | undefined;

/** Draws an image tensor, below its few numbers with the light of each; returns its right edge. */
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
  const [left, y] = [x + ruler.left, top + 16 + cell.height + 2 * lines];
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
  sheet.text(left, y - lines, name(axes.channels), 14, colour(axes.channels), 'start');
  sheet.text(left + wideness / 2, y - 12, name(axes.columns), 14, colour(axes.columns));
  sheet.line(left, y - 7, left + wideness, y - 7, colour(axes.columns), 3);
  sheet.text(left - 12, y + highness / 2 + 5, name(axes.rows), 14, colour(axes.rows), 'end');
  sheet.line(left - 7, y, left - 7, y + highness, colour(axes.rows), 3);
  sheet.image(left, y, wideness, highness, address);
  return left + wideness;
}

/** Draws one tensor, its panels beside and below each other; returns its right edge. */
export function drawTensor(
  sheet: Sheet,
  tensor: Tensor,
  pointed: Pointed | null,
  paint: Paint,
  x: number,
  top: number,
): number {
  const { ink, 'ink-soft': soft, bad, paper } = sheet.palette;
  const { model, figure, operand } = tensor;
  sheet.text(x, top, `${model.name} ${shapeText(model.shape)}`, 26, ink, 'start');
  if (figure.kind !== 'cells' || model.asks) return x + 180;
  const address = tensor.picture && tensor.isComputed && paint(model, tensor.picture);
  if (tensor.picture && address) return drawPicture(sheet, tensor, address, tensor.picture, x, top);
  const tone: Tone = operand === undefined ? 'c' : tones[operand];
  const [rows, columns] = [picksOf(figure.rows), picksOf(figure.columns)];
  const panelWidth = ruler.left + columns.length * (cell.width + cell.gap) + 12;
  const panelHeight = ruler.above + rows.length * (cell.height + cell.gap) + ruler.below;
  const strong = pointed?.results[0];

  function drawCell(
    { at, kind, cell: { value } }: SceneCell,
    left: number,
    y: number,
    isBack: boolean,
  ): void {
    if (kind === 'room') return;
    const ghost = kind === 'copy';
    const colour = kind === 'missing' ? bad : sheet.tone('edge', tone);
    const fill = kind === 'missing' ? paper : sheet.tone(ghost ? 'copy' : 'tint', tone);
    sheet.box(left, y, cell.width, cell.height, `fill="${fill}"`);
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
    if (isBack) return;
    const text = value === undefined ? '' : valueText(value, model.type);
    const letters = Math.min(28, (1.7 * cell.width) / Math.max(text.length, 1));
    const inkOf = ghost ? sheet.tone('ink', tone) : ink;
    sheet.text(left + cell.width / 2, y + cell.height / 2 + letters / 3, text, letters, inkOf);
    if (strong?.join() === at.join()) {
      sheet.box(left, y, cell.width, cell.height, `fill="none" stroke="${ink}" stroke-width="3"`);
    }
  }

  /** The axes along a panel, with the numbers of its rows and columns. */
  function drawSides(left: number, y: number): void {
    const foot = y + rows.length * (cell.height + cell.gap);
    const across = tensor.side(figure.columns);
    const down = tensor.side(figure.rows);
    const reached = (axis: DrawnAxis | null) =>
      picksOf(axis).filter((pick) => tensor.reaches(axis, pick)).length;
    if (across?.shown) {
      const colour = sheet.axisColour(model.fromEnd[across.axis] ?? 0);
      const right = left + reached(figure.columns) * (cell.width + cell.gap) - cell.gap;
      sheet.text((left + right) / 2, foot + 40, `${across.letter} ${across.size}`, 20, colour);
      sheet.line(left, foot + 20, right, foot + 20, colour, 3);
    }
    if (down?.shown) {
      const colour = sheet.axisColour(model.fromEnd[down.axis] ?? 0);
      const bottom = y + reached(figure.rows) * (cell.height + cell.gap) - cell.gap;
      sheet.text(left - 40, (y + bottom) / 2 + 5, `${down.letter} ${down.size}`, 20, colour);
      sheet.line(left - 20, y, left - 20, bottom, colour, 3);
    }
    rows.forEach((pick, r) => {
      if (!down?.shown || isGap(pick) || !tensor.reaches(figure.rows, pick)) return;
      sheet.text(left - 9, y + r * (cell.height + cell.gap) + 33, String(pick), 13, soft);
    });
    columns.forEach((pick, c) => {
      if (!across?.shown || isGap(pick) || !tensor.reaches(figure.columns, pick)) return;
      sheet.text(
        left + c * (cell.width + cell.gap) + cell.width / 2,
        foot + 12,
        String(pick),
        13,
        soft,
      );
    });
  }

  const most = Math.max(...tensor.bands.map((band) => band.length));
  const depth = most - 1;
  const behind = {
    right: Math.min(far.right, far.most / Math.max(depth, 1)),
    up: Math.min(far.up, far.most / Math.max(depth, 1)),
  };
  const bandHeight = panelHeight + depth * behind.up;

  function drawPanel(panel: Panel, left: number, y: number, isBack: boolean): void {
    const width = columns.length * (cell.width + cell.gap) - cell.gap;
    const height = rows.length * (cell.height + cell.gap) - cell.gap;
    // Hides the sheets behind it, also in the gaps between its cells.
    if (panel.filled) {
      sheet.box(
        left - cell.gap,
        y - cell.gap,
        width + 2 * cell.gap,
        height + 2 * cell.gap,
        `fill="${paper}"`,
      );
    }
    rows.forEach((row, r) => {
      columns.forEach((column, c) => {
        const cellLeft = left + c * (cell.width + cell.gap);
        const cellTop = y + r * (cell.height + cell.gap);
        const placed = tensor.cell(panel, row, column, r, c);
        if (placed) drawCell(placed, cellLeft, cellTop, isBack);
        else if (!isBack) {
          sheet.text(cellLeft + cell.width / 2, cellTop + cell.height / 2 + 4, '…', 18, soft);
        }
      });
    });
  }

  tensor.bands.forEach((band, b) => {
    const top0 = top + 16 + ruler.above + b * bandHeight + depth * behind.up;
    // Back to front: the first sheet is drawn last.
    for (const [k, panel] of [...band.entries()].reverse()) {
      const left = x + ruler.left + k * behind.right;
      const y = top0 - k * behind.up;
      if (!panel.gap) drawPanel(panel, left, y, k > 0);
    }
    if (band.every(({ gap }) => gap)) {
      sheet.text(x + ruler.left + 12, top0 + cell.height, '…', 26, soft);
      return;
    }
    drawSides(x + ruler.left, top0);
    const side = tensor.side(figure.panels);
    if (side?.shown) {
      const right = x + ruler.left + columns.length * (cell.width + cell.gap);
      const foot = top0 + rows.length * (cell.height + cell.gap);
      const colour = sheet.axisColour(model.fromEnd[side.axis] ?? 0);
      sheet.line(right, foot, right + depth * behind.right, foot - depth * behind.up, colour, 3);
      sheet.text(
        right + 24 + depth * behind.right,
        foot + 4,
        `${side.letter} ${side.size}`,
        20,
        colour,
      );
    }
  });
  return x + panelWidth + depth * behind.right + (figure.panels ? 36 : 0);
}
