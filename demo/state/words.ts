/** The page's own texts; the sentences about shapes are the engine's. */
import { counting, inLanguage } from '../base/language.ts';
import { countText } from './format.ts';

/** The package's installation, which is code. */
export const installation = 'npm i simdcast';

/** The sizes of a conflict. */
export const unequal = (sizes: readonly number[]): string => sizes.join(' ≠ ');

const plural = counting('en-GB');

const verbs: Readonly<Record<string, string>> = {
  Add: 'Add',
  Sub: 'Subtract',
  Mul: 'Multiply',
  Div: 'Divide',
};

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
  pasted: (name: string) => `The pasted values fill ${name}.`,
  pictureCopied: 'The picture is on the clipboard.',
  notPasted: 'The pasted text is not a list of numbers.',
  reshapeOffer: (values: string, name: string, shape: string) =>
    `${values} do not fit ${name} ${shape}.`,
  reshape: (name: string, shape: string) => `Reshape ${name} to ${shape}`,
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
  fills: {
    addr: 'numbered',
    arange: '0, 1, 2 …',
    ones: 'ones',
    random: 'random',
  },
  steps: {
    written: ['As written', 'Two arrays, as you wrote them.'],
    align: ['Line up', 'Line the shapes up on the right. The numbers stay where they are.'],
    add: ['Add 1s', 'The shorter shape gets 1s in front.'],
    stretch: [
      'Stretch',
      'A size of 1 repeats to fill its axis: the same number is read again, and nothing is copied.',
    ],
    compute: [
      'Compute',
      (op: string, operation: string) =>
        `${verbs[op] ?? `Compute ${operation} for`} the cells in the same place.`,
    ],
  },
  watch: 'Watch it',
  watchFail: 'Watch it fail',
  sizeBar: 'Change a size',
  toTop: 'To the formula',
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
  withoutPartner: (count: number) =>
    plural(count, { one: '# number without a partner', other: '# numbers without a partner' }),
  oneSheet: (counts: readonly number[]) => `one of its ${counts.map(countText).join(' × ')} sheets`,
  square: (side: number) => `a square is ${side} × ${side} numbers`,
  noFit: 'doesn’t fit',
  fitsHere: (size: string) => `the ${size} fits here`,
  fan: 'Spread the sheets',
  door: 'Paste an error, or type shapes: (3,4) (3,)',
  menu: 'Menu',
  pace: (pace: number) => `Speed: ${pace === 0.5 ? '½' : pace}`,
  warnRank: 'Warn when an axis is added',
  inYourCode: 'In your code',
  library: 'Library',
  otherFixes: 'Other fixes',
  onlySizes: 'Only its shape matters; its values are not used.',
  noElements: 'No elements: one of the sizes is 0.',
  tooDeep: 'Too many axes to draw: the ladder has them all.',
  pictureFill: 'a picture',
  picture: (name: string, rows: number, columns: number) =>
    `${name} as a picture: ${rows} rows of ${columns} pixels`,
  storesNothing: 'stores nothing',
  noNumbers: 'no numbers: a size is 0',
  used: (stored: string, count: number, times: number) =>
    `${stored}, ${count === 1 ? '' : 'each '}used ${countText(times)} times`,
  toCome: 'still to come',
  covered: 'covered',
  figureOfAnswer: 'The figure of the answer',
  figureOf: (operation: string) => `The figure of ${operation}`,
  offsetsAre: 'Index times stride, summed. The stride of a stretched axis is 0: nothing moves.',
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
} as const;

export const words = inLanguage('page', english);
