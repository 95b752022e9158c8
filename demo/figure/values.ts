/**
 * The values, element by element: each operand as it is read, copies that nobody stores among it, and
 * the result. Pointing at an element rings everything that it is linked to; the values of the operands
 * can be typed and pasted.
 */
import { type Move, moveOf } from '../a11y.ts';
import { h, setAttributes } from '../dom.ts';
import { plural, shapeText, valueText } from '../format.ts';
import { position } from '../indices.ts';
import { signBefore } from '../operators.ts';
import { createSheet, sketch } from '../patch.ts';
import { elementsOf, type Index } from '../state.ts';
import type { Model, TensorModel } from '../view.ts';
import { words } from '../words.ts';
import { type Leave, openEditor, startsValue } from './cell-editor.ts';
import type { Commentary } from './commentary.ts';
import { type Drawing, drawTensor, hasLongValues } from './draw-tensor.ts';
import { layOut } from './layout.ts';
import { ghostText, type Spot } from './panel-drawer.ts';
import { markPixel, pixelAt } from './pixels.ts';
import type { Scene, Tensor } from './scene.ts';
import { drawSteppers, steppedBy } from './steppers.ts';
import { createStops, elementOf, spotAfter } from './stops.ts';

const isSpot = (spot: Spot | undefined): spot is Spot => spot !== undefined;

/** The spots of a drawing to ring: those that take part, and the copies that stand for them. */
function ringed(drawing: Drawing, { pointed }: Model): { strong: Spot[]; light: Spot[] } {
  if (!pointed) return { strong: [], light: [] };
  const places = pointed.results.map((at) => drawing.at(at)).filter(isSpot);
  if (drawing.operand === undefined) return { strong: places, light: [] };
  const source = pointed.sources.get(drawing.operand);
  if (!source) return { strong: [], light: [] };
  return {
    strong: [drawing.storedAt(source)].filter(isSpot),
    light: places.filter(({ kind }) => kind === 'copy'),
  };
}

/** The spots that share the row, and those that share the column, of the one element pointed at. */
function banded(drawing: Drawing, { pointed }: Model): { row: Spot[]; column: Spot[] } {
  const [at] = pointed?.operand === undefined ? (pointed?.results ?? []) : [];
  const here = at && drawing.at(at);
  if (!here) return { row: [], column: [] };
  const beside = drawing.spots.filter(({ panel }) => panel === here.panel);
  return {
    row: beside.filter(({ row }) => row === here.row),
    column: beside.filter(({ column }) => column === here.column),
  };
}

interface Found {
  readonly drawing: Drawing;
  readonly spot: Spot;
}

const moves: Readonly<Record<Leave, Move>> = {
  right: { rows: 0, columns: 1, panels: 0 },
  down: { rows: 1, columns: 0, panels: 0 },
  stay: { rows: 0, columns: 0, panels: 0 },
};

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

const hasCells = ({ spots }: Drawing): boolean => spots.length > 0;

