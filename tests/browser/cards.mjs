/**
 * Takes the images of the pages for ideas from the built page, which draws them. Look at them before you
 * commit them:
 *
 *   node tests/browser/cards.mjs
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openPage, startBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { cardOf, cardsFile, drawingOf, hashOfDrawing, inPalette, stories } from './lib/cards.mjs';
import { saved } from './lib/page.mjs';
import { serve } from './lib/server.mjs';

const server = await serve(builtPage());
const browser = await startBrowser();
try {
  await mkdir(dirname(cardsFile), { recursive: true });
  const { page, load } = await openPage(browser, { colorScheme: 'light' });
  const drawings = {};
  for (const [name, { hash }] of Object.entries(stories)) {
    await load(server.url + hash);
    drawings[name] = hashOfDrawing(await drawingOf(page));
    const picture = await inPalette(page, await saved(page, 'Save as PNG'));
    await writeFile(cardOf(name), picture);
    console.log(`${name}: ${picture.length} bytes`);
  }
  await writeFile(cardsFile, `${JSON.stringify(drawings, null, 2)}\n`);
} finally {
  await browser.close();
  await server.close();
}
