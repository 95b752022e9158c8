/** A whole node: the oracle of the rules pairs the elements, which are then computed. */
import { oracle } from '../../oracle/rules.mjs';
import { indices, ravel } from '../../rules/support.mjs';
import { versionAt } from '../versions.mjs';
import { binary, compared, folded, mod, power, shift } from './scalar.mjs';
import { tensorOf, types, valuesOf } from './types.mjs';

/** For every element of the result, the values of its operands; and the shape. */
export function gather(inputs, options) {
  const alignment = oracle(
    inputs.map(({ dims }) => dims),
    options,
  );
  if (!alignment.ok) throw new Error(`the reference refuses ${JSON.stringify(options)}`);
  const values = inputs.map(valuesOf);
  const rows = [];
  for (const index of indices(alignment.shape)) {
    const places = alignment.place(index);
    rows.push(values.map((list, k) => list[ravel(places[k], inputs[k].dims)]));
  }
  return { rows, dims: [...alignment.shape] };
}

const binaryNode = (compute) => (rows, type) => rows.map(([a, b]) => compute[type.kind](a, b));

/** Left to right; 16-bit floats in float32 (facts 7). */
function fold(compute, rows, type) {
  const step = type.kind === 'float' ? type.lane : (x) => x;
  return rows.map((row) => row.reduce((a, b) => step(compute[type.kind](a, b))));
}

function mean(rows, type) {
  const count = rows[0]?.length ?? 1;
  return fold(folded.Mean, rows, type).map((sum) => (count === 1 ? sum : type.lane(sum / count)));
}

function computeOf(op, inputs, attributes) {
  const exponent = types[inputs[1]?.type];
  const special = {
    Mean: mean,
    Pow: (rows, type) => rows.map(([x, y]) => power(x, y, type, exponent)),
    BitShift: (rows, type) => rows.map(([x, n]) => shift(x, n, type, attributes.direction)),
    Where: (rows) => rows.map(([condition, x, y]) => (condition ? x : y)),
    Mod: binaryNode(mod(attributes)),
  };
  if (special[op]) return special[op];
  if (op in binary) return binaryNode(binary[op]);
  if (op in folded) return (rows, type) => fold(folded[op], rows, type);
  return (rows) => rows.map(([a, b]) => Number(compared[op](a, b)));
}

/**
 * The result of a node of an element-wise operator.
 * @param {{opset?: number, attributes?: object}} [options]
 */
export function reference(op, inputs, { opset = 28, attributes = {} } = {}) {
  const { rule } = versionAt(op, opset);
  const { broadcast = 0, axis } = attributes;
  const { rows, dims } = gather(inputs, {
    rule,
    broadcast,
    ...(axis === undefined ? {} : { axis }),
  });
  const { type } = inputs[op === 'Where' ? 1 : 0];
  const values = computeOf(op, inputs, attributes)(rows, types[type]);
  return tensorOf(op in compared ? 'bool' : type, values, dims);
}

/** Facts 2.9: the input's shape and the requested one, both ways. */
export function expandReference(input, shape) {
  const target = { type: 'bool', data: new Uint8Array(0), dims: shape };
  const { rows, dims } = gather([input, target], { rule: 'expand' });
  const values = rows.map(([x]) => x);
  return tensorOf(input.type, values, dims);
}
