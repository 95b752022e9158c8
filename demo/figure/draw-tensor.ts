/** Draws one tensor: a table of cells for each panel of its figure, and where each cell is. */
import type { Attributes } from '../dom.ts';
import { indexText, plural, shapeText, valueText } from '../format.ts';
import { type Part, type Sketch, sketch } from '../patch.ts';
import { type Index, stepOf } from '../state.ts';
import type { Cell, TensorModel } from '../view.ts';
import { words } from '../words.ts';
import { drawPicture } from './draw-picture.ts';
import { type Gap, isGap, type Pick } from './layout.ts';
import { cellsOf, type Panel, picksOf, type SceneCell, type Side, type Tensor } from './scene.ts';

/** A cell of the drawing, and where the keyboard finds it. */
export interface Spot extends SceneCell {
  readonly sketch: Sketch;
  readonly panel: number;
}

export interface Drawing {
  readonly tensor: TensorModel;
  /** The operand's position; absent for the result. */
  readonly operand: number | undefined;
  readonly picture: Tensor['picture'];
  readonly sketch: Sketch;
  readonly spots: readonly Spot[];
  /** The sketches of panels, by their keys. */
  readonly panels: ReadonlyMap<string, Sketch>;
  /** The cell at a place of the drawing. */
  at(place: Index): Spot | undefined;
  /** The cell of an element that is stored, by its own index. */
  storedAt(index: Index): Spot | undefined;
}

export const ghostText = (tensor: TensorModel, { index }: Cell): string =>
  `copy of ${tensor.name}${indexText(index)}, not stored`;

const gapTitle = ({ hidden }: Gap): string => `${hidden} more, not drawn`;

const gapCell = (gap: Gap): Sketch =>
  sketch(
    'td',
    { class: 'gap', title: gapTitle(gap) },
    sketch('span', { 'aria-hidden': 'true' }, '…'),
    sketch('span', { class: 'visually-hidden' }, gapTitle(gap)),
  );

const emptyGap = (): Sketch => sketch('td', { class: 'gap', 'aria-hidden': 'true' }, '…');

/** Keeps its place, and is nothing yet. */
const room = (): Sketch => sketch('td', { class: 'room', 'aria-hidden': 'true' });

/** An axis along a side of a table: `m 4`, in the colour of the axis. */
function ruler(
  { axis, letter, size, most, shown }: Side,
  look: string,
  span: Readonly<Record<string, number>>,
): Sketch {
  return sketch(
    'td',
    {
      class: `ruler ${look}${shown ? '' : ' unseen'}`,
      'data-letter': letter,
      'data-axis': axis,
      'aria-hidden': 'true',
      ...span,
    },
    sketch('span', { class: 'letter', 'data-letter': letter }, letter),
    ` ${size}`,
    // As wide as it will be, so that no step moves the cells beside it.
    sketch('span', { class: 'reserve' }, `${letter} ${most}`),
  );
}

/** Draws the panels of a tensor one after the other, and keeps their cells. */
export class PanelDrawer {
  readonly spots: Spot[] = [];
  readonly panels = new Map<string, Sketch>();
  private panel = 0;

  constructor(
    private readonly tensor: Tensor,
    private readonly isPlain: boolean,
  ) {}

  draw(panel: Panel, name: string): Sketch {
    const { rows, columns } = this.tensor.figure;
    const body = picksOf(rows).map((row, r) => this.row(panel, row, r));
    this.panel += 1;
    const column = this.tensor.side(columns);
    return sketch(
      'table',
      { class: 'grid', role: this.isPlain ? undefined : 'grid', 'aria-label': name },
      columns ? sketch('thead', {}, this.above(column), this.header()) : null,
      sketch('tbody', {}, ...body),
    );
  }

  /** How many of the picks hold more than room. */
  private reached(axis: Tensor['figure']['rows']): number {
    return picksOf(axis).filter((pick) => this.tensor.reaches(axis, pick)).length;
  }

  private header(): Sketch {
    const { rows, columns } = this.tensor.figure;
    const shown = this.tensor.side(columns)?.shown;
    const heads = picksOf(columns).map((pick) => {
      if (!shown || !this.tensor.reaches(columns, pick)) return room();
      if (isGap(pick)) return emptyGap();
      return sketch(
        'th',
        { scope: 'col', class: 'place', 'data-axis': columns?.axis },
        String(pick),
      );
    });
    const corner = sketch('td', { class: 'corner', 'aria-hidden': 'true', colspan: rows ? 2 : 1 });
    return sketch('tr', {}, corner, ...heads);
  }

