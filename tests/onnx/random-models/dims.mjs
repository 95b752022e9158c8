/**
 * Symbolic sizes. A dim is a number or a sum of multiples of symbols, such as '-1+2n+p', whose terms are in
 * alphabetical order.
 */

/**
 * The symbols of inputs: `size` draws a random size, and `estimate` is the size that limits the tensors of a
 * model.
 */
export const symbols = {
  n: { estimate: 4, size: (draw) => (draw(8) === 0 ? 8 + draw(60) : draw(7)) },
  m: { estimate: 3, size: (draw) => (draw(8) === 0 ? 7 + draw(30) : 1 + draw(5)) },
  p: { estimate: 5, size: (draw) => (draw(8) === 0 ? 9 + draw(90) : draw(9)) },
  b: { estimate: 2, size: (draw) => 1 + draw(2) },
  k: { estimate: 3, size: (draw) => draw(5) },
  // Broadcasts with n.
  u: { estimate: 4, size: (draw, sizes) => (draw(2) === 0 ? 1 : sizes.n) },
};

/** Whether an input may have the dim. */
export const isInputDim = (dim) => typeof dim === 'number' || dim in symbols;

/** The factor of each symbol; '' is the symbol of the constant term. */
function termsOf(dim) {
  if (typeof dim === 'number') return { '': dim };
  const terms = {};
  for (const term of dim.split('+')) {
    const [, factor, symbol = ''] = term.match(/^(-?\d*)([a-z]\w*)?$/);
    terms[symbol] = factor === '' ? 1 : Number(factor);
  }
  return terms;
}

function dimOf(terms) {
  const left = Object.entries(terms)
    .filter(([, factor]) => factor !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (left.length === 0) return 0;
  if (left.length === 1 && left[0][0] === '') return left[0][1];
  return left
    .map(([symbol, factor]) => (symbol && factor === 1 ? symbol : `${factor}${symbol}`))
    .join('+');
}

export const isSum = (dim) => Object.keys(termsOf(dim)).length > 1;

export const firstTermOf = (dim) => dimOf(Object.fromEntries([Object.entries(termsOf(dim))[0]]));

export function plus(a, b, sign = 1) {
  const terms = termsOf(a);
  for (const [symbol, factor] of Object.entries(termsOf(b)))
    terms[symbol] = (terms[symbol] ?? 0) + sign * factor;
  return dimOf(terms);
}

export const minus = (a, b) => plus(a, b, -1);

export const multiple = (dim, count) =>
  dimOf(Object.fromEntries(Object.entries(termsOf(dim)).map(([s, factor]) => [s, factor * count])));

/** The size of a dim, given the sizes of its symbols. */
export const evaluate = (dim, sizes) =>
  Object.entries(termsOf(dim)).reduce(
    (sum, [symbol, factor]) => sum + factor * (symbol ? sizes[symbol] : 1),
    0,
  );

/** The dims that `a` and `b` broadcast to; undefined if they do not broadcast for all sizes. */
export function broadcast(a, b) {
  const dims = [];
  for (let i = 1; i <= Math.max(a.length, b.length); i++) {
    const [x, y] = [a.at(-i) ?? 1, b.at(-i) ?? 1];
    if (x === y || y === 1) dims.unshift(x);
    else if (x === 1) dims.unshift(y);
    else if ((x === 'u' && y === 'n') || (x === 'n' && y === 'u')) dims.unshift('n');
    else return undefined;
  }
  return dims;
}
