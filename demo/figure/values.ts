/**
 * The values, element by element: each operand as read, including copies that are not stored, and
 * the result. Pointing at an element rings everything that it is linked to; the values of the operands
 * can be typed and pasted.
 */
import { h, setAttributes } from '../base/dom.ts';
import { createSheet, sketch } from '../base/patch.ts';
import type { Model, Pointed, TensorModel } from '../model/types.ts';
import { signBefore } from '../state/operators.ts';
import { words } from '../state/words.ts';
import { createKeys } from './cell-keys.ts';
import { createCells, type Found } from './cells.ts';
import type { Commentary } from './commentary.ts';
import { drawConflict, longConflict } from './conflict.ts';
import { type Drawing, drawTensor, longestValue } from './draw-tensor.ts';
import { ghostText } from './panel-drawer.ts';
import { markPixel, pixelAt } from './pixels.ts';
import { createRings } from './rings.ts';
import { scaleOf } from './scale.ts';
import type { Scene, Tensor } from './scene.ts';
import { drawSteppers, steppedBy } from './steppers.ts';
import { elementOf } from './stops.ts';

const tooltip = ({ drawing, spot }: Found): string => {
  const { value } = spot.cell;
  const full = value === undefined ? '' : String(value);
  return spot.kind === 'copy' ? `${full}: ${ghostText(drawing.tensor, spot.cell)}` : full;
};

/** Sheets fanned at least this far are readable, and show their indices. */
const leastFanned = 0.25;

/** The tensor's number in the equation, and its index. */
function termParts(pointed: Pointed | null, operand: number | undefined): HTMLElement[] {
  const term = pointed?.terms.get(operand ?? 'result');
  if (!term) return [];
  const index = term.index.flatMap((i, axis) => [
    axis > 0 ? ',' : '',
    h('span', { class: 'letter', 'data-letter': term.letters[axis] }, String(i)),
  ]);
  return [h('b', {}, term.value), h('span', {}, h('i', {}, term.name), '[', ...index, ']')];
}

/** The sign between two tables, repeated between the numbers below them. */
const drawSign = (sign: string, at: number) =>
  sketch(
    'span',
    { class: 'between', 'data-key': `sign ${at}`, 'data-sign': sign, 'aria-hidden': 'true' },
    sign,
  );

/** The tensors, with the signs between them and the steppers that they share. */
function drawTensors(model: Model, tensors: readonly Tensor[]) {
  const { shapesOnly, result, state, trace } = model;
  // One set of steppers for all tensors if all are drawn in the result's shape.
  const steppers = (tensor: TensorModel | undefined, wanted: boolean) =>
    tensor && wanted && !shapesOnly ? drawSteppers(tensor, model.moment.slice) : null;
  const drawings = tensors.map((tensor) =>
    drawTensor({
      tensor,
      shapesOnly,
      controls: steppers(tensor.model, !result),
      term: termParts(model.pointed, tensor.operand),
    }),
  );
  const parts = drawings.flatMap(({ sketch }, p) =>
    // A call has its name in the formula.
    p === 0 ? [sketch] : [drawSign(signBefore(state.op, p, trace.operands.length), p), sketch],
  );
  const shared = steppers(result, true);
  return { drawings, sketches: shared ? [...parts, shared] : parts };
}

const isFanned = ({ figure, picture }: Tensor): boolean => figure.panels !== null && !picture;

/** Writes the numbers of the equation below their tables. */
function writeTerms(drawings: readonly Drawing[], { pointed }: Model): void {
  for (const { sketch, operand } of drawings) {
    const place = sketch.element?.querySelector?.('.addend');
    place?.replaceChildren(...termParts(pointed, operand));
  }
}

export function createValues(first: Model, commentary: Commentary) {
  const { act } = first;
  const stage = h('div', { class: 'stage' });
  const show = createSheet(stage);
  const cells = createCells();
  const ring = createRings();
  let shown: Model | undefined;
  let drawn: readonly Tensor[] = [];
  let titled: HTMLElement | undefined;
  const keys = createKeys(cells, act, () => shown?.moment.slice ?? []);
  const range = h('input', {
    type: 'range',
    class: 'fan-range',
    min: 0,
    max: 1,
    step: 0.05,
    oninput: () => act.prefer({ fan: Number(range.value) }),
  });
  const fan = h('label', { class: 'fan' }, words.fan, ' ', range);

  function redraw(model: Model, { trace, tensors, stacked }: Scene): void {
    const long = longConflict(trace);
    const { drawings, sketches } = long
      ? { drawings: [], sketches: drawConflict(model, long) }
      : drawTensors(model, tensors);
    // The title may describe an element that was here before.
    titled?.removeAttribute('title');
    drawn = tensors;
    setAttributes(stage, {
      ...scaleOf(tensors, model.state.present),
      '--letters': longestValue(tensors, drawings),
      'data-stacked': stacked && !long,
      'data-stacks': tensors.some(({ figure }) => figure.bands !== null) && !long,
    });
    fan.hidden = !tensors.some(isFanned) || model.shapesOnly !== undefined || long !== undefined;
    show(sketches);
    cells.set(drawings);
  }

  function fanOut(spread: number): void {
    stage.style?.setProperty('--fan', String(spread));
    stage.setAttribute(
      'data-fan',
      spread === 1 ? 'apart' : spread < leastFanned ? 'stacked' : 'fanned',
    );
    range.value = String(spread);
  }

  const point = (event: Event) => {
    const here = cells.under(event);
    if (!here) return;
    titled = elementOf(here.spot);
    titled.title = tooltip(here);
    act.point({ operand: here.drawing.operand, at: here.spot.at });
  };
  const leave = () => act.point(null);
  const onMove = (event: PointerEvent) => {
    const at = pixelAt(event, cells.drawings);
    if (at && at.join() !== shown?.moment.pointer?.at.join()) act.point({ at });
  };
  stage.addEventListener('pointermove', onMove);
  stage.addEventListener('pointerover', point);
  stage.addEventListener('focusin', point);
  stage.addEventListener('pointerleave', leave);
  stage.addEventListener('focusout', leave);
  stage.addEventListener('click', (event) => {
    const stepped = steppedBy(event);
    if (stepped) act.step(stepped.axis, stepped.index);
    const here = cells.under(event);
    if (here && here.drawing.operand === undefined) act.pin(here.spot.at);
  });
  stage.addEventListener('dblclick', (event) => {
    const here = cells.under(event);
    if (here && !(event.target as Element).closest('.cell-edit')) keys.edit(here, undefined);
  });
  stage.addEventListener('keydown', keys.onKey);
  stage.addEventListener('paste', async (event) => {
    const here = cells.under(event);
    if (here?.drawing.operand === undefined || here.drawing.tensor.asks) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const { pasteOver } = await import('./cell-paste.ts');
    pasteOver(text, here, act, commentary);
  });

  return {
    element: stage,
    /** Spreads the sheets. */
    fan,
    elementOf: cells.elementOf,
    /** Resizes the cells to fit the window. */
    fit: () => setAttributes(stage, scaleOf(drawn, shown?.state.present)),
    update(model: Model, scene: Scene | undefined): void {
      if (scene) {
        if (model.state.shapes !== shown?.state.shapes) commentary.offer();
        redraw(model, scene);
      }
      shown = model;
      fanOut(model.moment.preferences.fan);
      ring(cells.drawings, model);
      markPixel(stage, cells.drawings, model.pointed);
      if (!scene) writeTerms(cells.drawings, model);
      commentary.update(model);
    },
  };
}
