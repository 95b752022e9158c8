/** Chooses the digits to hold out, and measures a network's accuracy on them. */
import { CLASSES, SIDE } from './data.mjs';
import { shuffled } from './random.mjs';

/** The seed of the held-out digits and of all other random choices in the training. */
export const SEED = 8;
const HELD_OUT = 1 / 5;

/** Stacks arrays as a tensor with an axis before `dims`. */
export function stack(rows, dims) {
  const size = dims.reduce((product, n) => product * n, 1);
  const data = new Float32Array(rows.length * size);
  rows.forEach((row, i) => {
    data.set(row, i * size);
  });
  return { data, dims: [rows.length, ...dims] };
}

/** The fraction of the digits that the network reads correctly. */
export async function measure(reader, { images, labels }) {
  const { odds } = await reader.run({ x: stack(images, [1, SIDE, SIDE]) });
  const right = labels.filter((label, i) => {
    const row = odds.data.subarray(i * CLASSES, (i + 1) * CLASSES);
    return row.indexOf(Math.max(...row)) === label;
  });
  return right.length / labels.length;
}

export function split({ images, labels }, random) {
  const order = shuffled(images.length, random);
  const held = Math.round(images.length * HELD_OUT);
  const of = (indices) => ({
    images: indices.map((i) => images[i]),
    labels: indices.map((i) => labels[i]),
  });
  return { held: of(order.slice(0, held)), training: of(order.slice(held)) };
}
