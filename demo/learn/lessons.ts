/** What each of the six sections asks, and what it lets one make. */

import type { Question } from '../quiz/predict.ts';
import type { Task } from '../quiz/task.ts';
import { elementsOf, type Shape } from '../state/state.ts';

export interface Lesson {
  readonly question: Question;
  readonly twin: Question;
  readonly task: Task;
}

const same = (a: Shape | undefined, b: Shape): boolean => a?.join() === b.join();

/** The answer is the second operand, beside a first that is given. */
const beside =
  (first: Shape) =>
  (answer: Shape): readonly Shape[] => [first, answer];

export const lessons: readonly Lesson[] = [
  {
    question: { shapes: [[3, 4], [3]] },
    twin: { shapes: [[4, 3], [3]] },
    task: {
      goal: 'A is (5,2). Give B one axis, longer than 1, that broadcasts with A.',
      operands: beside([5, 2]),
      accepts: (answer, { ok }) => ok && answer.length === 1 && elementsOf(answer) > 1,
      answer: [2],
    },
  },
  {
    question: { shapes: [[3], [3, 1]] },
    twin: { shapes: [[4, 1], [4]] },
    task: {
      goal: 'A is (3,4) and B has 3 numbers. Give B a shape that gives each row of A its own number.',
      operands: beside([3, 4]),
      accepts: (answer, { operands, outputShape }) =>
        elementsOf(answer) === 3 &&
        same(outputShape, [3, 4]) &&
        operands[1]?.stretched.includes(1) === true,
      answer: [3, 1],
    },
  },
  {
    question: { shapes: [[4, 1], [3]] },
    twin: { shapes: [[5], [6, 1]] },
    task: {
      goal: 'A is (2,1). Give B a shape that makes the result a (2,7) table of all pairs.',
      operands: beside([2, 1]),
      accepts: (answer, { outputShape }) => same(outputShape, [2, 7]) && elementsOf(answer) === 7,
      answer: [7],
    },
  },
  {
    question: { shapes: [[77, 1], [77]], op: 'Sub' },
    twin: { shapes: [[64], [64, 1]], op: 'Sub' },
    task: {
      goal: 'A is (77,1) and B has 77 numbers. Give B a shape so that A − B is 77 differences.',
      operands: beside([77, 1]),
      accepts: (answer, { outputElements }) => elementsOf(answer) === 77 && outputElements === 77,
      answer: [77, 1],
    },
  },
  {
    question: { shapes: [[2, 3, 4], [2]], ruling: { rule: 'ncnn' }, under: 'ncnn' },
    twin: { shapes: [[3], [3, 1]], ruling: { rule: 'ncnn' }, under: 'ncnn' },
    task: {
      goal: 'ncnn puts B (3) on axis 0 of A (3,3). Give B a shape that makes NumPy do the same.',
      operands: beside([3, 3]),
      accepts(answer, { ok, operands }, ask) {
        const ncnn = ask.align([[3, 3], [3]], { rule: 'ncnn' });
        const wanted = ncnn.operands[1]?.aligned ?? [];
        return ok && elementsOf(answer) === 3 && same(operands[1]?.aligned, wanted);
      },
      answer: [3, 1],
    },
  },
  {
    question: { shapes: [[60000, 1], [60000]] },
    twin: { shapes: [[1000], [1000, 1]] },
    task: {
      goal: 'A is (60000,1). Give B a shape with 60,000 elements so that the result has 60,000 too.',
      operands: beside([60000, 1]),
      accepts: (answer, { outputElements }) =>
        elementsOf(answer) === 60000 && outputElements === 60000,
      answer: [60000, 1],
    },
  },
];
