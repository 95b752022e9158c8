/** The layers of the network: in each node the numbers that meet, and the table of their axes. */
import { moveOf } from '../base/a11y.ts';
import { h, setText } from '../base/dom.ts';
import type { DigitReader, NetworkValue } from '../data/digit-reader.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import type { Model } from '../model/types.ts';
import { layersOf, type Meeting, type Node, numberText } from './layers.ts';
import { samples, toPixels } from './samples.ts';
import { drawStrip, extentOf, readingOf, type Strip } from './strips.ts';

/** Where there is room for all layers; elsewhere all but the first are folded. */
const roomForAll = '(min-width: 900px)';

/** For which digits the layers are shown. */
type Count = 'ten' | 'one';

const sign = (text: string): HTMLElement =>
  h('span', { class: 'sign', 'aria-hidden': 'true' }, text);

const signs: Readonly<Record<string, string>> = { Add: '+', Sub: '−', Mul: '×', Div: '÷' };

/** Strips in a row, of which the last can be walked, with what is said of the element there. */
function createEquation(
  strips: readonly (Strip | HTMLElement)[],
  result: NetworkValue,
  tell: (position: number) => string,
): HTMLElement {
  const drawn = strips.filter((each): each is Strip => !(each instanceof HTMLElement));
  const { rows, columns } = extentOf(result.dims);
  const said = h('p', { class: 'cell-sum', role: 'status' });
  let here: number | undefined;
  const point = (position: number | undefined) => {
    if (position === here) return;
    here = position;
    for (const strip of drawn) strip.ring(position);
    setText(said, position === undefined ? '' : tell(position));
  };
  const last = drawn.at(-1)?.element;
  last?.setAttribute('tabindex', '0');
  last?.setAttribute('role', 'application');
  last?.setAttribute('aria-roledescription', 'heat strip');
  last?.setAttribute(
    'aria-label',
    `${result.name}, ${rows} by ${columns}; arrow keys move between cells`,
  );
  last?.addEventListener('focus', () => point(here ?? 0));
  last?.addEventListener('blur', () => point(undefined));
  last?.addEventListener('keydown', (event) => {
    const move = moveOf(event);
    if (move?.panels !== 0) return;
    event.preventDefault();
    const at = here ?? 0;
    const held = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    const row = held(Math.floor(at / columns) + move.rows, rows - 1);
    const column = held((at % columns) + move.columns, columns - 1);
    point(row * columns + column);
  });
  for (const strip of drawn) {
    strip.element.addEventListener('pointermove', (event) => point(strip.positionOf(event)));
    strip.element.addEventListener('pointerleave', () => point(undefined));
  }
  const elements = strips.map((each) => (each instanceof HTMLElement ? each : each.element));
  return h(
    'div',
    { class: 'equation-of-strips' },
    h('div', { class: 'strips' }, ...elements),
    said,
  );
}

/** `h1[3,5]`: the digit's row, and the place among the columns. */
function placeText(name: string, position: number, columns: number): string {
  return `${name}[${Math.floor(position / columns)},${position % columns}]`;
}

function drawMeeting(meeting: Meeting, operator: string, ask: Model['ask']): HTMLElement[] {
  const { op, operands, ruling, result, sum } = meeting;
  const shapes = operands.map(({ dims }) => dims);
  const trace = ask.align(shapes, ruling, { op });
  const readings = operands.map((_, p) => readingOf(trace, p));
  const [left, right] = operands;
  const { columns } = extentOf(result.dims);
  const numberOf = (p: number, position: number) =>
    numberText(operands[p]?.data[readings[p]?.at(position) ?? 0] ?? 0);
  const tell = (position: number) =>
    `${placeText(result.name, position, columns)} = ${sum(numberOf(0, position), numberOf(1, position))} = ${numberText(result.data[position] ?? 0)}`;
  const strips = [
    drawStrip(left, readings[0]),
    sign(signs[op] ?? ','),
    drawStrip(right, readings[1]),
    sign(signs[op] ? '=' : '→'),
    drawStrip(result),
  ];
  return [
    h(
      'div',
      { class: 'scroll axes-of' },
      drawLadder({ trace, op, small: true, caption: `${operator}: ${op}` }),
    ),
    createEquation(strips, result, tell),
  ];
}

function drawThrough([from, to]: readonly [NetworkValue, NetworkValue], operator: string) {
  const { columns } = extentOf(to.dims);
  const across = extentOf(from.dims).columns;
  const tell = (position: number) =>
    `${placeText(to.name, position, columns)} = ${numberText(to.data[position] ?? 0)}: row ${Math.floor(position / columns)} of ${from.name} (${across} numbers) times column ${position % columns} of the weights`;
  const source = drawStrip(from);
  // The element has another place there: its row is meant, and no cell.
  const still = { ...source, positionOf: () => undefined, ring: () => undefined };
  return createEquation([still, sign(`→ ${operator} →`), drawStrip(to)], to, tell);
}

const drawNode = ({ operator, about, through, meetings }: Node, ask: Model['ask']): HTMLElement =>
  h(
    'li',
    { class: 'node' },
    h('div', {}, h('b', {}, operator), h('p', { class: 'caption' }, about)),
    ...(through ? [h('div', { class: 'meeting' }, drawThrough(through, operator))] : []),
    ...meetings.map((meeting) =>
      h('div', { class: 'meeting' }, ...drawMeeting(meeting, operator, ask)),
    ),
  );

export function createLayerCards(ask: Model['ask']) {
  const place = h('div', { class: 'layer-list' });
  let reader: DigitReader | undefined;
  let drawn: Float32Array | undefined;
  let count: Count = 'ten';

  function draw(): void {
    if (!reader) return;
    const open = [...place.querySelectorAll('details')].map((each) => each.open);
    const pictures = count === 'ten' ? toPixels(samples.flat()) : drawn;
    if (!pictures) return;
    const layers = layersOf(reader.nodes, reader.look(pictures));
    place.replaceChildren(
      ...layers.map((nodes, i) =>
        h(
          'details',
          { class: 'lane', open: open[i] ?? (i === 0 || matchMedia(roomForAll).matches) },
          h(
            'summary',
            {},
            h('h3', {}, `Layer ${i + 1}: ${nodes.map(({ operator }) => operator).join(', ')}`),
          ),
          h('ol', { class: 'nodes' }, ...nodes.map((node) => drawNode(node, ask))),
        ),
      ),
    );
  }

  const option = (value: Count, label: string) =>
    h(
      'label',
      { class: 'option' },
      h('input', {
        type: 'radio',
        class: 'visually-hidden',
        name: 'digits-at-once',
        value,
        checked: value === count,
        onchange: () => {
          count = value;
          draw();
        },
      }),
      h('span', { class: 'option-text' }, label),
    );
  const element = h(
    'div',
    { class: 'layers' },
    h(
      'fieldset',
      {},
      h('legend', { class: 'label' }, 'The layers, for'),
      h(
        'div',
        { class: 'options' },
        option('ten', 'the ten samples at once'),
        option('one', 'the digit above'),
      ),
    ),
    place,
  );
  return {
    element,
    open(opened: DigitReader): void {
      reader = opened;
      draw();
    },
    /** The digit above is another one. */
    update(pixels: Float32Array): void {
      drawn = pixels;
      if (count === 'one') draw();
    },
  };
}
