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
import { say } from './words.ts';

const settleMilliseconds = 600;
const firstSample = 5;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export const digits: View = (container, first) => {
  let reader: DigitReader | undefined;
  let cells: readonly number[] = samples[firstSample] ?? [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pad = createPad(say.draw, say.drawHint, (strokes) => show(() => toCells(strokes)));
  const seen = h('div', { class: 'seen' });
  const odds = createOdds(say.loading, say.empty);
  const layers = createLayerCards(first.ask);
  const times = h('div', { class: 'digit-times' });
  const problem = h('p', { class: 'bad', role: 'status' });
  const chosen = samples.map((sample, digit) => sampleButton(sample, digit));

  function sampleButton(sample: readonly number[], digit: number): HTMLButtonElement {
    const press = () => {
      pad.clear();
      show(() => sample, digit);
    };
    const label = say.sample(digit);
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
      problem.textContent = say.unopened((error as Error).message);
    }
  }

  const strip = h('div', { class: 'samples', role: 'group', 'aria-label': say.samples }, ...chosen);
  container.replaceChildren(
    h(
      'div',
      { class: 'reading' },
      pad.element,
      h('div', { class: 'read' }, odds.element, times),
      h('figure', {}, seen, h('figcaption', { class: 'caption' }, say.seen)),
    ),
    problem,
    h('p', { class: 'label' }, say.orTake),
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
