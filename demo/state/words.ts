/** The page's own texts; the sentences about shapes are the engine's. */
import { inLanguage } from '../base/language.ts';
import { countText } from './format.ts';

/** The package's installation, which is code. */
export const installation = 'npm i simdcast';

/** The sizes of a conflict. */
export const unequal = (sizes: readonly number[]): string => sizes.join(' ≠ ');

const numbers = (count: number): string => `${countText(count)} number${count === 1 ? '' : 's'}`;

const verbs: Readonly<Record<string, string>> = {
  Add: 'Add',
  Sub: 'Subtract',
  Mul: 'Multiply',
  Div: 'Divide',
};

/** An operand that is stretched. */
export interface Served {
  readonly name: string;
  /** The part of the other operand for which all its numbers are read; absent if it has no name. */
  readonly part: 'cell' | 'row' | 'column' | 'sheet' | undefined;
  readonly count: number;
  /** How often each of its numbers is read. */
  readonly times: number;
  /** The only other operand. */
  readonly other: string | undefined;
}

/** At most two lines of a phone. */
function stretching(served: readonly Served[]): string {
  if (served.length === 0) return 'No size of 1 has to repeat.';
  const said = served.map(({ name, part, times }) =>
    part
      ? `${name}’s ${part === 'cell' ? 'number' : part} serves every ${part}`
      : `each number of ${name} serves ${countText(times)} cells`,
  );
  const [{ other = '', count } = { count: 0 }] = served;
  const alone = said.length === 1;
  const of = alone && other ? ` of ${other}` : '';
  const numbers = count === 1 ? 'number is' : `${countText(count)} numbers are`;
  const again = alone ? `: the same ${numbers} read again` : '';
  return `${said.join(', ')}${of}. Nothing is copied${again}.`.replace(/^e/, 'E');
}

