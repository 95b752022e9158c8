/** Text of the tabs and of the speed lab; fetched with them. */
import { inLanguage } from '../base/language.ts';
import { counting } from '../base/plural.ts';
import type { PairCounts } from '../model/types.ts';
import { countText } from '../state/format.ts';

const plural = counting('en-GB');

export const say = inLanguage('tabs', {
  running: 'Running…',
  failed: (reason: string) => `The run failed: ${reason}`,
  dialect: 'Dialect',
  asCode: 'The operation as code',
  axes: {
    insert: (name: string, axis: number) => `Insert a 1 into ${name} before axis ${axis}`,
    drop: (name: string, axis: number) => `Drop axis ${axis} of ${name}`,
    dropShort: 'drop',
    swap: (name: string, a: number, b: number) => `Swap axes ${a} and ${b} of ${name}`,
    of: (name: string) => `Axes of ${name}`,
    reset: 'Reset',
    title: 'Transpose or add an axis',
  },
  describe: {
    title: 'Describe this figure',
    tree: 'The figure in words',
    axis: (letter: string, outcome: string) => `Axis ${letter}: ${outcome}`,
    element: (element: string, value: string) => `${element} is ${value}`,
    elements: (shown: number, count: number) => `Elements: ${shown} of ${countText(count)}`,
  },
  frame: {
    frame: 'Frame',
    landscape: 'An evening landscape: hills before a low sun',
    normalised: 'Normalised',
    normalisedLandscape: 'The same landscape, normalised',
    mean: 'mean',
    deviation: 'deviation',
    run: 'Run it here',
    again: 'Run it again',
    outcome: (milliseconds: number, ratio: string, equal: number, elements: number) =>
      `${milliseconds.toFixed(1)} ms, ${ratio}× the plain loop, ${countText(equal)} of ${countText(elements)} equal`,
    measured: (runs: number, milliseconds: number) =>
      `Median of ${runs} runs, measured just now in this browser. The plain loop took ${milliseconds.toFixed(1)} ms; equal means bit for bit.`,
  },
  histogram: {
    names: { red: 'red', green: 'green', blue: 'blue' },
    channel: (name: string, mean: string, deviation: string) =>
      `${name}: mean ${mean}, deviation ${deviation}`,
    mean: (means: string) => `mean ${means}`,
  },
  memory: {
    bytes: 'Bytes',
    stored: 'operands, as stored',
    copied: 'operands, if copied',
    result: 'result',
    reused: 'reused',
    strides: 'Strides in bytes: the distance to the next element along an axis',
    width: 'Bytes per element',
    about:
      'A stretched axis has stride 0: the same element is read again, and nothing is copied. Broadcasting saves the copies, not the result, which is stored in full. Writing through a stretched view is unsafe: many of its elements share one memory location.',
  },
  tape: {
    title: 'Memory as a tape',
    about: 'Memory as a tape: one cell for each stored number, with its address in bytes',
    row: (name: string, count: number, byte: number) =>
      `${name}: ${count} numbers in a row; the head is at byte ${byte}`,
    along: (name: string, letters: string) => `${name} along ${letters}`,
    at: (name: string, byte: number) => `${name} at ${byte}`,
    heads: 'What the heads do',
    element: (name: string) => `Element of ${name}`,
    walk: (name: string) => `Walk ${name}`,
    reading: {
      label: (result: string) => `Reading, for ${result}`,
      moves: (element: string, bytes: string) => `${element} is made from ${bytes}.`,
      stands: (where: string) => `Stride 0: the head stands still in ${where}.`,
    },
    backwards: {
      label: (_result: string) => 'Adding, for the gradient',
      moves: (element: string, bytes: string) =>
        `The gradient of ${element}, here 1, is added to ${bytes}.`,
      stands: (where: string) => `So it is summed in ${where}.`,
    },
  },
  rules: {
    relations: {
      identical: 'identical to NumPy',
      'other alignment': 'same shape, different alignment',
      'other shape': 'different shape',
    },
    reference: 'reference',
    noValues: 'No values to compare.',
    differ: (count: number) =>
      plural(count, { one: '# element differs.', other: '# elements differ.' }),
    shapesDiffer: 'The shapes differ.',
    orders: {
      numpy: 'Write it in NumPy order (c,h,w)',
      ncnn: 'Write it in ncnn order [w,h,c]',
    },
    legacy: 'broadcast and axis of ONNX opset ≤ 6',
    gives: (shape: string) => `gives ${shape}`,
    axesOf: (rule: string) => `${rule}: the axes`,
    show: 'Show the difference',
    why: 'Why',
    pairs:
      'Of 5,276 small shape pairs that NumPy and ncnn both accept, 1,312 come out with another shape, and',
    otherNumbers: '344 with the same shape but other numbers.',
    count: 'Count them here',
    counting: 'Counting…',
    counted: ({ pairs, both, identical, otherAlignment, otherShape }: PairCounts) =>
      `Counted just now: of ${countText(pairs)} pairs both rules accept ${countText(both)}; ${countText(identical)} come out alike, ${countText(otherAlignment)} align differently, ${countText(otherShape)} differ in shape.`,
    onlyTwo:
      'The other rules take two operands. Applying the rule to two at a time gives the same shape.',
  },
  speed: {
    ways: {
      nested: 'nested arrays and map',
      odometer: 'typed arrays, an odometer of strides',
      divmod: 'typed arrays, division and remainder',
      copy: 'copy the row, then add',
      tuned: 'typed arrays, a double loop, four at a time',
      simd: 'simdcast, SIMD128',
      relaxed: 'simdcast, relaxed SIMD',
      threads: 'simdcast, several threads',
    },
    about:
      'A matrix plus a row, in float32, by the real kernels and by loops you might write yourself. Nothing runs until you press a button. All results are compared bit for bit first; then the variants run in turn. As long as everything fits in the cache, arithmetic sets the pace; beyond it every variant waits for memory, and the ratio falls.',
    threads:
      'Several threads take their turn as well: this page is cross-origin isolated, so that they can share memory.',
    noThreads:
      'Threads are unavailable: this page is not cross-origin isolated. To enable them, serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    machine: (processors: number, browser: string) => `${processors} processors, ${browser}`,
    headline: (way: string, ratio: string, isFaster: boolean) =>
      `${way}: ${ratio} ${isFaster ? 'times as fast as' : 'of the speed of'} the tuned loop, measured just now.`,
    row: (way: string, time: string, range: string, rate: string) =>
      `${way}: ${time} ns per element (${range}), ${rate} GB/s`,
    caption: (operation: string, samples: number) =>
      `${operation}: nanoseconds per element, median of ${samples} samples and the middle half of them`,
    run: (size: string) => `Run ${size}`,
    copy: 'copy the result',
    round: (done: number, samples: number) => `Round ${done} of ${countText(samples)}`,
    unequal: (ways: string) => `Not timed: the results of ${ways} differ.`,
    starting: 'Starting…',
    noWorker: 'the worker could not be loaded',
  },
});
