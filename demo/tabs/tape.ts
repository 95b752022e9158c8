/**
 * Memory as a tape: each operand is a row of stored numbers with their addresses, and walking the result
 * moves a head over each. Along a stretched axis the head stands still. Backwards, for the gradient, the
 * heads add instead of reading.
 */
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model, TensorModel } from '../model/types.ts';
import { axisLetter, indexText, listText, shapeText, valueText } from '../state/format.ts';
import { indexAt, position } from '../state/indices.ts';
import { words } from '../state/words.ts';
import { say } from './words.ts';

/** Maximum number of cells of a tape, and of elements of a walk. */
const most = 64;
const stepMilliseconds = 450;

type Way = 'reading' | 'backwards';

interface Tape {
  readonly element: HTMLElement;
  /** Puts the head over a cell, and shows the text of each cell. */
  show(at: number, text: (cell: number) => string): void;
}

function createTape(tensor: TensorModel, of: number | 'result', byteWidth: number): Tape {
  const count = Math.min(tensor.stored, most);
  const numbers = Array.from({ length: count }, () => h('span', { class: 'tape-value' }));
  const cells = numbers.map((number, i) =>
    h('span', { class: 'tape-cell' }, number, h('small', {}, String(i * byteWidth))),
  );
  const head = h('span', { class: 'tape-head', 'aria-hidden': 'true' }, '▲');
  const hidden = tensor.stored - count;
  const row = h('div', { class: 'tape-cells', 'data-of': of, role: 'img' }, ...cells, head);
  const scroller = h('div', { class: 'scroll tape-scroll' }, row);
  return {
    element: h(
      'div',
      { class: 'tape' },
      h('p', {}, h('i', {}, tensor.name), ` ${shapeText(tensor.shape)}`),
      scroller,
      hidden > 0 ? h('small', {}, `… ${words.more(hidden)}`) : null,
    ),
    show(at, text) {
      numbers.forEach((number, i) => {
        setText(number, text(i));
      });
      cells.forEach((cell, i) => {
        cell.classList.toggle('here', i === at);
      });
      head.hidden = at >= count;
      setAttributes(head, { '--at': at });
      setAttributes(row, {
        'aria-label': say.tape.row(tensor.name, count, at * byteWidth),
      });
      const cell = cells[at];
      if (cell) scroller.scrollLeft = cell.offsetLeft - scroller.clientWidth / 2;
    },
  };
}

/** The cell on an operand's tape that an element of the result reads. */
const placeOf = (operand: TensorModel, at: readonly number[]): number =>
  position(operand.cell(at).index, operand.shape);

/** A walk over the result: for each of its elements, the cells on the operands' tapes. */
interface Walk {
  readonly operands: readonly TensorModel[];
  readonly result: TensorModel;
  readonly places: readonly (readonly number[])[];
  /** Which operands' heads stand still, and along which axes. */
  readonly still: readonly string[];
}

/** `undefined` if there are no elements. */
function walkOf({ operands: all, result, trace }: Model): Walk | undefined {
  const operands = all.filter(({ asks }) => !asks);
  const walked = Math.min(result?.stored ?? 0, most);
  if (!result || walked === 0) return undefined;
  const places = Array.from({ length: walked }, (_, i) => {
    const at = indexAt(i, result.shape);
    return operands.map((operand) => placeOf(operand, at));
  });
  const still = operands.flatMap((_, p) => {
    const { name = '', stretched = [] } = trace.operands[p] ?? {};
    const letters = stretched.map((axis) => axisLetter(trace.axes[axis]?.fromEnd ?? 0));
    return letters.length > 0 ? say.tape.along(name, listText(letters)) : [];
  });
  return { operands, result, places, still };
}

