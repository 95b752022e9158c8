/**
 * Takes the screenshot of the page for the README, from the built page:
 *
 *   node tests/browser/picture.mjs
 */
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openPage, startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { serve } from './lib/server.mjs';

const picture = fileURLToPath(new URL('../../docs/page.png', import.meta.url));
const size = { width: 1440, height: 900 };

if (withoutBrowser) throw new Error(withoutBrowser);
const server = await serve(builtPage());
const browser = await startBrowser();
try {
  const { page, load } = await openPage(browser, { viewport: size, colorScheme: 'light' });
  await load(server.url);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  await server.close();
}
const { size: bytes } = await stat(picture);
console.log(`docs/page.png: ${Math.round(bytes / 1024)} KB`);
