/** The puzzle that asks for the shape of a result. */

import { failure, optionsFor, shuffled } from '../../quiz/options.ts';
import { say as quiz } from '../../quiz/words.ts';
import { shapeText } from '../../state/format.ts';
import type { Shape } from '../../state/state.ts';
import type { Chooser } from '../random.ts';
import { say } from '../words.ts';
import { distinct, lookAt, type Maker } from './puzzle.ts';

/** A pair that may broadcast or not; the engine determines which. */
function anyPair(choose: Chooser): readonly [Shape, Shape] {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  return choose.pick<readonly [Shape, Shape]>([
    [[a, 1], [b]],
    [[a, b], [b]],
    [[a, b], [a]],
    [
      [a, b],
      [a, 1],
    ],
    [[a], [a, 1]],
    [[a, a], [a]],
    [
      [a, b, c],
      [b, 1],
    ],
    [
      [a, b, c],
      [a, b],
    ],
    [
      [a, 1, c],
      [b, 1],
    ],
    [
      [a, b],
      [c, a, b],
    ],
    [
      [1, a],
      [b, 1, 1],
    ],
    [
      [2 * a, b],
      [a, b],
    ],
  ]);
}

export const predict: Maker = (choose, ask, seed) => {
  const shapes = anyPair(choose);
  const trace = ask.align(shapes);
  const options = optionsFor(shapes, trace, seed);
  const answer = trace.outputShape ? shapeText(trace.outputShape) : failure();
  const { ringed, hint } = lookAt(trace);
  return {
    level: 0,
    idea: options.find(({ idea }) => idea)?.idea ?? 'M5',
    prompt: quiz.shapeOf(`A ${shapeText(shapes[0])} + B ${shapeText(shapes[1])}`),
    options: shuffled(
      options.map(({ text }) => text),
      seed,
    ),
    answer,
    asked: { shapes },
    shown: { shapes },
    ringed,
    hints: [hint, say.fromTheRight, quiz.itIs(answer)],
    explanation: trace.text,
    accepts: (text) => text === answer,
    ideaOf: (text) => options.find((option) => option.text === text)?.idea,
  };
};
