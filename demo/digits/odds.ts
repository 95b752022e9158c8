/** The bars of the ten classes, and the predicted digit. */
import { createAnnouncer } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import { classes } from '../data/digit-reader.ts';
import { say } from './words.ts';

const percentText = (share: number): string => {
  const percent = share * 100;
  if (percent === 0) return '0 %';
  return percent < 1 ? '< 1 %' : `${Math.min(Math.round(percent), percent < 100 ? 99 : 100)} %`;
};

function createRow(digit: number) {
  const fill = h('span', { class: 'bar-fill' });
  const percent = h('td', { class: 'time' }, '0 %');
  fill.style.width = '0';
  const element = h(
    'tr',
    {},
    h('th', { scope: 'row' }, String(digit)),
    h('td', { class: 'bar-cell' }, h('span', { class: 'bar', 'aria-hidden': 'true' }, fill)),
    percent,
  );
  return {
    element,
    update(share: number, best: boolean) {
      fill.style.width = `${share * 100}%`;
      percent.textContent = percentText(share);
      element.className = best ? 'best' : '';
    },
  };
}

/** `waiting` is the headline until the first result; `empty` if nothing is drawn. */
export function createOdds(waiting: string, empty: string) {
  const headline = h('p', { class: 'lane-verdict' }, waiting);
  const spoken = h('p', { class: 'visually-hidden', role: 'status' });
  const announcer = createAnnouncer(spoken);
  const rows = Array.from({ length: classes }, (_, digit) => createRow(digit));
  const element = h(
    'div',
    {},
    headline,
    h(
      'table',
      { class: 'times odds' },
      h('caption', {}, say.odds),
      h('tbody', {}, ...rows.map((row) => row.element)),
    ),
    spoken,
  );
  return {
    element,
    /** `odds` are the probabilities of the classes; `undefined` if the pad is empty. */
    update(odds: Float32Array | undefined) {
      const best = odds ? odds.indexOf(Math.max(...odds)) : -1;
      const text = odds ? say.looksLike(best, percentText(odds[best] ?? 0)) : empty;
      headline.textContent = text;
      announcer.say(text);
      rows.forEach((row, digit) => {
        row.update(odds?.[digit] ?? 0, digit === best);
      });
    },
    dispose: () => announcer.dispose(),
  };
}
