/** Everyday tasks. */
import { brackets, finish, names, rounded, ulps } from './describe.mjs';

const square1M = [1024, 1024];
const float = (dims, range = 'any') => ({ type: 'float32', dims, range });

/** Everyday tasks, written idiomatically for each library. */
export const everyday = [
  {
    name: 'softmax',
    op: 'Softmax',
    attributes: { axis: -1 },
    own: ulps(1030).float32,
    absolute: 1e-6,
  },
  {
    name: 'mean along an axis',
    op: 'ReduceMean',
    attributes: { axes: [1] },
    result: [1024],
    absolute: 1e-5,
  },
  {
    name: 'normalise',
    operands: [float(square1M), float([1024]), float([1024], 'positive')],
    nodes: [
      { op: 'Sub', inputs: ['A', 'B'], output: 'T' },
      { op: 'Div', inputs: ['T', 'C'], output: 'Y' },
    ],
    tolerance: rounded,
  },
  {
    name: 'matMul, bias and relu',
    operands: [float([256, 256]), float([256, 256]), float([256])],
    nodes: [
      { op: 'MatMul', inputs: ['A', 'B'], output: 'P' },
      { op: 'Add', inputs: ['P', 'C'], output: 'S' },
      { op: 'Relu', inputs: ['S'], output: 'Y' },
    ],
    result: [256, 256],
    absolute: 1e-3,
    flops: 2 * 256 ** 3,
  },
  { name: 'argMax', op: 'ArgMax', attributes: { axis: 1 }, result: [1024], type: 'int64' },
  {
    name: 'cast of uint8',
    op: 'Cast',
    attributes: { to: 'float32' },
    operands: [{ ...float(square1M), type: 'uint8' }],
  },
  { name: 'cast to int32', op: 'Cast', attributes: { to: 'int32' }, type: 'int32' },
  { name: 'transpose', op: 'Transpose', attributes: { perm: [1, 0] } },
  {
    name: 'gather of rows',
    op: 'Gather',
    attributes: { axis: 0 },
    operands: [float(square1M), { type: 'int32', dims: [1024], range: 'index' }],
  },
  {
    name: 'concat',
    op: 'Concat',
    attributes: { axis: 0 },
    operands: [float(square1M), float(square1M)],
    result: [2048, 1024],
  },
  { name: 'clip', op: 'Clip', attributes: { min: -1, max: 1 } },
];

export function task(
  { section, mode },
  {
    name,
    op,
    attributes = {},
    operands = [float(square1M)],
    nodes,
    result = square1M,
    type = 'float32',
    ...limits
  },
) {
  const named = operands.map((operand, i) => ({ name: names[i], ...operand }));
  const one = { op, inputs: named.map((operand) => operand.name), output: 'Y', attributes };
  const shapes = named.map(({ dims }) => brackets(dims)).join(' ');
  return finish({
    id: [section, name.replaceAll(/,? /g, '-'), mode].join('/'),
    section,
    label: `${name}, ${shapes}`,
    shapes: `${name} ${shapes}`,
    op: op ?? name,
    type: 'float32',
    mode,
    nodes: nodes ?? [one],
    operands: named,
    output: { name: 'Y', type, dims: result },
    ...limits,
  });
}
