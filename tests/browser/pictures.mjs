/**
 * Takes the reference screenshots, from the built page. Look at them before you commit them:
 *
 *   node tests/browser/pictures.mjs
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { createPoser, fileOf, folder, machineOf, poses, schemes, take } from './lib/pictures.mjs';
import { serve } from './lib/server.mjs';

if (withoutBrowser) throw new Error(withoutBrowser);
const server = await serve(builtPage());
const browser = await startBrowser();
try {
  await mkdir(folder, { recursive: true });
  const workshop = await browser.newPage();
  const pose = createPoser(browser, server.url);
  let bytes = 0;
  for (const picture of poses) {
    const page = await pose(picture);
    for (const scheme of schemes) {
      const taken = await take(page, picture, scheme, workshop);
      bytes += taken.length;
      await writeFile(fileOf(picture, scheme), taken);
    }
  }
  const machine = await machineOf(browser, workshop);
  await writeFile(`${folder}machine.json`, `${JSON.stringify(machine, null, 2)}\n`);
  console.log(`${poses.length * schemes.length} pictures, ${Math.round(bytes / 1024)} KB`);
} finally {
  await browser.close();
  await server.close();
}
