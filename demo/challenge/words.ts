/** Text of the challenge; fetched with it. */
import { inLanguage } from '../base/language.ts';
import { counting } from '../base/plural.ts';

const plural = counting('en-GB');

export const say = inLanguage('challenge', {
  levels: [
    'Predict the shape.',
    'Does it run, and if not, which axis?',
    'Repair it.',
    'Make a shape.',
    'Translate between rules.',
    'Find the silent mistake.',
  ] as readonly string[],
  level: (level: number, task: string) => `Level ${level}: ${task}`,
  puzzle: (puzzle: number) => `Puzzle ${puzzle}.`,
  puzzleOf: (puzzle: number, puzzles: number) => `Puzzle ${puzzle} of ${puzzles}.`,
  startOver: 'Start over',
  anotherSet: 'Another set',
  print: 'Print a worksheet',
  copySet: 'Copy the link to this set',
  copyProgress: 'Copy my progress',
  set: (set: number) => `Set ${set}.`,
  score: (set: number, right: number, answered: number) =>
    `Set ${set}: ${right} of ${answered} right.`,
  inARow: (count: number) => `${count} in a row`,
  streaks: 'Right answers in a row, by misconception',
  worksheet: 'Worksheet',
  sheetTitle: (set: number) => `Broadcasting, set ${set}`,
  sheetAnswers: (set: number) => `Answers to set ${set}`,
  name: 'Name:',
  yourShape: 'Your shape',
  anAnswerIs: (answer: string) => `An answer is ${answer}.`,
  program: 'The program',
  answerFirst: 'Give an answer first.',
  next: 'Next',
  hint: 'Hint',
  wouldDo: (shape: string) => `${shape} would do.`,
  itHas: (elements: number, wanted: number) =>
    `It has ${plural(elements, { one: '# element', other: '# elements' })}, not ${wanted}.`,
  withThat: (verdict: string) => `With that shape: ${verdict}`,
  noColumn: 'No column holds two different sizes.',
  ringed: (letter: string, sizes: string) => `Look at the ringed column, ${letter}: ${sizes}.`,
  fromTheRight:
    'Line the shapes up on the right. In each column the sizes must be equal, or one must be 1.',
  construct: {
    prompt: (shape: string, count: number) =>
      `A is ${shape}. Give B a shape with ${count} elements that broadcasts with A to the same values in NumPy and in ncnn.`,
    lie: (letter: string) => `B can lie on the ringed axis, ${letter}.`,
    hint: 'A shape with as many axes as A lines up the same way in both.',
    otherAxes: 'NumPy and ncnn put it on different axes.',
  },
  findBug: {
    prompt: 'This runs without an error. Which line is wrong?',
    line: (line: number) => `line ${line}`,
    first: 'Write the shapes next to each line that combines two arrays.',
    second:
      'A column and a row make every pair; with a square matrix either axis fits, so nothing fails.',
    innocent: 'That line is correct.',
  },
  repair: {
    prompt: (sum: string, count: number) =>
      `${sum} is an error. Reshape B, keeping its ${count} elements, so that the result has the shape of A.`,
    hint: 'Put 1s where B has no axis of A.',
    larger: 'It broadcasts with A, but the result is larger than A.',
  },
  translate: {
    prompt: (b: string, a: string) =>
      `ncnn adds B ${b} to A ${a}. Which shape must B have for NumPy to do the same?`,
    begins: (letter: string) => `ncnn keeps the outer axes: B begins on the ringed one, ${letter}.`,
    hint: 'Write the 1s out after the sizes of B.',
    otherAxes: 'With that shape NumPy lines B up with other axes than ncnn does.',
  },
  whichAxis: {
    runs: 'it runs',
    itRuns: 'It runs.',
    prompt: (sum: string) => `${sum}: does it run? If not, which axis of the result is at fault?`,
  },
});
