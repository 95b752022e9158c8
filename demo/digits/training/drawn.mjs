/**
 * Pen-drawn digits in styles that are rare in the data: a 1 with a foot, a 4 that is open at the top, a 7 with a
 * bar. Each drawing has its own random variation.
 */
import { importModule } from '../../../tests/browser/lib/build.mjs';
import { BRIGHTEST } from './data.mjs';

const { toCells } = await importModule('digits/ink.ts');

/** Maximum displacement of a point in either direction, as a fraction of the height of the digit. */
const TREMBLE = 0.05;
const MOST = { slant: 0.3, wide: 0.3 };

/** A random number at most `most` from `middle`. */
const around = (random, middle, most) => middle + (2 * random() - 1) * most;

/** Corners of lines, with coordinates from 0 to 1; `random` supplies the differences between writers. */
const HANDS = [
  {
    label: 1,
    lines(random) {
      const [foot, flag] = [around(random, 0.22, 0.1), around(random, 0.2, 0.12)];
      const stem = around(random, 0.52, 0.05);
      return [
        [
          [stem - flag, around(random, 0.26, 0.1)],
          [stem, 0.05],
          [stem, 0.95],
        ],
        [
          [stem - foot, 0.95],
          [stem + foot, 0.95],
        ],
      ];
    },
  },
  {
    label: 4,
    lines(random) {
      const [left, right] = [around(random, 0.22, 0.08), around(random, 0.66, 0.08)];
      const bar = around(random, 0.58, 0.1);
      return [
        [
          [left + around(random, 0.04, 0.1), around(random, 0.1, 0.06)],
          [left, bar],
          [around(random, 0.85, 0.08), bar],
        ],
        [
          [right, around(random, 0.14, 0.12)],
          [right + around(random, -0.02, 0.05), 0.95],
        ],
      ];
    },
  },
  {
    label: 7,
    lines(random) {
      const foot = around(random, 0.42, 0.1);
      const bar = around(random, 0.52, 0.07);
      const middle = (0.8 + foot) / 2;
      return [
        [
          [around(random, 0.2, 0.06), 0.08],
          [around(random, 0.8, 0.06), 0.08],
          [foot, 0.95],
        ],
        [
          [middle - around(random, 0.2, 0.06), bar],
          [middle + around(random, 0.2, 0.06), bar],
        ],
      ];
    },
  },
];

/** An image of a random digit, and its class. */
export function drawn(random) {
  const { label, lines } = HANDS[Math.floor(random() * HANDS.length)];
  const [slant, wide] = [around(random, 0, MOST.slant), around(random, 1, MOST.wide)];
  const strokes = lines(random).map((line) =>
    line.map(([x, y]) => ({
      x: 0.5 + (around(random, x, TREMBLE) - 0.5) * wide - (y - 0.5) * slant,
      y: around(random, y, TREMBLE),
    })),
  );
  return { label, image: Float32Array.from(toCells(strokes), (ink) => ink / BRIGHTEST) };
}
