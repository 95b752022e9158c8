/** Aligned columns of text, at most as wide as requested if one column fits. */
import type { Paint, Style } from './colour.js';

export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

const GAP = 2;

const widthOf = (column: readonly Cell[]): number =>
  Math.max(...column.map(({ text }) => text.length));

/** Splits the columns into blocks that fit the width; blocks are printed one below the other. */
function blocksOf(columns: readonly (readonly Cell[])[], room: number): (readonly Cell[])[][] {
  const blocks: (readonly Cell[])[][] = [];
  let left = 0;
  for (const column of columns) {
    const width = GAP + widthOf(column);
    const block = blocks.at(-1);
    if (block === undefined || width > left) {
      blocks.push([column]);
      left = room - width;
    } else {
      block.push(column);
      left -= width;
    }
  }
  return blocks;
}

/** Columns under their heads: labels on the left, and the columns right-aligned. */
export function table(
  labels: readonly Cell[],
  columns: readonly (readonly Cell[])[],
  width: number,
  paint: Paint,
): string {
  const labelWidth = widthOf(labels);
  const lineOf = (block: readonly (readonly Cell[])[], row: number): string => {
    const label = labels[row] as Cell;
    const cells = block.map((column) => {
      const { text, style } = column[row] as Cell;
      return ' '.repeat(GAP + widthOf(column) - text.length) + paint(style, text);
    });
    return (
      paint(label.style, label.text) + ' '.repeat(labelWidth - label.text.length) + cells.join('')
    );
  };
  return blocksOf(columns, width - labelWidth)
    .map((block) => labels.map((_, row) => lineOf(block, row)).join('\n'))
    .join('\n\n');
}
