/**
 * The broadcasting rules, derived only from their prose.
 *
 * Slow and literal on purpose: each rule specifies the output axis of every axis of an operand
 * (`seats`), and the result of two sizes on one axis. An answer is
 *   { ok: true, shape, aligned, place(index) }   or   { ok: false, failures, code }.
 * `aligned` has one shape per operand, on the output's axes. `place` returns, per operand, the index
 * of the element that feeds the output element at `index`, in the operand's own shape.
 * A failure is { codes, axis? }: `codes` are the names the documents allow for it, and `axis` is
 * absent if a whole shape is rejected. `code` is the only possible name of the first failure, or
 * undefined if the documents allow several.
 *
 * `facts` is the project's page of ONNX and ncnn semantics, `demo` the specification of its page;
 * the numbers are their sections.
 *
 * Shapes are outermost first, except under `ncnn`, whose shapes are [w,h,d,c], innermost first.
 */

/** @typedef {readonly number[]} Shape */
/** @typedef {{codes: string[], axis?: number}} Failure */

const hasOneElement = (shape) => shape.every((size) => size === 1);
const sameShape = (a, b) => a.length === b.length && a.every((size, i) => size === b[i]);

function range(length, from = 0) {
  const list = [];
  for (let i = from; i < from + length; i++) list.push(i);
  return list;
}

class Refusal {
  ok = false;

  /** @param {Failure[]} failures */
  constructor(failures, { unsettled = false } = {}) {
    this.failures = failures;
    this.unsettled = unsettled;
  }

  get code() {
    const names = new Set(this.failures.flatMap((failure) => failure.codes));
    return names.size === 1 ? [...names][0] : undefined;
  }
}

const refuse = (failures, settled) => new Refusal(failures, settled);
const refuseWhole = (...codes) => refuse([{ codes }]);

/** The shape on the output's axes: 1 on axes without an axis of the operand. */
function alignedShape(shape, seats, rank) {
  const aligned = new Array(rank).fill(1);
  seats.forEach((seat, i) => {
    aligned[seat] = shape[i];
  });
  return aligned;
}

/** A size of 1 is read repeatedly; any other size is read at the output's own index. */
function placeOne(shape, seats, index) {
  return shape.map((size, i) => (size === 1 ? 0 : index[seats[i]]));
}

function accept(shapes, seats, shape) {
  return {
    ok: true,
    shape,
    aligned: shapes.map((operand, k) => alignedShape(operand, seats[k], shape.length)),
    place: (index) => shapes.map((operand, k) => placeOne(operand, seats[k], index)),
  };
}

/**
 * One axis under the multidirectional rule: all sizes other than 1 must be equal. Source: Broadcasting.md,
 * "multidirectional"; facts 2.13 for 0 (with 1 it yields 0, with n > 1 it is a conflict).
 */
function mergeSizes(sizes) {
  const others = sizes.filter((size) => size !== 1);
  if (others.length === 0) return 1;
  return others.every((size) => size === others[0]) ? others[0] : undefined;
}

function mergeAligned(shapes, seats, rank) {
  const aligned = shapes.map((shape, k) => alignedShape(shape, seats[k], rank));
  const merged = range(rank).map((axis) => mergeSizes(aligned.map((shape) => shape[axis])));
  const failures = merged.flatMap((size, axis) =>
    size === undefined ? [{ codes: ['size_conflict'], axis }] : [],
  );
  return failures.length > 0 ? refuse(failures) : accept(shapes, seats, merged);
}

/** 1s go in front of the shorter shapes, up to the longest rank. */
const seatsOnTheRight = (shape, rank) => range(shape.length, rank - shape.length);

/**
 * ONNX multidirectional, which is NumPy's rule, over any number of operands at once.
 * Source: Broadcasting.md, first section; facts 2.13 and 6.3; demo 4.1.
 * @param {Shape[]} shapes
 */
export function multidirectional(shapes) {
  if (shapes.length === 0) return refuseWhole('operand_count');
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return mergeAligned(
    shapes,
    shapes.map((shape) => seatsOnTheRight(shape, rank)),
    rank,
  );
}

/**
 * A keeps its shape: a size of B that is neither 1 nor A's is rejected. With a 1 of A it would enlarge A. No
 * document specifies whether B's 0 with A's 1 is growth or a conflict.
 */
function misfit(sizeA, sizeB) {
  if (sizeA !== 1) return ['size_conflict'];
  return sizeB > 1 ? ['target_would_grow'] : ['target_would_grow', 'size_conflict'];
}

/**
 * ONNX unidirectional: B to A.
 * Source: Broadcasting.md, second section; facts 6.5; demo 4.2.
 */
