/** A pad to draw on: with a pointer, a finger, or a pen that the arrow keys move. */
import { h, svg } from '../base/dom.ts';
import { type Point, type Stroke, side } from './ink.ts';
import { say } from './words.ts';

/** Points that are nearer to each other count as one: a trembling hand adds nothing to a digit. */
const nearest = 0.012;
const start = { row: 1, column: 3 };

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const held = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

const pathOf = (stroke: Stroke): string =>
  stroke
    .map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${(x * side).toFixed(2)} ${(y * side).toFixed(2)}`)
    .join('')
    // A line of no length is drawn as a dot.
    .concat('h0');

export function createPad(
  label: string,
  hint: string,
  onDraw: (strokes: readonly Stroke[]) => void,
) {
  let strokes: Point[][] = [];
  let drawing = false;
  let pen = { ...start, down: false };

  const lines = svg('path', { class: 'lines' });
  const place = svg('circle', { class: 'pen', r: 0.42 });
  const box = { viewBox: `0 0 ${side} ${side}`, 'aria-hidden': 'true' };
  const field = h(
    'div',
    {
      class: 'pad',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': say.pad,
      'aria-label': label,
      'aria-describedby': 'pad-hint',
    },
    svg('svg', box, lines, place),
  );
  const told = h('span', { class: 'visually-hidden', role: 'status' });
  const erase = () => {
    clear();
    onDraw(strokes);
  };
  const element = h(
    'div',
    { class: 'drawn' },
    field,
    told,
    h('button', { type: 'button', class: 'secondary', onclick: erase }, say.clear),
    h('p', { class: 'caption pad-hint', id: 'pad-hint' }, hint),
  );

  function draw(): void {
    lines.setAttribute('d', strokes.map(pathOf).join(''));
    place.setAttribute('cx', String(pen.column + 0.5));
    place.setAttribute('cy', String(pen.row + 0.5));
    field.dataset.pen = pen.down ? 'down' : 'up';
  }

  function add(point: Point): void {
    const last = strokes.at(-1);
    const before = last?.at(-1);
    if (before && Math.hypot(point.x - before.x, point.y - before.y) < nearest) return;
    last?.push(point);
  }

  function changed(): void {
    draw();
    onDraw(strokes);
  }

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = field.getBoundingClientRect();
    return { x: held((clientX - left) / width, 1), y: held((clientY - top) / height, 1) };
  };

  function onDown(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    field.setPointerCapture(event.pointerId);
    drawing = true;
    strokes.push([pointOf(event)]);
    changed();
  }

  function onMove(event: PointerEvent): void {
    if (!drawing || !event.isPrimary) return;
    for (const each of event.getCoalescedEvents?.() ?? []) add(pointOf(each));
    add(pointOf(event));
    changed();
  }

  const onUp = (): void => {
    drawing = false;
  };

  const penPoint = (): Point => ({ x: (pen.column + 0.5) / side, y: (pen.row + 0.5) / side });

  function tell(): void {
    const where = pen.down ? say.penDown : say.penUp;
    told.textContent = where(pen.row + 1, pen.column + 1);
  }

  function setPen(down: boolean): void {
    pen = { ...pen, down };
    if (down) strokes.push([penPoint()]);
  }

  function movePen([down, right]: readonly [number, number]): void {
    const row = held(pen.row + down, side - 1);
    const column = held(pen.column + right, side - 1);
    pen = { ...pen, row, column };
    if (pen.down) add(penPoint());
  }

  const keys: Readonly<Record<string, () => void>> = {
    ' ': () => setPen(!pen.down),
    Enter: () => setPen(!pen.down),
    Escape: () => setPen(false),
    Delete: () => clear(),
    Backspace: () => clear(),
  };

  function onKey(event: KeyboardEvent): void {
    const step = steps[event.key];
    const act = step ? () => movePen(step) : keys[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
    changed();
    tell();
  }

  /** Clears the pad without notifying the listener. */
  function clear(): void {
    strokes = [];
    drawing = false;
    pen = { ...start, down: false };
    draw();
  }

  field.addEventListener('pointerdown', onDown);
  field.addEventListener('pointermove', onMove);
  field.addEventListener('pointerup', onUp);
  field.addEventListener('pointercancel', onUp);
  field.addEventListener('keydown', onKey);
  // The pen is lifted when the pad loses the focus.
  field.addEventListener('blur', () => {
    setPen(false);
    draw();
  });
  draw();
  return { element, clear };
}
