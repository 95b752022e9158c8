/**
 * Random products of bytes that are scaled to floats. Sums are integers in both libraries, so only the
 * rounding of a scale, a product and a sum can differ. Dynamically quantised values are multiples of the
 * scale, a power of two, so there are no ties.
 */

const byteOf = (type) => (type === 'int8' ? { low: -128, high: 127 } : { low: 0, high: 255 });

const bytes = (draw, type, dims) => draw.tensor(type, dims, byteOf(type));

const factor = (draw, dims) => draw.tensor('float32', dims, { low: 0.001, high: 0.02 });

const maybe = (draw, make) => (draw.chance(0.5) ? make() : null);

/** The shapes of two matrices or stacks; the second may be one matrix for all. */
function shapes(draw) {
  const [m, k, n] = draw.list(3, () => draw.whole(1, 20));
  const stack = draw.choose([[], [], [draw.whole(1, 3)]]);
  return { a: [...stack, m, k], b: [...draw.choose([[], stack]), k, n] };
}

/** One for all, one for each column, or one for each column of each matrix. */
function ofColumns(draw, b) {
  const each = [...b.slice(0, -2), 1, b.at(-1)];
  return draw.choose([[], [1], each, b.length === 2 ? b.slice(-1) : each]);
}

/** The second matrix, whether it is an initializer, and the parameters of its columns. */
function second(draw, dims, types = ['int8', 'uint8']) {
  const type = draw.choose(types);
  return {
    b: { ...bytes(draw, type, dims), constant: draw.chance(0.7) },
    scale: factor(draw, ofColumns(draw, dims)),
    zero: maybe(draw, () => bytes(draw, type, ofColumns(draw, dims))),
    bias: maybe(draw, () => draw.tensor('float32', dims.slice(-1))),
  };
}

/** Multiples of a power of two, with a range of 255 steps that includes 0, unless all are 0. */
function levels(draw, dims) {
  const step = 2 ** -draw.whole(2, 7);
  const low = -draw.whole(0, 255);
  const x = draw.tensor('float32', dims, { low, high: low + 255, whole: true });
  [x.data[0], x.data[x.data.length - 1]] = [low, low + 255];
  if (x.data.length === 1 || draw.chance(0.1)) x.data.fill(0);
  return { ...x, data: x.data.map((level) => level * step) };
}

export const integerProducts = {
  DynamicQuantizeMatMul(draw) {
    const dims = shapes(draw);
    const { b, scale, zero, bias } = second(draw, dims.b);
    const inputs = [levels(draw, dims.a), b, scale, zero, bias];
    return { op: 'DynamicQuantizeMatMul', inputs };
  },

  MatMulIntegerToFloat(draw) {
    const dims = shapes(draw);
    const type = draw.choose(['int8', 'uint8']);
    // onnxruntime has no kernel for int8 by uint8.
    const { b, scale, zero, bias } = second(draw, dims.b, type === 'int8' ? [type] : undefined);
    const point = maybe(draw, () => bytes(draw, type, draw.choose([[], [1]])));
    const a = bytes(draw, type, dims.a);
    const inputs = [a, b, factor(draw, draw.choose([[], [1]])), scale, point, zero, bias];
    return { op: 'MatMulIntegerToFloat', inputs };
  },
};
