/**
 * Several threads in a page of Chromium, compared with one thread and with peers on the same number, which
 * they support in browsers only:
 *
 *   node tests/bench/threads-chromium.mjs [threads]
 *
 * Results are compared before anything is timed. The minimum time of each counts. Tensors stay in wasm memory
 * in simdcast and in tfjs; onnxruntime-web and all sessions use arrays.
 */
import { existsSync, readFileSync } from 'node:fs';
import { inTop } from '../../tools/lib/paths.mjs';
import { findBrowser, startBrowser, withoutBrowser } from '../browser/lib/browser.mjs';
import { serve } from '../browser/lib/server.mjs';
import { encodeModel } from '../onnx/models.mjs';
import { sharedModels } from '../support/shared-models.mjs';
import { ISOLATION } from '../threads/page.mjs';
import { floatsOf, modelFiles, SEEDS, works } from './chromium/works.mjs';
import { installPeers } from './install.mjs';
import { digits, duration, table } from './report.mjs';

const PAGE = 'tests/bench/chromium/index.html';
const TF = '../node_modules/@tensorflow';

const html = `<!doctype html><meta charset="utf-8"><title>Threads</title><link rel="icon" href="data:,">
<script src="${TF}/tfjs-core/dist/tf-core.min.js"></script>
<script src="${TF}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js"></script>
<script type="module" src="page.mjs"></script>`;

function modelOf({ inputs, constants = {}, nodes }) {
  const weights = Object.entries(constants).map(([name, dims], i) => [
    name,
    { type: 'float32', dims, data: floatsOf(dims, SEEDS.constants + 100 * i) },
  ]);
  return encodeModel({
    opset: 13,
    inputs: Object.entries(inputs).map(([name, dims]) => ({ name, type: 'float32', dims })),
    outputs: [{ name: 'out' }],
    constants: Object.fromEntries(weights),
    nodes,
  });
}

/** The files that the page fetches from outside the repository. */
function filesOf(models) {
  const beside = (name) => `tests/bench/chromium/${name}`;
  return Object.fromEntries([
    [PAGE, html],
    ...works.map((work, i) => [beside(`works/${i}.onnx`), modelOf(work)]),
    ...models.map((file) => [beside(`models/${file}`), readFileSync(new URL(file, sharedModels))]),
  ]);
}

function rowOf({ title, times }) {
  const { one, several, ort, tfjs } = times;
  const beside = (peer) => (peer ? `${duration(peer)} (${digits(peer / several)}×)` : '–');
  return [
    title,
    duration(one),
    duration(several),
    `${digits(one / several)}×`,
    beside(ort),
    beside(tfjs),
  ];
}

/** Runs the page; returns its report for each work. */
async function measureIn(browser, asked) {
  const server = await serve(inTop('.'), { headers: ISOLATION, texts: filesOf(asked.models) });
  const page = await browser.newPage();
  const found = [];
  try {
    await new Promise((resolve, reject) => {
      page.on('pageerror', reject);
      page.on('crash', () => reject(new Error('the page has crashed')));
      const open = async () => {
        await page.exposeFunction('tell', ({ done, error, ...row }) => {
          if (error) return reject(new Error(error));
          if (done) return resolve();
          console.error(row.title);
          found.push(row);
        });
        await page.addInitScript((given) => {
          globalThis.asked = given;
        }, asked);
        await page.goto(`${server.url}${PAGE}`);
      };
      open().catch(reject);
    });
  } finally {
    await page.close();
    await server.close();
  }
  return found;
}

if (!findBrowser()) throw new Error(withoutBrowser);
await installPeers(console.error);
const threads = Number(process.argv[2] ?? 2);
const models = modelFiles.filter((file) => existsSync(new URL(file, sharedModels)));
const browser = await startBrowser();
try {
  const found = await measureIn(browser, { threads, models });
  const several = `${threads} threads`;
  const head = ['float32', 'one thread', several, 'speedup', `ort, ${several}`, `tfjs, ${several}`];
  console.log(table(head, found.map(rowOf)));
} finally {
  await browser.close();
}
