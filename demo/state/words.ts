/** What the page itself says; the sentences about shapes are the engine's. */
import { countText } from './format.ts';

export const words = {
  noEngine: (reason: string) =>
    `The engine did not start, so the first example can be read but not changed. (${reason})`,
  partMissing: (reason: string) => `Part of the page could not be loaded. (${reason})`,
  newVersion: 'A newer version of this page is available: reload to use it.',
  valuesDropped: 'Too many values for a link: the address keeps only the shapes.',
  typedLetGo: 'The values you typed do not fit the new shape and were discarded.',
  otherOperator: (rule: string, op: string, now: string) =>
    `${rule} has no ${op}: the operator is ${now}.`,
  tooManyToType: 'Values can be typed for up to 1,024 elements.',
  pasted: (name: string) => `The pasted values fill ${name}.`,
  notPasted: 'The pasted text is not a list of numbers.',
  reshapeOffer: (values: string, name: string, shape: string) =>
    `${values} do not fit ${name} ${shape}.`,
  reshape: (name: string, shape: string) => `Reshape ${name} to ${shape}`,
  onlyGrowth: 'Only outer products are possible, which pair each number with several.',
  make: (names: string, shape: string) => `Make ${names} ${shape}`,
  seeDifference: 'See how the rules differ',
  modes: { play: 'Play', learn: 'Learn', challenge: 'Challenge' },
  tabs: {
    rules: 'Rules compared',
    memory: 'Memory',
    speed: 'Speed',
    code: 'Code',
    clinic: 'Error clinic',
  },
  themes: { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' },
  fills: {
    addr: 'numbered',
    arange: '0, 1, 2 …',
    ones: 'ones',
    random: 'random',
  },
  steps: {
    written: [
      'As written',
      'The arrays as you wrote them, each with its own axes and its own numbers.',
    ],
    align: [
      'Align',
      'Line the shapes up at their right ends. Only the labels move; the numbers stay where they are.',
    ],
    add: ['Add 1s', 'An operand with fewer axes gets a 1 for each missing axis.'],
    stretch: [
      'Stretch',
      'A size of 1 repeats to fill its axis. Nothing is copied: the same number is read again (stride 0).',
    ],
    compute: [
      'Compute',
      (result: string, operation: string) =>
        `Each cell of ${result} is ${operation} at the same place.`,
    ],
  },
  stopped: 'The shapes do not broadcast, so the steps end here.',
  watch: 'Watch it',
  sizeBar: 'Change a size',
  toTop: 'To the formula',
  /** What is said of a size in the ladder. */
  rungs: {
    added: 'missing axis = 1',
    stretched: (size: number) => `repeated ${countText(size)}×`,
    disagrees: 'disagrees',
    conflict: 'conflict',
    refused: 'not allowed here',
  },
  asWritten: 'The shapes, as written',
  coveredLadder: 'The given sizes; the result is covered',
  placements: {
    right: 'The axes, lined up from the right',
    left: 'The axes, lined up from the left',
    axis: 'The axes, lined up from the chosen axis',
    scalar: 'The axes, with one value for all of them',
    target: 'The axes, lined up with the wanted shape',
    matrix: 'The axes, lined up from the right, with rows and columns of the matrices',
  },
  inNcnn: (shapes: readonly string[]) => `ncnn writes ${shapes.join(' and ')}`,
  strip: {
    paste: 'Paste an error',
    rules: 'Compare rules',
    memory: 'Memory',
    code: 'Code',
    model: 'Check a model',
    run: 'Race it: 1080p',
    digits: 'Draw a digit',
  },
  install: 'npm i simdcast',
  noPartner: 'no partner',
  fan: 'Fan the sheets',
  door: 'Got an error? Paste it, or type shapes: (3,4) (3,)',
  onlySizes: 'Only its shape matters; its values are not used.',
  noElements: 'No elements: one of the sizes is 0.',
  tooDeep: 'More than six axes: see the table of the axes.',
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
  offsets: 'Memory offsets and gradient',
  offsetsAre: 'Index times stride, summed. The stride of a stretched axis is 0: nothing moves.',
  pointPrompt: 'Point at a number to see its sources.',
  newValue: (name: string, index: readonly number[]) =>
    `New value of ${name} at ${index.join(', ')}`,
  /** Why, by what became of an axis. */
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
