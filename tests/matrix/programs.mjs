/** The programs of the cells. Each prints one line, the same everywhere. */

/** The flavour to expect: the best that WebAssembly there takes, by `f32x4.relaxed_madd` of zeros. */
const BEST = `(WebAssembly.validate(Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0,
    65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11,
  )) ? 'relaxed' : 'simd')`;

const sums = (sc, BroadcastError, flavour) => `
  const a = { data: Float32Array.of(1, 2, 3), dims: [3, 1] };
  const b = { data: Float32Array.of(10, 20), dims: [2] };
  let refused = '';
  try { ${sc}.add(a, { data: new Float32Array(2), dims: [2, 1] }); }
  catch (error) { refused = error instanceof ${BroadcastError} ? error.code : String(error); }
  const flavour = ${sc}.flavour === ${flavour} ? 'its flavour' : ${sc}.flavour;
  const fused = ${sc}.fuse((x, y) => x.add(y).mul(2));
  return [refused, flavour, ${sc}.add(a, b).data.join(), fused(a, b).data.join()].join(' ');`;

/** The output of every program for every entry that it loads. */
export const SAID = 'size_conflict its flavour 11,21,12,22,13,23 22,42,24,44,26,46';

/** The options of `load` from simdcast/core if files are served as npm installed them. */
const SERVED = "{ wasm: new URL('/node_modules/simdcast/dist/simd.wasm', location.href) }";

/** A function `said`, over an entry. */
const library = (entry, from = (name) => name) => `
import { BroadcastError, load } from '${from(entry)}';
async function said() {
  const sc = await load(${entry === 'simdcast/core' ? SERVED : ''});
  ${sums('sc', 'BroadcastError', BEST)}
}
`;

export const printing = (entry) => `${library(entry)}\nconsole.log(await said());\n`;

export const bringing = `
import { BroadcastError, load } from 'simdcast/core';
const wasm = new URL(import.meta.resolve('simdcast/simd.wasm'));
async function said() {
  const sc = await load({ wasm });
  ${sums('sc', 'BroadcastError', BEST)}
}
console.log(await said());
`;

/** The output of every program on several threads. */
export const SAID_OF_THREADS = '3 threads, right';

const threads = `
async function said() {
  const sc = await load({ threads: 3 });
  const fused = sc.fuse((x) => x.add(1).mul(3));
  const x = sc.ones([1024, 1024]);
  const are = (y, value) => y.data.every((element) => element === value);
  const isRight = () => sc.tidy(() => are(x.add(x), 2) && are(fused(x), 6) && are(x.sum({ axis: 0 }), 1024));
  let right = true;
  for (let i = 0; i < 20; i++) right &&= isRight();
  return sc.threads === 3 ? '3 threads, ' + (right ? 'right' : 'wrong') : sc.threadsReason;
}
`;

export const threading = `import { load } from 'simdcast/threads';
${threads}
console.log(await said());
`;

export const requiring = `
const { BroadcastError, load } = require('simdcast');
load().then((sc) => { console.log((() => { ${sums('sc', 'BroadcastError', BEST)} })()); });
`;

/**
 * A worker of Cloudflare's: compiling is forbidden there, modules come with the program, and fused
 * expressions run operator by operator.
 * @param {'simd' | 'relaxed'} flavour
 */
export const cloudflare = (flavour) => `
import { BroadcastError, load } from 'simdcast/core';
import wasm from 'simdcast/simd.wasm';
${flavour === 'relaxed' ? "import relaxed from 'simdcast/relaxed.wasm';" : ''}
export default {
  async fetch() {
    const sc = await load({ wasm${flavour === 'relaxed' ? ', relaxed' : ''} });
    return new Response((() => { ${sums('sc', 'BroadcastError', `'${flavour}'`)} })());
  },
};
`;

/** Shows the result of a promise on a page. */
export const show = (promise) => `
${promise}.then(
  (text) => { document.title = text; },
  (error) => { document.title = 'failed: ' + error + ' ' + (error.cause ?? ''); },
);
`;

export const page = (script) =>
  `<!doctype html><meta charset="utf-8"><title>waiting</title><script type="module" src="${script}"></script>\n`;

export const pageProgram = (entry, from) => `${library(entry, from)}\n${show('said()')}`;

export const threadingPage = (
  from = (name) => name,
) => `import { load } from '${from('simdcast/threads')}';
${threads}
${show('said()')}`;

export const workerProgram = (entry, from, programOf = library) => `${programOf(entry, from)}
said().then((text) => postMessage(text), (error) => postMessage('failed: ' + error));
`;

export const workerPage = (url) =>
  show(`new Promise((resolve) => {
  const worker = new Worker('${url}', { type: 'module' });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve('failed: ' + message);
})`);

/** A service worker responds to a fetch with its result. */
export const serviceWorkerProgram = (program = library('simdcast')) => `
${program}
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/said'))
    event.respondWith(said().then((text) => new Response(text), (error) => new Response('failed: ' + error)));
});
`;

export const serviceWorkerPage = (url) =>
  show(`(async () => {
  await navigator.serviceWorker.register('${url}');
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; });
  return (await fetch('said')).text();
})()`);
