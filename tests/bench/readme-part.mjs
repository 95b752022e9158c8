/**
 * The README's table of speed: eight rows of a record, and the number of cases in which other libraries are
 * faster.
 */
import {
  duration,
  hasPeer,
  line,
  lossesOf,
  measured,
  named,
  peerRatio,
  ruled,
  times,
  wrapped,
} from './benchmarks-page.mjs';
import { bestPeer } from './report.mjs';

export const START = '<!-- benchmark: made by npm run bench:publish -->';
export const END = '<!-- /benchmark -->';

const ROWS = [
  ['add, (1024,1024) + (1024,1024)', 'layouts/Add/float32/1M/same/resident'],
  ['add, (349525,3) + (3,)', 'layouts/Add/float32/1M/short-row/resident'],
  ['matMul, 512 × 512 × 512', 'gemm/Gemm/float32/512x512x512/resident'],
  ['softmax, (1024,1024)', 'tasks/softmax/resident'],
  ['mean of each row, (1024,1024)', 'tasks/mean-along-an-axis/resident'],
  ['transpose, (1024,1024)', 'tasks/transpose/resident'],
  ['five operators fused, (1024,1024)', 'chain/float32/1024x1024/1024/resident'],
];
const MODEL = { name: 'ResNet-50, one image', label: 'light_resnet50' };

export const rowIds = ROWS.map(([, id]) => id);

const PEERS = [
  ['tfjs', 'tfjs-wasm'],
  ['ort', 'onnxruntime-web'],
  ['numpy-ts', 'numpy-ts'],
];

function operatorLine(record, [name, id]) {
  const found = measured(record).find((one) => one.id === id);
  if (found === undefined) return [];
  const ratios = PEERS.map(([peer]) => times(peerRatio(found, peer)));
  return [line([name, duration(found.time.median), ...ratios])];
}

function modelLine({ sessions }) {
  const found = sessions.find(({ label }) => label === MODEL.label);
  if (found === undefined) return [];
  const ratios = PEERS.map(([peer]) => times(peer === 'ort' ? found.ratio.median : undefined));
  return [line([MODEL.name, duration(found.time.median), ...ratios])];
}

function lossesLine(record) {
  const compared = measured(record).filter(hasPeer).length;
  const [worst, ...others] = lossesOf(record);
  if (worst === undefined) return `No other library is faster in any of ${compared} cases.`;
  const most = `most of all in ${named(worst)}, at ${times(bestPeer(worst))}`;
  return `Another library or a plain loop is faster in ${others.length + 1} of ${compared} cases, ${most}.`;
}

/** The README's part about speed, from a record. */
export function readmePart(record) {
  const { machine } = record;
  return [
    START,
    ...ruled(['float32', 'simdcast', ...PEERS.map(([, about]) => about)]),
    ...ROWS.flatMap((row) => operatorLine(record, row)),
    ...modelLine(record),
    '',
    ...wrapped(
      `One thread of ${machine.cpu}, Node ${machine.node}. Each column is the other library's time divided by ` +
        `simdcast's: above 1×, simdcast is faster. ${lossesLine(record)} [docs/benchmarks.md](docs/benchmarks.md) ` +
        'has the method and every case.',
    ),
    END,
  ].join('\n');
}
