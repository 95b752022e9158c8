/** A page that computes on two threads, for any browser. */
import { inTop } from '../../tools/lib/paths.mjs';
import { serve } from '../browser/lib/server.mjs';

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** The headers of a page whose threads may share memory. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The page shows its result as its title. */
const PROGRAM = `
  import { load } from './threads.js';

  const count = 2 ** 20;
  const values = Float32Array.from({ length: count }, (_, i) => i % 1001);
  const alone = await load({ threads: 1 });
  const sc = await load({ threads: 2 });
  const work = (engine) =>
    engine.tidy(() => {
      const x = engine.tensor(values, [1024, 1024]);
      const fused = engine.fuse((a) => a.mul(2).add(1).tanh().sub(a));
      return [fused(x), x.softmax(), x.matMul(x).sum({ axis: 1 }), x.transpose()].map((y) => y.toArray());
    });
  const isSame = (a, b) => a.every((value, i) => Object.is(value, b[i]));
  const expected = work(alone);
  let same = true;
  for (let i = 0; i < 20; i++) work(sc).forEach((y, at) => { same &&= isSame(y, expected[at]); });
  const found = { threads: sc.threads, reason: sc.threadsReason, isolated: crossOriginIsolated, same };
  sc.close();
  document.title = JSON.stringify(found);
`;

/** @param {boolean} isolated */
export const servePage = (isolated) =>
  serve(inTop('dist'), {
    headers: { 'Content-Security-Policy': POLICY, ...(isolated ? ISOLATION : {}) },
    texts: {
      'index.html':
        '<!doctype html><meta charset="utf-8"><title></title><link rel="icon" href="data:,"><script type="module" src="program.js"></script>',
      'program.js': PROGRAM,
    },
  });
