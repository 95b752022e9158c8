/**
 * The values, element by element: each operand as it is read, copies that nobody stores among it, and
 * the result. Pointing at an element rings everything that it is linked to; the values of the operands
 * can be typed and pasted.
 */
import { h, setAttributes } from '../base/dom.ts';
import { createSheet, sketch } from '../base/patch.ts';
import type { Model, TensorModel } from '../model/types.ts';
import { signBefore } from '../state/operators.ts';
import { words } from '../state/words.ts';
import { createKeys } from './cell-keys.ts';
import { pasteOver } from './cell-paste.ts';
import { createCells, type Found } from './cells.ts';
import type { Commentary } from './commentary.ts';
import { type Drawing, drawTensor, hasLongValues } from './draw-tensor.ts';
import { ghostText } from './panel-drawer.ts';
import { markPixel, pixelAt } from './pixels.ts';
import { createRings } from './rings.ts';
import type { Scene, Tensor } from './scene.ts';
import { drawSteppers, steppedBy } from './steppers.ts';
import { elementOf } from './stops.ts';

const tooltip = ({ drawing, spot }: Found): string => {
  const { value } = spot.cell;
  const full = value === undefined ? '' : String(value);
  return spot.kind === 'copy' ? `${full}: ${ghostText(drawing.tensor, spot.cell)}` : full;
};

/** How far the sheets lie apart. */
const drawFan = () =>
  sketch(
    'label',
    { class: 'fan', 'data-key': 'fan' },
    words.fan,
    ' ',
    sketch('input', { type: 'range', class: 'fan-range', min: 0, max: 1, step: 0.05 }),
  );

/** From here on each sheet shows so much of itself that it can be read, and says which it is. */
const leastFanned = 0.25;

const hasCells = ({ spots }: Drawing): boolean => spots.length > 0;

/** The tensors, and before them what they share. */
function drawTensors(model: Model, tensors: readonly Tensor[]) {
  const { shapesOnly, result } = model;
  // One set of steppers for all, where all are drawn in the result's shape.
  const steppers = (tensor: TensorModel | undefined, wanted: boolean) =>
    tensor && wanted && !shapesOnly ? drawSteppers(tensor, model.moment.slice) : null;
  const drawings = tensors.map((tensor, p) =>
    drawTensor({
      tensor,
      shapesOnly,
      controls: steppers(tensor.model, !result),
      // A call has its name in the formula: here it would take the room of its first operand.
      sign: p > 0 ? signBefore(model.state.op, p, model.trace.operands.length) : '',
    }),
  );
  const isFanned = ({ figure, picture }: Tensor) => figure.panels !== null && !picture;
  const fan = tensors.some(isFanned) && !shapesOnly ? drawFan() : null;
  const shared = [fan, steppers(result, true)].filter((each) => each !== null);
  return { drawings, sketches: shared.concat(drawings.map(({ sketch }) => sketch)) };
}

export function createValues(first: Model, commentary: Commentary) {
  const { act } = first;
  const stage = h('div', { class: 'stage' });
  const show = createSheet(stage);
  const cells = createCells();
  const ring = createRings();
  let shown: Model | undefined;
  let titled: HTMLElement | undefined;
  const keys = createKeys(cells, act, () => shown?.moment.slice ?? []);

  function redraw(model: Model, { tensors, stacked }: Scene): void {
    const { drawings, sketches } = drawTensors(model, tensors);
    // What was said about an element before need not hold for the one that stands there now.
    titled?.removeAttribute('title');
    stage.setAttribute('data-values', hasLongValues(tensors, drawings) ? 'long' : 'short');
    setAttributes(stage, { 'data-stacked': stacked });
    show(sketches);
    cells.set(drawings);
  }

  function fanOut(fan: number, isDrawn: boolean): void {
    stage.style?.setProperty('--fan', String(fan));
    stage.setAttribute('data-fan', fan === 1 ? 'apart' : fan < leastFanned ? 'stacked' : 'fanned');
    const range = isDrawn && stage.querySelector?.<HTMLInputElement>('.fan-range');
    if (range) range.value = String(fan);
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
  stage.addEventListener('input', (event) => {
    const range = event.target as HTMLInputElement;
    if (!range.matches('.fan-range')) return;
    // It stays where it is, under the pointer, however wide the sheets become.
    stage.style.setProperty('flex-basis', `${stage.getBoundingClientRect().width}px`);
    act.prefer({ fan: Number(range.value) });
  });
  stage.addEventListener('keydown', keys.onKey);
  stage.addEventListener('paste', (event) => {
    const here = cells.under(event);
    if (here) return pasteOver(here, event, act, commentary);
  });

  return {
    element: stage,
    /** Takes at least the room that it has, and no more where another part stands below. Default: what it needs. */
    hold(other: HTMLElement | undefined): void {
      const { bottom = 0, width = 0, height = 0 } = other ? stage.getBoundingClientRect() : {};
      const isBelow = other && other.getBoundingClientRect().top >= bottom;
      stage.style?.setProperty('min-width', other ? `${width}px` : '');
      stage.style?.setProperty('height', isBelow ? `${height}px` : '');
    },
    elementOf: cells.elementOf,
    update(model: Model, scene: Scene | undefined): void {
      if (scene) {
        if (model.state.shapes !== shown?.state.shapes) {
          commentary.offer();
          stage.style?.removeProperty('flex-basis');
        }
        redraw(model, scene);
      }
      shown = model;
      fanOut(model.moment.preferences.fan, scene !== undefined);
      ring(cells.drawings, model);
      markPixel(stage, cells.drawings, model.pointed);
      const result = model.pointed !== null || model.step === model.reaches;
      commentary.update(model, model.trace.ok && result && cells.drawings.some(hasCells));
    },
  };
}
