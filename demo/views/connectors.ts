/** Lines from the sources of an element to the element, over the values. */
import { svg } from '../dom.ts';

export interface Link {
  readonly from: Element;
  readonly to: Element;
  /** The operand's position, which chooses the stroke. */
  readonly operand: number;
}

/** Half of the space between two rows of cells. */
const gap = 1.5;

/** Solid, dashed, dotted, and then again. */
const strokes = ['none', '7 5', '2 4'];

/** The overlay of a stage: a positioned element, in which the drawing is to be put. */
export function createConnectors() {
  // Nothing is linked on paper.
  if (typeof document.createElementNS !== 'function') return undefined;
  const drawing = svg('svg', { class: 'connectors', 'aria-hidden': 'true' });

  const corner = 6;

  /**
   * Out of the source into the gap between the rows, along it to a margin, and along the gap there: the
   * margin left of the element's table or, where they stand below each other, right of all of them.
   */
  function path({ from, to, operand }: Link): string {
    const base = drawing.getBoundingClientRect();
    const a = from.getBoundingClientRect();
    const b = to.getBoundingClientRect();
    const table = (to.closest('table') ?? to).getBoundingClientRect();
    const at = (x: number, y: number) =>
      `${(x - base.left).toFixed(1)},${(y - base.top).toFixed(1)}`;
    const [ax, bx] = [(a.left + a.right) / 2, (b.left + b.right) / 2];
    const below = table.left < a.right;
    const tensors = [...(drawing.parentElement?.querySelectorAll('.tensor') ?? [])];
    const margin = below
      ? Math.max(...tensors.map((tensor) => tensor.getBoundingClientRect().right)) + 14
      : table.left - 2;
    // Each operand has its own side of the row, and its own lane in the margin.
    const side = operand % 2 === 0 ? 'bottom' : 'top';
    const out = side === 'bottom' ? gap : -gap;
    const [ay, by] = [a[side] + out, b[side] + out];
    const lane = margin - operand * 3;
    const turn = Math.min(corner, Math.abs(by - ay) / 2) * Math.sign(by - ay);
    const across = Math.abs(turn);
    return [
      `M${at(ax, a[side])}L${at(ax, ay)}L${at(lane - across, ay)}`,
      `Q${at(lane, ay)} ${at(lane, ay + turn)}L${at(lane, by - turn)}`,
      `Q${at(lane, by)} ${at(below ? lane - across : lane + across, by)}L${at(bx, by)}L${at(bx, b[side])}`,
    ].join('');
  }

  return {
    drawing,
    draw(links: readonly Link[]): void {
      if (links.length === 0 && !drawing.hasChildNodes()) return;
      const paths = links.map(path);
      drawing.replaceChildren(
        ...links.map(({ operand }, i) =>
          svg('path', { d: paths[i], 'stroke-dasharray': strokes[operand % strokes.length] }),
        ),
      );
    },
  };
}
