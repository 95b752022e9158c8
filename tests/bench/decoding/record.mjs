/** A small record of decoding, for tests. */
const summary = (median) => ({ median, q1: median, q3: median });
const compared = (time, ratio) => ({ time: summary(time), ratio: summary(ratio) });

const row = {
  rounds: 3,
  weights: 8.1e6,
  tokens: 100,
  equal: 99,
  create: compared(12_345_678, 3),
  first: compared(4e7, 2),
  prompt: compared(1e6, 1.5),
  heap: [2e7, 5e7],
};

/** Rows as measure.mjs returns them. */
export const rows = [
  {
    ...{ ...row, kind: 'exported', form: 'q4' },
    ...{ fresh: compared(5e6, 2), seen: compared(4e6, 2.5), from: 32 },
    curves: { fresh: [5e6, 6e6, 7e6], seen: [4e6, 4e6, 5e6], ort: [1e7, 1.1e7, 1.2e7] },
  },
  { ...row, kind: 'encoder', form: 'fp32' },
];
