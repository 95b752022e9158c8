/** Quantised operators as chains of operators on dequantised values; sums of products are 32-bit integers. */
import { sameDims, sizeOf, withSize } from '../base/dims.js';
import { type DType, kindOf } from '../base/dtypes.js';
import { isConstant, type Value } from '../graph/values.js';
import { convolved, groupsOf } from './convolution.js';
import { gathered } from './gather.js';
import { type Call, history, type Operator, type Version } from './operator.js';
import { addedBy, FLOAT32 } from './type-sets.js';
import { imageSizes, windowAttributes, windowsOf } from './windows.js';

export const BYTES: readonly DType[] = ['int8', 'uint8'];
const SHORTS: readonly DType[] = [...BYTES, 'int16', 'uint16'];
const SCALES: readonly DType[] = ['float32', 'float16', 'bfloat16'];

/** The types of quantised values at an opset. */
const quantizedAt = (since: number): readonly DType[] => [
  ...(since < 21 ? BYTES : SHORTS),
  ...addedBy(since).filter((type) => type !== POWERS),
];

/** Powers of two, a type for scales only. */
const POWERS: DType = 'float8e8m0';

const scalesAt = (since: number): readonly DType[] => {
  if (since < 19) return FLOAT32;
  return since < 24 ? SCALES : [...SCALES, POWERS];
};

/** The range of a type that values are quantised to; float types have their own limits. */
const RANGES: Readonly<Partial<Record<DType, readonly [number, number]>>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int4: [-8, 7],
  uint4: [0, 15],
  int2: [-2, 1],
  uint2: [0, 3],
};

/**
 * A scale or a zero point, shaped to broadcast with the elements: a single one, one per position of an axis,
 * or one per block.
 */
function fitted(call: Call, at: number, value: Value): Value {
  const { lowering } = call;
  const { dims } = call.input(0);
  if (sizeOf(value.dims) === 1 && value.dims.length <= 1) return lowering.alias(value, []);
  const axis = call.ownAxis(1, dims.length);
  const size = dims[axis] as number;
  const block = call.int('block_size', 0);
  const isBlocked = block > 0 && value.dims.length === dims.length;
  const wanted = isBlocked
    ? dims.map((each, other) => (other === axis ? Math.ceil(size / block) : each))
    : [size];
  if (String(value.dims) !== String(wanted)) throw call.wrongShape(at, wanted);
  if (!isBlocked) return lowering.alias(value, [size, ...dims.slice(axis + 1).map(() => 1)]);
  const blocks = call.table('int32', [size], (at) => Math.floor(at / block));
  return gathered(call, value, blocks, axis);
}

/** Rounds to the nearest, ties to even, adds the zero point, and limits to the range of the type. */
export function quantized(call: Call, quotient: Value, zero: Value | undefined, to: DType): Value {
  const { compute } = call;
  const range = RANGES[to];
  if (!range) return quantizedFloat(call, quotient, zero, to);
  const [low, high] = range;
  const rounded = compute('Round', quotient);
  const moved = zero ? compute('Add', rounded, call.cast(zero, 'float32')) : rounded;
  return call.cast(
    compute('Clip', moved, call.number('float32', low), call.number('float32', high)),
    to,
  );
}

/** Adds the zero point, and rounds once. */
function quantizedFloat(call: Call, quotient: Value, zero: Value | undefined, to: DType): Value {
  const moved = zero ? call.compute('Add', quotient, call.cast(zero, 'float32')) : quotient;
  return call.cast(moved, to, { saturate: call.flag('saturate', true) ? 1 : 0 });
}

/** The attributes that each opset has. */
const attributesSince = (since: number, quantizes: boolean): Version['attributes'] => ({
  ...(since >= 13 && { axis: 'int' as const }),
  ...(since >= 19 && quantizes && { saturate: 'int' as const }),
  ...(since >= 21 && { block_size: 'int' as const }),
  ...(since >= (quantizes ? 21 : 23) && { output_dtype: 'type' as const }),
  ...(since >= 23 && quantizes && { precision: 'type' as const }),
});