/** Number of reads of each cell of an operand up to an element: the sum that the gradient adds there. */
function readsOf({ places }: Walk, p: number, upTo: number): (cell: number) => string {
  const counts = new Map<number, number>();
  for (const each of places.slice(0, upTo + 1)) {
    const cell = each[p] ?? 0;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return (cell) => String(counts.get(cell) ?? 0);
}

/** An operand's values, keyed by cell of the tape, as far as the walk gets. */
function textsOf({ result, places }: Walk, operand: TensorModel, p: number) {
  const texts = new Map<number, string>();
  places.forEach((each, i) => {
    const { value } = operand.cell(indexAt(i, result.shape));
    if (value !== undefined) texts.set(each[p] ?? 0, valueText(value, operand.type));
  });
  return (cell: number) => texts.get(cell) ?? '';
}

function sentenceOf(walk: Walk, at: number, way: Way, byteWidth: number): string {
  const { operands, result, places, still } = walk;
  const bytes = (places[at] ?? []).map((place, p) =>
    say.tape.at(operands[p]?.name ?? '', place * byteWidth),
  );
  const element = `${result.name}${indexText(indexAt(at, result.shape))}`;
  const { moves, stands } = say.tape[way];
  const said = moves(element, listText(bytes));
  return still.length > 0 ? `${said} ${stands(listText(still))}` : said;
}

function drawWays(result: string, first: Way, choose: (way: Way) => void): HTMLElement {
  const radios = (['reading', 'backwards'] as const).map((value) => {
    const input = h('input', {
      type: 'radio',
      class: 'visually-hidden',
      name: 'tape-way',
      value,
      onchange: () => choose(value),
    });
    input.checked = value === first;
    return h(
      'label',
      { class: 'option' },
      input,
      h('span', { class: 'option-text' }, say.tape[value].label(result)),
    );
  });
  return h(
    'fieldset',
    {},
    h('legend', { class: 'visually-hidden' }, say.tape.heads),
    h('div', { class: 'options' }, ...radios),
  );
}

/** The tapes of the operands and of the result; empty if there are no elements. */
export function createTapes(model: Model, byteWidth: number) {
  const walk = walkOf(model);
  return walk && createWalk(walk, byteWidth);
}

function createWalk(walk: Walk, byteWidth: number) {
  const { operands, result, places } = walk;
  const last = places.length - 1;
  let way: Way = 'reading';
  let timer: ReturnType<typeof setInterval> | undefined;
  const tapes = operands.map((operand, p) => createTape(operand, p, byteWidth));
  const stored = operands.map((operand, p) => textsOf(walk, operand, p));
  const made = createTape(result, 'result', byteWidth);
  const said = h('p', { class: 'tape-said' });
  const range = h('input', {
    type: 'range',
    class: 'range',
    min: 0,
    max: last,
    value: 0,
    'aria-label': say.tape.element(result.name),
    oninput: () => {
      stop();
      draw();
    },
  });
  range.value = '0';
  const play = h('button', { type: 'button', class: 'watch', onclick: () => toggle() });

  const output = (cell: number): string => {
    const { value } = result.cell(indexAt(cell, result.shape));
    return value === undefined ? '' : valueText(value, result.type);
  };

  function draw(): void {
    const at = Number(range.value);
    tapes.forEach((tape, p) => {
      const text = way === 'reading' ? stored[p] : readsOf(walk, p, at);
      tape.show(places[at]?.[p] ?? 0, text ?? (() => ''));
    });
    made.show(at, (cell) => (way === 'backwards' ? '1' : cell <= at ? output(cell) : ''));
    setText(said, sentenceOf(walk, at, way, byteWidth));
    setText(play, timer !== undefined ? `▮▮ ${words.pause}` : `▶ ${say.tape.walk(result.name)}`);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function toggle(): void {
    if (timer !== undefined) stop();
    else {
      if (Number(range.value) >= last) range.value = '0';
      timer = setInterval(() => {
        range.value = String(Number(range.value) + 1);
        if (Number(range.value) >= last) stop();
        draw();
      }, stepMilliseconds);
    }
    draw();
  }

  const choices = drawWays(result.name, way, (next) => {
    way = next;
    draw();
  });
  const element = h(
    'section',
    { class: 'tapes', 'aria-label': say.tape.title },
    h('h3', {}, say.tape.about),
    h('div', { class: 'tape-tools' }, play, range, choices),
    ...tapes.map((tape) => tape.element),
    made.element,
    said,
  );
  draw();
  return { element, dispose: stop };
}
