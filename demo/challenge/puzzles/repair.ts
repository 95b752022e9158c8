/** A shape of B that repairs a conflict. */
import { shapeText } from '../../state/format.ts';
import { elementsOf, type Shape } from '../../state/state.ts';
import { refuted, typed } from '../typed.ts';
import { say } from '../words.ts';
import { distinct, lookAt, type Maker } from './puzzle.ts';

export const repair: Maker = (choose, ask) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const [first, second] = choose.pick<readonly [Shape, Shape]>([
    [[a, b], [a]],
    [
      [a, b, c],
      [a, b],
    ],
    [[a, b, c], [b]],
    [[a, b, c], [a]],
    [
      [a, b, c],
      [a, c],
    ],
  ]);
  const before = ask.align([first, second]);
  const count = elementsOf(second);
  const accepts = (shape: Shape) => {
    const { ok, outputElements } = ask.align([first, shape]);
    return ok && elementsOf(shape) === count && outputElements === elementsOf(first);
  };
  const fix = before.fixes.find((each) => each.operand === 1 && accepts(each.shape));
  const repaired = fix?.shape ?? second;
  const answer = shapeText(repaired);
  const { ringed, hint } = lookAt(before);
  return {
    level: 2,
    idea: 'M4',
    prompt: say.repair.prompt(`A ${shapeText(first)} + B ${shapeText(second)}`, count),
    answer,
    asked: { shapes: [first, second] },
    shown: { shapes: [first, repaired] },
    ringed,
    hints: [hint, say.repair.hint, say.wouldDo(answer)],
    explanation: before.text,
    accepts: typed(accepts),
    ideaOf: (text) => (typed((shape) => shape.join() === second.join())(text) ? 'M4' : undefined),
    whyNot: refuted(count, (shape) => [ask.align([first, shape])], say.repair.larger),
  };
};