const SINCE = [10, 13, 19, 21, 23, 24, 25];

/** A quantised value, and its zero point shaped to broadcast with it. */
export interface Quantized {
  readonly value: Value;
  readonly zero: Value | undefined;
  readonly at: number;
}

/** The dequantised value without its scale, as an integer. */
function centred(call: Call, { value, zero, at }: Quantized, to: DType): Value {
  const { lowering } = call;
  const less = () => {
    const wide = call.cast(value, to);
    if (!zero) return wide;
    return call.compute('Sub', wide, call.cast(call.stretching(at, zero, value.dims), to));
  };
  const zeros = zero ? lowering.known(zero) : [];
  return isConstant(value) && zeros ? lowering.derived(value, `${to} less ${zeros}`, less) : less();
}

/** A scale or a zero point of a matrix: a single one, or one per row or column. */
export function ofMatrix(call: Call, at: number, rows: boolean): Value | undefined {
  const value = call.inputs[at];
  if (!value) return undefined;
  if (sizeOf(value.dims) === 1) return call.lowering.alias(value, []);
  if (value.dims.length > 1 || !rows) return value;
  return call.lowering.alias(value, [...value.dims, 1]);
}

/** A matrix from the inputs for its elements and its zero point. */
export const matrix = (call: Call, elements: number, at: number, rows: boolean): Quantized => ({
  value: call.input(elements),
  zero: ofMatrix(call, at, rows),
  at,
});

/** Zero points: a single one, or one for each position of all axes but one. */
interface Zeros {
  readonly value: Value | undefined;
  readonly isEach: boolean;
}

/** The zero points of a matrix if they are the same along an axis, counted from the end; otherwise `undefined`. */
function zerosAcross(call: Call, matrix: Quantized, axis: number): Zeros | undefined {
  const { value, zero, at } = matrix;
  if (!zero) return { value: undefined, isEach: false };
  call.stretching(at, zero, value.dims);
  if (zero.type !== value.type || (zero.dims.at(axis) ?? 1) !== 1) return undefined;
  if (sizeOf(zero.dims) === 1) return { value: zero, isEach: false };
  const dims = withSize(value.dims, value.dims.length + axis, 1);
  return { value: sameDims(zero.dims, dims) ? zero : call.expand(zero, dims), isEach: true };
}

/**
 * The product of matrices of bytes minus their zero points, in int32.
 * @param transposed whether the second one is stored column by column; then both have two axes
 */
export function product(
  call: Call,
  first: Quantized,
  second: Quantized,
  transposed = false,
): Value {
  const { lowering } = call;
  const [a, b] = [first.value, second.value];
  const [batchA, batchB] = [a.dims.slice(0, -2), b.dims.slice(0, -2)];
  const [depth, columns] = transposed ? [-1, -2] : [-2, -1];
  const isProduct = a.dims.length >= 2 && b.dims.length >= 2 && a.dims.at(-1) === b.dims.at(depth);
  const isShared = sizeOf(batchB) === 1 ? batchB.length <= batchA.length : sameDims(batchA, batchB);
  const rowZeros = isProduct && isShared ? zerosAcross(call, first, -1) : undefined;
  const columnZeros = rowZeros && zerosAcross(call, second, depth);
  if (!columnZeros)
    return call.matMul(centred(call, first, 'int32'), centred(call, second, 'int32'));
  call.checkDims([...a.dims.slice(0, -1), b.dims.at(columns) as number]);
  const options = {
    transposed,
    zeroOfEachRow: rowZeros.isEach,
    zeroOfEachColumn: columnZeros.isEach,
  };
  const make = () => lowering.tasks.integerProduct(a, b, options);
  const task = make();
  const packed = call.packed(
    task,
    b,
    transposed ? 'in pairs of rows' : 'in pairs of columns',
    make,
  );
  return call.result(task, [a, packed, rowZeros.value, columnZeros.value]);
}

export const quantizedConvolution = {
  ...windowAttributes,
  dilations: 'ints',
  group: 'int',
} as const;

