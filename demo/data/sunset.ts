/** The sample image, generated so that it need not be fetched: hills before an evening sky. */

import type { Frame } from './frame-run.ts';

type Colour = readonly [red: number, green: number, blue: number];

const skyTop: Colour = [104, 62, 58];
const skyFoot: Colour = [255, 186, 96];
const sun: Colour = [255, 236, 176];
const nearHill: Colour = [66, 34, 16];
const farHill: Colour = [204, 122, 74];
const hills = 5;

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Height of a hill at `x`, as a fraction of the image's height; hill 0 is the farthest. */
function ridge(hill: number, x: number): number {
  const wave = Math.sin(x * (2.1 + hill * 1.7) + hill * 2.3) * 0.5;
  const ripple = Math.sin(x * (7.3 + hill * 3.1) + hill * 5.1) * 0.18;
  const rock = Math.sin(x * (23 + hill * 9) + hill) * 0.05;
  return 0.56 + hill * 0.095 - (wave + ripple + rock) * (0.09 - hill * 0.008);
}

function paint(
  out: Float32Array,
  at: number,
  x: number,
  y: number,
  ridges: readonly number[],
  round: number,
): void {
  const hill = ridges.findLastIndex((height) => y > height);
  const glow = Math.exp(-((x - 0.7) ** 2 * 18 + (y - 0.47) ** 2 * 34));
  const disc = (x - 0.7) ** 2 * round + (y - 0.43) ** 2 < 0.0032;
  const haze = hill < 0 ? 0 : Math.max(0, 0.5 - (y - (ridges[hill] ?? 0)) * 5) * 0.35;
  for (let channel = 0 as 0 | 1 | 2; channel < 3; channel += 1) {
    const sky = mix(skyTop[channel], skyFoot[channel], Math.min(y / 0.62, 1) ** 1.6);
    const behind = disc ? sun[channel] : mix(sky, sun[channel], glow * 0.75);
    const ground = mix(farHill[channel], nearHill[channel], hill / (hills - 1));
    out[at + channel] = Math.round(hill < 0 ? behind : mix(ground, skyFoot[channel], haze));
  }
}

/** Red, green and blue from 0 to 255. */
export function makeFrame(height: number, width: number): Frame {
  const pixels = new Float32Array(height * width * 3);
  const names = Array.from({ length: hills }, (_, hill) => hill);
  // The sun is round in an image of any width.
  const round = (width / height) ** 2;
  for (let column = 0; column < width; column += 1) {
    const x = column / width;
    const ridges = names.map((hill) => ridge(hill, x * 3));
    for (let row = 0; row < height; row += 1) {
      paint(pixels, (row * width + column) * 3, x, row / height, ridges, round);
    }
  }
  return { pixels, height, width };
}

/** The pixels of a canvas: each value times `scale` plus `offset`, clamped to 0 … 255. */
export function toPixels(frame: Float32Array, scale: number, offset: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray((frame.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < frame.length; from += 3, to += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[to + channel] = (frame[from + channel] ?? 0) * scale + offset;
    }
  }
  return pixels;
}