const english = {
  noEngine: (reason: string) =>
    `The engine did not start, so the first example can be read but not changed. (${reason})`,
  partMissing: (reason: string) => `Part of the page could not be loaded. (${reason})`,
  examples: 'Examples',
  loadingEngine: 'Loading the whole engine',
  newVersion: 'A newer version of this page is available: reload to use it.',
  valuesDropped: 'Too many values for a link: the address keeps only the shapes.',
  typedLetGo: 'The values you typed do not fit the new shape and were discarded.',
  otherOperator: (rule: string, op: string, now: string) =>
    `${rule} has no ${op}: the operator is ${now}.`,
  tooManyToType: 'Values can be typed for up to 1,024 elements.',
  make: (names: string, shape: string) => `Make ${names} ${shape}`,
  transpose: (name: string, shape: string) => `Transpose ${name} to ${shape}`,
  swap: 'Swap A and B',
  setAxis: (axis: number) => `Set axis=${axis}`,
  seeDifference: 'See how the rules differ',
  modes: {
    play: 'Play',
    learn: 'Learn',
    challenge: 'Challenge',
    porting: 'Porting',
    lab: 'Lab',
  },
  tabs: {
    why: 'Why it fits',
    rules: 'Rules compared',
    memory: 'In memory',
    code: 'Code',
  },
  whyNot: 'Why it doesn’t fit',
  themes: { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' },
  steps: {
    written: ['As written', 'Two arrays, as you wrote them.'],
    align: ['Line up', 'Line the shapes up on the right. The numbers stay where they are.'],
    add: ['Add 1s', 'The shorter shape gets 1s in front.'],
    stretch: ['Stretch', stretching],
    compute: [
      'Compute',
      (op: string, operation: string) =>
        `${verbs[op] ?? `Compute ${operation} for`} the cells in the same place.`,
    ],
  },
  watch: 'Watch it',
  watchFail: 'Watch it fail',
  sizeBar: 'Change a size',
  /** The labels of the sizes in the ladder. */
  rungs: {
    added: 'not written: 1',
    stretched: (size: number) => `used ${countText(size)} times`,
    disagrees: 'doesn’t fit',
    refused: 'not allowed here',
  },
  asWritten: 'The shapes, as written',
  coveredLadder: 'The given sizes; the result is covered',
  placements: {
    right: 'Shapes, lined up on the right',
    left: 'Shapes, lined up on the left',
    axis: 'Shapes, lined up from the chosen axis',
    scalar: 'Shapes: one value for all axes',
    target: 'Shapes, lined up with the wanted one',
    matrix: 'Shapes, lined up on the right, with rows and columns of the matrices',
  },
  inNcnn: (shapes: readonly string[]) => `ncnn writes ${shapes.join(' and ')}`,
  noPartner: 'nothing here to add',
  withoutPartner: (count: number) => `${numbers(count)} without a partner`,
  oneSheet: (counts: readonly number[]) => `one of its ${counts.map(countText).join(' × ')} sheets`,
  square: (side: number) => `a square is ${side} × ${side} numbers`,
  noFit: 'doesn’t fit',
  doNotFit: 'These shapes don’t fit.',
  fitsHere: (size: string) => `the ${size} fits here`,
  fan: 'Spread the sheets',
  door: 'Paste an error, or type shapes: (3,4) (3,)',
  menu: 'Menu',
  pace: (pace: number) => `Speed: ${pace === 0.5 ? '½' : pace}`,
  onlySizes: 'Only its shape matters; its values are not used.',
  noElements: 'No elements: one of the sizes is 0.',
  tooDeep: 'Too many axes to draw: the ladder has them all.',
  picture: (name: string, rows: number, columns: number) =>
    `${name} as a picture: ${rows} rows of ${columns} pixels`,
  storesNothing: 'stores nothing',
  noNumbers: 'no numbers: a size is 0',
  used: (stored: string, count: number, times: number) =>
    `${stored}, ${count === 1 ? '' : 'each '}used ${countText(times)} times`,
  toCome: 'still to come',
  covered: 'covered',
  newValue: (name: string, index: readonly number[]) =>
    `New value of ${name} at ${index.join(', ')}`,
  /** Reasons, keyed by the outcome of an axis. */
  why: {
    equal: 'Equal sizes pair off one to one.',
    stretched: 'A 1 has a single value along the axis, so reading it again is unambiguous.',
    ones: 'Each has one element along this axis, and the two meet.',
    zero: 'The 1 matches the other size, which is 0: there is nothing to compute along this axis.',
    summed:
      'Along this axis, a row of A is multiplied by a column of B and the products are summed.',
    conflict: 'With two different sizes, neither of them 1, the elements cannot be paired.',
    refused: 'The NumPy rule would allow this, but here one operand may not be stretched.',
  },
  whyPlacement: 'No data is moved or copied; only the indexing changes.',
  warning: 'Warning.',
  close: 'close',
  share: 'Share',
  parts: 'Parts of the page',
  moreAbout: 'More about these shapes',
  alignment: 'Alignment of the axes',
  more: (count: number) => `${countText(count)} more`,
  notDrawn: (count: number) => `${countText(count)} more, not drawn`,
  step: 'Step',
  allSteps: 'Steps',
  stepOf: (step: number, steps: number, heading: string) => `${step} of ${steps}: ${heading}`,
  pause: 'Pause',
  previousIndex: (letter: string, name: string) => `Axis ${letter} of ${name}, previous index`,
  nextIndex: (letter: string, name: string) => `Axis ${letter} of ${name}, next index`,
  axis: (axis: string) => `axis ${axis}`,
  orFromEnd: (axis: string, fromEnd: string) => `${axis} or ${fromEnd}`,
  shape: 'shape',
  noResult: 'no result',
  copyOf: (element: string) => `copy of ${element}, not stored`,
  fewer: (label: string) => `${label}: one fewer`,
  oneMore: (label: string) => `${label}: one more`,
  remove: (label: string) => `${label}: remove it`,
  gridOf: (name: string) => `${name}, values`,
  valuesOf: (name: string) => `Values of ${name}`,
  sizesOf: (name: string) => `Sizes of ${name}`,
  anAxis: 'axis',
  addAxis: (name: string) => `Add an axis to ${name}`,
  addAxisKey: 'Key: comma',
  removeAxis: (name: string) => `Remove the first axis of ${name}`,
  removeAxisKey: 'Key, at a size: Delete',
  numbers,
  quoted: (text: string) => `“${text}”`,
  /** The effect of a fix. */
  meaning: {
    transpose: (name: string) => `transpose ${name}`,
    swap: 'A and B change places',
    otherPairs: 'other numbers meet',
    allPairs: 'all pairs',
    each: 'number by number',
    one: 'one number for all',
    per: {
      column: 'one number per column',
      row: 'one number per row',
      sheet: 'one number per sheet',
    },
    perIndex: (letter: string) => `one number per index of ${letter}`,
    perIndices: (letters: string) => `one number for each ${letters}`,
  },
  offsetOf: (name: string) => `offset of ${name}`,
  gradientOf: (name: string, letters: string) =>
    `the gradient of ${name} is summed over ${letters}`,
  usedOften: (element: string, count: number) => {
    const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${countText(count)} times`;
    return `${element} is stored once and used ${times}.`;
  },
  tooManyElements: (most: number) =>
    `Shapes only: above ${countText(most)} elements the page computes no values.`,
  shapesOnly: (reason: string) => `Shapes only: ${reason}`,
  /** About a typed shape. */
  shapes: {
    symbol: (symbol: string) =>
      `“${symbol}” stands for a size that is only known later: write a number for it, such as 2.`,
    early: (missing: string) => `The shape stops too early: ${missing} is missing.`,
    character: (at: number, character: string) =>
      `Character ${at}, “${character}”, does not belong in a shape.`,
    size: 'a size',
    sizeOrScalar: 'a size, or “scalar”,',
    tooLarge: (digits: string, most: number) =>
      `${digits} is too large: a size is at most ${most}.`,
    tooMany: (most: number) => `A shape has at most ${most} axes here.`,
  },
  /** About a link that was opened. */
  links: {
    unreadable: 'This link cannot be read. Here is the first example instead.',
    slide: (slide: number, notice: string) => `Slide ${slide}: ${notice}`,
    leftOut: (parts: string) => `${parts} in this link cannot be read, so it is left out.`,
  },
} as const;

export const words = inLanguage('page', english);
