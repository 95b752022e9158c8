/** The figure as a drawing of its own, without a style sheet: the table of the axes and the values. */
import { sceneOf } from '../figure/scene.ts';
import type { Model } from '../model/types.ts';
import { signBefore } from '../state/operators.ts';
import { drawTable } from './svg-ladder.ts';
import { headline, inLines, margin, type Palette, Sheet } from './svg-sheet.ts';
import { drawTensor, type Paint } from './svg-tensor.ts';
import { toAlternative } from './text.ts';

/** Between two tensors, where the sign of the operator stands. */
const between = 44;

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
      const sign = signBefore(model.state.op, p, trace.operands.length);
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
