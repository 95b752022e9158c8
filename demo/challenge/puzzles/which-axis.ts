/** Whether a line runs, and if not, which axis conflicts. */

import { tagNow } from '../../base/language.ts';
import { say as quiz } from '../../quiz/words.ts';
import { shapeText } from '../../state/format.ts';
import type { Shape } from '../../state/state.ts';
import { words } from '../../state/words.ts';
import { say } from '../words.ts';
import { distinct, lookAt, type Maker } from './puzzle.ts';

export const whichAxis: Maker = (choose, ask, seed) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const shapes = choose.pick<readonly [Shape, Shape]>([
    [
      [a, b, c],
      [b, a],
    ],
    [
      [a, b, c],
      [a, 1],
    ],
    [
      [a, b, c],
      [b, 1],
    ],
    [
      [a, b, c],
      [a, b, 1],
    ],
    [
      [a, 1, c],
      [b, c],
    ],
    [
      [a, b],
      [c, b],
    ],
    [
      [a, b, c],
      [b, b, c],
    ],
    [
      [1, b, c],
      [a, 1, b],
    ],
  ]);
  const trace = ask.align(shapes);
  const { runs } = say.whichAxis;
  const either = new Intl.ListFormat(tagNow(), { type: 'disjunction' });
  const bad = trace.axes.filter(({ outcome }) => outcome === 'conflict');
  const right = bad.length === 0 ? [runs] : bad.map(({ axis }) => words.axis(String(axis)));
  const axes = trace.axes.map(({ axis }) => words.axis(String(axis)));
  const options = [runs, ...axes];
  const { ringed, hint } = lookAt(trace);
  return {
    level: 1,
    idea: 'M1',
    prompt: say.whichAxis.prompt(`A ${shapeText(shapes[0])} + B ${shapeText(shapes[1])}`),
    options: seed % 2 === 0 ? options : [...axes, runs],
    answer: right[0] ?? runs,
    asked: { shapes },
    shown: { shapes },
    ringed,
    hints: [
      hint,
      say.fromTheRight,
      right[0] === runs ? say.whichAxis.itRuns : quiz.itIs(either.format(right)),
    ],
    explanation: trace.text,
    accepts: (text) => right.includes(text),
    ideaOf: (text) => (text === runs ? 'M12' : undefined),
    whyNot: (text) => trace.axes.find(({ axis }) => text === words.axis(String(axis)))?.text ?? '',
  };
};
