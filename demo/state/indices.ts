/** Elements by their index and by their position in C order. */
import type { Index, Shape } from './state.ts';

/** The position of an element in C order. */
export const position = (index: Index, shape: Shape): number =>
  index.reduce((sum, i, d) => sum * (shape[d] ?? 0) + i, 0);

/** The index at a position in C order. */
export function indexAt(place: number, shape: Shape): Index {
  const index: number[] = [];
  let rest = place;
  for (let d = shape.length - 1; d >= 0; d -= 1) {
    const size = shape[d] ?? 1;
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}