export function createValues(first: Model, commentary: Commentary) {
  const { act } = first;
  const stage = h('div', { class: 'stage' });
  const show = createSheet(stage);
  const stops = createStops();
  let shown: Model | undefined;
  let drawings: Drawing[] = [];
  let marked: (readonly [HTMLElement, string])[] = [];
  let titled: HTMLElement | undefined;

  function find(event: Event): Found | undefined {
    const cell = (event.target as Element).closest('.cell');
    for (const drawing of cell ? drawings : []) {
      const spot = drawing.spots.find(({ sketch }) => sketch.element === cell);
      if (spot) return { drawing, spot };
    }
    return undefined;
  }

  function redraw(model: Model, { tensors, stacked }: Scene): void {
    const { shapesOnly } = model;
    // One set of steppers for all, where all are drawn in the result's shape.
    const steppers = (tensor: TensorModel | undefined, wanted: boolean) =>
      tensor && wanted && !shapesOnly ? drawSteppers(tensor, model.moment.slice) : null;
    const { result } = model;
    const { operands } = model.trace;
    drawings = tensors.map((tensor, p) =>
      drawTensor({
        tensor,
        shapesOnly,
        controls: steppers(tensor.model, !result),
        // A call has its name in the formula: here it would take the room of its first operand.
        sign: p > 0 ? signBefore(model.state.op, p, operands.length) : '',
      }),
    );
    // What was said about an element before need not hold for the one that stands there now.
    titled?.removeAttribute('title');
    stage.setAttribute('data-values', hasLongValues(tensors, drawings) ? 'long' : 'short');
    setAttributes(stage, { 'data-stacked': stacked });
    const shared = steppers(result, true);
    const isFanned = ({ figure, picture }: Tensor) => figure.panels !== null && !picture;
    const fan = tensors.some(isFanned) && !shapesOnly ? drawFan() : null;
    show(
      [fan, shared].filter((each) => each !== null).concat(drawings.map(({ sketch }) => sketch)),
    );
    stops.keep(drawings);
  }

  function mark(model: Model): void {
    for (const [element, kind] of marked) element.classList.remove(kind);
    marked = drawings.flatMap((drawing) => {
      const { strong, light } = ringed(drawing, model);
      const { row, column } = banded(drawing, model);
      const as = (kind: string, spots: readonly Spot[]) =>
        spots.map((spot) => [elementOf(spot), kind] as const);
      return [
        ...as('band-row', row),
        ...as('band-column', column),
        ...as('ring', strong),
        ...as('ring-light', light),
      ];
    });
    for (const [element, kind] of marked) element.classList.add(kind);
    markPixel(stage, drawings, model.pointed);
  }

  function fanOut(fan: number, isDrawn: boolean): void {
    stage.style?.setProperty('--fan', String(fan));
    stage.setAttribute('data-fan', fan === 1 ? 'apart' : 'stacked');
    const range = isDrawn && stage.querySelector?.<HTMLInputElement>('.fan-range');
    if (range) range.value = String(fan);
  }

  function focusOn(drawing: Drawing, spot: Spot): void {
    stops.move(drawing, spot);
    elementOf(spot).focus();
  }

  /** After a redraw, the same place of the same tensor. */
  function refind(operand: number | undefined, at: Index): Found | undefined {
    const drawing = drawings.find((each) => each.operand === operand);
    const spot = drawing?.at(at);
    return drawing && spot ? { drawing, spot } : undefined;
  }

  function edit({ drawing, spot }: Found, start: string | undefined): void {
    const { operand, tensor } = drawing;
    if (operand === undefined || tensor.asks || spot.cell.value === undefined) return;
    const leaveTo = (leave: Leave) => {
      const here = refind(operand, spot.at);
      const next = here && spotAfter(here.drawing, here.spot, moves[leave]);
      if (here && next) focusOn(here.drawing, next);
    };
    const restore = (refocus: boolean) => {
      elementOf(spot).replaceChildren(valueText(spot.cell.value ?? 0, tensor.type));
      if (refocus) elementOf(spot).focus();
    };
    openEditor(
      elementOf(spot),
      start ?? String(spot.cell.value),
      words.newValue(tensor.name, spot.cell.index),
      (value, leave) => {
        const before = document.activeElement;
        restore(false);
        act.setValue(operand, position(spot.cell.index, tensor.shape), value);
        // A click elsewhere takes the focus along.
        if (leave !== 'stay' || before?.classList.contains('cell-edit')) leaveTo(leave);
      },
      restore,
    );
  }

  /** Page Up and Page Down lead through the panels, and from the last one to the next index. */
  function turnPage({ drawing, spot }: Found, move: Move): void {
    const { tensor } = drawing;
    const outer = layOut(tensor.drawn, shown?.moment.slice ?? []).outer.at(-1);
    if (move.panels === 0 || !outer) return;
    const next = outer.index + move.panels;
    if (next < 0 || next >= outer.size) return;
    const at = spot.at.map((i, d) => (d === outer.axis ? next : i));
    act.step(outer.axis, next);
    const there = refind(drawing.operand, at);
    if (there) focusOn(there.drawing, there.spot);
  }

  function onKey(event: KeyboardEvent): void {
    const here = find(event);
    if (!here) return;
    const { drawing, spot } = here;
    const isResult = drawing.operand === undefined;
    if (event.key === 'Enter' && isResult) act.pin(spot.at);
    if (event.key === 'Escape') act.pin(null);
    const types = !isResult && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (types && (event.key === 'Enter' || startsValue(event.key))) {
      event.preventDefault();
      edit(here, event.key === 'Enter' ? undefined : event.key.replace('−', '-'));
      return;
    }
    const move = moveOf(event);
    const next = move && spotAfter(drawing, spot, move);
    if (!move || !next) return;
    event.preventDefault();
    if (next === spot) turnPage(here, move);
    else focusOn(drawing, next);
  }

  async function onPaste(event: ClipboardEvent): Promise<void> {
    const here = find(event);
    const operand = here?.drawing.operand;
    if (!here || operand === undefined || here.drawing.tensor.asks) return;
    event.preventDefault();
    const { name, shape } = here.drawing.tensor;
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    const { readPasted } = await import('../paste.ts');
    const pasted = readPasted(plain);
    if (!pasted) {
      commentary.offer(words.notPasted);
      return;
    }
    if (pasted.values.length === elementsOf(shape)) {
      act.setValues(operand, pasted.values);
      commentary.offer(words.pasted(name));
      return;
    }
    const reshape = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => {
          act.setValues(operand, pasted.values, pasted.shape);
          commentary.offer(words.pasted(name));
        },
      },
      words.reshape(name, shapeText(pasted.shape)),
    );
    const count = plural(pasted.values.length, 'value');
    commentary.offer(`${words.reshapeOffer(count, name, shapeText(shape))} `, reshape);
  }

  const point = (event: Event) => {
    const here = find(event);
    if (!here) return;
    titled = elementOf(here.spot);
    titled.title = tooltip(here);
    act.point({ operand: here.drawing.operand, at: here.spot.at });
  };
  const leave = () => act.point(null);
  const onMove = (event: PointerEvent) => {
    const at = pixelAt(event, drawings);
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
    const here = find(event);
    if (here && here.drawing.operand === undefined) act.pin(here.spot.at);
  });
  stage.addEventListener('dblclick', (event) => {
    const here = find(event);
    if (here && !(event.target as Element).closest('.cell-edit')) edit(here, undefined);
  });
  stage.addEventListener('input', (event) => {
    const range = event.target as HTMLInputElement;
    if (!range.matches('.fan-range')) return;
    // It stays where it is, under the pointer, however wide the sheets become.
    stage.style.setProperty('flex-basis', `${stage.getBoundingClientRect().width}px`);
    act.prefer({ fan: Number(range.value) });
  });
  stage.addEventListener('keydown', onKey);
  stage.addEventListener('paste', onPaste);

  return {
    element: stage,
    /** Takes at least the room that it has, and no more where another part stands below. Default: what it needs. */
    hold(other: HTMLElement | undefined): void {
      const { bottom = 0, width = 0, height = 0 } = other ? stage.getBoundingClientRect() : {};
      const isBelow = other && other.getBoundingClientRect().top >= bottom;
      stage.style?.setProperty('min-width', other ? `${width}px` : '');
      stage.style?.setProperty('height', isBelow ? `${height}px` : '');
    },
    /** The element of a cell or of a panel, by its key. */
    elementOf(key: string): HTMLElement | undefined {
      for (const { spots, panels } of drawings) {
        const found = panels.get(key) ?? spots.find((spot) => spot.key === key)?.sketch;
        if (found) return found.element;
      }
      return undefined;
    },
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
      mark(model);
      const result = model.pointed !== null || model.step === model.reaches;
      commentary.update(model, model.trace.ok && result && drawings.some(hasCells));
    },
  };
}
