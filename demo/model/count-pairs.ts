/** Compares NumPy and ncnn over every ordered pair of small shapes, counted in batches. */
import type { Engine } from '../base/engine.ts';
import type { Shape } from '../state/state.ts';
import { relationOf } from './compare.ts';
import { alignUnder, numpyRuling } from './rulings.ts';
import type { PairCounts } from './types.ts';

function* pairsOfShapes(): Generator<readonly [Shape, Shape]> {
  const shapes: Shape[] = [];
  for (let rank = 1; rank <= 4; rank += 1) {
    for (let code = 0; code < 3 ** rank; code += 1) {
      shapes.push(Array.from({ length: rank }, (_, d) => 1 + (Math.floor(code / 3 ** d) % 3)));
    }
  }
  for (const a of shapes) for (const b of shapes) yield [a, b];
}

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const longestStretch = 25;

export async function countPairs(engine: Engine): Promise<PairCounts> {
  const counts = { pairs: 0, both: 0, identical: 0, otherAlignment: 0, otherShape: 0 };
  const keys = {
    identical: 'identical',
    'other alignment': 'otherAlignment',
    'other shape': 'otherShape',
  } as const;
  let since = performance.now();
  for (const shapes of pairsOfShapes()) {
    const numpy = alignUnder(engine, shapes, numpyRuling, 'Add', 'float32');
    const ncnn = alignUnder(engine, shapes, { ...numpyRuling, rule: 'ncnn' }, 'Add', 'float32');
    const relation = relationOf(numpy, ncnn);
    counts.pairs += 1;
    if (relation) {
      counts.both += 1;
      counts[keys[relation]] += 1;
    }
    if (performance.now() - since < longestStretch) continue;
    await breathe();
    since = performance.now();
  }
  return counts;
}