export function unidirectional(shapes) {
  if (shapes.length !== 2) return refuseWhole('operand_count');
  const [a, b] = shapes;
  if (b.length > a.length) return refuseWhole('rank_exceeds_target');
  const seats = [range(a.length), seatsOnTheRight(b, a.length)];
  const failures = b.flatMap((size, i) => {
    const axis = seats[1][i];
    return size === 1 || size === a[axis] ? [] : [{ codes: misfit(a[axis], size), axis }];
  });
  return failures.length > 0 ? refuse(failures) : accept(shapes, seats, [...a]);
}

/** Whether the size-1 axis `i` of `shape` has a size other than 1 on both of its sides. */
function isInterior(shape, i) {
  const isOther = (size) => size !== 1;
  return shape.slice(0, i).some(isOther) && shape.slice(i + 1).some(isOther);
}

/** One axis of B in its window on A. Source: facts 3.4, its last five rows about sizes. */
function legacyMisfit(b, i, sizeA) {
  if (b[i] === sizeA) return undefined;
  if (b[i] === 1) return isInterior(b, i) ? ['interior_one'] : undefined;
  return misfit(sizeA, b[i]);
}

/** Errors of B's rank or of `axis`, before any size is compared. Source: facts 3.4. */
function legacyPlacementFailures(a, b, axis) {
  const failures = [];
  if (b.length > a.length) failures.push({ codes: ['rank_exceeds_target'] });
  if (axis < -1) failures.push({ codes: ['negative_axis'] });
  if (axis > a.length - b.length && axis > -1) failures.push({ codes: ['axis_out_of_range'] });
  return failures;
}

/**
 * ONNX opset 1 to 6: B to A, with `broadcast` and `axis`.
 * Source: facts 3.4, row by row, and section 7; demo 4.3.
 * @param {Shape[]} shapes
 * @param {{broadcast?: 0 | 1, axis?: number}} [attributes]
 */
export function legacy(shapes, { broadcast = 1, axis = -1 } = {}) {
  if (shapes.length !== 2) return refuseWhole('operand_count');
  const [a, b] = shapes;
  const seatsA = range(a.length);
  if (broadcast === 0) {
    if (!sameShape(a, b)) return refuseWhole('broadcast_off');
    return accept(shapes, [seatsA, seatsA], [...a]);
  }
  if (hasOneElement(b) && b.length <= a.length) {
    return accept(shapes, [seatsA, seatsOnTheRight(b, a.length)], [...a]);
  }
  const unplaced = legacyPlacementFailures(a, b, axis);
  if (unplaced.length > 0) return refuse(unplaced);
  const first = axis === -1 ? a.length - b.length : axis;
  const seatsB = range(b.length, first);
  const failures = b.flatMap((_, i) => {
    const codes = legacyMisfit(b, i, a[seatsB[i]]);
    return codes === undefined ? [] : [{ codes, axis: seatsB[i] }];
  });
  return failures.length > 0 ? refuse(failures) : accept(shapes, [seatsA, seatsB], [...a]);
}

/**
 * The position of a shape with at most `rank` axes in ncnn. A rank-1 shape goes to the other's outermost axis
 * (listed last) when the lengths agree, else to w (listed first). Ranks 2 and 3 go to the axes listed last.
 * Source: facts 4.4, items 1 to 4; 4.3, rules 4 to 6.
 */
function ncnnSeats(shape, other) {
  const rank = Math.max(shape.length, other.length);
  if (shape.length === rank) return range(rank);
  if (shape.length === 1) return shape[0] === other[rank - 1] ? [rank - 1] : [0];
  return range(shape.length, rank - shape.length);
}

/**
 * Source: facts 7, "zero sizes, rank 0, rank > 4". A rank-0 operand with a shape is ncnn's `with_scalar`,
 * which facts 4.3 (rule 1), demo 4.5 and preset P01 accept; two scalars are no ncnn layer, because one input
 * must be a Mat.
 */
function notRepresentable(shape, other) {
  const failures = [];
  const isScalar = shape.length === 0 && other.length > 0;
  const hasRank = shape.length >= 1 && shape.length <= 4;
  if (!hasRank && !isScalar) failures.push({ codes: ['rank_not_representable'] });
  if (shape.includes(0)) failures.push({ codes: ['zero_not_representable'] });
  return failures;
}

/**
 * ncnn's BinaryOp, with the check that ncnn omits: after placement, equal or 1. Source: facts 4.3, 4.4 and
 * section 7; demo 4.4. Shapes are [w,h,d,c].
 */
export function ncnn(shapes) {
  if (shapes.length !== 2) return refuseWhole('operand_count');
  const [a, b] = shapes;
  const failures = [...notRepresentable(a, b), ...notRepresentable(b, a)];
  if (failures.length > 0) return refuse(failures);
  const rank = Math.max(a.length, b.length);
  return mergeAligned(shapes, [ncnnSeats(a, b), ncnnSeats(b, a)], rank);
}

/**
 * Expand: the shapes are the input's and the requested one; they broadcast in both directions, right aligned.
 * Source: facts 2.9, 6.6 and section 7 (a negative entry is an error).
 */
