/**
 * Memory as a tape: each operand is a row of stored numbers with their addresses, and walking the result
 * moves a head over each. Along a stretched axis the head stands still. Backwards, for the gradient, the
 * heads add instead of reading.
 */
import { h, setAttributes, setText } from '../dom.ts';
import { axisLetter, indexText, shapeText, valueText } from '../format.ts';
import { indexAt, position } from '../indices.ts';
import type { Model, TensorModel } from '../view.ts';

/** Cells of a tape, and elements of the result that are walked. */
const most = 64;
const stepMilliseconds = 450;

type Way = 'reading' | 'backwards';

const ways: Readonly<Record<Way, (result: string) => string>> = {
  reading: (result) => `Reading, for ${result}`,
  backwards: () => 'Adding, for the gradient',
};

interface Tape {
  readonly element: HTMLElement;
  /** Puts the head over a cell, and shows what the cells hold. */
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
      hidden > 0 ? h('small', {}, `… ${hidden.toLocaleString('en-GB')} more`) : null,
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
        'aria-label': `${tensor.name}: ${count} numbers in a row; the head is at byte ${at * byteWidth}`,
      });
      const cell = cells[at];
      if (cell) scroller.scrollLeft = cell.offsetLeft - scroller.clientWidth / 2;
    },
  };
}

/** Where an operand is read for an element of the result, as a place on its tape. */
const placeOf = (operand: TensorModel, at: readonly number[]): number =>
  position(operand.cell(at).index, operand.shape);

/** The axes along which an operand's head stands still. */
function stillText({ trace }: Model, p: number): string | undefined {
  const { name = '', stretched = [] } = trace.operands[p] ?? {};
  const letters = stretched.map((axis) => axisLetter(trace.axes[axis]?.fromEnd ?? 0));
  return letters.length > 0 ? `${name} along ${letters.join(' and ')}` : undefined;
}

/** The tapes of the operands and of the result; none where there is nothing to walk. */
export function createTapes(model: Model, byteWidth: number) {
  const { result } = model;
  const operands = model.operands.filter(({ asks }) => !asks);
  const walked = Math.min(result?.stored ?? 0, most);
  if (!result || walked === 0) return undefined;
  let way: Way = 'reading';
  let timer: ReturnType<typeof setInterval> | undefined;
  const places = Array.from({ length: walked }, (_, i) => {
    const at = indexAt(i, result.shape);
    return operands.map((operand) => placeOf(operand, at));
  });
  const tapes = operands.map((operand, p) => createTape(operand, p, byteWidth));
  const made = createTape(result, 'result', byteWidth);
  const said = h('p', { class: 'tape-said' });
  const range = h('input', {
    type: 'range',
    class: 'range',
    min: 0,
    max: walked - 1,
    value: 0,
    'aria-label': `Element of ${result.name}`,
    oninput: () => {
      stop();
      draw();
    },
  });
  range.value = '0';
  const play = h('button', { type: 'button', class: 'watch', onclick: () => toggle() });
  const radios = Object.entries(ways).map(([value, label]) => {
    const input = h('input', {
      type: 'radio',
      class: 'visually-hidden',
      name: 'tape-way',
      value,
      onchange: () => {
        way = value as Way;
        draw();
      },
    });
    input.checked = value === way;
    return h(
      'label',
      { class: 'option' },
      input,
      h('span', { class: 'option-text' }, label(result.name)),
    );
  });

  /** How often each cell of an operand was read up to an element: what the gradient adds there. */
  function added(p: number, upTo: number): (cell: number) => string {
    const counts = new Map<number, number>();
    for (const each of places.slice(0, upTo + 1)) {
      const cell = each[p] ?? 0;
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    return (cell) => String(counts.get(cell) ?? 0);
  }

  const output = (cell: number): string => {
    const { value } = result.cell(indexAt(cell, result.shape));
    return value === undefined ? '' : valueText(value, result.type);
  };

  /** What an operand holds, by its place on the tape, as far as the walk comes. */
  const stored = operands.map((operand, p) => {
    const texts = new Map<number, string>();
    places.forEach((each, i) => {
      const { value } = operand.cell(indexAt(i, result.shape));
      if (value !== undefined) texts.set(each[p] ?? 0, valueText(value, operand.type));
    });
    return (cell: number) => texts.get(cell) ?? '';
  });

  function sentence(at: number): string {
    const index = indexText(indexAt(at, result?.shape ?? []));
    const bytes = (places[at] ?? []).map(
      (place, p) => `${operands[p]?.name} at ${place * byteWidth}`,
    );
    const still = operands.flatMap((_, p) => stillText(model, p) ?? []);
    const element = `${result?.name}${index}`;
    if (way === 'backwards') {
      return [
        `The gradient of ${element}, here 1, is added to ${bytes.join(' and ')}.`,
        ...(still.length > 0 ? [`So it is summed in ${still.join(', in ')}.`] : []),
      ].join(' ');
    }
    return [
      `${element} is made from ${bytes.join(' and ')}.`,
      ...(still.length > 0 ? [`Stride 0: the head stands still in ${still.join(', in ')}.`] : []),
    ].join(' ');
  }

  function draw(): void {
    const at = Number(range.value);
    tapes.forEach((tape, p) => {
      const text = way === 'reading' ? stored[p] : added(p, at);
      tape.show(places[at]?.[p] ?? 0, text ?? (() => ''));
    });
    made.show(at, (cell) => (way === 'backwards' ? '1' : cell <= at ? output(cell) : ''));
    setText(said, sentence(at));
    const playing = timer !== undefined;
    setText(play, playing ? '▮▮ Pause' : `▶ Walk ${result?.name}`);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function toggle(): void {
    if (timer !== undefined) stop();
    else {
      if (Number(range.value) >= walked - 1) range.value = '0';
      timer = setInterval(() => {
        range.value = String(Number(range.value) + 1);
        if (Number(range.value) >= walked - 1) stop();
        draw();
      }, stepMilliseconds);
    }
    draw();
  }

  const element = h(
    'section',
    { class: 'tapes', 'aria-label': 'Memory as a tape' },
    h('h3', {}, 'Memory as a tape: one cell for each stored number, with its address in bytes'),
    h(
      'div',
      { class: 'tape-tools' },
      play,
      range,
      h(
        'fieldset',
        {},
        h('legend', { class: 'visually-hidden' }, 'What the heads do'),
        h('div', { class: 'options' }, ...radios),
      ),
    ),
    ...tapes.map((tape) => tape.element),
    made.element,
    said,
  );
  draw();
  return { element, dispose: stop };
}
