/** Random sizes of the symbols, and feeds for them. */
import { pick } from '../../rules/support.mjs';
import { evaluate, symbols } from './dims.mjs';
import { tensorOf } from './tensors.mjs';

/** Maximum size of a result that is fed back. */
const MAXIMUM_SIZE = 120;

export function randomSizes(draw) {
  const sizes = {};
  for (const [name, { size }] of Object.entries(symbols)) sizes[name] = size(draw, sizes);
  return sizes;
}

/** The sizes, with one of them drawn again. */
export function changedSizes(sizes, draw) {
  const name = pick(() => draw(1000) / 1000, Object.keys(symbols));
  const changed = { ...sizes, [name]: symbols[name].size(draw, sizes) };
  if (name === 'n' && sizes.u !== 1) changed.u = changed.n;
  return changed;
}

/** A random element of an input. */
function elementOf({ type, index, isNonNegative }, random) {
  if (type === 'float16') return 0x3000 + Math.floor(random() * 0x800);
  if (type === 'uint8') return Math.floor(random() * 255);
  if (type === 'bool') return random() < 0.5 ? 1 : 0;
  if (index) return random() < 0.5 ? 0 : random() < 0.97 ? -1 : 2;
  return isNonNegative ? random() : random() - 0.5;
}

/** A tensor for an input, or an array of tensors if the input is a sequence. */
export function feedOf(input, sizes, random) {
  const { type, dims, contents, sequence } = input;
  if (sequence) {
    const item = () => {
      const items = Math.floor(random() * 4);
      return feedOf({ ...input, sequence: false }, { ...sizes, items }, random);
    };
    return Array.from({ length: 1 + Math.floor(random() * 3) }, item);
  }
  const evaluated = dims.map((dim) => evaluate(dim, sizes));
  const length = evaluated.reduce((a, b) => a * b, 1);
  const values =
    contents?.map((dim) => evaluate(dim, sizes)) ??
    Array.from({ length }, () => elementOf(input, random));
  return tensorOf(type, evaluated, values);
}

/** The sizes for which the tensor fits the input; undefined if it does not fit. */
export function sizesThatFit({ dims, type, contents, index, condition, sequence }, tensor, sizes) {
  if (contents || index || condition || sequence) return undefined;
  if (tensor.type !== type || tensor.dims.length !== dims.length) return undefined;
  const found = {};
  for (const [i, dim] of dims.entries()) {
    const size = tensor.dims[i];
    const isSymbol = typeof dim !== 'number';
    if (size !== (isSymbol ? (found[dim] ?? size) : dim)) return undefined;
    if (isSymbol && size > MAXIMUM_SIZE) return undefined;
    if (isSymbol) found[dim] = size;
  }
  return { ...sizes, ...found };
}
