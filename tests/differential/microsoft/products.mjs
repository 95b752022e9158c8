/** Random nodes of the products of `com.microsoft`. */

const swapped = (dims, swaps) => (swaps ? [...dims.slice(0, -2), dims.at(-1), dims.at(-2)] : dims);

/** The dims before a transposition that moves the first axis before the last two. */
const unmoved = (dims, moves) => (moves ? [dims.at(-2), ...dims.slice(0, -2), dims.at(-1)] : dims);

const product = (op, moving) => (draw) => {
  const batches = draw.list(moving ? draw.whole(1, 2) : draw.whole(0, 2), () => draw.whole(1, 3));
  const [rows, inner, columns] = draw.list(3, () => draw.whole(1, 6));
  const flags = Object.fromEntries(
    ['transA', 'transB', ...(moving ? ['transBatchA', 'transBatchB'] : [])].map((name) => [
      name,
      draw.whole(0, 1),
    ]),
  );
  const dimsOf = (letter, dims) =>
    unmoved(swapped([...batches, ...dims], flags[`trans${letter}`]), flags[`transBatch${letter}`]);
  return {
    op,
    attributes: { ...flags, alpha: { float: draw.choose([1, 0.125, -3]) } },
    inputs: [
      draw.tensor('float32', dimsOf('A', [rows, inner])),
      draw.tensor('float32', dimsOf('B', [inner, columns])),
    ],
  };
};

export const products = {
  FusedMatMul: product('FusedMatMul', false),
  'FusedMatMul of moved batches': product('FusedMatMul', true),
  TransposeMatMul: product('TransposeMatMul', false),
};
