/**
 * Screenshots of the page: the list, how one is taken, and how two are compared. Text depends on the machine,
 * so a screenshot is compared only on a machine that draws text the same; `machine.json` beside the
 * screenshots records how.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openPage } from './browser.mjs';
import { follow, hashOf } from './page.mjs';

export const folder = fileURLToPath(new URL('../pictures/', import.meta.url));
export const fileOf = ({ name, viewport }, scheme) =>
  `${folder}${name}-${viewport.width}-${scheme}.webp`;

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const everywhere = [phone, { width: 768, height: 1024 }, wide];

/** Answers a prediction wrongly, so the page shows both answers. */
async function answerWrongly(page) {
  const lesson = page.locator('[data-lesson="rows"]');
  await lesson
    .locator('.option', { hasText: 'no error' })
    .or(lesson.locator('.option'))
    .first()
    .click();
  await lesson.getByRole('button', { name: 'Check' }).first().click();
}

/** Times differ from visit to visit. */
const hideTimes = (page) =>
  page.locator('.digit-times').evaluate((times) => {
    times.style.visibility = 'hidden';
  });

/**
 * The states of the page: the address, the sign that it is ready, and what to look at and do before the
 * screenshot. A state with actions is loaded again, and so is the next one.
 */
const states = {
  first: { sizes: everywhere, there: '.figure .player' },
  conflict: { sizes: everywhere, hash: hashOf('3.4|3'), there: '.figure .player' },
  refused: { hash: '#v=1&r=onnx-uni&op=PRelu&i=4.1|4.3&f=addr', there: '.rung.refused' },
  warning: {
    sizes: [phone],
    hash: hashOf('77.1|77', '&sel=1.2'),
    there: '.warning',
    at: '.verdict',
  },
  written: { hash: hashOf('4.3|3', '&s=1'), there: '.ladder .blank' },
  panels: { hash: hashOf('8.1.6.1|7.1.5', '&sel=0.0.2.3'), there: '.band' },
  stepper: { sizes: [phone], hash: hashOf('3.2.2.2.2|2'), there: '.stepper', at: '.stage' },
  empty: { hash: hashOf('0.3|1.3'), there: '.figure .player' },
  where: { hash: '#v=1&r=numpy&op=Where&i=2.1|1.3|&f=addr', there: '.figure .player' },
  eight: {
    hash: '#v=1&r=numpy&op=Sum&i=5.1|1.6|6||5.6|1|5.1|6&f=addr',
    there: '.figure .player',
  },
  ncnn: { hash: '#v=1&r=ncnn&op=Add&i=2.3.4|2&f=addr&nt=ncnn', there: '.figure .player' },
  rules: {
    sizes: everywhere,
    hash: hashOf('3.3|3', '&t=rules'),
    there: '#panel-rules .lane',
    at: '.more',
  },
  memory: { hash: hashOf('60000.1|60000', '&t=memory'), there: '.memory-bars', at: '.more' },
  speed: {
    sizes: [phone],
    hash: hashOf('4.1|3', '&m=lab'),
    there: '[data-lazy="speed"] button',
    at: '#speed-title',
  },
  code: { hash: hashOf('3.4|3.1', '&t=code'), there: '#panel-code code', at: '.more' },
  covered: { hash: hashOf('4.1|3', '&m=learn'), there: '.question' },
  revealed: {
    sizes: [phone],
    hash: hashOf('4.1|3', '&m=learn'),
    there: '.question',
    act: answerWrongly,
    at: '.revealed',
  },
  challenge: { sizes: everywhere, hash: hashOf('4.1|3', '&m=challenge'), there: '.puzzle h3' },
  digits: {
    hash: hashOf('4.1|3', '&m=lab'),
    at: '#digits-title',
    there: '.digit-times table',
    act: hideTimes,
  },
  layers: {
    sizes: [phone, wide],
    hash: hashOf('4.1|3', '&m=lab'),
    // They are fetched once the reader is near. The times above them move them by parts of a pixel.
    at: '.digits-place:not(:has(.layers)), .layers',
    there: 'body:has(.digit-times table) .layer-list .strip',
  },
  embedded: {
    sizes: [{ width: 400, height: 460 }],
    path: 'embed.html',
    hash: hashOf('3.4|3'),
    there: '.ladder-place .ladder',
  },
  printed: { sizes: [phone], options: { javaScriptEnabled: false }, there: '.ladder' },
  forced: {
    options: { forcedColors: 'active' },
    hash: hashOf('3.4|3'),
    there: '.figure .player',
  },
  narrow: {
    sizes: [{ width: 320, height: 640 }],
    hash: hashOf('4.1|3'),
    there: '.figure .player',
    at: '.figure',
  },
  // A phone in landscape.
  low: { sizes: [{ width: 740, height: 360 }], hash: hashOf('4.1|3'), there: '.figure .player' },
};

export const schemes = ['light', 'dark'];

export const poses = Object.entries(states).flatMap(([name, { sizes = [wide], ...state }]) =>
  sizes.map((viewport) => ({ name, viewport, hash: '', path: '', options: {}, ...state })),
);

/** Scrolls to a part. Parts above it may grow later, such as the measured times of a network. */
async function reach(page, at) {
  if (at)
    await page
      .locator(at)
      .first()
      .evaluate((element) => element.scrollIntoView());
}

/** Brings pages into states; tabs are shared, and a hash is followed without a load if possible. */
export function createPoser(browser, url) {
  const tabs = new Map();
  return async function pose({ viewport, hash, path, options, there, at, act }) {
    const key = JSON.stringify([viewport, options, path]);
    if (!tabs.has(key)) {
      tabs.set(key, { ...(await openPage(browser, { viewport, ...options })), fresh: false });
    }
    const tab = tabs.get(key);
    const { page } = tab;
    if (tab.fresh && !act) {
      await follow(page, hash);
    } else await tab.load(url + path + hash);
    await reach(page, at);
    await page.waitForSelector(there);
    await act?.(page);
    await page.evaluate(() => document.fonts.ready);
    tab.fresh = !act && hash !== '' && path === '';
    return page;
  };
}

/** Takes a screenshot. Those of wide pages are stored at half size, which suffices for comparison. */
export async function take(page, { at }, colorScheme, workshop) {
  await page.emulateMedia({ colorScheme });
  await reach(page, at);
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

/** Number of pixels that differ by more than `visible` of 255 in a colour; all if the sizes differ. */
export const difference = (workshop, one, other, visible = 8) =>
  workshop.evaluate(
    async ([sources, most]) => {
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
      if (a.width !== b.width || a.height !== b.height) return a.width * a.height;
      let different = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        const apart = [0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > most);
        if (apart) different += 1;
      }
      return different;
    },
    [[one, other].map((bytes) => bytes.toString('base64')), visible],
  );

/** How this machine draws text: the browser, and the widths of some words. */
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
