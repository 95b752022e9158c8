/** Images as other writers might have drawn them: rotated, slanted, stretched and moved a little. */
import { PIXELS, SIDE } from './data.mjs';

/** The fraction of images that stay unchanged. */
const UNCHANGED = 1 / 4;
/** Maximum change in either direction: radians, columns per row, fractions of the size, and cells. */
const MOST = { turn: 0.25, slant: 0.4, wide: 0.25, tall: 0.12, right: 0.9, down: 0.9 };
const MIDDLE = (SIDE - 1) / 2;

const isInside = (row, column) => row >= 0 && row < SIDE && column >= 0 && column < SIDE;

/** Interpolates the image between its pixels; empty outside. */
function between(image, y, x) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  let sum = 0;
  for (const r of [row, row + 1])
    for (const c of [column, column + 1]) {
      const share = (1 - Math.abs(y - r)) * (1 - Math.abs(x - c));
      sum += isInside(r, c) ? share * image[r * SIDE + c] : 0;
    }
  return sum;
}

/** The image, or a variant. */
export function varied(image, random) {
  if (random() < UNCHANGED) return image;
  const amount = Object.fromEntries(
    Object.entries(MOST).map(([name, most]) => [name, (2 * random() - 1) * most]),
  );
  const [sine, cosine] = [Math.sin(amount.turn), Math.cos(amount.turn)];
  return Float32Array.from({ length: PIXELS }, (_, at) => {
    const down = Math.floor(at / SIDE) - MIDDLE - amount.down;
    const right = (at % SIDE) - MIDDLE - amount.right;
    const y = (sine * right + cosine * down) * (1 + amount.tall);
    const x = (cosine * right - sine * down + amount.slant * y) * (1 + amount.wide);
    return between(image, y + MIDDLE, x + MIDDLE);
  });
}
