/**
 * The pictures of the page: which there are, how one is taken, and how two are compared. Letters are
 * drawn by the machine, so a picture is compared only where letters come out as they did when it was
 * taken; `machine.json` beside the pictures says how that was.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hashOf } from './page.mjs';

export const folder = fileURLToPath(new URL('../pictures/', import.meta.url));
export const fileOf = ({ name, width, scheme }) => `${folder}${name}-${width}-${scheme}.webp`;

const views = {
  first: { hash: '', there: '.lane' },
  conflict: { hash: hashOf('3.4|3'), there: '.lane' },
  rules: { hash: hashOf('3.3|3', '&t=rules'), there: '.lane', at: '.more' },
  challenge: { hash: hashOf('4.1|3', '&m=challenge'), there: '.puzzle h3' },
};
const widths = { 360: 740, 768: 1024, 1440: 900 };

export const pictures = Object.entries(views).flatMap(([name, view]) =>
  Object.entries(widths).flatMap(([width, height]) =>
    ['light', 'dark'].map((scheme) => ({ name, ...view, width: Number(width), height, scheme })),
  ),
);

/** Brings the page into the state of a picture. */
export async function pose(page, { there, at }) {
  await page.waitForSelector(there);
  if (at) await page.locator(at).evaluate((element) => element.scrollIntoView());
  await page.evaluate(() => document.fonts.ready);
}

/** Takes a picture; one of a wide page is kept at half its size, which is all that the eye needs. */
export async function take(page, workshop) {
  const png = (await page.screenshot()).toString('base64');
  const webp = await workshop.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const scale = image.width > 500 ? 0.5 : 1;
    const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }, png);
  return Buffer.from(webp, 'base64');
}

/** The share of the pixels that differ visibly; 1 where the sizes differ. */
export const difference = (workshop, one, other) =>
  workshop.evaluate(
    async (sources) => {
      const [a, b] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/webp;base64,${source}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (a.width !== b.width || a.height !== b.height) return 1;
      const visible = 24;
      let different = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        const apart = [0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > visible);
        if (apart) different += 1;
      }
      return different / (a.data.length / 4);
    },
    [one, other].map((bytes) => bytes.toString('base64')),
  );

/** How this machine draws letters: the browser, and the widths of some words. */
export const machineOf = async (browser, workshop) => ({
  browser: browser.version().split('.')[0],
  widths: await workshop.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const fonts = ['serif', 'Palatino', 'Georgia', 'monospace', 'sans-serif'];
    const widths = fonts.map((font) => {
      context.font = `100px ${font}`;
      return Math.round(context.measureText('Broadcasting, seen 0123 → ✗').width);
    });
    return widths.join(' ');
  }),
});

export const knownMachine = async () =>
  JSON.parse(await readFile(`${folder}machine.json`, 'utf8').catch(() => 'null'));