/** Output channels of a group up to which floats are faster than pairs of int16. */
const FEW_CHANNELS = 2;

/** Maximum number of products of bytes minus zero points whose sum float32 represents exactly. */
const MOST_IN_FLOAT32 = Math.floor(2 ** 24 / 255 ** 2);

/**
 * Convolves bytes minus their zero points in int32: two taps at a time, or in exact float32 if every channel
 * is separate.
 */
function sums(call: Call, image: Quantized, kernels: Quantized, bias?: Value): Value {
  const sizes = imageSizes(call);
  const w = kernels.value;
  const groups = groupsOf(call, sizes, { weights: w, bias });
  const axes = windowsOf(call, sizes, w.dims.slice(2));
  const inFloats = sizeOf(w.dims.slice(1)) <= MOST_IN_FLOAT32 ? 'float32' : 'float64';
  const type = (w.dims[0] as number) / groups <= FEW_CHANNELS ? inFloats : 'int16';
  const images = centred(call, image, type);
  const weights = centred(call, kernels, type);
  if (type === 'int16') return convolved(call, images, weights, bias, groups, axes);
  const made = call.cast(convolved(call, images, weights, undefined, groups, axes), 'int32');
  if (!bias) return made;
  const channels = call.lowering.alias(bias, [...bias.dims, ...sizes.map(() => 1)]);
  return call.compute('Add', made, channels);
}

/** A single number for all elements; `undefined` if the input is absent. */
export function ofAll(call: Call, at: number): Value | undefined {
  const value = call.inputs[at];
  if (value && sizeOf(value.dims) !== 1) throw call.fault('scalar', at);
  return value && call.lowering.alias(value, []);
}

/** Like `ofAll`, or one per output channel of the weights, shaped for results with `axes` further axes. */
function ofChannels(call: Call, at: number, weights: Value, axes: number): Value | undefined {
  const value = call.inputs[at];
  if (!value || sizeOf(value.dims) === 1) return ofAll(call, at);
  const channels = weights.dims.slice(0, 1);
  call.checkShape(at, channels);
  return call.lowering.alias(value, [...channels, ...new Array<number>(axes - 1).fill(1)]);
}

/** Types in which QuantizeLinear may divide. */
const PRECISIONS: readonly DType[] = ['float32', 'float16', 'bfloat16', 'float64'];

/** The result of QuantizeLinear for its inputs and attributes. */
export function quantizedLinearly(call: Call): Value {
  const zero = call.inputs[2];
  const to = zero?.type ?? call.elementType('output_dtype', 'uint8', quantizedAt(call.since));
  const type = call.elementType('precision', 'float32', PRECISIONS);
  const scale = fitted(call, 1, call.cast(call.input(1), type));
  const quotient = call.compute('Div', call.cast(call.input(0), type), scale);
  return quantized(call, call.cast(quotient, 'float32'), zero && fitted(call, 2, zero), to);
}

/** The result of DequantizeLinear for its inputs and attributes. */
export function dequantizedLinearly(call: Call): Value {
  const [input, scale, zero] = [call.input(0), call.input(1), call.inputs[2]];
  const to = call.elementType('output_dtype', scale.type, SCALES);
  const fit = zero && fitted(call, 2, zero);
  const wide = kindOf(input.type) === 'float' ? 'float32' : 'int32';
  const whole = centred(call, { value: input, zero: fit, at: 2 }, wide);
  const factor = fitted(call, 1, call.cast(scale, 'float32'));
  return call.cast(call.compute('Mul', call.cast(whole, 'float32'), factor), to);
}

/** Quantises floats to bytes, with a scale and a zero point whose range covers theirs and 0. */
export function dynamicallyQuantized(call: Call, input: Value) {
  const { lowering } = call;
  const made = lowering.work(
    lowering.tasks.dynamicQuantization(input),
    [input],
    [true, true, true],
  );
  const [value, scale, zero] = made as [Value, Value, Value];
  return { value, scale, zero };
}