export function expand(shapes) {
  if (shapes.length !== 2) return refuseWhole('operand_count');
  if (shapes.some((shape) => shape.some((size) => size < 0))) return refuseWhole('negative_size');
  return multidirectional(shapes);
}

/**
 * PRelu-1 and PRelu-6: a slope with one element is shared; any other has one axis with X's size on axis 1.
 * Source: facts 2.8 and section 7. No document names the failures, or specifies whether a slope with one
 * element may have more axes than X: the answer is `unsettled`.
 */
export function perChannel(shapes) {
  if (shapes.length !== 2) return refuseWhole('operand_count');
  const [x, slope] = shapes;
  const seatsX = range(x.length);
  if (hasOneElement(slope)) {
    if (slope.length > x.length) return refuse([{ codes: [] }], { unsettled: true });
    return accept(shapes, [seatsX, seatsOnTheRight(slope, x.length)], [...x]);
  }
  if (slope.length !== 1 || x.length < 2) return refuse([{ codes: [] }]);
  if (slope[0] !== x[1]) return refuse([{ codes: misfitOfSlope(x[1]), axis: 1 }]);
  return accept(shapes, [seatsX, [1]], [...x]);
}

const misfitOfSlope = (channels) =>
  channels === 1 ? ['target_would_grow', 'size_conflict'] : ['size_conflict'];

/**
 * Max, Min, Sum and Mean before opset 8: "must have the same shape". Source: facts 1c.
 * The failure's name is left open.
 */
export function equal(shapes) {
  if (shapes.length === 0) return refuseWhole('operand_count');
  if (!shapes.every((shape) => sameShape(shape, shapes[0]))) return refuse([{ codes: [] }]);
  const seats = range(shapes[0].length);
  return accept(
    shapes,
    shapes.map(() => seats),
    [...shapes[0]],
  );
}

/**
 * numpy.matmul, which MatMul follows. Source: its page's Notes. "If both arguments are 2-D they are
 * multiplied like conventional matrices"; with more axes an argument is "a stack of matrices residing in the
 * last two indexes and broadcast accordingly"; a vector on the left "is promoted to a matrix by prepending a
 * 1 to its dimensions", one on the right by appending it, and "after matrix multiplication" that 1 is
 * removed. Scalars are not allowed.
 *
 * Its signature is (n?,k),(k,m?)->(n?,m?); here m are the rows and n the columns. `axes` are the sizes of the
 * stack's axes and of m, k and n, if they exist: each of their indices stands for one product of elements,
 * which is summed over k. `aligned` and `place` are on those axes.
 */
export function matMul(shapes) {
  if (shapes.length !== 2) return refuseWhole('operand_count');
  const [a, b] = shapes;
  if (a.length === 0 || b.length === 0) return refuseWhole('rank_too_low');
  const matrixA = a.length === 1 ? [1, ...a] : a;
  const matrixB = b.length === 1 ? [...b, 1] : b;
  const stackA = matrixA.slice(0, -2);
  const stackB = matrixB.slice(0, -2);
  const [m, k] = matrixA.slice(-2);
  const [kOfB, n] = matrixB.slice(-2);
  const stack = multidirectional([stackA, stackB]);
  const hasRows = a.length > 1;
  const hasColumns = b.length > 1;
  const depth = Math.max(stackA.length, stackB.length);
  const inner = depth + Number(hasRows);
  const failures = stack.ok ? [] : stack.failures;
  if (k !== kOfB) failures.push({ codes: ['inner_mismatch'], axis: inner });
  if (failures.length > 0) return refuse(failures);
  const rows = hasRows ? [m] : [];
  const columns = hasColumns ? [n] : [];
  const [stackedA, stackedB] = stack.aligned;
  const read = (size, i) => (size === 1 ? 0 : i);
  return {
    ok: true,
    shape: [...stack.shape, ...rows, ...columns],
    axes: [...stack.shape, ...rows, k, ...columns],
    aligned: [
      [...stackedA, ...rows, k, ...columns.map(() => 1)],
      [...stackedB, ...rows.map(() => 1), k, ...columns],
    ],
    place(index) {
      const [ofA, ofB] = stack.place(index.slice(0, depth));
      const row = rows.map((size) => read(size, index[depth]));
      const term = read(k, index[inner]);
      const column = columns.map((size) => read(size, index[inner + 1]));
      return [
        [...ofA, ...row, term],
        [...ofB, term, ...column],
      ];
    },
  };
}

/** Every rule by its name in the engine. */
export const rules = {
  multidirectional,
  unidirectional,
  legacy,
  ncnn,
  expand,
  perChannel,
  equal,
  matMul,
};

/**
 * @param {Shape[]} shapes
 * @param {{rule?: string, axis?: number, broadcast?: 0 | 1}} [options]
 */
export function oracle(shapes, { rule = 'multidirectional', ...attributes } = {}) {
  return rules[rule](shapes, attributes);
}
