/** The effect of many edits on memory: wasm memory does not grow, and the heap hardly does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPage, startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { serve } from './lib/server.mjs';

const seed = 20_261_121;
const megabyte = 1e6;

/** Records every wasm memory that the page creates. */
function keepMemories() {
  globalThis.memories = [];
  WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(...given) {
      super(...given);
      globalThis.memories.push(this);
    }
  };
}

/** Types shapes into the boxes in sequence: up to `ranks` axes of sizes up to `sizes`. */
async function typeShapes([count, ranks, sizes, start]) {
  let state = start;
  const below = (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  for (let i = 0; i < count; i += 1) {
    const box = document.querySelectorAll('.shape-box')[below(2)];
    box.value = Array.from({ length: 1 + below(ranks) }, () => 1 + below(sizes)).join(', ');
    box.dispatchEvent(new Event('input'));
    if (i % 10 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

describe('after many edits', { skip: withoutBrowser }, () => {
  test('memory stays where it was, whether shapes come again or not', async (t) => {
    t.diagnostic(`seed ${seed}`);
    const server = await serve(builtPage());
    const browser = await startBrowser();
    try {
      const { page, context } = await openPage(browser);
      await page.addInitScript(keepMemories);
      await page.goto(server.url);
      await page.waitForSelector('html[data-state="live"]');
      // The boxes are in a closed fold, whose script is fetched once the page is live.
      await page.waitForSelector('.shape-box', { state: 'attached' });
      const client = await context.newCDPSession(page);
      const measure = async () => {
        await client.send('HeapProfiler.collectGarbage');
        const { usedSize } = await client.send('Runtime.getHeapUsage');
        const wasm = await page.evaluate(() =>
          globalThis.memories.map(({ buffer }) => buffer.byteLength),
        );
        return { wasm, heap: usedSize };
      };
      const type = (...what) => page.evaluate(typeShapes, [...what, seed]);

      // The first conflicts and the first large result load parts of the page that stay in memory.
      await type(100, 4, 9);
      const first = await measure();
      assert.equal(first.wasm.length, 1);
      await type(1000, 3, 3);
      const again = await measure();
      await type(4000, 4, 9);
      const others = await measure();
      for (const [what, { wasm, heap }] of Object.entries({ first, again, others })) {
        t.diagnostic(`${what}: wasm ${wasm} bytes, heap ${(heap / megabyte).toFixed(2)} MB`);
      }
      assert.deepEqual(again.wasm, first.wasm);
      assert.deepEqual(others.wasm, first.wasm);
      assert.ok(again.heap - first.heap <= 5 * megabyte);
      assert.ok(others.heap - first.heap <= 5 * megabyte);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
