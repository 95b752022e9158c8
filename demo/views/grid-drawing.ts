/** Draws one tensor: a table of cells for each panel of its figure, and where each cell is. */
import { axisLetter, countText, indexText, plural, shapeText, valueText } from '../format.ts';
import { type DrawnAxis, type Figure, type Gap, isGap, layOut, type Pick } from '../layout.ts';
import { type Part, type Sketch, sketch } from '../sketch.ts';
import type { Index } from '../state.ts';
import type { Cell, TensorModel } from '../view.ts';

/** A cell of the drawing, and where the keyboard finds it. */
export interface Spot {
  readonly sketch: Sketch;
  readonly at: Index;
  readonly cell: Cell;
  readonly panel: number;
  readonly row: number;
  readonly column: number;
}

export interface Drawing {
  readonly tensor: TensorModel;
  /** The operand's position; absent for the result. */
  readonly operand: number | undefined;
  readonly sketch: Sketch;
  readonly spots: readonly Spot[];
  /** The cell at a place of the drawing. */
  at(place: Index): Spot | undefined;
  /** The cell of an element that is stored, by its own index. */
  storedAt(index: Index): Spot | undefined;
}

export const ghostText = (tensor: TensorModel, { index }: Cell): string =>
  `copy of ${tensor.name}${indexText(index)}, not stored`;

// An axis that the tensor does not have is drawn as one row, column or panel.
const whole: readonly Pick[] = [0];

const letterOf = (tensor: TensorModel, axis: DrawnAxis): string =>
  axisLetter(tensor.fromEnd[axis.axis] ?? 0);

const gapTitle = ({ hidden }: Gap): string => `${hidden} more, not drawn`;

const gapCell = (gap: Gap): Sketch =>
  sketch(
    'td',
    { class: 'gap', title: gapTitle(gap) },
    sketch('span', { 'aria-hidden': 'true' }, '…'),
    sketch('span', { class: 'visually-hidden' }, gapTitle(gap)),
  );

const emptyGap = (): Sketch => sketch('td', { class: 'gap', 'aria-hidden': 'true' }, '…');

/** Draws the panels of a figure one after the other, and keeps their cells. */
class PanelDrawer {
  readonly spots: Spot[] = [];
  private panel = 0;

  constructor(
    private readonly tensor: TensorModel,
    private readonly figure: Figure,
  ) {}

  draw(prefix: Index, name: string): Sketch {
    const { rows, columns } = this.figure;
    const body = (rows?.picks ?? whole).map((row, r) => this.row(prefix, row, r));
    this.panel += 1;
    return sketch(
      'table',
      { class: 'grid', role: 'grid', 'aria-label': name },
      columns ? sketch('thead', {}, this.header(columns)) : null,
      sketch('tbody', {}, ...body),
    );
  }

  private letter(axis: DrawnAxis | null, place: string): Sketch | null {
    if (!axis) return null;
    const letter = letterOf(this.tensor, axis);
    return sketch('span', { class: `letter ${place}`, 'data-letter': letter }, letter);
  }

  private header(columns: DrawnAxis): Sketch {
    const heads = columns.picks.map((pick) =>
      isGap(pick)
        ? emptyGap()
        : sketch('th', { scope: 'col', class: 'place', 'data-axis': columns.axis }, String(pick)),
    );
    const corner = sketch(
      'td',
      { class: 'corner', 'aria-hidden': 'true' },
      this.letter(columns, 'column-letter'),
      this.letter(this.figure.rows, 'row-letter'),
    );
    return sketch('tr', {}, corner, ...heads);
  }

  private row(prefix: Index, row: Pick, r: number): Sketch {
    const { rows, columns } = this.figure;
    const cells = (columns?.picks ?? whole).map((column, c) => {
      if (isGap(row)) return gapCell(row);
      if (isGap(column)) return gapCell(column);
      return this.cell([...prefix, ...(rows ? [row] : []), ...(columns ? [column] : [])], r, c);
    });
    return sketch('tr', {}, this.rowHead(row), ...cells);
  }

  private rowHead(row: Pick): Sketch | null {
    const { rows, columns } = this.figure;
    if (!rows) return columns ? sketch('td', { class: 'corner', 'aria-hidden': 'true' }) : null;
    if (isGap(row)) return emptyGap();
    return sketch(
      'th',
      { scope: 'row', class: 'place of-row', 'data-axis': rows.axis },
      String(row),
    );
  }

  private cell(at: Index, row: number, column: number): Sketch {
    const cell = this.tensor.cell(at);
    const text = cell.value === undefined ? '' : valueText(cell.value, this.tensor.type);
    // Hundreds of hidden elements would cost more than everything that shows.
    const label = cell.ghost ? `${text}, ${ghostText(this.tensor, cell)}` : undefined;
    const kind = cell.ghost ? 'cell ghost' : 'cell';
    const drawn = sketch('td', { class: kind, tabindex: -1, 'aria-label': label }, text);
    this.spots.push({ sketch: drawn, at, cell, panel: this.panel, row, column });
    return drawn;
  }
}

