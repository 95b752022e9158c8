/** The first real run: a frame before, the frame after, and what it took. */
import { h } from '../dom.ts';
import { countText } from '../format.ts';
import type { FrameReport } from '../frame-run.ts';
import { frameShape } from '../frame-run.ts';
import { makeFrame, toPixels } from '../scene.ts';
import type { View } from '../view.ts';

const [height, width] = frameShape;
const previewScale = 4;

// What is shown of the normalised values, which lie between about −2.1 and 2.6.
const lowest = -2.2;
const highest = 2.7;
const afterScale = 255 / (highest - lowest);

function put(canvas: HTMLCanvasElement, pixels: Uint8ClampedArray, columns: number): void {
  canvas.width = columns;
  canvas.height = pixels.length / 4 / columns;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(canvas.width, canvas.height);
  image.data.set(pixels);
  context.putImageData(image, 0, 0);
}

const milliseconds = (time: number): string => `${time.toFixed(1)} ms`;

function bar(label: string, detail: string, time: number, longest: number): HTMLElement {
  const fill = h('span', { class: 'bar-fill' });
  fill.style.width = `${Math.max((time / longest) * 100, 1)}%`;
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, label, h('small', {}, detail)),
    h('td', { class: 'bar-cell' }, h('span', { class: 'bar', 'aria-hidden': 'true' }, fill)),
    h('td', { class: 'time' }, milliseconds(time)),
  );
}

function agreement({ equal, elements }: FrameReport): HTMLElement {
  const all = equal === elements;
  return h(
    'p',
    { class: all ? 'agreement' : 'agreement bad' },
    h('span', { class: 'glyph', 'aria-hidden': 'true' }, all ? '✓ ' : '✗ '),
    all
      ? `All ${countText(elements)} elements are equal to the plain loop's, bit for bit.`
      : `Only ${countText(equal)} of ${countText(elements)} elements equal those of the plain loop.`,
  );
}

function report(figures: FrameReport): HTMLElement[] {
  const longest = Math.max(figures.engineTime, figures.loopTime);
  return [
    agreement(figures),
    h(
      'table',
      { class: 'times' },
      h('caption', {}, `Median of ${figures.rounds} runs, measured just now in this browser`),
      h(
        'tbody',
        {},
        bar('simdcast', `sub, then div; ${figures.flavour} flavour`, figures.engineTime, longest),
        bar('plain JavaScript', 'one loop for both steps', figures.loopTime, longest),
      ),
    ),
  ];
}

const picture = (canvas: HTMLCanvasElement, caption: string): HTMLElement =>
  h('figure', { class: 'picture' }, canvas, h('figcaption', { class: 'caption' }, caption));

const canvas = (label: string): HTMLCanvasElement =>
  h('canvas', {
    class: 'canvas',
    width: width / previewScale,
    height: height / previewScale,
    role: 'img',
    'aria-label': label,
  });

export const frame: View = (container, model) => {
  const before = canvas('An evening landscape: hills before a low sun');
  const after = canvas('The same landscape after normalisation');
  const button = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => run() },
    'Run it here',
  );
  const status = h('div', { class: 'report', role: 'status' });
  container.replaceChildren(
    h(
      'div',
      { class: 'pictures' },
      picture(before, 'Before: values from 0 to 255'),
      picture(after, 'After: values from about −2 to 2.6, drawn from black to white'),
    ),
    button,
    status,
  );

  // The small picture is made when the reader comes near it, and the large one on demand.
  const preview = () =>
    put(
      before,
      toPixels(makeFrame(height / previewScale, width / previewScale), 1, 0),
      width / previewScale,
    );
  const nearby =
    typeof IntersectionObserver === 'undefined'
      ? undefined
      : new IntersectionObserver((entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          nearby?.disconnect();
          preview();
        });
  nearby?.observe(container);

  async function run(): Promise<void> {
    nearby?.disconnect();
    button.disabled = true;
    status.replaceChildren(h('p', {}, 'Running…'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    try {
      const made = makeFrame(height, width);
      put(before, toPixels(made, 1, 0), width);
      const figures = await model.act.normaliseFrame(made);
      put(after, toPixels(figures.normalised, afterScale, -lowest * afterScale), width);
      status.replaceChildren(...report(figures));
      button.textContent = 'Run it again';
    } catch (error) {
      status.replaceChildren(
        h('p', { class: 'bad' }, `It did not run: ${(error as Error).message}`),
      );
    }
    button.disabled = false;
  }

  return {
    update: () => undefined,
    dispose() {
      nearby?.disconnect();
      container.replaceChildren();
    },
  };
};
