/** Texts of parts that are fetched later, in several folders. */
import { inLanguage } from '../base/language.ts';
import { counting } from '../base/plural.ts';

const plural = counting('en-GB');

export const later = inLanguage('later', {
  /** How the sizes on an axis combine, in a word. */
  outcomes: {
    equal: 'equal',
    stretched: 'stretched',
    ones: 'ones',
    zero: 'zero',
    summed: 'summed',
    conflict: 'conflict',
    refused: 'refused',
  },
  matlab: 'MATLAB: 1s on the right',
  fills: {
    addr: 'numbered',
    arange: '0, 1, 2 …',
    ones: 'ones',
    random: 'random',
  },
  pictureFill: 'a picture',
  warnRank: 'Warn when an axis is added',
  figureOfAnswer: 'The figure of the answer',
  figureOf: (operation: string) => `The figure of ${operation}`,
  inYourCode: 'In your code',
  library: 'Library',
  otherFixes: 'Other fixes',
  /** Of a fix that changes a size. */
  needs: (name: string, count: number) =>
    `Then ${name} needs ${plural(count, { one: '# number', other: '# numbers' })}: check its size.`,
  toTop: 'To the formula',
  offsetsAre: 'Index times stride, summed. The stride of a stretched axis is 0: nothing moves.',
  copy: 'Copy',
  pasted: (name: string) => `The pasted values fill ${name}.`,
  notPasted: 'The pasted text is not a list of numbers.',
  reshapeOffer: (values: string, name: string, shape: string) =>
    `${values} do not fit ${name} ${shape}.`,
  reshape: (name: string, shape: string) => `Reshape ${name} to ${shape}`,
  values: (count: number) => plural(count, { one: '# value', other: '# values' }),
});
