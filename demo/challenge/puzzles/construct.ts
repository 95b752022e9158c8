/** A shape that means the same to NumPy and to ncnn. */
import { shapeText } from '../../state/format.ts';
import { elementsOf, type Shape } from '../../state/state.ts';
import { refuted, typed } from '../typed.ts';
import { say } from '../words.ts';
import { distinct, type Maker, ringing } from './puzzle.ts';

export const construct: Maker = (choose, ask) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const first: Shape = [a, b, c];
  const at = choose.below(3);
  const count = first[at] ?? a;
  const accepts = (shape: Shape) => {
    const numpy = ask.align([first, shape]);
    const ncnn = ask.align([first, shape], { rule: 'ncnn' });
    const alike = numpy.operands[1]?.aligned.join() === ncnn.operands[1]?.aligned.join();
    return numpy.ok && ncnn.ok && alike && elementsOf(shape) === count;
  };
  const shown = first.map((size, d) => (d === at ? size : 1));
  const trace = ask.align([first, shown]);
  const { ringed, hint } = ringing(trace, at, (letter) => say.construct.lie(letter));
  return {
    level: 3,
    idea: 'M6',
    prompt: say.construct.prompt(shapeText(first), count),
    answer: shapeText(shown),
    asked: { shapes: [first, []] },
    shown: { shapes: [first, shown] },
    ringed,
    hints: [hint, say.construct.hint, say.wouldDo(shapeText(shown))],
    explanation: trace.text,
    accepts: typed(accepts),
    ideaOf: () => undefined,
    whyNot: refuted(
      count,
      (shape) => [ask.align([first, shape]), ask.align([first, shape], { rule: 'ncnn' })],
      say.construct.otherAxes,
    ),
  };
};
