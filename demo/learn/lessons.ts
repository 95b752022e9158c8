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
      operands: beside([5, 2]),
      accepts: (answer, { ok }) => ok && answer.length === 1 && elementsOf(answer) > 1,
      answer: [2],
    },
  },
  ones: {
    question: { shapes: [[3], [3, 1]] },
    twin: { shapes: [[4, 1], [4]] },
    task: {
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
      operands: beside([77, 1]),
      accepts: (answer, { outputElements }) => elementsOf(answer) === 77 && outputElements === 77,
      answer: [77, 1],
    },
  },
  images: {
    question: { shapes: [[3, 4, 5], [3]] },
    twin: { shapes: [[4, 5, 3], [3]] },
    task: {
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
      operands: beside([2, 4, 5, 5]),
      accepts: (answer, { operands, outputShape }) =>
        elementsOf(answer) === 10 &&
        same(outputShape, [2, 4, 5, 5]) &&
        same(operands[1]?.aligned, [2, 1, 1, 5]),
      answer: [2, 1, 1, 5],
    },
  },
};
