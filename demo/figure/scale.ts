/** Returns the cell size at which the whole figure fits on one screen. */
import { canvasFor } from '../base/fit.ts';
import { picksOf, type Tensor } from './scene.ts';

/** One sheet behind the other. */
const far = { right: 16, up: 14 };
const near = { right: 8, up: 8 };

/** Per minimum window width: the width next to the tables, and the minimum and maximum size of a cell with its gap. */
interface Room {
  readonly from: number;
  readonly beside: number;
  /** Additional width of the ladder of three axes. */
  readonly besideSheets?: number;
  readonly least: number;
  readonly most: number;
  /** Height of all rows of a table. */
  readonly tall: number;
  /** Width next to the cells of each table, for its ruler and row numbers. */
  readonly head: number;
  readonly between: number;
  /** Width for the name of the sheets' axis. */
  readonly depth: number;
  /** Offset between two sheets. */
  readonly step: { readonly right: number; readonly up: number };
}

const rooms: readonly Room[] = [
  {
    from: 1800,
    beside: 372,
    least: 26,
    most: 64,
    tall: 256,
    head: 56,
    between: 24,
    depth: 26,
    step: far,
  },
  {
    from: 1100,
    beside: 354,
    least: 26,
    most: 52,
    tall: 208,
    head: 56,
    between: 24,
    depth: 26,
    step: far,
  },
  {
    from: 600,
    beside: 232,
    besideSheets: 28,
    least: 26,
    most: 44,
    tall: 208,
    head: 56,
    between: 20,
    depth: 24,
    step: far,
  },
  {
    from: 0,
    beside: 0,
    least: 18,
    most: 28,
    tall: 208,
    head: 20,
    between: 6,
    depth: 0,
    step: near,
  },
];
/** The canvas of a presentation; an upright one has the tables below the ladder. */
const presentation: Room = {
  from: 0,
  beside: 216,
  besideSheets: 28,
  least: 20,
  most: 54,
  tall: 216,
  head: 56,
  between: 20,
  depth: 26,
  step: far,
};
const margins = { wide: 80, narrow: 32, canvas: 56 };
const contentAtMost = 1600;
const besideHelp = 366;
/** The column of reasons (why-column.css), keyed by the width from which it is there. */
const besideReasons = [
  { from: 1800, width: 240 },
  { from: 1400, width: 264 },
];
const lowest = 20;
/** Maximum extents of the sheets. */
const deep = { right: 40, rightOfConflict: 16, rightPresented: 24, up: 56, upStacked: 20 };
/** Tables of four axes are stacked vertically. */
const stackedPitch = 24;

/** A prerendered page assumes the width of most screens. */
const windowWidth = (): number => (typeof innerWidth === 'number' ? innerWidth : 1280);

/** The width for the tables, and how it is divided. */
function roomNow(presented: boolean): { room: Room; content: number; wide: boolean } {
  const width = windowWidth();
  if (presented) {
    const canvas = canvasFor(width, innerHeight).width;
    return { room: presentation, content: canvas - margins.canvas, wide: canvas > 900 };
  }
  const room = rooms.find(({ from }) => width >= from) ?? presentation;
  const content = Math.min(width - (width < 600 ? margins.narrow : margins.wide), contentAtMost);
  return { room, content, wide: width >= 1100 };
}

/** The style properties of a stage, from which the style sheet computes all lengths. */
export function scaleOf(
  tensors: readonly Tensor[],
  presented = false,
): Readonly<Record<string, string | number>> {
  const count = (axis: Tensor['figure']['rows']) => picksOf(axis).length;
  const most = (of: (tensor: Tensor) => number) => Math.max(1, ...tensors.map(of));
  const columns = most(({ figure }) => count(figure.columns));
  const rows = most(({ figure }) => count(figure.rows));
  const sheets = most(({ figure }) => count(figure.panels));
  const stacks = most(({ figure }) => count(figure.bands));
  const { room, content, wide: isWide } = roomNow(presented);
  // Without a result, its column is for the fixes.
  const helps = isWide && !presented && tensors.every(({ operand }) => operand !== undefined);
  const { step } = room;
  const back = helps ? deep.rightOfConflict : presented ? deep.rightPresented : deep.right;
  const dx = sheets > 1 ? Math.min(step.right, back / (sheets - 1)) : 0;
  const up = stacks > 1 ? deep.upStacked : deep.up;
  const dy = sheets > 1 ? Math.min(step.up, up / (sheets - 1)) : 0;
  // A single sheet has its ruler too.
  const isDeep = tensors.some(({ figure }) => figure.panels !== null);
  const perTable = room.head + (isDeep ? room.depth + (sheets - 1) * dx : 0);
  const ladder = room.beside + (isDeep ? (room.besideSheets ?? 0) : 0);
  const taken = tensors.length * perTable + (tensors.length - 1) * room.between;
  const wideBeside = (others: number) =>
    Math.floor((content - others - taken) / (tensors.length * columns));
  const reasons = presented
    ? 0
    : (besideReasons.find(({ from }) => windowWidth() >= from)?.width ?? 0);
  const beside = wideBeside(ladder + (helps ? besideHelp : reasons));
  // If the tables would be too small next to the ladder, they are placed below it.
  const isBeside = beside >= room.least || isWide;
  const wide = Math.max(isBeside ? beside : wideBeside(0), reasons > 0 ? lowest : room.least);
  const high = Math.floor((room.tall - (sheets - 1) * dy) / rows);
  const pitch = stacks > 1 ? stackedPitch : Math.min(wide, Math.max(high, lowest), room.most);
  return {
    '--pitch': `${pitch}px`,
    '--value': `${pitch >= 44 ? 18 : pitch >= 32 ? 15 : 13}px`,
    '--rows': rows,
    '--columns': columns,
    '--sheets': sheets,
    '--dx': `${Math.round(dx)}px`,
    '--dy': `${Math.round(dy)}px`,
    '--least': `${Math.ceil(taken + tensors.length * columns * room.least)}px`,
  };
}