/** QLinearConv of the inputs. */
export function quantizedConvolved(call: Call): Value {
  const { compute } = call;
  const [x, w] = [call.input(0), call.input(3)];
  const rank = w.dims.length;
  const one = (at: number) => ofAll(call, at) as Value;
  const image = { value: x, zero: one(2), at: 2 };
  const kernels = { value: w, zero: ofChannels(call, 5, w, rank), at: 5 };
  const whole = call.cast(sums(call, image, kernels, call.inputs[8]), 'float32');
  const scales = ofChannels(call, 4, w, rank - 1) as Value;
  const factor = compute('Div', compute('Mul', one(1), scales), one(6));
  return quantized(call, compute('Mul', whole, factor), one(7), call.input(7).type);
}

export const quantizationOperators: readonly Operator[] = [
  {
    name: 'QuantizeLinear',
    versions: SINCE.map((since) => {
      const floats: readonly DType[] = since < 19 ? FLOAT32 : SCALES;
      return {
        since,
        inputs: [2, 3],
        types: [[...floats, 'int32'], [...scalesAt(since), 'int32'], quantizedAt(since)],
        attributes: attributesSince(since, true) ?? {},
      };
    }),
    lower: (call) => [quantizedLinearly(call)],
  },

  {
    name: 'DequantizeLinear',
    versions: SINCE.map((since) => {
      const types: readonly DType[] = [...quantizedAt(since), 'int32'];
      return {
        since,
        inputs: [2, 3],
        types: [types, scalesAt(since), types],
        attributes: attributesSince(since, false) ?? {},
      };
    }),
    lower: (call) => [dequantizedLinearly(call)],
  },

  {
    name: 'DynamicQuantizeLinear',
    versions: [{ since: 11, inputs: [1, 1], outputs: 3, types: [['float32']] }],
    lower(call) {
      const { value, scale, zero } = dynamicallyQuantized(call, call.input(0));
      return [value, scale, zero];
    },
  },

  {
    name: 'MatMulInteger',
    versions: [{ since: 10, inputs: [2, 4], types: [BYTES, BYTES, BYTES, BYTES] }],
    lower(call) {
      return [product(call, matrix(call, 0, 2, true), matrix(call, 1, 3, false))];
    },
  },

  {
    name: 'QLinearMatMul',
    versions: history(
      {
        since: 10,
        inputs: [8, 8],
        types: [BYTES, ['float32'], BYTES, BYTES, ['float32'], BYTES, ['float32'], BYTES],
      },
      { since: 21, types: [BYTES, SCALES, BYTES, BYTES, SCALES, BYTES, SCALES, BYTES] },
    ),
    lower(call) {
      const { compute } = call;
      const made = product(call, matrix(call, 0, 2, true), matrix(call, 3, 5, false));
      const sums = call.cast(made, 'float32');
      const fit = (at: number, rows: boolean) =>
        call.stretching(at, ofMatrix(call, at, rows) as Value, sums.dims);
      const scale = (at: number, rows: boolean) => call.cast(fit(at, rows), 'float32');
      const factor = compute(
        'Div',
        compute('Mul', scale(1, true), scale(4, false)),
        scale(6, true),
      );
      const to = call.input(7).type;
      return [quantized(call, compute('Mul', sums, factor), fit(7, true), to)];
    },
  },

  {
    name: 'ConvInteger',
    versions: history({
      since: 10,
      inputs: [2, 4],
      types: [BYTES, BYTES, BYTES, BYTES],
      attributes: quantizedConvolution,
    }),
    lower(call) {
      const [x, w] = [call.input(0), call.input(1)];
      const zero = ofChannels(call, 3, w, w.dims.length);
      const image = { value: x, zero: ofAll(call, 2), at: 2 };
      return [sums(call, image, { value: w, zero, at: 3 })];
    },
  },

  {
    name: 'QLinearConv',
    versions: history({
      since: 10,
      inputs: [8, 9],
      types: [BYTES, ['float32'], BYTES, BYTES, ['float32'], BYTES, ['float32'], BYTES, ['int32']],
      attributes: quantizedConvolution,
    }),
    lower: (call) => [quantizedConvolved(call)],
  },
];
