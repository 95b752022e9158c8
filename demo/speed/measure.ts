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

/**
 * Milliseconds of one run: the mean of as many as a coarse clock can time, in growing batches. Each sample counts
 * its own runs: a number found once is too low if the page was held up while it was found.
 */
export function sample(run: () => void, clock: Clock, shortest = shortestSample): number {
  const start = clock();
  for (let batch = 1, runs = 0; ; batch *= 2) {
    for (let i = 0; i < batch; i += 1) run();
    runs += batch;
    const elapsed = clock() - start;
    // A stopped clock must not hang the page.
    if (elapsed >= shortest || batch >= 2 ** 24) return elapsed / runs;
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
  const times = ways.map((): number[] => []);
  for (let round = 0; round < samples; round += 1) {
    ways.forEach(({ run }, i) => {
      times[i]?.push(sample(run, clock, shortest));
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
