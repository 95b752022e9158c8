/** Text of the questions; fetched with them. */
import { inLanguage } from '../base/language.ts';

export const say = inLanguage('quiz', {
  error: 'an error',
  itIs: (answer: string) => `It is ${answer}.`,
  answerIs: (answer: string) => `The answer is ${answer}.`,
  right: 'Right:',
  sureAndRight: 'Sure, and right:',
  notQuite: 'Not quite:',
  onlyIf: (idea: string) => `is right only if ${idea}.`,
  yourAlignment: 'Your alignment, from the left',
  similar: 'Try a similar one',
  chooseFirst: 'Choose an answer first.',
  check: 'Check',
  show: 'Just show me',
  sure: 'I am sure',
  shapeOf: (operation: string) => `What is the shape of ${operation}?`,
  yes: 'Yes.',
  notYet: 'Not yet.',
  /** Common misconceptions: the text of each, to follow “if”, and the facts. */
  ideas: {
    M1: {
      name: 'B goes to whichever axis fits',
      feedback: 'Axes are paired from the right, whatever their sizes.',
    },
    M2: {
      name: '(N) and (N,1) mean the same',
      feedback: '(N) is read as a row, (1,N). (N,1) is a column, and with a row it makes a table.',
    },
    M3: {
      name: 'the result has the shape of the larger operand',
      feedback: 'Both operands may stretch, so the result can be larger than either.',
    },
    M4: {
      name: 'B fits as it is written',
      feedback:
        'Missing axes are added on the left only. Anywhere else, write the 1 yourself or use keepdims.',
    },
    M5: {
      name: 'shapes line up on the left',
      feedback: 'They line up on the right, and missing axes become 1s on the left.',
    },
    M6: {
      name: 'ncnn does what NumPy does',
      feedback:
        'ncnn lines the operand of lower rank up with the outer axes, NumPy with the inner ones.',
    },
    M8: {
      name: 'stretching is free, and so is the result',
      feedback: 'The stretched operand costs nothing; the result is stored in full.',
    },
    M9: {
      name: 'a shorter axis repeats until it fits',
      feedback: 'Only a 1 repeats. A 2 is never tiled into a 4.',
    },
    M12: {
      name: 'the larger size wins on every axis',
      feedback: 'Two different sizes conflict unless one of them is 1; and 0 with 1 gives 0.',
    },
    M13: {
      name: 'the two shapes are joined end to end',
      feedback: 'The result has only as many axes as the operand with the most.',
    },
    M15: {
      name: 'different shapes are always an error',
      feedback: 'Shapes may differ: a size of 1 matches any size, and a missing axis counts as 1.',
    },
  },
});
