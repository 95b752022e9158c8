/** The figure as a standalone card without a style sheet: formula, table of the axes, and values. */
import { sceneOf } from '../figure/scene.ts';
import type { Model } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { signBefore, writeOperation } from '../state/operators.ts';
import { installation, words } from '../state/words.ts';
import { drawTable } from './svg-ladder.ts';
import { card, inLines, letterWidth, type Palette, Sheet } from './svg-sheet.ts';
import { drawTensor, type Paint } from './svg-tensor.ts';
import { toAlternative } from './text.ts';
import { say } from './words.ts';

/** Space between the table and the tensors, for the operator's sign. */
const between = 44;
const formula = { most: 72, line: 84 };
const said = { line: 30, letters: 24, bottom: 590 };

function formulaOf({ trace, state, resultName }: Model): string {
  const written = trace.operands.map(({ name, shape }) => `${name} ${shapeText(shape)}`);
  const result = trace.outputShape ? `${resultName} ${shapeText(trace.outputShape)}` : words.noFit;
  return `${writeOperation(state.op, written)} = ${result}`;
}

/** The ladder with the tensors next to it. */
function drawFigure(model: Model, palette: Palette, paint: Paint): Sheet {
  const sheet = new Sheet(palette);
  const { trace } = model;
  let left = trace.axes.length > 0 ? drawTable(sheet, model) : 0;
  if (model.shapesOnly) return sheet;
  const { tensors } = sceneOf({ ...model, slice: model.moment.slice });
  tensors.forEach((tensor, p) => {
    const sign = signBefore(model.state.op, p, trace.operands.length);
    if (sign && p > 0) sheet.text(left + between / 2, 190, sign, 30, palette['ink-soft']);
    left = drawTensor(sheet, tensor, model.pointed, paint, left + between, 26);
  });
  return sheet;
}

/** `paint` draws the pixels of image tensors; without it they are drawn cell by cell. */
export function toSvg(model: Model, palette: Palette, paint: Paint = () => undefined): string {
  const sheet = new Sheet(palette);
  const { ink, 'ink-soft': soft, bad } = palette;
  const { trace, pointed } = model;
  const { width, height, margin } = card;
  const wide = width - 2 * margin;
  const title = formulaOf(model);
  const letters = Math.min(formula.most, wide / (title.length * letterWidth));
  sheet.text(margin, formula.line, title, letters, ink, 'start');
  const lines = inLines(trace.ok ? (pointed?.text ?? trace.text) : trace.text).slice(0, 3);
  const top = said.bottom - 36 - lines.length * said.line;
  lines.forEach((line, i) => {
    const colour = trace.ok ? ink : bad;
    sheet.text(margin, top + (i + 1) * said.line, line, said.letters, colour, 'start');
  });
  sheet.text(margin, height - 22, say.title, 20, soft, 'start');
  sheet.text(width - margin, height - 22, installation, 20, soft, 'end');
  const above = formula.line + 26;
  sheet.place(drawFigure(model, palette, paint), margin, above, wide, top - above - 8);
  return sheet.write(trace.text, toAlternative(model));
}
