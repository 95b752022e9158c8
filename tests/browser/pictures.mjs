/**
 * Takes the pictures with which the page is compared, from the built page. Look at them before they
 * are committed:
 *
 *   node tests/browser/pictures.mjs
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { openPage, startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { fileOf, folder, machineOf, pictures, pose, take } from './lib/pictures.mjs';
import { serve } from './lib/server.mjs';

if (withoutBrowser) throw new Error(withoutBrowser);
const server = await serve(builtPage());
const browser = await startBrowser();
try {
  await mkdir(folder, { recursive: true });
  const workshop = await browser.newPage();
  let bytes = 0;
  for (const picture of pictures) {
    const { width, height, scheme, hash } = picture;
    const options = { viewport: { width, height }, colorScheme: scheme };
    const { page, context, load } = await openPage(browser, options);
    await load(server.url + hash);
    await pose(page, picture);
    const taken = await take(page, workshop);
    bytes += taken.length;
    await writeFile(fileOf(picture), taken);
    await context.close();
  }
  const machine = await machineOf(browser, workshop);
  await writeFile(`${folder}machine.json`, `${JSON.stringify(machine, null, 2)}\n`);
  console.log(`${pictures.length} pictures, ${Math.round(bytes / 1024)} KB`);
} finally {
  await browser.close();
  await server.close();
}
