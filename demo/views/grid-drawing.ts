/** Draws one tensor: a table of cells for each panel of its figure, and where each cell is. */
import { h, hiddenText } from '../dom.ts';
import { axisLetter, indexText, plural, shapeText, valueText } from '../format.ts';
import { type DrawnAxis, type Figure, type Gap, isGap, layOut, type Pick } from '../layout.ts';
import type { Index } from '../state.ts';
import type { Cell, TensorModel } from '../view.ts';

/** A cell of the drawing, and where the keyboard finds it. */
export interface Spot {
  readonly element: HTMLElement;
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
  readonly element: HTMLElement;
  readonly spots: readonly Spot[];
  readonly byPlace: ReadonlyMap<string, Spot>;
  /** The elements that are stored, by their own index. */
  readonly stored: ReadonlyMap<string, Spot>;
}

export const ghostText = (tensor: TensorModel, { index }: Cell): string =>
  `copy of ${tensor.name}${indexText(index)}, not stored`;

// An axis that the tensor does not have is drawn as one row, column or panel.
const whole: readonly Pick[] = [0];

const letterOf = (tensor: TensorModel, axis: DrawnAxis): string =>
  axisLetter(tensor.fromEnd[axis.axis] ?? 0);

const gapTitle = ({ hidden }: Gap): string => `${hidden} more, not drawn`;

const gapCell = (gap: Gap): HTMLElement =>
  h(
    'td',
    { class: 'gap', title: gapTitle(gap) },
    h('span', { 'aria-hidden': 'true' }, '…'),
    hiddenText(gapTitle(gap)),
  );

const emptyGap = (): HTMLElement => h('td', { class: 'gap', 'aria-hidden': 'true' }, '…');

/** Draws the panels of a figure one after the other, and keeps their cells. */
class PanelDrawer {
  readonly spots: Spot[] = [];
  private panel = 0;

  constructor(
    private readonly tensor: TensorModel,
    private readonly figure: Figure,
  ) {}

  draw(prefix: Index, name: string): HTMLElement {
    const { rows, columns } = this.figure;
    const body = (rows?.picks ?? whole).map((row, r) => this.row(prefix, row, r));
    this.panel += 1;
    return h(
      'table',
      { class: 'grid', role: 'grid', 'aria-label': name },
      columns ? h('thead', {}, this.header(columns)) : null,
      h('tbody', {}, ...body),
    );
  }

  private letter(axis: DrawnAxis | null, place: string): HTMLElement | null {
    if (!axis) return null;
    const letter = letterOf(this.tensor, axis);
    return h('span', { class: `letter ${place}`, 'data-letter': letter }, letter);
  }

  private header(columns: DrawnAxis): HTMLElement {
    const heads = columns.picks.map((pick) =>
      isGap(pick)
        ? emptyGap()
        : h('th', { scope: 'col', class: 'place', 'data-axis': columns.axis }, String(pick)),
    );
    const corner = h(
      'td',
      { class: 'corner', 'aria-hidden': 'true' },
      this.letter(columns, 'column-letter'),
      this.letter(this.figure.rows, 'row-letter'),
    );
    return h('tr', {}, corner, ...heads);
  }

  private row(prefix: Index, row: Pick, r: number): HTMLElement {
    const { rows, columns } = this.figure;
    const cells = (columns?.picks ?? whole).map((column, c) => {
      if (isGap(row)) return gapCell(row);
      if (isGap(column)) return gapCell(column);
      return this.cell([...prefix, ...(rows ? [row] : []), ...(columns ? [column] : [])], r, c);
    });
    return h('tr', {}, this.rowHead(row), ...cells);
  }

  private rowHead(row: Pick): HTMLElement | null {
    const { rows, columns } = this.figure;
    if (!rows) return columns ? h('td', { class: 'corner', 'aria-hidden': 'true' }) : null;
    if (isGap(row)) return emptyGap();
    return h('th', { scope: 'row', class: 'place of-row', 'data-axis': rows.axis }, String(row));
  }

