/**
 * ncnn's BinaryOp, derived a second time, only from its source: Tencent/ncnn, src/layer/binaryop.cpp
 * (`BinaryOp::forward`, `binaryop_check_shape`) and tests/test_binaryop_broadcast_validation.cpp, both at
 * 4b49e9c006d99ac414ecfbbf79bc1131b0047e5b. Shapes are in ncnn's order, the innermost axis first: [w], [w, h],
 * [w, h, c], [w, h, d, c].
 *
 * A verdict is { takes: dims, sources: [source(index), …] }, where source(index of the result) is the index in that
 * operand; { refuses: why }; or { open: why }.
 */

/** @param {number[]} a @param {number[]} b */
export function ncnn(a, b) {
  if (a.length > 4 || b.length > 4) return { refuses: 'a blob has at most four axes' };
  // A scalar is the layer's parameter `b` (`with_scalar`), never a blob: one operand, and its own shape as the result.
  if (a.length === 0 && b.length === 0) return { open: 'two scalars are no BinaryOp' };
  if (a.length === 0 || b.length === 0) return withScalar(a, b);
  // `Mat::empty`: a blob without elements is an error of allocation, or is read beyond its end.
  if (a.includes(0) || b.includes(0)) return { open: 'a blob without elements' };
  return between(a, b, Math.max(a.length, b.length));
}

function withScalar(a, b) {
  const takes = a.length === 0 ? b : a;
  if (takes.includes(0)) return { open: 'a blob without elements' };
  return { takes, sources: [a, b].map((shape) => (index) => (shape.length === 0 ? [] : index)) };
}

function between(a, b, rank) {
  const places = [placesIn(a, b, rank), placesIn(b, a, rank)];
  const spread = [a, b].map((shape, i) => {
    const sizes = new Array(rank).fill(1);
    shape.forEach((size, axis) => {
      sizes[places[i][axis]] = size;
    });
    return sizes;
  });
  const takes = spread[0].map((size, axis) => Math.max(size, spread[1][axis]));
  for (const sizes of spread) {
    // `binaryop_check_shape`: every axis equal, or 1 on either side.
    if (sizes.some((size, axis) => size !== takes[axis] && size !== 1))
      return { refuses: 'two sizes above 1 differ' };
  }
  const sources = [a, b].map(
    (shape, i) => (index) => shape.map((size, axis) => (size === 1 ? 0 : index[places[i][axis]])),
  );
  return { takes, sources };
}

/** The axis of the result that each axis of `shape` is aligned with; `other` is the other operand. */
function placesIn(shape, other, rank) {
  const missing = rank - shape.length;
  if (missing === 0) return shape.map((_, axis) => axis);
  // One axis: the outermost if its size is that of the other's outermost, otherwise the innermost. The source
  // checks the outermost first.
  if (shape.length === 1) return [shape[0] === other[rank - 1] ? rank - 1 : 0];
  // Two or three axes: "expand inner axes", so they are the outer ones: [w, h] on (d, c) or (h, c), [w, h, c]
  // on (h, d, c).
  return shape.map((_, axis) => axis + missing);
}
