/**
 * Calls with sizes above the maximum of JavaScript's arrays, in a process with a small heap. Prints a line
 * for each, with the dims of its result or the code of its error.
 */
import { load, SimdcastError } from 'simdcast';

const LARGEST = 2 ** 31 - 1;
const sc = await load({ maximumMemory: 2 ** 28 });
const float32 = (...dims) => ({
  type: 'float32',
  dims,
  data: new Float32Array(dims.reduce((product, size) => product * size, 1)),
});
const int64 = (...numbers) => ({
  type: 'int64',
  dims: [numbers.length],
  data: BigInt64Array.from(numbers, BigInt),
});
const filled = (type, data) => ({ type, dims: [data.length], data });
const run = (operator, inputs, attributes, outputs) =>
  sc.run(operator, inputs, { opset: 22, attributes, ...(outputs && { outputs }) });
const resize = (dims, sizes, attributes) =>
  run('Resize', [float32(...dims), undefined, undefined, int64(...sizes)], attributes);
const crop = { mode: 'linear', coordinate_transformation_mode: 'tf_crop_and_resize' };
const manyWords = Array.from({ length: 20_000 }, () => 'x').join(' ');

const calls = {
  'Resize without elements': () => resize([1, 1, 4, 4], [LARGEST, 7, 8, 0], { mode: 'nearest' }),
  'Resize without elements, linear': () => resize([1, 4], [0, LARGEST], { mode: 'linear' }),
  'Resize, nearest': () => resize([4], [LARGEST], { mode: 'nearest' }),
  'Resize, linear': () => resize([4], [LARGEST], { mode: 'linear' }),
  'Resize, cubic': () => resize([4], [2 ** 27], { mode: 'cubic' }),
  'Resize, cropped': () =>
    run(
      'Resize',
      [float32(4), filled('float32', Float32Array.of(0, 1)), undefined, int64(LARGEST)],
      crop,
    ),
  'AveragePool of no images': () =>
    run('AveragePool', [float32(0, 1, 2 ** 24, 3)], {
      kernel_shape: [2, 2],
      pads: [1, 1, 1, 1],
    }),
  'LayerNormalization of empty rows': () =>
    run('LayerNormalization', [float32(LARGEST, 0), float32(0)], {}),
  'MeanVarianceNormalization of empty rows': () =>
    run('MeanVarianceNormalization', [float32(0, LARGEST)], { axes: [1] }),
  'ReverseSequence of empty steps': () =>
    run('ReverseSequence', [float32(LARGEST, 1, 0), int64(1)], { time_axis: 0, batch_axis: 1 }),
  'Trilu of no columns': () => run('Trilu', [float32(LARGEST, 0)], { upper: 0 }),
  'Compress to none': () =>
    run('Compress', [float32(LARGEST, 0), filled('bool', new Uint8Array(0))], { axis: 1 }),
  'Compress texts to none': () =>
    run(
      'Compress',
      [{ type: 'string', dims: [LARGEST, 0], data: [] }, filled('bool', new Uint8Array(0))],
      { axis: 1 },
    ),
  'Transpose of no texts': () =>
    run('Transpose', [{ type: 'string', dims: [LARGEST, 0], data: [] }]),
  'ConvTranspose of no images': () =>
    run('ConvTranspose', [float32(0, 0, 2, 1), float32(0, 2, LARGEST, 1)], {
      strides: [LARGEST, 1],
      output_shape: [10, 1],
    }),
  'ConvTranspose of no channels': () =>
    run('ConvTranspose', [float32(1, 0, 2, 1), float32(0, 2, LARGEST, 1)], {
      strides: [LARGEST, 1],
      output_shape: [10, 1],
    }),
  'NegativeLogLikelihoodLoss of empty planes': () =>
    run(
      'NegativeLogLikelihoodLoss',
      [float32(LARGEST, 5, 0), { ...int64(), dims: [LARGEST, 0] }],
      {},
    ),
  'GridSample of nothing': () =>
    run('GridSample', [float32(LARGEST, LARGEST, 3, 0, 0), float32(LARGEST, 0, 4, 0, 3)], {}),
  'OneHot of no indices': () =>
    run('OneHot', [float32(0), int64(LARGEST), filled('float32', Float32Array.of(0, 1))], {}),
  'NonMaxSuppression of no boxes': () =>
    run('NonMaxSuppression', [float32(LARGEST, 0, 4), float32(LARGEST, 1, 0), int64(1)], {}),
  'NonZero of many': () => run('NonZero', [filled('uint8', new Uint8Array(8_000_000).fill(1))]),
  'Unique of many': () =>
    run('Unique', [
      filled(
        'int32',
        Int32Array.from({ length: 1_000_000 }, (_, i) => i ^ 1),
      ),
    ]),
  'StringSplit into many': () =>
    run('StringSplit', [filled('string', [manyWords, ...Array(10_000).fill('x')])], {}, 2),
  'Cast to many strings': () =>
    run('Cast', [filled('uint8', new Uint8Array(2 ** 26 + 1))], { to: 'string' }),
  arange: () => sc.arange(LARGEST),
  toNested: () => sc.tensor(new Uint8Array(2 ** 26 + 1)).toNested(),
};

for (const [name, call] of Object.entries(calls)) {
  process.stdout.write(`${name}: `);
  try {
    const [result] = [call()].flat();
    process.stdout.write(`${result.dims}\n`);
    result.dispose?.();
  } catch (error) {
    process.stdout.write(`${error instanceof SimdcastError ? error.code : error.stack}\n`);
  }
}
