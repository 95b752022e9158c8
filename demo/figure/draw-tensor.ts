/** Draws one tensor: a table of cells for each panel of its figure, and where each cell is. */

import { type Part, type Sketch, sketch } from '../base/patch.ts';
import type { TensorModel } from '../model/types.ts';
import { shapeText, valueText } from '../state/format.ts';
import { elementsOf, type Index, stepOf } from '../state/state.ts';
import { words } from '../state/words.ts';
import { drawPicture } from './draw-picture.ts';
import { gapTitle, PanelDrawer, type Spot } from './panel-drawer.ts';
import { cellsOf, type Panel, type Tensor } from './scene.ts';

export interface Drawing {
  readonly tensor: TensorModel;
  /** The operand's position; absent for the result. */
  readonly operand: number | undefined;
  readonly picture: Tensor['picture'];
  readonly sketch: Sketch;
  readonly spots: readonly Spot[];
  /** The sketches of panels, by their keys. */
  readonly panels: ReadonlyMap<string, Sketch>;
  /** The cell at an index of the drawing. */
  at(place: Index): Spot | undefined;
  /** The cell of a stored element, by its own index. */
  storedAt(index: Index): Spot | undefined;
}

/** The ruler of the panels' axis, along the line from the first sheet to the last. */
function drawDepth(tensor: Tensor): Sketch | null {
  const side = tensor.side(tensor.figure.panels);
  if (!side) return null;
  const { axis, letter, size, most } = side;
  // Sheets appear only with the stretch.
  const shown = side.shown && size === most;
  return sketch(
    'p',
    {
      class: `ruler depth${shown ? '' : ' unseen'}`,
      'data-letter': letter,
      'data-axis': axis,
      'aria-hidden': 'true',
    },
    sketch(
      'span',
      {},
      sketch('span', { class: 'letter', 'data-letter': letter }, letter),
      ` ${size}`,
    ),
  );
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
      `… ${words.more(gap.hidden)}`,
    );
  }
  const labels = places.map(([letter, index]) => `${letter} = ${index}`);
  const deep = at === 0 ? drawDepth(tensor) : null;
  const table = drawer.draw(panel, [words.gridOf(tensor.model.name), ...labels].join(', '));
  // Later sheets show only their last index, the one that differs.
  const told = (at === 0 ? places : places.slice(-1)).map(([letter, index], i, all) =>
    sketch(
      'span',
      i === all.length - 1 ? { class: 'sheet-at' } : {},
      i > 0 ? ', ' : '',
      sketch('span', { class: 'letter', 'data-letter': letter }, letter),
      ` = ${index}`,
    ),
  );
  const where = told.length > 0 ? sketch('figcaption', { class: 'where' }, ...told) : null;
  const isResult = tensor.operand === undefined;
  const look = filled || isResult ? 'panel' : 'panel unfilled';
  const drawn = sketch('figure', { class: look, 'data-key': key, '--at': at }, where, table, deep);
  drawer.panels.set(key, drawn);
  return drawn;
}

/** Draws panels of one axis as sheets behind each other, as far apart as the reader fans them. */
function drawPanels(tensor: Tensor, drawer: PanelDrawer): Sketch {
  const { panels } = tensor.figure;
  return sketch(
    'div',
    { class: panels ? 'panels fanned' : 'panels', '--sheets': panels?.picks.length },
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

/** The line under a tensor's name: the count of stored numbers, and of the uses of each. */
function summary({ model, operand, step }: Tensor): string {
  if (model.asks) return words.storesNothing;
  if (model.stored === 0) return words.noNumbers;
  const stored = words.numbers(model.stored);
  const times = elementsOf(model.drawn) / model.stored;
  // In a conflict the operand is drawn, but nothing uses it.
  const isUsed = operand !== undefined && !model.held && step >= stepOf.stretch && times > 1;
  return isUsed ? words.used(stored, model.stored, times) : stored;
}

/** The drawing of a tensor, and the parts before its values. */
export interface DrawRequest {
  readonly tensor: Tensor;
  /** The reason why no values are drawn; `undefined` if they are. */
  readonly shapesOnly?: string | undefined;
  readonly controls?: Part | null;
  /** The tensor's number in the equation. */
  readonly term?: readonly Part[];
  /** Whether it is a plain table, whose cells the keyboard does not reach. */
  readonly isPlain?: boolean;
}

/** Spots keyed by index. The map is built at the first lookup: most drawings are gone before that. */
function indexed(spots: readonly Spot[], indexOf: (spot: Spot) => Index) {
  let known: ReadonlyMap<string, Spot> | undefined;
  return () => {
    known ??= new Map(spots.map((spot) => [indexOf(spot).join(), spot]));
    return known;
  };
}

export function drawTensor(request: DrawRequest): Drawing {
  const { tensor, shapesOnly, controls = null, term = [], isPlain = false } = request;
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
      // Reserves the space until the shape is shown.
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
      {
        class: 'values-of',
        'data-key': `Values of ${model.name}`,
        role: 'group',
        'aria-label': words.valuesOf(model.name),
      },
      drawn,
    ),
    isPlain ? null : sketch('p', { class: 'addend', 'aria-hidden': 'true' }, ...term),
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

/** Length of the longest value in characters, including values that later steps draw. */
export function longestValue(tensors: readonly Tensor[], drawings: readonly Drawing[]): number {
  const drawn = drawings.flatMap(({ spots }) =>
    spots.map(({ sketch: { parts } }) => String(parts[0]).length),
  );
  const toCome = tensors
    .filter(({ step }) => step < stepOf.compute)
    .flatMap((tensor) =>
      [...cellsOf(tensor)].map(({ cell }) => valueText(cell.value ?? 0, tensor.model.type).length),
    );
  return Math.max(1, ...drawn, ...toCome);
}
