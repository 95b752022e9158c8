/** Operators that the engine implements itself, in all their versions. */

import { sizeOf } from '../base/dims.js';
import type { Attributes } from '../base/function-options.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { TensorLike } from '../base/types.js';
import type { TensorType } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import type { Call, Operator, Version } from './operator.js';

type Product = 'MatMul' | 'Gemm';
/** Operators other than elementwise ones. */
const WHOLE: ReadonlySet<string> = new Set(['Gemm', 'MatMul', 'Expand']);

/**
 * Variadic operators, and the operator that joins partial results if there are more inputs than the engine
 * accepts.
 */
const JOINED: ReadonlyMap<string, string> = new Map([
  ['Max', 'Max'],
  ['Min', 'Min'],
  ['Sum', 'Sum'],
  ['Mean', 'Sum'],
]);

/** The engine checks types, counts and attributes. */
const ANY: Version = { since: 1, inputs: [1, Infinity], types: [] };

/** An operator from the engine's own table. */
export const engineOperator = (name: string): Operator => ({
  name,
  versions: [ANY],
  ...(name === 'Expand' ? { shapeInputs: [1] } : {}),
  lower: (call) => [lowerEngine(call, name)],
});

function lowerEngine(call: Call, name: string): Value {
  const { lowering, opset, inputs } = call;
  const attributes = call.attributes.values;
  if (inputs.some((input) => input?.type === 'string')) return onStrings(call, name);
  if (name === 'Pow' && isSquare(call)) return call.compute('Mul', call.input(0), call.input(0));
  if (inputs.length > call.parts.engine.catalogue.maxOperands && JOINED.has(name))
    return ofMany(call, name, JOINED.get(name) as string);
  if (!WHOLE.has(name)) return lowering.pointwise(name, inputs, attributes, opset);
  if (name !== 'Expand') return call.product(name as Product, inputs, attributes, opset);
  const task = lowering.tasks.operator(name, expandInputs(call), attributes, opset);
  return call.result(task, [call.input(0)]);
}

/** Joins the inputs in groups of the size that the engine accepts, each with the result so far. */
function ofMany(call: Call, name: string, join: string): Value {
  const { lowering, opset } = call;
  const most = call.parts.engine.catalogue.maxOperands;
  const given = call.inputs.map((_, i) => call.input(i));
  const { type } = call.input(0);
  // A sum in 16 bits is rounded once. Different types are rejected by the engine.
  const isWidened = join === 'Sum' && given.every((input) => input.type === type);
  const terms = isWidened ? given.map((input) => call.widened(input)) : given;
  const joined = (...operands: Value[]): Value =>
    lowering.pointwise(join, operands, call.attributes.values, opset);
  let result = joined(...terms.slice(0, most));
  for (let at = most; at < terms.length; at += most - 1)
    result = joined(result, ...terms.slice(at, at + most - 1));
  if (name === 'Mean') result = call.compute('Div', result, call.number(result.type, terms.length));
  return call.cast(result, type);
}

/** Whether floats are raised to the power 2, as in exported variances: a product is rounded only once. */
function isSquare({ inputs, attributes, lowering }: Call): boolean {
  const [base, exponent] = inputs;
  if (inputs.length !== 2 || !base || !exponent || Object.keys(attributes.values).length > 0)
    return false;
  const isOne = sizeOf(exponent.dims) === 1 && exponent.dims.length <= base.dims.length;
  const isFloat = base.type === 'float32' || base.type === 'float64';
  return isFloat && exponent.type === base.type && isOne && lowering.known(exponent)?.[0] === 2;
}

/** Expand's second input is replaced by the shape that it contains. */
function expandInputs(call: Call): [Value, { type: 'int64'; dims: number[] }] {
  const shape = call.input(1);
  if (shape.type !== 'int64' || shape.dims.length !== 1) throw call.fault('vector', 1);
  const dims = call.elements(1);
  // The binding accepts 32-bit sizes; the engine checks those.
  if (dims.some((size) => Math.abs(size) >= 2 ** 31)) throw call.fault('sizes', dims);
  return [call.input(0), { type: 'int64', dims }];
}

/** The engine infers the shape of a string result; JavaScript computes the strings when the graph runs. */
function onStrings(call: Call, name: string): Value {
  const { lowering, opset } = call;
  const attributes = call.attributes.values;
  const inputs = call.inputs.map((_, i) => call.input(i));
  const { type, dims } = resultOf(call, name, attributes);
  call.checkDims(dims);
  const output = lowering.make(type, dims, lowering.allConstant(inputs));
  lowering.text(inputs, [output], () => {
    const tensors = inputs.map((input) => tensorOf(call, input));
    const { data } = call.parts.operators.run(name, tensors, attributes, { opset });
    if (type === 'string') output.storage.strings = data as readonly string[];
    else lowering.memory.write(output.storage.address, data as TypedArray, output.storage.bytes);
  });
  return output;
}

function resultOf(call: Call, name: string, attributes: Attributes): TensorType {
  const { plans } = call.parts;
  const types = name === 'Expand' ? expandInputs(call) : call.inputs.map((_, i) => call.input(i));
  const plan = plans.make(plans.node(name, attributes, call.opset), types);
  plan.plan.delete();
  return plan;
}

function tensorOf(call: Call, value: Value): TensorLike {
  const { type, dims, storage } = value;
  if (type === 'string') return { type, dims, data: storage.strings ?? [] };
  return { type, dims, data: call.lowering.read(value) };
}
