/**
 * Draws an image tensor as pixels instead of numbers. An operand of few numbers has them in boxes above its
 * broadcast image, which unfolds from its corner at the stretch.
 */
import { h } from '../base/dom.ts';
import { type Sketch, sketch } from '../base/patch.ts';
import { brightnessOf, type Elements, type PictureAxes, paintPicture } from '../data/picture.ts';
import type { Cell, TensorModel } from '../model/types.ts';
import { indexAt } from '../state/indices.ts';
import { elementsOf, type Index, stepOf } from '../state/state.ts';
import { words } from '../state/words.ts';
import type { PanelDrawer } from './panel-drawer.ts';
import type { Tensor } from './scene.ts';

/** Maximum number of numbers that have boxes. */
const mostBoxes = 8;

const canvases = new WeakMap<Elements, HTMLCanvasElement>();

/** The pixels of a tensor, painted once. */
export function canvasOf(
  model: TensorModel,
  elements: Elements,
  axes: PictureAxes,
): HTMLCanvasElement {
  const [height = 0, width = 0] = [model.drawn[axes.rows], model.drawn[axes.columns]];
  const known = canvases.get(elements);
  if (known) return known;
  const label = words.picture(model.name, height, width);
  const canvas = h('canvas', { width, height, role: 'img', 'aria-label': label });
  const context = canvas.getContext('2d');
  const image = context?.createImageData(width, height);
  if (context && image) {
    paintPicture(image, elements, axes);
    context.putImageData(image, 0, 0);
  }
  canvases.set(elements, canvas);
  return canvas;
}

/** One of the few numbers of an operand, with its light. */
export interface Light {
  readonly at: Index;
  readonly cell: Cell;
  readonly colour: string;
}

/** The numbers of an operand that has few; empty if it has many. */
export function lightsOf(tensor: Tensor, { channels }: PictureAxes): readonly Light[] {
  const { model, operand } = tensor;
  const own = model.drawn.map((size, axis) => (tensor.grows(axis) ? 1 : size));
  const count = elementsOf(own);
  if (operand === undefined || count > mostBoxes || !model.elements) return [];
  const light = brightnessOf(model.elements);
  return Array.from({ length: count }, (_, column) => {
    const at = indexAt(column, own);
    const cell = model.cell(at);
    const level = Math.round(Math.min((cell.value ?? 0) * light, 255));
    const channel = tensor.grows(channels) ? undefined : at[channels];
    const rgb = [0, 1, 2].map((c) => (channel === undefined || c === channel ? level : 0));
    return { at, cell, colour: `rgb(${rgb.join(' ')})` };
  });
}

function drawBoxes(tensor: Tensor, axes: PictureAxes, drawer: PanelDrawer): Sketch | null {
  const { model } = tensor;
  const lights = lightsOf(tensor, axes);
  if (lights.length === 0) return null;
  const boxes = lights.map(({ at, cell, colour }, column) => {
    const key = `${model.name}[${at.join()}]`;
    const placed = { key, at, kind: 'stored', cell, row: 0, column } as const;
    return drawer.place(placed, 'cell light', { '--light': colour });
  });
  return sketch(
    'table',
    { class: 'grid', role: 'grid', 'aria-label': words.gridOf(model.name) },
    sketch('tbody', {}, sketch('tr', {}, ...boxes)),
  );
}

/** An axis of an image, along its side. */
function ruler(tensor: Tensor, axis: number, look: string): Sketch {
  const side = tensor.side({ axis, picks: [] });
  const { letter, size, most, shown } = side ?? { shown: false };
  const fold = tensor.grows(axis) && tensor.step < stepOf.stretch ? ' folded' : '';
  return sketch(
    'span',
    {
      class: `ruler ${look}${shown ? '' : ' unseen'}${fold}`,
      'data-letter': letter,
      'data-axis': axis,
      'aria-hidden': 'true',
    },
    sketch('span', { class: 'letter', 'data-letter': letter }, letter ?? ''),
    ` ${size ?? ''}`,
    // Reserves the final width, so no step moves the image.
    sketch('span', { class: 'reserve' }, `${letter} ${most}`),
  );
}

export function drawPicture(tensor: Tensor, axes: PictureAxes, drawer: PanelDrawer): Sketch {
  const { model, isComputed, step } = tensor;
  const { elements, name, drawn } = model;
  /** Repeated pixels unfold along their axis: the key is that of its track. */
  const fold = (look: string, axis: number, ...parts: readonly (Sketch | Node)[]) => {
    const isFolded = tensor.grows(axis) && step < stepOf.stretch;
    const key = `${name} ${look}`;
    const made = sketch(
      'div',
      { class: `fold-${look}${isFolded ? ' folded' : ''}`, 'data-key': key },
      ...parts,
    );
    drawer.panels.set(key, made);
    return made;
  };
  const canvas = elements && isComputed ? [canvasOf(model, elements, axes)] : [];
  return sketch(
    'div',
    { class: 'image', '--rows': drawn[axes.rows], '--columns': drawn[axes.columns] },
    sketch(
      'div',
      { class: 'lights' },
      drawBoxes(tensor, axes, drawer),
      ruler(tensor, axes.channels, 'across'),
    ),
    ruler(tensor, axes.columns, 'across'),
    ruler(tensor, axes.rows, 'down'),
    sketch(
      'div',
      { class: 'pixels' },
      fold('rows', axes.rows, fold('columns', axes.columns, ...canvas)),
      sketch('span', { class: 'pixel-mark', 'aria-hidden': 'true' }),
    ),
  );
}
