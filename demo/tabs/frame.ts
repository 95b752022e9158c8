/** The first real run: a frame, three means and three deviations, the normalised frame, and the time. */
import '../styles/frame.css';
import { stillness } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import { whenNear } from '../base/sight.ts';
import { type Frame, type FrameReport, statisticsOf, usualRounds } from '../data/frame-run.ts';
import { makeFrame, toPixels } from '../data/sunset.ts';
import type { View } from '../model/types.ts';
import { drawHistogram } from './histogram.ts';
import { say } from './words.ts';

const whole = { height: 1080, width: 1920 };
const preview = { height: 180, width: 320 };
const shape = '(1080,1920,3)';
const before = { from: 0, to: 255 };
/** Range of nearly all normalised values; drawn from black to white. */
const after = { from: -3, to: 3 };

function paint(canvas: HTMLCanvasElement, pixels: Uint8ClampedArray, width: number): void {
  canvas.width = width;
  canvas.height = pixels.length / 4 / width;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(canvas.width, canvas.height);
  image.data.set(pixels);
  context.putImageData(image, 0, 0);
}

/** An image with its histogram below. */
function createPicture(name: string, label: string, { from, to }: typeof before) {
  const canvas = h('canvas', { ...preview, class: 'canvas', role: 'img', 'aria-label': label });
  const below = h('div', { class: 'below' });
  const scale = 255 / (to - from);
  return {
    element: h(
      'figure',
      { class: 'picture' },
      h('figcaption', {}, h('i', {}, name), ` ${shape}`),
      h('div', { class: 'screen' }, canvas),
      below,
    ),
    draw(pixels: Float32Array, width: number): void {
      paint(canvas, toPixels(pixels, scale, -from * scale), width);
      below.replaceChildren(drawHistogram(pixels, { from, to }));
    },
  };
}

const channelNames = ['R', 'G', 'B'];

/** Three numbers, one for each channel. */
function createTriple(sign: string, name: string) {
  const cells = channelNames.map((channel) => h('td', { class: `swatch ${channel}` }));
  const heads = channelNames.map((channel) => h('th', { scope: 'col' }, channel));
  return {
    element: h(
      'div',
      { class: 'triple' },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
      h(
        'table',
        {},
        h('caption', {}, h('i', {}, name), ' (3,)'),
        h('thead', {}, h('tr', {}, ...heads)),
        h('tbody', {}, h('tr', {}, ...cells)),
      ),
    ),
    draw(values: Float32Array): void {
      cells.forEach((cell, c) => {
        cell.textContent = String(Math.round(values[c] ?? 0));
      });
    },
  };
}

/** Width of the three sliding cells. */
const tile = 24;

/** The three means slide over the frame: along the width, and then along the height. */
async function stretch(place: HTMLElement, mean: Float32Array): Promise<void> {
  if (stillness()) return;
  const [red = 0, green = 0, blue = 0] = [...mean].map(Math.round);
  const copies = h('div', { class: 'copies', 'aria-hidden': 'true' });
  copies.style.backgroundImage = `linear-gradient(90deg, rgb(${red} 0 0) 33%, rgb(0 ${green} 0) 33% 66%, rgb(0 0 ${blue}) 66%)`;
  place.append(copies);
  const at = (x: string, y: string, opacity = 0.85, offset?: number) => ({
    transform: `translate(${x}, ${y})`,
    opacity,
    ...(offset !== undefined && { offset }),
  });
  const [left, top] = [`calc(${tile}px - 100%)`, `calc(${tile}px - 100%)`];
  const frames = [
    at(left, top),
    at(left, top, 0.85, 0.1),
    at('0px', top, 0.85, 0.4),
    at('0px', '0px', 0.85, 0.75),
    at('0px', '0px', 0),
  ];
  await copies.animate(frames, { duration: 1600, easing: 'ease-in-out' }).finished;
  copies.remove();
}

/** `8.0 ms, 1.9× the plain loop, 6,220,800 of 6,220,800 equal` */
function outcome({ engineTime, loopTime, equal, elements, rounds }: FrameReport): HTMLElement[] {
  const all = equal === elements;
  const ratio = (loopTime / engineTime).toFixed(1);
  return [
    h(
      'p',
      { class: all ? 'agreement' : 'agreement bad' },
      h('span', { class: 'glyph', 'aria-hidden': 'true' }, all ? '✓ ' : '✗ '),
      say.frame.outcome(engineTime, ratio, equal, elements),
    ),
    h('p', { class: 'caption' }, say.frame.measured(rounds, loopTime)),
  ];
}

export const frame: View = (container, { act }) => {
  const first = createPicture(say.frame.frame, say.frame.landscape, before);
  const last = createPicture(say.frame.normalised, say.frame.normalisedLandscape, after);
  const mean = createTriple('−', say.frame.mean);
  const deviation = createTriple('÷', say.frame.deviation);
  const button = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => run() },
    say.frame.run,
  );
  const status = h('div', { class: 'report', role: 'status' });
  container.replaceChildren(
    h(
      'div',
      { class: 'normalising' },
      first.element,
      h('div', { class: 'triples' }, mean.element, deviation.element),
      last.element,
    ),
    button,
    status,
  );

  /** Draws the frame, its statistics, and the engine's result. */
  async function draw(made: Frame, rounds: number): Promise<FrameReport> {
    const statistics = statisticsOf(made.pixels);
    mean.draw(statistics.mean);
    deviation.draw(statistics.deviation);
    first.draw(made.pixels, made.width);
    if (rounds > 0)
      await stretch(first.element.querySelector('.screen') as HTMLElement, statistics.mean);
    const report = await act.normaliseFrame(made, rounds);
    last.draw(report.normalised, made.width);
    return report;
  }

  const failed = (error: unknown) =>
    status.replaceChildren(h('p', { class: 'bad' }, say.failed((error as Error).message)));

  async function run(): Promise<void> {
    button.disabled = true;
    status.replaceChildren(h('p', {}, say.running));
    await new Promise((resolve) => setTimeout(resolve, 30));
    try {
      const report = await draw(makeFrame(whole.height, whole.width), usualRounds);
      status.replaceChildren(...outcome(report));
      button.textContent = say.frame.again;
    } catch (error) {
      failed(error);
    }
    button.disabled = false;
  }

  // The small images are computed when the reader comes near, the large ones on demand.
  whenNear(container, () => {
    if (!button.disabled) draw(makeFrame(preview.height, preview.width), 0).catch(failed);
  });

  return { update: () => undefined, dispose: () => container.replaceChildren() };
};