  /** The axis of the columns. */
  private above(side: Side | undefined): Sketch {
    const { rows, columns } = this.tensor.figure;
    const corner = sketch('td', { 'aria-hidden': 'true', colspan: rows ? 2 : 1 });
    const drawn = side && ruler(side, 'across', { colspan: this.reached(columns) });
    return sketch('tr', {}, corner, drawn ?? null);
  }

  private row(panel: Panel, row: Pick, r: number): Sketch {
    const { rows, columns } = this.tensor.figure;
    const side = this.tensor.side(rows);
    const cells = picksOf(columns).map((column, c) => {
      const reached = this.tensor.reaches(rows, row) && this.tensor.reaches(columns, column);
      if (isGap(row)) return reached ? gapCell(row) : room();
      if (isGap(column)) return reached ? gapCell(column) : room();
      return this.cell(panel, row, column, r, c);
    });
    // The axis of the rows stands beside all of them that are reached.
    const beside =
      side && r === 0
        ? ruler(side, 'down', { rowspan: this.reached(rows) })
        : side && !this.tensor.reaches(rows, row)
          ? room()
          : null;
    return sketch('tr', {}, beside, this.rowHead(row, r), ...cells);
  }

  private rowHead(row: Pick, r: number): Sketch | null {
    const { rows, columns } = this.tensor.figure;
    if (!rows) return columns ? sketch('td', { class: 'corner', 'aria-hidden': 'true' }) : null;
    const shown = this.tensor.side(rows)?.shown && this.tensor.reaches(rows, row);
    // The first one is as wide as the last, which may come later.
    const last = (this.tensor.side(rows)?.most ?? 1) - 1;
    const reserve = r === 0 ? sketch('span', { class: 'reserve' }, String(last)) : null;
    const look = { class: 'place of-row', 'aria-hidden': 'true' };
    if (!shown) return sketch('td', look, reserve);
    if (isGap(row)) return emptyGap();
    const head = { scope: 'row', class: 'place of-row', 'data-axis': rows.axis };
    return sketch('th', head, String(row), reserve);
  }

  /** A place that others have and this one has not; the last one says so. */
  private missing({ key, at }: SceneCell): Sketch {
    const { drawn, held = [], disagrees = [] } = this.tensor.model;
    const isLast = at.every((index, axis) => {
      const size = disagrees.includes(axis) ? drawn[axis] : held[axis];
      return index === (size ?? 0) - 1;
    });
    return sketch(
      'td',
      { class: 'missing', 'aria-label': words.noPartner, 'data-key': key },
      isLast
        ? sketch('span', { class: 'missing-words', 'aria-hidden': 'true' }, words.noPartner)
        : null,
    );
  }

  private cell(panel: Panel, row: Pick, column: Pick, r: number, c: number): Sketch | null {
    const placed = this.tensor.cell(panel, row, column, r, c);
    return placed ? this.place(placed) : null;
  }

  /** What stands at a place of the drawing. */
  place(placed: SceneCell, look = 'cell', more: Attributes = {}): Sketch {
    if (placed.kind === 'missing') return this.missing(placed);
    if (placed.kind === 'room') {
      const outline = this.tensor.operand === undefined ? 'room outlined' : 'room';
      return sketch('td', { class: outline, 'aria-hidden': 'true', 'data-key': placed.key });
    }
    const { cell, kind, key } = placed;
    const { model, operand = 'result' } = this.tensor;
    const text = cell.value === undefined ? '' : valueText(cell.value, model.type);
    // Hundreds of hidden elements would cost more than everything that shows.
    const label = kind === 'copy' ? `${text}, ${ghostText(model, cell)}` : undefined;
    const drawn = sketch(
      'td',
      {
        class: kind === 'copy' ? `${look} ghost` : look,
        tabindex: this.isPlain ? undefined : -1,
        'aria-label': label,
        'data-key': key,
        'data-of': operand,
        ...more,
      },
      text,
    );
    this.spots.push({ ...placed, sketch: drawn, panel: this.panel });
    return drawn;
  }
}

function drawPanel(tensor: Tensor, panel: Panel, drawer: PanelDrawer, at: number): Sketch {
  const { key, gap, places, filled } = panel;
  if (gap) {
    return sketch(
      'div',
      {
        '--at': at,
        class: filled ? 'panel gap' : 'panel gap unfilled',
        title: gapTitle(gap),
        'data-key': key,
      },
      `… ${gap.hidden} more`,
    );
  }
  const labels = places.map(([letter, index]) => `${letter} = ${index}`);
  const table = drawer.draw(panel, [`${tensor.model.name}, values`, ...labels].join(', '));
  // Behind the first sheet there is room for what tells it from that one.
  const told = at === 0 ? labels.join(', ') : labels.at(-1);
  const where = told ? sketch('figcaption', { class: 'where' }, told) : null;
  const isResult = tensor.operand === undefined;
  const look = filled || isResult ? 'panel' : 'panel unfilled';
  const drawn = sketch('figure', { class: look, 'data-key': key, '--at': at }, where, table);
  drawer.panels.set(key, drawn);
  return drawn;
}

