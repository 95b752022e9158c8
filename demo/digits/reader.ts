/** What the model gives the digits: a network that is ready to run. */
export const pixels = 64;
export const classes = 10;

export interface DigitReader {
  /** The odds of the ten classes for every picture, of pixels from 0 to 1, one after the other. */
  read(pictures: Float32Array): Float32Array;
}
