/**
 * ncnn's BinaryOp from facts 4.2: 19 operators by number, on float32. Computed in double; the caller
 * rounds. `ulps` is the allowed error of the engine.
 */
import { oracle } from '../../oracle/rules.mjs';
import { indices, ravelInnermostFirst } from '../../rules/support.mjs';
import { powFloat } from './scalar.mjs';

const { fround } = Math;

/** std::max and std::min: a NaN in x is returned, a NaN in y dropped; x is returned for a tie. */
const max = (x, y) => (x < y ? y : x);
const min = (x, y) => (y < x ? y : x);

/** C's remainder: the quotient to the nearest integer, ties to the even one. */
export function remainder(x, y) {
  const size = Math.abs(y);
  const rest = Math.abs(x) % (2 * size);
  if (Number.isNaN(rest)) return Number.NaN;
  // The closest of the multiples 0, 1 and 2 of y; 0 and 2 are even.
  const near = rest <= size / 2 ? rest : rest < 1.5 * size ? rest - size : rest - 2 * size;
  const result = size === Infinity ? Math.abs(x) : near;
  return x < 0 || Object.is(x, -0) ? -result : result;
}

function logAddExp(x, y) {
  return max(x, y) + Math.log1p(Math.exp(min(x, y) - max(x, y)));
}

const exact = { ulps: 0 };
const row = (name, compute, { ulps } = exact) => ({ name, compute, ulps });
const swap = (compute) => (x, y) => compute(y, x);
const sub = (x, y) => x - y;
const div = (x, y) => x / y;
const fmod = (x, y) => x % y;
const floorDivide = (x, y) => Math.floor(fround(x / y));
const within = (ulps) => ({ ulps });

/** In the order of ncnn's numbers. */
export const ncnnOperators = [
  row('ADD', (x, y) => x + y),
  row('SUB', sub),
  row('MUL', (x, y) => x * y),
  row('DIV', div),
  row('MAX', max),
  row('MIN', min),
  row('POW', powFloat, within(1)),
  row('RSUB', swap(sub)),
  row('RDIV', swap(div)),
  row('RPOW', swap(powFloat), within(1)),
  row('ATAN2', Math.atan2, within(2)),
  row('RATAN2', swap(Math.atan2), within(2)),
  row('FMOD', fmod),
  row('RFMOD', swap(fmod)),
  row('LOGADDEXP', logAddExp, within(2)),
  row('FLOOR_DIVIDE', floorDivide),
  row('RFLOOR_DIVIDE', swap(floorDivide)),
  row('REMAINDER', remainder),
  row('RREMAINDER', swap(remainder)),
];

/** Shapes are [w,h,d,c], and w varies fastest. Undefined if the rule rejects them. */
export function ncnnReference({ compute }, a, b) {
  const alignment = oracle([a.dims, b.dims], { rule: 'ncnn' });
  if (!alignment.ok) return undefined;
  const { shape, place } = alignment;
  const data = new Float32Array(shape.reduce((product, n) => product * n, 1));
  for (const index of indices(shape)) {
    const [atA, atB] = place(index);
    const x = a.data[ravelInnermostFirst(atA, a.dims)];
    const y = b.data[ravelInnermostFirst(atB, b.dims)];
    data[ravelInnermostFirst(index, shape)] = compute(x, y);
  }
  return { type: 'float32', data, dims: [...shape] };
}
