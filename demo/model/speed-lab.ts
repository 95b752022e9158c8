/** The work of the speed lab's workers: own engines, in both flavours, and the plain loops. */
import { load } from 'simdcast/external';
import type { WholeEngine } from '../base/engine.ts';
import { countEqual } from '../data/frame-run.ts';
import { loops, makeOperands, type Operands } from '../speed/loops.ts';
import { measure, type Timed } from '../speed/measure.ts';
import type { Answer, Order, Threads } from '../speed/protocol.ts';

const say = (answer: Answer): void => postMessage(answer);

interface Prepared extends Timed {
  result(): Float32Array;
}

/** An engine whose tensors stay in its memory, as a program would hold them. */
function engineWay(
  key: string,
  engine: WholeEngine,
  { rows, columns, matrix, row }: Operands,
): Prepared {
  const a = engine.tensor('float32', matrix, [rows, columns]);
  const b = engine.tensor('float32', row, [columns]);
  const out = engine.add(a, b);
  return { key, run: () => void engine.add(a, b, { out }), result: () => out.data as Float32Array };
}

async function engineWays(operands: Operands): Promise<Prepared[]> {
  const ways: Prepared[] = [];
  for (const flavour of ['simd', 'relaxed'] as const) {
    // Not every browser has relaxed SIMD.
    const engine = await load({ flavour }).catch(() => undefined);
    if (engine) ways.push(engineWay(flavour, engine, operands));
  }
  return ways;
}

function loopWays(operands: Operands): Prepared[] {
  return loops.map(({ key, prepare }) => {
    const run = prepare(operands);
    return { key, run, result: () => operands.out };
  });
}

/** The ways whose result is not bit-identical to the first one's. */
function findUnequal(ways: readonly Prepared[]): string[] {
  const [first, ...others] = ways;
  if (!first) return [];
  first.run();
  const expected = first.result().slice();
  return others
    .filter((way) => {
      way.run();
      return countEqual(way.result(), expected) !== expected.length;
    })
    .map(({ key }) => key);
}

/** An engine that may have several threads. */
export type LoadTeam = () => Promise<WholeEngine>;

async function runAll({ side }: Order, loadTeam?: LoadTeam): Promise<void> {
  const operands = makeOperands(side);
  const ways = [...loopWays(operands), ...(await engineWays(operands))];
  const team = await loadTeam?.();
  if (team && team.threads > 1) ways.push(engineWay('threads', team, operands));
  const threads: Threads | undefined = team && { count: team.threads, reason: team.threadsReason };
  const unequal = findUnequal(ways);
  if (unequal.length > 0) return say({ kind: 'unequal', keys: unequal });
  const timings = await measure(
    ways,
    () => performance.now(),
    (done) => say({ kind: 'round', done }),
  );
  say({ kind: 'done', side, timings, threads });
}

/** Runs the orders of the page. */
export function answerOrders(loadTeam?: LoadTeam): void {
  addEventListener('message', (event: MessageEvent<Order>) => {
    runAll(event.data, loadTeam).catch((error: Error) =>
      say({ kind: 'failed', message: error.message }),
    );
  });
}
