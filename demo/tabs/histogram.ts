/** The histogram of each channel, as three outlines. */
import { h, svg } from '../base/dom.ts';
import { channels, statisticsOf } from '../data/frame-run.ts';
import { say } from './words.ts';

const names = ['red', 'green', 'blue'] as const;
const bins = 64;
const box = { width: 320, height: 64 };

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The counts of a channel's values per bin, as fractions of the fullest bin. */
function shares(values: Float32Array, channel: number, { from, to }: Range): number[] {
  const counts = Array<number>(bins).fill(0);
  for (let i = channel; i < values.length; i += channels) {
    const at = Math.floor((((values[i] ?? 0) - from) / (to - from)) * bins);
    const bin = Math.min(Math.max(at, 0), bins - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return counts.map((count) => count / most);
}

const pathOf = (heights: readonly number[]): string => {
  const step = box.width / bins;
  const points = heights.map(
    (height, i) => `${(i + 0.5) * step},${box.height - 1 - height * (box.height - 4)}`,
  );
  return `M0,${box.height - 1}L${points.join('L')}L${box.width},${box.height - 1}`;
};

const numberText = (value: number): string =>
  (Math.abs(value) < 10 ? value.toFixed(2) : String(Math.round(value)))
    .replace(/^-(0\.00)$/, '$1')
    .replace('-', '−');

export function drawHistogram(values: Float32Array, range: Range): HTMLElement {
  const { mean, deviation } = statisticsOf(values);
  const said = names.map((name, c) =>
    say.histogram.channel(
      say.histogram.names[name],
      numberText(mean[c] ?? 0),
      numberText(deviation[c] ?? 0),
    ),
  );
  const place = (value: number) => ((value - range.from) / (range.to - range.from)) * box.width;
  const marks = names.flatMap((name, c) => {
    const x = place(mean[c] ?? 0);
    return [
      svg('path', { class: `channel ${name}`, d: pathOf(shares(values, c, range)) }),
      svg('path', { class: `channel mean ${name}`, d: `M${x},0V${box.height}` }),
    ];
  });
  return h(
    'div',
    { class: 'histogram' },
    h(
      'div',
      { role: 'img', 'aria-label': said.join('; ') },
      svg(
        'svg',
        {
          viewBox: `0 0 ${box.width} ${box.height}`,
          preserveAspectRatio: 'none',
          'aria-hidden': 'true',
        },
        ...marks,
      ),
    ),
    h(
      'p',
      { class: 'caption ends', 'aria-hidden': 'true' },
      h('span', {}, numberText(range.from).replace('.00', '')),
      h('span', {}, say.histogram.mean([...mean].map(numberText).join(' · '))),
      h('span', {}, numberText(range.to).replace('.00', '')),
    ),
  );
}
