/** Pages in Chromium that load a client from its npm files, with the runtime from an import map. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage, startBrowser } from '../browser/lib/browser.mjs';
import { serve } from '../browser/lib/server.mjs';
import { installed } from './install.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The paths of the server. */
const places = {
  simdcast: here('../../dist'),
  clients: here('.'),
  packages: fileURLToPath(installed('.')),
};

const ORT = './packages/onnxruntime-web/dist/ort.wasm.bundle.min.mjs';
const SIMDCAST = './simdcast/ort.js';

const document = (runtime) => {
  const names = ['onnxruntime-web', 'onnxruntime-web/webgpu', 'onnxruntime-common'];
  const imports = {
    '@huggingface/transformers': './packages/@huggingface/transformers/dist/transformers.web.js',
    ...Object.fromEntries(names.map((name) => [name, runtime])),
  };
  return `<!doctype html><html lang="en"><title>Clients</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>`;
};

/**
 * A folder for models, and two pages: `ours` on simdcast, `theirs` on onnxruntime-web.
 * @param {(folder: string) => unknown} [write] writes further files to serve
 */
export async function openClients(write = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'simdcast-clients-'));
  mkdirSync(join(folder, 'models'));
  for (const [name, place] of Object.entries(places)) symlinkSync(place, join(folder, name));
  writeFileSync(join(folder, 'simdcast.html'), document(SIMDCAST));
  writeFileSync(join(folder, 'onnxruntime.html'), document(ORT));
  await write(folder);
  const server = await serve(folder);
  const browser = await startBrowser();
  const open = async (file) => {
    const opened = await openPage(browser);
    opened.page.setDefaultTimeout(120_000);
    await opened.page.goto(`${server.url}${file}`);
    return opened;
  };
  return {
    ours: await open('simdcast.html'),
    theirs: await open('onnxruntime.html'),
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
