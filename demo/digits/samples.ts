/** A test digit of each class, and how many of the test digits the network reads. */
import figures from './digits.json' with { type: 'json' };
import { mostInk } from './ink.ts';

export const { trainedOn, heldOut, accuracy } = figures;

/** The cells of the digit of each class, from 0 to 16. */
export const samples: readonly (readonly number[])[] = figures.samples.map((cells) =>
  cells.split(' ').map(Number),
);

/** Pixels from 0 to 1, the input of the network. */
export const toPixels = (cells: readonly number[]): Float32Array =>
  Float32Array.from(cells, (ink) => ink / mostInk);
