/**
 * The values, element by element: each operand as it is read, copies that nobody stores among it,
 * and the result. Pointing at an element rings everything that it is linked to.
 */
import { type Move, moveOf } from '../a11y.ts';
import { h } from '../dom.ts';
import type { Model, View } from '../view.ts';
import {
  type Drawing,
  drawTensor,
  fitsBeside,
  ghostText,
  hasLongValues,
  type Spot,
} from './grid-drawing.ts';
import { createSteppers } from './steppers.ts';

/** The spot where a key leads: the drawn neighbour, or the last one before the edge. */
function spotAfter(drawing: Drawing, from: Spot, move: Move): Spot | undefined {
  const last = drawing.spots.at(-1)?.panel ?? 0;
  const panel = Math.min(Math.max(from.panel + move.panels, 0), last);
  const here = drawing.spots.filter((spot) => spot.panel === panel);
  const along = (wanted: number, key: 'row' | 'column'): number | undefined => {
    const places = [...new Set(here.map((spot) => spot[key]))];
    const next = places.indexOf(from[key]) + wanted;
    return places[Math.min(Math.max(next, 0), places.length - 1)];
  };
  const row = along(move.rows, 'row');
  const column = along(move.columns, 'column');
  return here.find((spot) => spot.row === row && spot.column === column);
}

/** The spots of a drawing to ring: those that take part, and the copies that stand for them. */
function ringed(drawing: Drawing, { pointed }: Model): { strong: Spot[]; light: Spot[] } {
  if (!pointed) return { strong: [], light: [] };
  const isSpot = (spot: Spot | undefined): spot is Spot => spot !== undefined;
  const places = pointed.results.map((at) => drawing.byPlace.get(at.join())).filter(isSpot);
  if (drawing.operand === undefined) return { strong: places, light: [] };
  const source = pointed.sources.get(drawing.operand);
  if (!source) return { strong: [], light: [] };
  return {
    strong: [drawing.stored.get(source.join())].filter(isSpot),
    light: places.filter((spot) => spot.cell.ghost),
  };
}

function drawAll(model: Model): Drawing[] {
  const { operands, result, shapesOnly, moment } = model;
  const tensors = [
    ...operands.map((tensor, p) => ({ tensor, operand: p })),
    ...(result ? [{ tensor: result, operand: undefined }] : []),
  ];
  return tensors.map(({ tensor, operand }) =>
    drawTensor({
      tensor,
      operand,
      slice: moment.slice,
      shapesOnly,
      // One set for all, where all are drawn in the result's shape.
      controls: result ? null : createSteppers(tensor, model),
    }),
  );
}

/** What is said about the element that is pointed at. */
function createCommentary() {
  const line = h('p', { class: 'equation' });
  const lines = h('div', {});
  const offsets = h(
    'details',
    { class: 'offsets' },
    h('summary', {}, 'Where they lie in memory'),
    h('p', {}, 'Index times stride, summed. The stride of a stretched axis is 0: nothing moves.'),
    lines,
  );
  return {
    elements: [line, offsets],
    update({ pointed }: Model, anything: boolean): void {
      const prompt = anything ? 'Point at an element to see what it is linked to.' : '';
      line.textContent = pointed?.text ?? prompt;
      // It keeps its place, so that nothing below moves.
      offsets.setAttribute('data-idle', String(!pointed));
      lines.replaceChildren(
        ...(pointed?.offsets ?? []).map((text) => h('p', { class: 'offset' }, text)),
      );
    },
  };
}

interface Found {
  readonly drawing: Drawing;
  readonly spot: Spot;
}

/** What the pointer and the keyboard do on the cells. */
function listen(stage: HTMLElement, find: (event: Event) => Found | undefined, model: Model) {
  const { act } = model;
  const point = (event: Event) => {
    const found = find(event);
    if (!found) return;
    const { drawing, spot } = found;
    if (spot.cell.ghost) spot.element.title = ghostText(drawing.tensor, spot.cell);
    act.point({ operand: drawing.operand, at: spot.at });
  };
  const leave = () => act.point(null);
  const pin = (event: Event) => {
    const found = find(event);
    if (found && found.drawing.operand === undefined) act.pin(found.spot.at);
  };
  const onKey = (event: KeyboardEvent) => {
    const found = find(event);
    if (!found) return;
    if (event.key === 'Enter') pin(event);
    if (event.key === 'Escape') act.pin(null);
    const move = moveOf(event);
    const next = move && spotAfter(found.drawing, found.spot, move);
    if (!next) return;
    event.preventDefault();
    for (const { element } of found.drawing.spots) element.tabIndex = -1;
    next.element.tabIndex = 0;
    next.element.focus();
  };
  stage.addEventListener('pointerover', point);
  stage.addEventListener('focusin', point);
  stage.addEventListener('pointerleave', leave);
  stage.addEventListener('focusout', leave);
  stage.addEventListener('click', pin);
  stage.addEventListener('keydown', onKey);
}

export const grids: View = (container, first) => {
  const shared = h('div', {});
  const stage = h('div', { class: 'stage' });
  const commentary = createCommentary();
  container.replaceChildren(shared, stage, ...commentary.elements);
  let shown: Model | undefined;
  let drawings: Drawing[] = [];
  let found = new Map<Element, Found>();

  const find = (event: Event) => {
    const cell = (event.target as Element).closest('.cell');
    return cell ? found.get(cell) : undefined;
  };
  listen(stage, find, first);

  function redraw(model: Model): void {
    drawings = drawAll(model);
    found = new Map(
      drawings.flatMap((drawing) =>
        drawing.spots.map((spot) => [spot.element, { drawing, spot }] as const),
      ),
    );
    const beside = drawings.every(({ tensor }) => fitsBeside(tensor));
    container.setAttribute('data-fit', beside ? 'beside' : 'below');
    stage.setAttribute('data-values', hasLongValues(drawings) ? 'long' : 'short');
    const focused = document.activeElement?.getAttribute('data-focus');
    const steppers = model.result ? createSteppers(model.result, model) : null;
    shared.replaceChildren(...(steppers ? [steppers] : []));
    stage.replaceChildren(...drawings.map((drawing) => drawing.element));
    if (focused) container.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  function ring(model: Model): void {
    for (const drawing of drawings) {
      for (const { element } of drawing.spots) element.classList.remove('ring', 'ring-light');
      const { strong, light } = ringed(drawing, model);
      for (const { element } of strong) element.classList.add('ring');
      for (const { element } of light) element.classList.add('ring-light');
    }
  }

  function update(model: Model): void {
    const same = model.operands === shown?.operands && model.moment.slice === shown.moment.slice;
    shown = model;
    if (!same) redraw(model);
    ring(model);
    commentary.update(model, model.result !== undefined && found.size > 0);
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
