/** Products of matrices. */
import { brackets, exact, finish, names } from './describe.mjs';

/**
 * A product of m rows and n columns with k terms each. `transA`, `transB`: how the operands are stored;
 * `bias`: a C of n elements; `batch`: that number of products, as MatMul.
 */
export function product({ section, type, mode }, { m, k, n, batch, bias, ...transposes }) {
  const op = batch ? 'MatMul' : 'Gemm';
  const times = (dims) => (batch ? [batch, ...dims] : dims);
  const shapes = [
    times(transposes.transA ? [k, m] : [m, k]),
    times(transposes.transB ? [n, k] : [k, n]),
    ...(bias ? [[n]] : []),
  ];
  const variant = [...Object.keys(transposes), ...(bias ? ['bias'] : [])].map((x) => `-${x}`);
  const size = `${times([m, k, n]).join('x')}${variant.join('')}`;
  return finish({
    id: [section, op, type, size, mode].join('/'),
    section,
    label: `${op} ${type} ${shapes.map(brackets).join(' ')}${variant.join('').replaceAll('-', ' ')}`,
    shapes: shapes.map(brackets).join('·') + variant.join(''),
    op,
    type,
    mode,
    flops: 2 * m * k * n * (batch ?? 1),
    nodes: [{ op, inputs: names.slice(0, shapes.length), output: 'Y', attributes: transposes }],
    operands: shapes.map((dims, i) => ({ name: names[i], type, dims, range: 'any' })),
    output: { name: 'Y', type, dims: times([m, n]) },
    // Any order of additions is within the reference's own bound.
    tolerance: exact,
  });
}

const square = (n) => ({ m: n, k: n, n });

export const products = [
  ...[64, 128, 256, 512, 1024].map(square),
  { m: 1, k: 1024, n: 1024 },
  { m: 1024, k: 1024, n: 1 },
  square(8),
  square(16),
  square(65),
  { m: 16, k: 512, n: 512 },
  { m: 4096, k: 3, n: 3 },
  { ...square(256), transA: 1 },
  { ...square(256), transB: 1 },
  { m: 1, k: 1024, n: 1024, transB: 1 },
  { ...square(256), bias: true },
  { ...square(32), batch: 64 },
];
