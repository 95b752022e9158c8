/** Times several ways in alternation, so all are disturbed alike. */

export const samples = 15;
const shortestSample = 20;

export interface Timed {
  readonly key: string;
  run(): void;
}

export interface Timing {
  readonly key: string;
  /** Milliseconds of one run. */
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

type Clock = () => number;

function timeOf(run: () => void, times: number, clock: Clock): number {
  const start = clock();
  for (let i = 0; i < times; i += 1) run();
  return clock() - start;
}

/** Number of runs that a coarse clock can measure, confirmed twice: one sample may have been delayed. */
export function calibrate(run: () => void, clock: Clock, shortest = shortestSample): number {
  for (let times = 1; ; times *= 2) {
    const lasts = () => timeOf(run, times, clock) >= shortest;
    if (lasts() && lasts()) return times;
    // A stopped clock must not hang the page.
    if (times >= 2 ** 24) return times;
  }
}

export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export async function measure(
  ways: readonly Timed[],
  clock: Clock,
  onRound: (done: number) => void | Promise<void>,
  shortest = shortestSample,
): Promise<Timing[]> {
  const counts = ways.map(({ run }) => calibrate(run, clock, shortest));
  const times = ways.map((): number[] => []);
  for (let round = 0; round < samples; round += 1) {
    ways.forEach(({ run }, i) => {
      const count = counts[i] ?? 1;
      times[i]?.push(timeOf(run, count, clock) / count);
    });
    await onRound(round + 1);
  }
  return ways.map(({ key }, i) => {
    const sorted = (times[i] ?? []).toSorted((a, b) => a - b);
    return {
      key,
      median: quantile(sorted, 0.5),
      lower: quantile(sorted, 0.25),
      upper: quantile(sorted, 0.75),
    };
  });
}
