/** Text of the network that reads digits; fetched with it. */
import { inLanguage } from '../base/language.ts';

export const say = inLanguage('digits', {
  draw: 'Draw a digit',
  drawHint:
    'Draw with a pointer or a finger. With the keyboard: the arrows move the pen, Space puts it down and lifts it, Delete clears.',
  pad: 'drawing pad',
  clear: 'Clear',
  penUp: (row: number, column: number) => `row ${row}, column ${column}, pen up`,
  penDown: (row: number, column: number) => `row ${row}, column ${column}, pen down`,
  loading: 'The network is loading.',
  empty: 'Nothing drawn yet.',
  unopened: (reason: string) => `The network could not be opened: ${reason}`,
  sample: (digit: number) => `Sample of a ${digit}`,
  samples: 'Samples the network has not seen',
  orTake: 'Or take one that the network has not seen',
  seen: 'What the network reads: 8×8 cells, scaled and centred',
  odds: 'Probability of each digit',
  looksLike: (digit: number, percent: string) =>
    `Looks like ${digit === 8 ? 'an' : 'a'} ${digit} (${percent}).`,
  times: { one: 'one digit', ten: 'ten digits at once' },
  median: (samples: number) => `Median of ${samples} samples, measured just now in this browser`,
  layers: 'The layers, for',
  layersFor: { one: 'the digit above', ten: 'the ten samples at once' },
  layer: (layer: number, operators: string) => `Layer ${layer}: ${operators}`,
  heatMap: 'heat map',
  cells: (name: string, high: number, wide: number) =>
    `${name}, ${high} by ${wide}; arrow keys move between cells`,
  maps: (name: string, maps: number, high: number, wide: number) =>
    `${name}, ${maps} maps of ${high} by ${wide}; arrow keys move between pixels, Page Up and Page Down between maps`,
  /** The second operand, which is repeated. */
  what: {
    bias: 'A bias',
    subtracted: 'What is subtracted',
    factor: 'A factor',
    divisor: 'A divisor',
    slope: 'A slope that multiplies negative numbers',
  },
  perColumn: 'one number for each column, the same for every digit',
  perChannel: (pixels: number) =>
    `one number for each channel, the same for all ${pixels} pixels of its map`,
  softmax:
    "The largest number of each row is subtracted from the row; the exponentials are divided by the row's sum: one number for a row, stretched over all of it.",
  largest: 'largest',
  below: 'below it',
  sum: 'sum',
  probability: 'probability',
  convolution: (kernels: number, size: string) =>
    `${kernels} kernels of ${size} weights slide over the picture: ${kernels} maps, each a channel. Nothing is broadcast.`,
  convolutionOfMaps: (kernels: number, size: string, maps: number, name: string) =>
    `${kernels} kernels of ${size} weights for each map slide over all ${maps} maps of ${name}: ${kernels} maps, each a channel. Nothing is broadcast.`,
  products: (products: number, maps: number, channel: number) =>
    `the sum of ${products} products: pixels of ${maps} maps times the weights of channel ${channel}`,
  noInk: 'no ink under the kernel',
  pooling: (window: string, from: string, to: string) =>
    `The largest number of each ${window} pixels: maps of ${from} become maps of ${to}.`,
  largestOf: (numbers: string) => `the largest of ${numbers}`,
  flattening: (from: string, to: string) =>
    `The maps one after the other: ${from} as ${to}. No number is moved.`,
  product: (shape: string, weights: string) =>
    `The matrix product of ${shape} and the weights ${weights}: nothing is broadcast.`,
  rowTimesColumn: (numbers: number, row: number, name: string, column: number) =>
    `the ${numbers} numbers of row ${row} of ${name} times column ${column} of the weights`,
});