function drawPanel(
  tensor: TensorModel,
  figure: Figure,
  drawer: PanelDrawer,
  places: readonly (readonly [DrawnAxis | null, Pick])[],
): Sketch {
  const prefix = figure.outer.map((stepped) => stepped.index);
  const labels: string[] = [];
  for (const [axis, pick] of places) {
    if (isGap(pick)) {
      const text = `… ${pick.hidden} more`;
      return sketch('div', { class: 'panel gap', title: gapTitle(pick) }, text);
    }
    if (!axis) continue;
    prefix.push(pick);
    labels.push(`${letterOf(tensor, axis)} = ${pick}`);
  }
  const table = drawer.draw(prefix, [`${tensor.name}, values`, ...labels].join(', '));
  const where =
    labels.length > 0 ? sketch('figcaption', { class: 'where' }, labels.join(', ')) : null;
  return sketch('figure', { class: 'panel' }, where, table);
}

/** The panels of the two axes before the last two, each under its own indices. */
function drawPanels(tensor: TensorModel, figure: Figure, drawer: PanelDrawer): Sketch {
  const { bands, panels } = figure;
  const rows = (bands?.picks ?? whole).map((band) => {
    // One mark stands for a whole row of panels that is left out.
    const across = isGap(band) ? whole : (panels?.picks ?? whole);
    const drawn = across.map((panel) =>
      drawPanel(tensor, figure, drawer, [
        [bands, band],
        [panels, panel],
      ]),
    );
    return sketch('div', { class: 'band' }, ...drawn);
  });
  return sketch('div', { class: 'panels', 'data-cell': figure.cell }, ...rows);
}

const slab = (text: string): Sketch => sketch('p', { class: 'slab' }, text);

function content(
  tensor: TensorModel,
  figure: Figure,
  drawer: PanelDrawer,
  shapesOnly: string | undefined,
): Sketch {
  if (tensor.asks) return slab('Only its sizes are read.');
  if (shapesOnly) return slab(shapesOnly);
  if (figure.kind === 'empty') return slab('0 elements');
  if (figure.kind === 'deep') return slab('More than six axes: see the table of the axes.');
  return drawPanels(tensor, figure, drawer);
}

/** What is under a tensor's name: how much is stored, and what it is read as. */
function summary(tensor: TensorModel, operand: number | undefined): string {
  if (operand === undefined) return plural(tensor.stored, 'element');
  if (tensor.asks) return 'stores no elements';
  const stored = `${countText(tensor.stored)} stored`;
  const same = tensor.drawn.join() === tensor.shape.join();
  return same ? stored : `${stored}, read as ${shapeText(tensor.drawn)}`;
}

/** What there is to draw of a tensor, and what stands before its values. */
export interface DrawRequest {
  readonly tensor: TensorModel;
  readonly operand: number | undefined;
  readonly slice: Index;
  /** Why no values are drawn, if none are. */
  readonly shapesOnly: string | undefined;
  readonly controls: Part | null;
}

/** Spots by an index, listed when one is first asked for: most drawings are gone before that. */
function indexed(spots: readonly Spot[], indexOf: (spot: Spot) => Index) {
  let known: ReadonlyMap<string, Spot> | undefined;
  return () => {
    known ??= new Map(spots.map((spot) => [indexOf(spot).join(), spot]));
    return known;
  };
}

export function drawTensor(request: DrawRequest): Drawing {
  const { tensor, operand, slice, shapesOnly, controls } = request;
  const figure = layOut(tensor.drawn, slice);
  const drawer = new PanelDrawer(tensor, figure);
  const drawn = content(tensor, figure, drawer, shapesOnly);
  const whole = sketch(
    'section',
    { class: 'tensor' },
    sketch('h3', {}, sketch('i', {}, tensor.name), ' ', shapeText(tensor.shape)),
    sketch('p', { class: 'summary' }, summary(tensor, operand)),
    controls,
    sketch(
      'div',
      { class: 'scroll', role: 'group', 'aria-label': `Values of ${tensor.name}` },
      drawn,
    ),
  );
  const { spots } = drawer;
  const places = indexed(spots, ({ at }) => at);
  const stored = indexed(
    spots.filter(({ cell }) => !cell.ghost),
    ({ cell }) => cell.index,
  );
  return {
    tensor,
    operand,
    sketch: whole,
    spots,
    at: (place) => places().get(place.join()),
    storedAt: (index) => stored().get(index.join()),
  };
}

// Three small drawings fit beside the table of the axes; larger ones get the width of the page.
const columnsBeside = 5;

export function fitsBeside({ drawn }: TensorModel): boolean {
  const { kind, panels, columns } = layOut(drawn, []);
  return kind === 'empty' || (panels === null && (columns?.picks.length ?? 1) <= columnsBeside);
}

// Longer values than these need wider cells.
const shortValue = 4;

export const hasLongValues = (drawings: readonly Drawing[]): boolean =>
  drawings.some(({ spots, tensor }) =>
    spots.some(({ cell }) => valueText(cell.value ?? 0, tensor.type).length > shortValue),
  );