  private cell(at: Index, row: number, column: number): HTMLElement {
    const cell = this.tensor.cell(at);
    const text = cell.value === undefined ? '' : valueText(cell.value, this.tensor.type);
    // Hundreds of hidden elements would cost more than everything that shows.
    const label = cell.ghost ? `${text}, ${ghostText(this.tensor, cell)}` : undefined;
    const kind = cell.ghost ? 'cell ghost' : 'cell';
    const element = h('td', { class: kind, tabindex: -1, 'aria-label': label }, text);
    this.spots.push({ element, at, cell, panel: this.panel, row, column });
    return element;
  }
}

function drawPanel(
  tensor: TensorModel,
  figure: Figure,
  drawer: PanelDrawer,
  places: readonly (readonly [DrawnAxis | null, Pick])[],
): HTMLElement {
  const prefix = figure.outer.map((stepped) => stepped.index);
  const labels: string[] = [];
  for (const [axis, pick] of places) {
    if (isGap(pick)) {
      const text = `… ${pick.hidden} more`;
      return h('div', { class: 'panel gap', title: gapTitle(pick) }, text);
    }
    if (!axis) continue;
    prefix.push(pick);
    labels.push(`${letterOf(tensor, axis)} = ${pick}`);
  }
  const table = drawer.draw(prefix, [`${tensor.name}, values`, ...labels].join(', '));
  const where = labels.length > 0 ? h('figcaption', { class: 'where' }, labels.join(', ')) : null;
  return h('figure', { class: 'panel' }, where, table);
}

/** The panels of the two axes before the last two, each under its own indices. */
function drawPanels(tensor: TensorModel, figure: Figure, drawer: PanelDrawer): HTMLElement {
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
    return h('div', { class: 'band' }, ...drawn);
  });
  return h('div', { class: 'panels', 'data-cell': figure.cell }, ...rows);
}

const slab = (text: string): HTMLElement => h('p', { class: 'slab' }, text);

function content(
  tensor: TensorModel,
  figure: Figure,
  drawer: PanelDrawer,
  shapesOnly: string | undefined,
): HTMLElement {
  if (tensor.asks) return slab('Only its sizes are read.');
  if (shapesOnly) return slab(shapesOnly);
  if (figure.kind === 'empty') return slab('0 elements');
  if (figure.kind === 'deep') return slab('More than six axes: see the table of the axes.');
  return drawPanels(tensor, figure, drawer);
}

/** What is under a tensor's name: how much is stored, and what it is read as. */
function summary(tensor: TensorModel, operand: number | undefined): string {
  const elements = plural(tensor.stored, 'element');
  if (operand === undefined) return elements;
  if (tensor.asks) return 'stores no elements';
  const same = tensor.drawn.join() === tensor.shape.join();
  return same ? `${elements} stored` : `${elements} stored, read as ${shapeText(tensor.drawn)}`;
}

/** What there is to draw of a tensor, and what stands before its values. */
export interface DrawRequest {
  readonly tensor: TensorModel;
  readonly operand: number | undefined;
  readonly slice: Index;
  /** Why no values are drawn, if none are. */
  readonly shapesOnly: string | undefined;
  readonly controls: HTMLElement | null;
}

export function drawTensor(request: DrawRequest): Drawing {
  const { tensor, operand, slice, shapesOnly, controls } = request;
  const figure = layOut(tensor.drawn, slice);
  const drawer = new PanelDrawer(tensor, figure);
  const drawn = content(tensor, figure, drawer, shapesOnly);
  const element = h(
    'section',
    { class: 'tensor' },
    h('h3', {}, h('i', {}, tensor.name), ' ', shapeText(tensor.shape)),
    h('p', { class: 'summary' }, summary(tensor, operand)),
    controls,
    h('div', { class: 'scroll', role: 'group', 'aria-label': `Values of ${tensor.name}` }, drawn),
  );
  const { spots } = drawer;
  spots[0]?.element.setAttribute('tabindex', '0');
  const stored = spots.filter((spot) => !spot.cell.ghost);
  return {
    tensor,
    operand,
    element,
    spots,
    byPlace: new Map(spots.map((spot) => [spot.at.join(), spot])),
    stored: new Map(stored.map((spot) => [spot.cell.index.join(), spot])),
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
