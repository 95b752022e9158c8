/** The largest zoom at which a whole figure is visible. */

const finest = 0.96;

interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Whether nothing is cut off at the current zoom. */
  isAllThere(): boolean;
}

/**
 * Sets `--fit` on the document to the largest zoom that fits, trying from the largest down. Bisection would
 * not do: at larger zooms parts stand below each other, so two zooms may fit and one between them not.
 */
export function fit({ least, most, isAllThere }: Bounds): void {
  const { style } = document.documentElement;
  let zoom = most;
  do {
    style.setProperty('--fit', String(zoom));
    zoom *= finest;
  } while (!isAllThere() && zoom > least);
}

/** Whether the ladder and the tensors end within a width. */
export const isWithin = (width: number): boolean =>
  [...document.querySelectorAll('.ladder, .tensor')]
    .filter((part) => part.clientWidth > 0)
    .every((part) => part.getBoundingClientRect().right <= width);

/** The canvas of a presentation, in the style sheet's pixels: it is scaled to the window. */
export const canvasFor = (width: number, height: number) =>
  width > height ? { width: 960, height: 540 } : { width: 520, height: 860 };
