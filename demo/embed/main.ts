/** The embedded figure: shapes, verdict, table and values, with the engine in the same file. */
import { load } from '#engine';
import bytes from '#module';
import { figure } from '../figure/figure.ts';
import { startPage } from '../start.ts';
import { encode } from '../url.ts';
import { sentence } from '../views/sentence.ts';
import { verdict } from '../views/verdict.ts';

/** Tells the page around how high the figure is. */
function tellHeight(): void {
  const tell = () =>
    parent.postMessage({ type: 'bcast:size', h: document.documentElement.scrollHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
  tell();
}

const notHere = () => Promise.reject(new Error('not in an embedded figure'));

/** `theme=dark` in the address: the page around has chosen. */
function takeTheme(): void {
  const chosen = /[#&]theme=(light|dark)\b/.exec(location.hash)?.[1];
  if (chosen) document.documentElement.dataset.theme = chosen;
}

async function start(): Promise<void> {
  takeTheme();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const engine = await load({ wasm: await new Response(stream).arrayBuffer() });
  const full = document.querySelector<HTMLAnchorElement>('#full');
  startPage(engine, {
    views: { sentence, verdict, figure },
    lazyViews: {},
    services: {
      compareRules: notHere,
      countPairs: notHere,
      normaliseFrame: notHere,
      openDigits: notHere,
      comparePorts: notHere,
      checkModel: notHere,
    },
    follow({ state }) {
      if (full) full.href = `./${encode(state)}`;
    },
  });
  if (parent !== window) tellHeight();
}

start().catch((error: unknown) => {
  const place = document.querySelector('main');
  if (place) place.textContent = `The engine did not start here. (${(error as Error).message})`;
});
