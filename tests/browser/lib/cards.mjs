/** The images of the pages for ideas, and the drawings from which they were taken. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { importModule } from './build.mjs';
import { saved } from './page.mjs';

const { stories } = await importModule('state/stories.ts');

export { stories };

const folder = fileURLToPath(new URL('../../../demo/prerender/cards/', import.meta.url));
export const cardOf = (name) => `${folder}${name}.png`;
/** The hash of the drawing of each image. */
export const cardsFile = `${folder}drawings.json`;

/** The drawing that the Share menu saves. */
export async function drawingOf(page) {
  await page.locator('.share summary').click();
  return saved(page, 'Save as SVG');
}

/** Removes the pixels of images, whose encoding depends on the browser. */
export const hashOfDrawing = (drawing) =>
  createHash('sha256')
    .update(String(drawing).replace(/href="data:[^"]*"/g, ''))
    .digest('hex');
export const takenDrawings = async () => JSON.parse(await readFile(cardsFile, 'utf8'));

/** The pixels of an image, decoded by the browser. */
const pixelsOf = (page, picture) =>
  page.evaluate(async (source) => {
    const image = new Image();
    image.src = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(source), (c) => c.charCodeAt(0))], { type: 'image/png' }),
    );
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, colours: [...new Uint32Array(data.buffer)] };
  }, picture.toString('base64'));

const channels = (colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
const apart = (a, b) => a.reduce((sum, value, c) => sum + (value - b[c]) ** 2, 0);

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The image in its 256 most frequent colours: a quarter of the bytes. */
export async function inPalette(page, picture) {
  const { width, height, colours } = await pixelsOf(page, picture);
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 256);
  const palette = frequent.map(([colour]) => channels(colour));
  const nearest = new Map();
  for (const colour of counts.keys()) {
    const distances = palette.map((each) => apart(each, channels(colour)));
    nearest.set(colour, distances.indexOf(Math.min(...distances)));
  }
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, i) => {
    rows[i + Math.floor(i / width) + 1] = nearest.get(colour);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // Eight bits, with a palette.
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
