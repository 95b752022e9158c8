/** The puzzle that asks for a shape with which NumPy computes ncnn's result. */
import { shapeText } from '../../state/format.ts';
import { elementsOf, type Shape } from '../../state/state.ts';
import { refuted, typed } from '../typed.ts';
import { say } from '../words.ts';
import { distinct, type Maker, ringing } from './puzzle.ts';

export const translate: Maker = (choose, ask) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const [first, second] = choose.pick<readonly [Shape, Shape]>([
    [[a, b, c], [a]],
    [
      [a, b, c],
      [a, b],
    ],
    [[a, a], [a]],
    [[a, b], [a]],
    [[a, a, b], [a]],
  ]);
  const ncnn = ask.align([first, second], { rule: 'ncnn' });
  const wanted = ncnn.operands[1]?.aligned ?? [];
  const { ringed, hint } = ringing(ncnn, 0, (letter) => say.translate.begins(letter));
  const accepts = (shape: Shape) => {
    const { ok, operands } = ask.align([first, shape]);
    const same = operands[1]?.aligned.join() === wanted.join();
    return ok && same && elementsOf(shape) === elementsOf(second);
  };
  return {
    level: 4,
    idea: 'M6',
    prompt: say.translate.prompt(shapeText(second), shapeText(first)),
    answer: shapeText(wanted),
    asked: { shapes: [first, second] },
    shown: { shapes: [first, wanted] },
    ringed,
    hints: [hint, say.translate.hint, say.wouldDo(shapeText(wanted))],
    explanation: ncnn.text,
    accepts: typed(accepts),
    ideaOf: (text) => (typed((shape) => shape.join() === second.join())(text) ? 'M6' : undefined),
    whyNot: refuted(
      elementsOf(second),
      (shape) => [ask.align([first, shape])],
      say.translate.otherAxes,
    ),
  };
};
