/**
 * The values, element by element: each operand as it is read, copies that nobody stores among it,
 * and the result. Pointing at an element rings everything that it is linked to; the values of the
 * operands can be typed and pasted.
 */
import { type Move, moveOf } from '../a11y.ts';
import { h, setAttributes, setText } from '../dom.ts';
import { plural, shapeText, valueText } from '../format.ts';
import { cellsOf, layOut, position } from '../layout.ts';
import { createSheet } from '../sketch.ts';
import { elementsOf, type Index } from '../state.ts';
import type { Model, View } from '../view.ts';
import { words } from '../words.ts';
import { type Leave, openEditor, startsValue } from './cell-editor.ts';
import { createConnectors, type Link } from './connectors.ts';
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

/** About as many cells as a slow machine draws within an edit. */
const quicklyDrawn = 128;

const cellCount = (model: Model | undefined): number =>
  [...(model?.operands ?? []), model?.result].reduce(
    (sum, tensor) => sum + (tensor ? cellsOf(layOut(tensor.drawn, [])) : 0),
    0,
  );

/** Many cells are, but far fewer than there are cost less than those to be laid out anew. */
const isLarge = (cells: number, before: number): boolean =>
  cells > quicklyDrawn && 2 * cells > before;

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
  const offer = h('p', { class: 'offer', role: 'status' });
  return {
    elements: [line, offsets, offer],
    offer(...parts: (Node | string)[]): void {
      offer.replaceChildren(...parts);
    },
    update({ pointed }: Model, anything: boolean): void {
      const prompt = anything ? 'Point at an element to see what it is linked to.' : '';
      setText(line, pointed?.text ?? prompt);
      // It keeps its place, so that nothing below moves.
      offsets.setAttribute('data-idle', String(!pointed));
      const texts = pointed ? [...pointed.offsets, ...pointed.gradients] : [];
      lines.replaceChildren(...texts.map((text) => h('p', { class: 'offset' }, text)));
    },
  };
}

const hasCells = ({ spots }: Drawing): boolean => spots.length > 0;

const elementOf = ({ sketch }: Spot): HTMLElement => sketch.element as HTMLElement;

function mark(spots: readonly Spot[], kind: string): HTMLElement[] {
  const elements = spots.map(elementOf);
  for (const element of elements) element.classList.add(kind);
  return elements;
}

/** The one cell of each drawing to which Tab leads. */
function createStops() {
  const stops = new Map<number | undefined, HTMLElement>();
  const set = ({ operand }: Drawing, element: HTMLElement) => {
    setAttributes(element, { tabindex: 0 });
    stops.set(operand, element);
  };
  return {
    move(drawing: Drawing, spot: Spot): void {
      stops.get(drawing.operand)?.setAttribute('tabindex', '-1');
      set(drawing, elementOf(spot));
    },
    /** After a drawing: where they were, as far as there is a cell of the same drawing. */
    keep(drawings: readonly Drawing[]): void {
      const before = new Map(stops);
      stops.clear();
      for (const element of before.values()) {
        if (element.classList.contains('cell')) setAttributes(element, { tabindex: -1 });
      }
      for (const drawing of drawings) {
        const elements = drawing.spots.map(elementOf);
        const known = elements.find((element) => element === before.get(drawing.operand));
        const next = known ?? elements[0];
        if (next) set(drawing, next);
      }
    },
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
  const { value, ghost } = spot.cell;
  const full = value === undefined ? '' : String(value);
  return ghost ? `${full}: ${ghostText(drawing.tensor, spot.cell)}` : full;
};

export const grids: View = (container, first) => {
  const { act } = first;
  const shared = h('div', {});
  const stage = h('div', { class: 'stage' });
  const commentary = createCommentary();
  container.replaceChildren(shared, stage, ...commentary.elements);
  const connectors = createConnectors();
  const show = createSheet(stage);
  const stops = createStops();
  let shown: Model | undefined;
  let drawings: Drawing[] = [];
  let ringedNow: HTMLElement[] = [];
  let links: readonly Link[] = [];
  let titled: HTMLElement | undefined;

  function find(event: Event): Found | undefined {
    const cell = (event.target as Element).closest('.cell');
    for (const drawing of cell ? drawings : []) {
      const spot = drawing.spots.find(({ sketch }) => sketch.element === cell);
      if (spot) return { drawing, spot };
    }
    return undefined;
  }

  function redraw(model: Model): void {
    drawings = drawAll(model);
    // What was said about an element before need not hold for the one that stands there now.
    titled?.removeAttribute('title');
    const beside = drawings.every(({ tensor }) => fitsBeside(tensor)) && drawings.length <= 3;
    container.setAttribute('data-fit', beside ? 'beside' : 'below');
    stage.setAttribute('data-values', hasLongValues(drawings) ? 'long' : 'short');
    const focused = document.activeElement?.getAttribute('data-focus');
    const steppers = model.result ? createSteppers(model.result, model) : null;
    shared.replaceChildren(...(steppers ? [steppers] : []));
    show([...drawings.map(({ sketch }) => sketch), ...(connectors ? [connectors.drawing] : [])]);
    stops.keep(drawings);
    if (focused) container.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  function ring(model: Model): void {
    const [target] = model.pointed?.results ?? [];
    const to = target && drawings.find(({ operand }) => operand === undefined)?.at(target);
    for (const element of ringedNow) element.classList.remove('ring', 'ring-light');
    const next: Link[] = [];
    ringedNow = drawings.flatMap((drawing) => {
      const { strong, light } = ringed(drawing, model);
      const { operand } = drawing;
      const [from] = strong;
      if (operand !== undefined && from && to && model.pointed?.operand === undefined) {
        next.push({ from: elementOf(from), to: elementOf(to), operand });
      }
      return [...mark(strong, 'ring'), ...mark(light, 'ring-light')];
    });
    links = next;
  }

  const link = () => connectors?.draw(links);

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
      `New value of ${tensor.name} at ${spot.cell.index.join(', ')}`,
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
  stage.addEventListener('pointerover', point);
  stage.addEventListener('focusin', point);
  stage.addEventListener('pointerleave', leave);
  stage.addEventListener('focusout', leave);
  stage.addEventListener('click', (event) => {
    const here = find(event);
    if (here && here.drawing.operand === undefined) act.pin(here.spot.at);
  });
  stage.addEventListener('dblclick', (event) => {
    const here = find(event);
    if (here && !(event.target as Element).closest('.cell-edit')) edit(here, undefined);
  });
  stage.addEventListener('keydown', onKey);
  stage.addEventListener('paste', onPaste);
  // The lines end where the cells are, which is known for nothing once the browser has laid them out.
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(link);

  const isSame = ({ operands, result, moment }: Model): boolean =>
    operands === shown?.operands && result === shown.result && moment.slice === shown.moment.slice;

  function update(model: Model): void {
    const same = isSame(model);
    if (!same && model.state.shapes !== shown?.state.shapes) commentary.offer();
    shown = model;
    if (!same) redraw(model);
    ring(model);
    if (same) link();
    else {
      // What is observed anew is measured once.
      observer?.disconnect();
      observer?.observe(stage);
    }
    commentary.update(model, model.result !== undefined && drawings.some(hasCells));
  }

  update(first);
  return {
    update,
    large: (model) => !isSame(model) && isLarge(cellCount(model), cellCount(shown)),
    dispose() {
      observer?.disconnect();
      container.replaceChildren();
    },
  };
};
