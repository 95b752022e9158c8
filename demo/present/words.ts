/** Text of the presentation. */
import { inLanguage } from '../base/language.ts';

const english = {
  back: 'Back',
  next: 'Next',
  cover: 'Hide the result',
  uncover: 'Show the result',
  blank: 'Blank the screen',
  full: 'Full screen',
  window: 'Leave full screen',
  leave: 'Leave (Esc)',
  keys: 'Key C hides the result, B or . blanks the screen',
  isCovered: 'The result is hidden.',
  isBlank: 'The screen is blank.',
  isUncovered: 'The figure is shown.',
  slide: (at: number, slides: number) => `Slide ${at} of ${slides}`,
  title: 'Presentation',
} as const;

export const words = inLanguage('present', english);
