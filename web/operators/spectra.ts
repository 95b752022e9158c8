/** Spectra: DFT, STFT, window functions, and MelWeightMatrix. */
import { around, sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import { logarithm10, power10 } from '../base/elementary.js';
import type { FourierOptions } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { CASTABLE_BF, FLOATS_BF, INDICES } from './type-sets.js';

/** Number of frequencies that are kept: for a real signal, the second half mirrors the first. */
const binsOf = (length: number, oneSided: boolean): number =>
  oneSided ? Math.floor(length / 2) + 1 : length;

function checkParts(call: Call, dims: readonly number[]): 1 | 2 {
  const parts = dims.at(-1);
  if (dims.length >= 2 && (parts === 1 || parts === 2)) return parts;
  throw call.wrongShape(0, ['…', '1 or 2']);
}

function checkLength(call: Call, length: number): void {
  if (!(length >= 1 && length < 2 ** 28)) throw call.fault('spectrum', length);
}

/** Transforms numbers into complex ones of the given shape; a window scales each frame. */
const transformed = (
  call: Call,
  numbers: Value,
  made: readonly number[],
  options: FourierOptions,
  window?: Value,
): Value =>
  call.inFloats(numbers, (input) => {
    const { tasks } = call.lowering;
    const table = call.result(tasks.fourierTable(options), []);
    const factors = window && call.cast(window, input.type);
    return call.result(tasks.fourier(input, made, options), [input, table, factors]);
  });

const ofDft = { inverse: 'int', onesided: 'int' } as const;

const madeType = (call: Call): DType => call.elementType('output_datatype', 'float32', CASTABLE_BF);

/** A sum of cosines over one period, with the factors `terms`. */
const windowOf = (name: string, terms: readonly number[]): Operator => ({
  name,
  versions: history({
    since: 17,
    inputs: [1, 1],
    types: [INDICES],
    attributes: { output_datatype: 'type', periodic: 'int' },
  }),
  shapeInputs: [0],
  lower(call) {
    const size = call.scalar(0);
    const type = madeType(call);
    call.checkDims([size]);
    const period = call.flag('periodic', true) ? size : size - 1;
    if (period === 0)
      return [
        call.cast(
          call.table('float64', [size], () => 1),
          type,
        ),
      ];
    const { compute } = call;
    const constant = call.number('float64', terms[0] as number);
    const cosines = terms.slice(1).map((factor, k) => {
      const angles = call.table('float64', [size], (at) => (2 * Math.PI * (k + 1) * at) / period);
      return compute('Mul', call.number('float64', factor), compute('Cos', angles));
    });
    const sum = cosines.reduce((before, each) => compute('Add', before, each), constant);
    return [call.cast(sum, type)];
  },
});

const mel = (hertz: number): number => 2595 * logarithm10(1 + hertz / 700);
const hertz = (mels: number): number => 700 * (power10(mels / 2595) - 1);

export const spectrumOperators: readonly Operator[] = [
  {
    name: 'DFT',
    versions: history(
      {
        since: 17,
        inputs: [1, 2],
        types: [FLOATS_BF, INDICES],
        attributes: { ...ofDft, axis: 'int' },
      },
      { since: 20, inputs: [1, 3], types: [FLOATS_BF, INDICES, INDICES], attributes: ofDft },
    ),
    shapeInputs: [1, 2],
    lower(call) {
      const input = call.input(0);
      const { dims } = input;
      const parts = checkParts(call, dims);
      const said = call.since < 20 ? call.int('axis', 1) : call.inputs[2] ? call.scalar(2) : -2;
      const axis = call.axis(said, dims.length);
      if (axis === dims.length - 1) throw call.fault('axis', said, dims.length - 1);
      const size = dims[axis] as number;
      const length = call.inputs[1] ? call.scalar(1) : size;
      checkLength(call, length);
      const oneSided = call.flag('onesided');
      const bins = binsOf(length, oneSided);
      const made = dims.map((each, at) => (at === axis ? bins : at === dims.length - 1 ? 2 : each));
      call.checkDims(made);
      const options = {
        ...around(dims.slice(0, -1), axis),
        ...{ length, frames: 1, step: 0 },
        complex: parts === 2,
        inverse: call.flag('inverse'),
        oneSided,
      };
      return [transformed(call, input, made, options)];
    },
  },

  {
    name: 'STFT',
    versions: [
      {
        since: 17,
        inputs: [2, 4],
        types: [FLOATS_BF, INDICES, FLOATS_BF, INDICES],
        attributes: { onesided: 'int' },
      },
    ],
    shapeInputs: [1, 3],
    lower(call) {
      const input = call.input(0);
      const { dims } = input;
      const parts = dims.length === 2 ? 1 : checkParts(call, dims);
      const [batch = 0, size = 0] = dims;
      const window = call.inputs[2];
      const step = call.scalar(1);
      const length = call.inputs[3] ? call.scalar(3) : (window?.dims[0] ?? size);
      checkLength(call, length);
      if (dims.length > 3) throw call.wrongShape(0, ['batch', 'length', '1 or 2']);
      if (!(step >= 1)) throw call.fault('step');
      if (window && sizeOf(window.dims) !== length) throw call.wrongShape(2, [length]);
      const frames = Math.max(0, Math.floor((size - length) / step) + 1);
      const oneSided = call.flag('onesided', true);
      const made = [batch, frames, binsOf(length, oneSided), 2];
      call.checkDims(made);
      const options = {
        ...{ outer: batch, size, inner: 1, length, frames },
        step: frames > 1 ? step : 0,
        complex: parts === 2,
        inverse: false,
        oneSided,
      };
      return [transformed(call, input, made, options, window)];
    },
  },

  windowOf('HannWindow', [0.5, -0.5]),

  windowOf('HammingWindow', [25 / 46, -21 / 46]),

  windowOf('BlackmanWindow', [0.42, -0.5, 0.08]),

  /** Triangles that are evenly spaced on the mel scale: a column for each, over the bins of a spectrum. */
  {
    name: 'MelWeightMatrix',
    versions: history({
      since: 17,
      inputs: [5, 5],
      types: [INDICES, INDICES, INDICES, FLOATS_BF, FLOATS_BF],
      attributes: { output_datatype: 'type' },
    }),
    shapeInputs: [0, 1, 2, 3, 4],
    lower(call) {
      const [columns, length, rate] = [call.scalar(0), call.scalar(1), call.scalar(2)];
      const [low, high] = [mel(call.scalar(3)), mel(call.scalar(4))];
      checkLength(call, length);
      const rows = Math.floor(length / 2) + 1;
      const dims = [rows, columns];
      const type = madeType(call);
      call.checkDims(dims);
      const data = call.lowering.memory.newArray(Float64Array, sizeOf(dims));
      const step = (high - low) / (columns + 2);
      const edgeAt = (i: number): number => {
        const edge = Math.floor(((length + 1) * hertz(low + i * step)) / rate);
        if (edge >= 0 && edge < rows) return edge;
        throw call.fault('melEdges', edge, rows);
      };
      edgeAt(0);
      edgeAt(1);
      for (let column = 0; column < columns; column++) {
        const [left, centre, right] = [edgeAt(column), edgeAt(column + 1), edgeAt(column + 2)];
        if (left === centre) data[centre * columns + column] = 1;
        for (let row = left; row <= centre && left < centre; row++)
          data[row * columns + column] = (row - left) / (centre - left);
        for (let row = centre; row < right; row++)
          data[row * columns + column] = (right - row) / (right - centre);
      }
      return [call.cast(call.lowering.constant('float64', dims, data), type)];
    },
  },
];
