/** Progress in a set: a dot for each puzzle, and a row for each idea that came up. */
import { h } from '../base/dom.ts';
import type { IdeaId } from '../quiz/ideas.ts';
import { say as quiz } from '../quiz/words.ts';
import { course, mastery, type Progress, perLevel } from './course.ts';
import { say } from './words.ts';

const kindOf = ({ item, outcomes }: Progress, at: number): string => {
  if (at === item) return 'now';
  if (at > item) return 'open';
  const right = outcomes?.[at];
  return right === true ? 'right' : right === false ? 'missed' : 'answered';
};

/** `Set 3: 5 of 7 right.` */
export const scoreText = (seed: number, { item, right }: Progress): string =>
  item === 0 ? say.set(seed) : say.score(seed, right, item);

export function drawDots(seed: number, progress: Progress): HTMLElement {
  const dots = Array.from({ length: course / perLevel }, (_, level) =>
    h(
      'span',
      {},
      ...Array.from({ length: perLevel }, (_, i) =>
        h('span', { class: `dot ${kindOf(progress, level * perLevel + i)}` }),
      ),
    ),
  );
  return h('div', { class: 'dots', role: 'img', 'aria-label': scoreText(seed, progress) }, ...dots);
}

/** The streak of each idea: two right answers in a row, without a hint, overcome it. */
export function drawStreaks({ streaks }: Progress): HTMLElement {
  const met = Object.entries(streaks) as [IdeaId, number][];
  const rows = met.map(([idea, streak]) => {
    const held = Math.min(streak, mastery);
    const marks = '●'.repeat(held) + '○'.repeat(mastery - held);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, quiz.ideas[idea].name),
      h(
        'td',
        {},
        h('span', { class: 'streak', 'aria-hidden': 'true' }, marks),
        ` ${say.inARow(streak)}`,
      ),
    );
  });
  if (rows.length === 0) return h('div', {});
  return h('table', { class: 'streaks' }, h('caption', {}, say.streaks), h('tbody', {}, ...rows));
}
