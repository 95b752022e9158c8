/** Common misconceptions about broadcasting, with feedback on each. */
import { h } from '../base/dom.ts';
import { say } from './words.ts';

export type IdeaId = 'M1' | 'M2' | 'M3' | 'M4' | 'M5' | 'M6' | 'M8' | 'M9' | 'M12' | 'M13' | 'M15';

/** The feedback on a wrong answer: the idea behind it, and the facts. */
export const refuse = (answer: string, idea: IdeaId): (HTMLElement | string)[] => [
  h('s', {}, answer),
  ` ${say.onlyIf(say.ideas[idea].name)} ${say.ideas[idea].feedback} `,
];
