/** Quantised values as inputs of the QLinear operators: elements, scale and zero point, side by side. */
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import { permuted } from '../movement.js';
import { Call } from '../operator.js';
import { ofAll, quantized } from '../quantization.js';
import { imageSizes } from '../windows.js';

/**
 * The elements of the input `at` minus their zero point, in float32. Scale and zero point are the two inputs
 * after it.
 */
export function wholes(call: Call, at: number): Value {
  const whole = call.cast(call.input(at), 'float32');
  const zero = ofAll(call, at + 2);
  checkLike(call, at + 2, call.input(at).type);
  return zero ? call.compute('Sub', whole, call.cast(zero, 'float32')) : whole;
}

/** A required scale. */
export function scaleOf(call: Call, at: number): Value {
  call.input(at);
  return ofAll(call, at) as Value;
}

/** The dequantised elements of the input `at`. */
export const reals = (call: Call, at: number): Value =>
  call.compute('Mul', wholes(call, at), scaleOf(call, at + 1));

/** Quantises numbers by the scale at `at` and the zero point after it. */
export function quantizedBy(call: Call, numbers: Value, at: number, type: DType): Value {
  return rounded(call, call.compute('Div', numbers, scaleOf(call, at)), at + 1, type);
}

/** Rounds multiples of the scale, and adds the zero point at `at`. */
export function rounded(call: Call, multiples: Value, at: number, type: DType): Value {
  checkLike(call, at, type);
  return quantized(call, multiples, ofAll(call, at), type);
}

/** Checks the type of an input if it is present. */
export function checkLike(call: Call, at: number, type: DType): void {
  const given = call.inputs[at]?.type;
  if (given && given !== type) throw call.fault('typesDiffer', type, given);
}

/**
 * Lowers an operator with channels first. If the node has channels last, images are transposed before and
 * after it.
 */
export const withChannelsFirst = (call: Call, lower: (call: Call) => Value): Value =>
  call.flag('channels_last') ? ofChannelsLast(call, lower) : lower(call);

/** Lowers an operator for images with channels last, by transposing them to channels first and back. */
export function ofChannelsLast(call: Call, lower: (call: Call) => Value): Value {
  imageSizes(call);
  const [images, ...others] = call.inputs as [Value, ...(Value | undefined)[]];
  const axes = images.dims.map((_, axis) => axis);
  const last = axes.length - 1;
  const toFirst = [0, last, ...axes.slice(1, last)];
  const toLast = [0, ...axes.slice(2), 1];
  const { parts, lowering, node, version } = call;
  const inputs = [permuted(call, images, toFirst), ...others];
  return permuted(call, lower(new Call(parts, lowering, node, version, inputs)), toLast);
}
