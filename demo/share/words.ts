/** Text of the Share menu and of its copies, fetched with the menu. */
import { inLanguage } from '../base/language.ts';

export const say = inLanguage('share', {
  title: 'Broadcasting, seen',
  link: 'Copy link',
  embed: 'Copy embed code',
  picture: 'Copy picture',
  pictureCopied: 'The picture is on the clipboard.',
  svg: 'Save as SVG',
  png: 'Save as PNG',
  forum: 'Copy for a forum',
  alternative: 'Copy alt text',
  present: 'Present',
  failed: (file: string, reason: string) => `${file} could not be made: ${reason}`,
  several: 'Present several figures',
  links: 'Links, one a line',
  addFigure: 'Add this figure',
  presentAll: 'Present them',
  notALink: (text: string) => `“${text}” is not a link to a figure, so it is left out.`,
  noLinks: 'Paste the links of the figures to present first.',
  added: 'added',
  lineUp: (shapes: string, result: string) => `How ${shapes} line up: ${result}.`,
  example: (equation: string) => `For example ${equation}.`,
});
