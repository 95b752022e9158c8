/** The layers of the network, for the digit above or for the ten samples at once. */
import { h } from '../base/dom.ts';
import { createSight, type Follow } from '../base/sight.ts';
import type { DigitReader } from '../data/digit-reader.ts';
import type { Model } from '../model/types.ts';
import { layersOf, type Node } from './layers.ts';
import { createNode } from './node-cards.ts';
import { samples, toPixels } from './samples.ts';
import { say } from './words.ts';

/** Windows this wide show all layers; in narrower ones all but the first are folded. */
const roomForAll = '(min-width: 900px)';

/** The digits for which the layers are shown. */
type Count = 'one' | 'ten';

function createLayer(nodes: readonly Node[], number: number, open: boolean, ask: Model['ask']) {
  const cards = nodes.map((node) => createNode(node, ask));
  const operators = nodes.map(({ operator }) => operator).join(', ');
  const element = h(
    'details',
    { class: 'lane', open },
    h('summary', {}, h('h3', {}, say.layer(number, operators))),
    h('ol', { class: 'nodes' }, ...cards.map((card) => card.element)),
  );
  return {
    element,
    update(next: readonly Node[]): void {
      cards.forEach((card, i) => {
        const node = next[i];
        if (node) card.update(node);
      });
    },
  };
}

type Layer = ReturnType<typeof createLayer> & { readonly follow: Follow };

export function createLayerCards(ask: Model['ask']) {
  const place = h('div', { class: 'layer-list' });
  let reader: DigitReader | undefined;
  let pixels: Float32Array | undefined;
  let count: Count = 'one';
  let layers: readonly Layer[] = [];

  const look = (): Node[][] => {
    const pictures = count === 'ten' ? toPixels(samples.flat()) : pixels;
    return reader && pictures ? layersOf(reader.nodes, reader.look(pictures)) : [];
  };

  /** Draws all cards again, after the number of digits has changed. */
  function build(): void {
    const sight = createSight();
    layers = look().map((nodes, i) => {
      const open = layers[i]?.element.open ?? (i === 0 || matchMedia(roomForAll).matches);
      const layer = createLayer(nodes, i + 1, open, ask);
      return { ...layer, follow: sight(layer.element) };
    });
    place.replaceChildren(...layers.map(({ element }) => element));
  }

  const option = (value: Count) =>
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
          build();
        },
      }),
      h('span', { class: 'option-text' }, say.layersFor[value]),
    );
  const element = h(
    'div',
    { class: 'layers' },
    h(
      'fieldset',
      {},
      h('legend', { class: 'label' }, say.layers),
      h('div', { class: 'options' }, option('one'), option('ten')),
    ),
    place,
  );
  return {
    element,
    open(opened: DigitReader): void {
      reader = opened;
      build();
    },
    /** Called when the digit above changes. */
    update(next: Float32Array): void {
      pixels = next;
      if (count === 'ten') return;
      const nodes = look();
      if (layers.length === 0) build();
      else
        layers.forEach(({ follow, update }, i) => {
          follow(() => update(nodes[i] ?? []));
        });
    },
  };
}
