/** The network that reads digits: a pad, the prediction, its time, and the layers. */
import '../styles/network.css';
import { h } from '../base/dom.ts';
import { whenNear } from '../base/sight.ts';
import '../tabs/lanes.css';
import type { DigitReader } from '../data/digit-reader.ts';
import type { View } from '../model/types.ts';
import { drawCells } from './cells.ts';
import { toCells } from './ink.ts';
import { createLayerCards } from './layer-cards.ts';
import { createOdds } from './odds.ts';
import { createPad } from './pad.ts';
import { samples, toPixels } from './samples.ts';
import { drawTimes, measureReader } from './times.ts';

const settleMilliseconds = 600;
const firstSample = 5;
const hint =
  'Draw with a pointer or a finger. With the keyboard: the arrows move the pen, Space puts it down ' +
  'and lifts it, Delete clears.';

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export const digits: View = (container, first) => {
  let reader: DigitReader | undefined;
  let cells: readonly number[] = samples[firstSample] ?? [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pad = createPad('Draw a digit', hint, (strokes) => show(() => toCells(strokes)));
  const seen = h('div', { class: 'seen' });
  const odds = createOdds('The network is loading.', 'Nothing drawn yet.');
  const layers = createLayerCards(first.ask);
  const times = h('div', { class: 'digit-times' });
  const problem = h('p', { class: 'bad', role: 'status' });
  const chosen = samples.map((sample, digit) => sampleButton(sample, digit));

  function sampleButton(sample: readonly number[], digit: number): HTMLButtonElement {
    const press = () => {
      pad.clear();
      show(() => sample, digit);
    };
    const label = `Sample of a ${digit}`;
    const attributes = { type: 'button', class: 'sample', 'aria-label': label, onclick: press };
    return h('button', { ...attributes, 'aria-pressed': 'false' }, drawCells(sample));
  }

  /** Reads once per painted frame, for any number of new points. */
  function show(next: () => readonly number[], sample?: number): void {
    chosen.forEach((button, digit) => {
      button.setAttribute('aria-pressed', String(digit === sample));
    });
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      cells = next();
      draw();
    });
  }

  function draw(): void {
    const inked = cells.some((ink) => ink > 0);
    seen.replaceChildren(drawCells(cells));
    clearTimeout(timer);
    layers.update(toPixels(cells));
    if (!reader) return;
    odds.update(inked ? reader.read(toPixels(cells)) : undefined);
    if (inked) timer = setTimeout(time, settleMilliseconds);
  }

  async function time(): Promise<void> {
    if (reader) times.replaceChildren(drawTimes(await measureReader(reader, cells, breathe)));
  }

  async function open(): Promise<void> {
    try {
      reader = await first.act.openDigits();
      layers.open(reader);
      draw();
    } catch (error) {
      problem.textContent = `The network could not be opened: ${(error as Error).message}`;
    }
  }

  const strip = h(
    'div',
    { class: 'samples', role: 'group', 'aria-label': 'Samples the network has not seen' },
    ...chosen,
  );
  container.replaceChildren(
    h(
      'div',
      { class: 'reading' },
      pad.element,
      h('div', { class: 'read' }, odds.element, times),
      h(
        'figure',
        {},
        seen,
        h(
          'figcaption',
          { class: 'caption' },
          'What the network reads: 8×8 cells, scaled and centred',
        ),
      ),
    ),
    problem,
    h('p', { class: 'label' }, 'Or take one that the network has not seen'),
    strip,
    layers.element,
  );
  show(() => cells, firstSample);
  whenNear(container, open);

  return {
    update: () => undefined,
    dispose() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      odds.dispose();
      container.replaceChildren();
    },
  };
};