/** Panels of one axis lie behind each other as sheets, as far apart as the reader fans them. */
function drawPanels(tensor: Tensor, drawer: PanelDrawer): Sketch {
  const { panels, columns, cell } = tensor.figure;
  const sheets = panels
    ? { '--columns': picksOf(columns).length, '--sheets': panels.picks.length }
    : {};
  return sketch(
    'div',
    { class: panels ? 'panels fanned' : 'panels', 'data-cell': cell, ...sheets },
    ...tensor.bands.map((band) =>
      sketch(
        'div',
        { class: 'band' },
        ...band.map((panel, at) => drawPanel(tensor, panel, drawer, at)),
      ),
    ),
  );
}

const slab = (text: string): Sketch => sketch('p', { class: 'slab' }, text);

function content(tensor: Tensor, drawer: PanelDrawer, shapesOnly: string | undefined): Sketch {
  const { model, figure } = tensor;
  if (model.asks) return slab(words.onlySizes);
  if (shapesOnly) return slab(shapesOnly);
  if (figure.kind === 'empty') return slab(words.noElements);
  if (figure.kind === 'deep') return slab(words.tooDeep);
  if (tensor.picture) return drawPicture(tensor, tensor.picture, drawer);
  return drawPanels(tensor, drawer);
}

/** What is under a tensor's name: how much is stored, and what it is used as. */
function summary({ model, operand, step }: Tensor): string {
  if (operand === undefined) return plural(model.stored, 'number');
  if (model.asks) return words.storesNothing;
  const stored = plural(model.stored, 'number');
  const same = model.drawn.join() === model.shape.join();
  return same || step < stepOf.stretch
    ? stored
    : `${stored}, used as ${model.drawn.join('×') || '1'}`;
}

/** What there is to draw of a tensor, and what stands before its values. */
export interface DrawRequest {
  readonly tensor: Tensor;
  /** Why no values are drawn, if none are. */
  readonly shapesOnly?: string | undefined;
  readonly controls?: Part | null;
  /** A table to be read, without a way for the keyboard through its cells. */
  readonly isPlain?: boolean;
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
  const { tensor, shapesOnly, controls = null, isPlain = false } = request;
  const { model, operand } = tensor;
  const drawer = new PanelDrawer(tensor, isPlain);
  const drawn = content(tensor, drawer, shapesOnly);
  const isKnown = operand !== undefined || tensor.step >= stepOf.stretch;
  const whole = sketch(
    'section',
    { class: 'tensor', 'data-key': model.name, 'data-of': operand ?? 'result' },
    sketch(
      'h3',
      {},
      sketch('i', {}, model.name),
      ' ',
      // It keeps its place while nothing is known of it.
      sketch(
        'span',
        isKnown ? {} : { class: 'unseen', 'aria-hidden': 'true' },
        shapeText(model.shape),
      ),
    ),
    sketch('p', { class: 'summary' }, isKnown ? summary(tensor) : words.toCome),
    controls,
    sketch(
      'div',
      { class: 'values-of', role: 'group', 'aria-label': `Values of ${model.name}` },
      drawn,
    ),
  );
  const { spots, panels } = drawer;
  const places = indexed(spots, ({ at }) => at);
  const stored = indexed(
    spots.filter(({ kind }) => kind === 'stored'),
    ({ cell }) => cell.index,
  );
  return {
    tensor: model,
    operand,
    picture: tensor.picture,
    sketch: whole,
    spots,
    panels,
    at: (place) => places().get(place.join()),
    storedAt: (index) => stored().get(index.join()),
  };
}

// Longer values than these need wider cells.
const shortValue = 4;

/** Whether any of the values is a long one: those that are drawn, and those that are still to come. */
export function hasLongValues(tensors: readonly Tensor[], drawings: readonly Drawing[]): boolean {
  const isDrawn = drawings.some(({ spots }) =>
    spots.some(({ sketch: { parts } }) => String(parts[0]).length > shortValue),
  );
  if (isDrawn) return true;
  return tensors.some(
    (tensor) =>
      tensor.step < stepOf.compute &&
      [...cellsOf(tensor)].some(
        ({ cell }) => valueText(cell.value ?? 0, tensor.model.type).length > shortValue,
      ),
  );
}
