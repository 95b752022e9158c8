/** The cells of a tensor's panels, and where each cell is. */
import type { Attributes } from '../base/dom.ts';
import { type Sketch, sketch } from '../base/patch.ts';
import type { Cell, TensorModel } from '../model/types.ts';
import { indexText, valueText } from '../state/format.ts';
import { words } from '../state/words.ts';
import { type Gap, isGap, type Pick } from './layout.ts';
import { type Panel, picksOf, type SceneCell, type Side, type Tensor } from './scene.ts';

/** A cell of the drawing, with its panel for the keyboard. */
export interface Spot extends SceneCell {
  readonly sketch: Sketch;
  readonly panel: number;
}

export const ghostText = (tensor: TensorModel, { index }: Cell): string =>
  words.copyOf(`${tensor.name}${indexText(index)}`);

/** The text of a gap. */
export const gapTitle = ({ hidden }: Gap): string => words.notDrawn(hidden);

const gapCell = (gap: Gap): Sketch =>
  sketch(
    'td',
    { class: 'gap', title: gapTitle(gap) },
    sketch('span', { 'aria-hidden': 'true' }, '…'),
    sketch('span', { class: 'visually-hidden' }, gapTitle(gap)),
  );

const emptyGap = (look = 'gap'): Sketch =>
  sketch('td', { class: look, 'aria-hidden': 'true' }, '…');

/** An empty cell that reserves its space. */
const room = (pick?: Pick | null): Sketch =>
  sketch('td', { class: pick && isGap(pick) ? 'room gap' : 'room', 'aria-hidden': 'true' });

/** An axis along a side of a table: `m 4`, in the colour of the axis. */
function ruler(
  { axis, letter, size, most, shown }: Side,
  look: string,
  repeats: boolean,
  key: string,
  span: Readonly<Record<string, number>>,
): Sketch {
  return sketch(
    'td',
    {
      class: `ruler ${look}${repeats ? ' repeats' : ''}${shown ? '' : ' unseen'}`,
      'data-letter': letter,
      'data-axis': axis,
      'data-key': key,
      'aria-hidden': 'true',
      ...span,
    },
    sketch('span', { class: 'letter', 'data-letter': letter }, letter),
    ' ',
    sketch('span', { class: 'count', 'data-key': `${key} count` }, String(size)),
    // Reserves the final width, so no step moves the cells beside it.
    sketch('span', { class: 'reserve' }, `${letter} ${most}`),
  );
}

/** Draws the panels of a tensor in sequence, and collects their cells. */
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
      columns ? sketch('thead', {}, this.header(), this.along(column)) : null,
      sketch('tbody', {}, ...body),
    );
  }

  /** Number of picks that are not empty. */
  private reached(axis: Tensor['figure']['rows']): number {
    return picksOf(axis).filter((pick) => this.tensor.reaches(axis, pick)).length;
  }

  private rulerKey({ letter }: Side): string {
    return `${this.tensor.model.name} along ${letter}`;
  }

  /** Whether all indices along a side except the first are copies. */
  private repeats({ axis }: Side): boolean {
    return this.tensor.isStretched && this.tensor.grows(axis);
  }

  private header(): Sketch {
    const { rows, columns } = this.tensor.figure;
    const shown = this.tensor.side(columns)?.shown;
    const heads = picksOf(columns).map((pick) => {
      if (!shown || !this.tensor.reaches(columns, pick)) return room(pick);
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
  private along(side: Side | undefined): Sketch {
    const { rows, columns } = this.tensor.figure;
    const corner = sketch('td', { 'aria-hidden': 'true', colspan: rows ? 2 : 1 });
    const drawn =
      side &&
      ruler(side, 'across', this.repeats(side), this.rulerKey(side), {
        colspan: this.reached(columns),
      });
    return sketch('tr', {}, corner, drawn ?? null);
  }

  private row(panel: Panel, row: Pick, r: number): Sketch {
    const { rows, columns } = this.tensor.figure;
    const side = this.tensor.side(rows);
    const cells = picksOf(columns).map((column, c) => {
      const reached = this.tensor.reaches(rows, row) && this.tensor.reaches(columns, column);
      if (isGap(row)) return reached ? gapCell(row) : room(row);
      if (isGap(column)) return reached ? gapCell(column) : room(column);
      return this.cell(panel, row, column, r, c);
    });
    // The ruler of the rows spans all that are not empty.
    const beside =
      side && r === 0
        ? ruler(side, 'down', this.repeats(side), this.rulerKey(side), {
            rowspan: this.reached(rows),
          })
        : side && !this.tensor.reaches(rows, row)
          ? room()
          : null;
    return sketch('tr', {}, beside, this.rowHead(row, r), ...cells);
  }

  private rowHead(row: Pick, r: number): Sketch | null {
    const { rows, columns } = this.tensor.figure;
    if (!rows) return columns ? sketch('td', { class: 'corner', 'aria-hidden': 'true' }) : null;
    const shown = this.tensor.side(rows)?.shown && this.tensor.reaches(rows, row);
    // The first number reserves the width of the last, which may appear later.
    const last = (this.tensor.side(rows)?.most ?? 1) - 1;
    const reserve = r === 0 ? sketch('span', { class: 'reserve' }, String(last)) : null;
    const look = { class: 'place of-row', 'aria-hidden': 'true' };
    if (!shown) return sketch('td', look, reserve);
    if (isGap(row)) return emptyGap('place of-row');
    const head = { scope: 'row', class: 'place of-row', 'data-axis': rows.axis };
    return sketch('th', head, String(row), reserve);
  }

  /** A cell without a partner: other operands have this index, this one does not. The last is labelled. */
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

  /** The cell at an index of the drawing. */
  place(placed: SceneCell, look = 'cell', more: Attributes = {}): Sketch {
    if (placed.kind === 'missing') return this.missing(placed);
    if (placed.kind === 'room') {
      const outline = this.tensor.operand === undefined ? 'room outlined' : 'room';
      return sketch('td', { class: outline, 'aria-hidden': 'true', 'data-key': placed.key });
    }
    const { cell, kind, key } = placed;
    const { model, operand = 'result' } = this.tensor;
    const text = cell.value === undefined ? '' : valueText(cell.value, model.type);
    // Hundreds of hidden elements would cost more than all visible ones.
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
