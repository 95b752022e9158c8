/** Ideas about broadcasting that are common and wrong, and what to say about each. */
export type IdeaId = 'M1' | 'M2' | 'M3' | 'M4' | 'M5' | 'M6' | 'M8' | 'M9' | 'M12' | 'M13' | 'M15';

export interface Idea {
  readonly name: string;
  readonly feedback: string;
}

export const ideas: Readonly<Record<IdeaId, Idea>> = {
  M1: {
    name: 'it matches whichever axis fits',
    feedback: 'Nothing is searched for: the last axes meet, whatever the sizes to their left.',
  },
  M2: {
    name: '(N) and (N,1) are the same thing',
    feedback: '(N) is read as a row, (1,N). (N,1) is a column, and against a row it makes a table.',
  },
  M3: {
    name: 'the larger operand gives the shape',
    feedback: 'Both operands may stretch, so that the result can be larger than either.',
  },
  M4: {
    name: 'a reduction keeps its axis',
    feedback: 'Without keepdims the axis is gone, and those before it move one place to the right.',
  },
  M5: {
    name: 'the axes are lined up from the left',
    feedback: 'Shapes are lined up from the right, and the 1s are added on the left.',
  },
  M6: {
    name: 'ncnn does what NumPy does',
    feedback: 'ncnn keeps the outer axes of the smaller operand, NumPy the inner ones.',
  },
  M8: {
    name: 'stretching is free, and so is the result',
    feedback: 'The stretched operand costs nothing; the result is stored in full.',
  },
  M9: {
    name: 'a shorter axis is repeated until it fits',
    feedback: 'Only a 1 repeats. A 2 is not tiled into a 4.',
  },
  M12: {
    name: 'the larger size wins on every axis',
    feedback: 'Two different sizes, neither of them 1, are a conflict; and 0 with 1 gives 0.',
  },
  M13: {
    name: 'the two shapes are joined end to end',
    feedback: 'The result has as many axes as the operand with the most axes.',
  },
  M15: {
    name: 'different sizes are always an error',
    feedback: 'An axis of 1 goes with any size: its one element is read again.',
  },
};
