/** The embedded figure: shapes, verdict, table and values, with the engine in the same file. */
import { load } from '#broadcasting';
import bytes from '#module';
import { startPage } from '../app/start.ts';
import { fit, isWithin } from '../base/fit.ts';
import { figure } from '../figure/figure.ts';
import { encode } from '../state/url.ts';
import { sentence } from '../views/sentence.ts';
import { verdict } from '../views/verdict.ts';

/** In narrower frames the parts stand below each other, unscaled. */
const leastWidth = 480;
const ratio = 16 / 9;

/** Sets the largest zoom at which the figure fits 16:9 of the frame's width. */
function fitFrame(): void {
  const isWide = innerWidth >= leastWidth;
  document.body.classList.toggle('wide', isWide);
  const { style } = document.documentElement;
  if (!isWide) {
    style.removeProperty('--fit');
    return;
  }
  fit({
    least: 0.5,
    most: 2.5,
    isAllThere: () =>
      isWithin(innerWidth) && document.body.getBoundingClientRect().height <= innerWidth / ratio,
  });
}

/** Posts the height of the figure to the page around it. */
function tellHeight(): void {
  const { height } = document.body.getBoundingClientRect();
  const h = Math.ceil(Math.max(height, innerWidth >= leastWidth ? innerWidth / ratio : 0));
  parent.postMessage({ type: 'bcast:size', h }, '*');
}

const notHere = () => Promise.reject(new Error('not in an embedded figure'));

/** Applies `theme=dark` from the address, which the embedding page sets. */
function takeTheme(): void {
  const chosen = /[#&]theme=(light|dark)\b/.exec(location.hash)?.[1];
  if (chosen) document.documentElement.dataset.theme = chosen;
}

async function start(): Promise<void> {
  takeTheme();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const engine = await load(await new Response(stream).arrayBuffer());
  let fitted: unknown;
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
    follow({ state, trace }) {
      if (full) full.href = `./${encode(state)}`;
      if (trace === fitted) return;
      fitted = trace;
      requestAnimationFrame(fitFrame);
    },
  });
  addEventListener('resize', fitFrame);
  if (parent !== window) new ResizeObserver(tellHeight).observe(document.body);
}

start().catch((error: unknown) => {
  const place = document.querySelector('main');
  if (place) place.textContent = `The engine did not start here. (${(error as Error).message})`;
});
