/** The question and the task of each lesson. */

import type { Pictured } from '../quiz/covered-figure.ts';
import type { Task } from '../quiz/task.ts';
import { elementsOf, type LessonName, type Shape } from '../state/state.ts';

export interface Lesson {
  readonly question: Pictured;
  readonly twin: Pictured;
  readonly task: Task;
}

const same = (a: Shape | undefined, b: Shape): boolean => a?.join() === b.join();

/** The answer is the second operand; the first is given. */
const beside =
  (first: Shape) =>
  (answer: Shape): readonly Shape[] => [first, answer];

export const lessons: Readonly<Record<LessonName, Lesson>> = {
  rows: {
    question: { shapes: [[4, 3], [3]] },
    twin: { shapes: [[3, 4], [3]] },
    task: {
      goal: 'A is (5,2). Give B one axis, longer than 1, that broadcasts with A.',
      operands: beside([5, 2]),
      accepts: (answer, { ok }) => ok && answer.length === 1 && elementsOf(answer) > 1,
      answer: [2],
    },
  },
  ones: {
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
  both: {
    question: { shapes: [[4, 1], [3]] },
    twin: { shapes: [[5], [6, 1]] },
    task: {
      goal: 'A is (2,1). Give B a shape that makes the result a (2,7) table of all pairs.',
      operands: beside([2, 1]),
      accepts: (answer, { outputShape }) => same(outputShape, [2, 7]) && elementsOf(answer) === 7,
      answer: [7],
    },
  },
  'no-fit': {
    question: {
      shapes: [
        [2, 3],
        [3, 2],
      ],
    },
    twin: { shapes: [[2, 3, 4], [3]] },
    task: {
      goal: 'A is (2,3,4) and B has 3 numbers. Give B a shape that gives each row of each sheet its own number.',
      operands: beside([2, 3, 4]),
      accepts: (answer, { operands, outputShape }) =>
        elementsOf(answer) === 3 &&
        same(outputShape, [2, 3, 4]) &&
        operands[1]?.stretched.includes(2) === true,
      answer: [3, 1],
    },
  },
  trap: {
    question: { shapes: [[77, 1], [77]], op: 'Sub' },
    twin: { shapes: [[64], [64, 1]], op: 'Sub' },
    task: {
      goal: 'A is (77,1) and B has 77 numbers. Give B a shape so that A − B is 77 differences.',
      operands: beside([77, 1]),
      accepts: (answer, { outputElements }) => elementsOf(answer) === 77 && outputElements === 77,
      answer: [77, 1],
    },
  },
  images: {
    question: { shapes: [[3, 4, 5], [3]] },
    twin: { shapes: [[4, 5, 3], [3]] },
    task: {
      goal: 'A is a batch of images, (8,3,32,32), with channels on axis 1. Give B one number per channel.',
      operands: beside([8, 3, 32, 32]),
      accepts: (answer, { outputShape }) =>
        elementsOf(answer) === 3 && same(outputShape, [8, 3, 32, 32]),
      answer: [3, 1, 1],
    },
  },
  cost: {
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
  attention: {
    question: {
      shapes: [
        [2, 4, 5, 5],
        [5, 5],
      ],
    },
    twin: {
      shapes: [
        [2, 4, 5, 5],
        [2, 5],
      ],
    },
    task: {
      goal: 'The scores are (2,4,5,5): texts, heads, queries, keys. Give B one number per text and key.',
      operands: beside([2, 4, 5, 5]),
      accepts: (answer, { operands, outputShape }) =>
        elementsOf(answer) === 10 &&
        same(outputShape, [2, 4, 5, 5]) &&
        same(operands[1]?.aligned, [2, 1, 1, 5]),
      answer: [2, 1, 1, 5],
    },
  },
};
