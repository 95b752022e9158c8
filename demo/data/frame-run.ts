/**
 * The usual first step before a model: a 1080p frame, minus the mean and divided by the standard deviation
 * of each channel. It is timed against a loop written by hand, and compared with it element by element.
 */

export const channels = 3;

/** Red, green and blue of each pixel, of shape [height, width, 3]. */
export interface Frame {
  readonly pixels: Float32Array;
  readonly height: number;
  readonly width: number;
}

/** Statistics of each channel, over all pixels: shape [3]. */
export interface Statistics {
  readonly mean: Float32Array;
  readonly deviation: Float32Array;
}

export function statisticsOf(pixels: Float32Array): Statistics {
  const count = pixels.length / channels;
  const mean = [0, 0, 0];
  const square = [0, 0, 0];
  pixels.forEach((value, i) => {
    const channel = i % channels;
    mean[channel] = (mean[channel] as number) + value / count;
    square[channel] = (square[channel] as number) + (value * value) / count;
  });
  return {
    mean: Float32Array.from(mean),
    deviation: Float32Array.from(square, (each, c) => Math.sqrt(each - (mean[c] as number) ** 2)),
  };
}

export const usualRounds = 7;

export interface Normaliser {
  /** Fills `result`; repeated calls compute the same. */
  run(): void;
  readonly result: Float32Array;
  dispose(): void;
}

export interface FrameReport {
  readonly normalised: Float32Array;
  readonly rounds: number;
  /** Medians, in milliseconds. */
  readonly engineTime: number;
  readonly loopTime: number;
  readonly elements: number;
  /** Number of elements that are bit-identical in both. */
  readonly equal: number;
}

/** The fastest plain loop found: no index arithmetic, one pass, float32 after each step. */
export function plainLoop(
  frame: Float32Array,
  { mean, deviation }: Statistics,
  out: Float32Array,
): void {
  const [m0 = 0, m1 = 0, m2 = 0] = mean;
  const [s0 = 1, s1 = 1, s2 = 1] = deviation;
  const round = Math.fround;
  for (let i = 0; i < frame.length; i += 3) {
    out[i] = round(round((frame[i] as number) - m0) / s0);
    out[i + 1] = round(round((frame[i + 1] as number) - m1) / s1);
    out[i + 2] = round(round((frame[i + 2] as number) - m2) / s2);
  }
}

export function countEqual(a: Float32Array, b: Float32Array): number {
  const left = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const right = new Uint32Array(b.buffer, b.byteOffset, b.length);
  let equal = 0;
  for (let i = 0; i < left.length; i += 1) equal += left[i] === right[i] ? 1 : 0;
  return equal;
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Runs one untimed round each, then alternating timed rounds, so both are disturbed alike; no timed rounds if
 * only the values are wanted. Disposes of the normaliser at the end.
 */
export async function measureFrame(
  { pixels: frame }: Frame,
  statistics: Statistics,
  normaliser: Normaliser,
  rounds: number,
): Promise<FrameReport> {
  const expected = new Float32Array(frame.length);
  const engineTimes: number[] = [];
  const loopTimes: number[] = [];
  for (let i = 0; i <= rounds; i += 1) {
    await breathe();
    const engineTime = time(() => normaliser.run());
    const loopTime = time(() => plainLoop(frame, statistics, expected));
    if (i === 0) continue;
    engineTimes.push(engineTime);
    loopTimes.push(loopTime);
  }
  const normalised = normaliser.result.slice();
  normaliser.dispose();
  return {
    normalised,
    rounds,
    engineTime: median(engineTimes),
    loopTime: median(loopTimes),
    elements: frame.length,
    equal: countEqual(normalised, expected),
  };
}
