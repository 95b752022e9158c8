/** Whether a line runs, and if not, which axis conflicts. */
import { shapeText } from '../../state/format.ts';
import type { Shape } from '../../state/state.ts';
import { distinct, fromTheRight, lookAt, type Maker } from './puzzle.ts';

const runs = 'it runs';

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
  const bad = trace.axes.filter(({ outcome }) => outcome === 'conflict');
  const right = bad.length === 0 ? [runs] : bad.map(({ axis }) => `axis ${axis}`);
  const axes = trace.axes.map(({ axis }) => `axis ${axis}`);
  const options = [runs, ...axes];
  const { ringed, hint } = lookAt(trace);
  return {
    level: 1,
    idea: 'M1',
    prompt: `A ${shapeText(shapes[0])} + B ${shapeText(shapes[1])}: does it run? If not, which axis of the result is at fault?`,
    options: seed % 2 === 0 ? options : [...axes, runs],
    answer: right[0] ?? runs,
    asked: { shapes },
    shown: { shapes },
    ringed,
    hints: [hint, fromTheRight, right[0] === runs ? 'It runs.' : `It is ${right.join(' or ')}.`],
    explanation: trace.text,
    accepts: (text) => right.includes(text),
    ideaOf: (text) => (text === runs ? 'M12' : undefined),
    whyNot: (text) => trace.axes.find(({ axis }) => text === `axis ${axis}`)?.text ?? '',
  };
};
