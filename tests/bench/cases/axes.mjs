/** Operators along axes, operators that move elements, and unary operators. */
import { brackets, exact, finish, loose, names, ulps } from './describe.mjs';

export function unary({ section, type, mode }, op) {
  const dims = [1024, 1024];
  return finish({
    id: [section, op, type, '1M', mode].join('/'),
    section,
    label: `${op} ${type} ${brackets(dims)}`,
    shapes: brackets(dims),
    op,
    type,
    mode,
    nodes: [{ op, inputs: ['A'], output: 'Y' }],
    operands: [{ name: 'A', type, dims, range: 'steps' }],
    output: { name: 'Y', type, dims },
    tolerance: loose,
    absolute: loose,
    own: ulps({ Erf: 8, Tanh: 4 }[op] ?? 2)[type],
  });
}

export function expand({ section, type, mode }, [from, to]) {
  return finish({
    id: [section, 'Expand', type, from.join('x'), mode].join('/'),
    section,
    label: `Expand ${type} ${brackets(from)} to ${brackets(to)}`,
    shapes: `${brackets(from)} to ${brackets(to)}`,
    op: 'Expand',
    type,
    mode,
    nodes: [{ op: 'Expand', inputs: ['A'], output: 'Y', shape: to }],
    operands: [{ name: 'A', type, dims: from, range: 'any' }],
    output: { name: 'Y', type, dims: to },
  });
}

/** Operators along axes, or operators that move elements, on squares; `takes` is the number of operands. */
export function axes({ section, type, mode }, { op, attributes = {}, takes = 1, result }) {
  const dims = [1024, 1024];
  const shapes = Array.from({ length: takes }, () => dims);
  const about = Object.entries(attributes).map(([name, value]) => `${name} ${value}`);
  return finish({
    id: [section, [op, ...about].join('-').replaceAll(' ', ''), type, '1M', mode].join('/'),
    section,
    label: `${[op, ...about].join(' ')} ${type} ${shapes.map(brackets).join(' ')}`,
    shapes: [...shapes.map(brackets), ...about].join(' '),
    op,
    type,
    mode,
    nodes: [{ op, inputs: names.slice(0, takes), output: 'Y', attributes }],
    operands: shapes.map((shape, i) => ({ name: names[i], type, dims: shape, range: 'any' })),
    output: { name: 'Y', type, dims: result },
    tolerance: loose,
    absolute: 1e-3,
    // The roundings of a softmax: exponentials, a sum of 1,024 terms and a quotient.
    own: op === 'Softmax' ? ulps(1030)[type] : exact,
  });
}

export const alongAxes = [
  { op: 'ReduceSum', attributes: { axes: [1] }, result: [1024] },
  { op: 'ReduceSum', attributes: { axes: [0] }, result: [1024] },
  { op: 'ReduceMax', attributes: { axes: [1] }, result: [1024] },
  { op: 'ReduceMean', attributes: { axes: [0, 1] }, result: [] },
  { op: 'Concat', attributes: { axis: 1 }, takes: 2, result: [1024, 2048] },
];

export const expandShapes = [
  [[1], [1024, 1024]],
  [[1024], [1024, 1024]],
  [
    [1024, 1],
    [1024, 1024],
  ],
  [
    [349525, 1],
    [349525, 3],
  ],
];
