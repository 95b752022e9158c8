/** The layers of the network, each broadcast with its table of the axes. */
import { h } from '../dom.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import type { Model } from '../view.ts';
import { layersOf, type Meeting, type Node } from './layers.ts';

/** How many digits the layers are shown for. */
const counts = { one: 1, ten: 10 } as const;
type Count = keyof typeof counts;

/** Where the layers stand side by side; elsewhere all but the first are folded. */
const roomForAll = '(min-width: 900px)';

const operatorOf = ({ operator }: Node): string => operator;

function drawMeeting({ op, shapes, ruling }: Meeting, operator: string, ask: Model['ask']) {
  const trace = ask.align(shapes, ruling, { op });
  const caption = `${operator}: ${op}`;
  return [
    h('p', { class: 'summary' }, trace.text),
    h('div', { class: 'scroll' }, drawLadder({ trace, op, small: true, caption })),
  ];
}

const drawNode = ({ operator, about, meetings }: Node, ask: Model['ask']): HTMLElement =>
  h(
    'li',
    { class: 'node' },
    h('b', {}, operator),
    h('p', { class: 'caption' }, about),
    ...meetings.flatMap((meeting) => drawMeeting(meeting, operator, ask)),
  );

export function createLayerCards(ask: Model['ask']): HTMLElement {
  const place = h('div', { class: 'lanes' });
  const draw = (count: Count) =>
    place.replaceChildren(
      ...layersOf(counts[count]).map((nodes, i) =>
        h(
          'details',
          { class: 'lane', open: i === 0 || matchMedia(roomForAll).matches },
          h('summary', {}, h('h3', {}, `Layer ${i + 1}: ${nodes.map(operatorOf).join(', ')}`)),
          h('ol', { class: 'nodes' }, ...nodes.map((node) => drawNode(node, ask))),
        ),
      ),
    );
  const option = (value: Count, label: string) =>
    h(
      'label',
      { class: 'option' },
      h('input', {
        type: 'radio',
        class: 'visually-hidden',
        name: 'digits-at-once',
        value,
        checked: value === 'ten',
        onchange: () => draw(value),
      }),
      h('span', { class: 'option-text' }, label),
    );
  draw('ten');
  return h(
    'div',
    { class: 'layers' },
    h(
      'fieldset',
      {},
      h('legend', { class: 'label' }, 'The layers, for'),
      h(
        'div',
        { class: 'options' },
        option('ten', 'ten digits at once'),
        option('one', 'one digit'),
      ),
    ),
    place,
  );
}
