/** Measures the network's time in this browser: for one digit, and for the ten samples at once. */
import { h } from '../base/dom.ts';
import type { DigitReader } from '../data/digit-reader.ts';
import { measure, samples as rounds, type Timing } from '../speed/measure.ts';
import { samples, toPixels } from './samples.ts';
import { say } from './words.ts';

/** Long enough for a coarse clock, short enough to keep the page responsive. */
const shortest = 6;

const durationText = (milliseconds: number): string =>
  milliseconds < 1
    ? `${Number((milliseconds * 1000).toPrecision(2))} µs`
    : `${Number(milliseconds.toPrecision(2))} ms`;

export function measureReader(
  reader: DigitReader,
  cells: readonly number[],
  breathe: () => Promise<void>,
): Promise<Timing[]> {
  const one = toPixels(cells);
  const ten = toPixels(samples.flat());
  const ways = [
    { key: 'one', run: () => void reader.read(one) },
    { key: 'ten', run: () => void reader.read(ten) },
  ];
  return measure(ways, () => performance.now(), breathe, shortest);
}

export const drawTimes = (timings: readonly Timing[]): HTMLElement =>
  h(
    'table',
    { class: 'times' },
    h('caption', {}, say.median(rounds)),
    h(
      'tbody',
      {},
      ...timings.map(({ key, median }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, say.times[key as 'one' | 'ten']),
          h('td', { class: 'time' }, durationText(median)),
        ),
      ),
    ),
  );
