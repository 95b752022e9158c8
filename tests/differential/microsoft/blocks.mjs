/** Random nodes with block-quantised weights: products and gathers. */

const float = (draw, dims) => draw.tensor('float32', dims);
const bytes = (draw, dims) => draw.tensor('uint8', dims, { low: 0, high: 255 });

/** Scales keep sums at about 1. */
const scales = (draw, dims, bits) =>
  draw.tensor('float32', dims, { low: 2 ** -bits / 4, high: 2 ** -bits });

const constantly = (input) => input && { ...input, constant: true };

function weights(draw, anyBits) {
  const bits = draw.choose(anyBits);
  const block = draw.choose([16, 32, 64, 128, 256]);
  const depth = draw.whole(1, 3 * block);
  return { bits, block, depth, columns: draw.whole(1, 20), blocks: Math.ceil(depth / block) };
}

const attributesOf = ({ bits, block, depth, columns }) => ({
  ...{ bits, block_size: block, K: depth, N: columns },
});

function product(draw, { zeros, order = false, bias = false, anyBits = [2, 4, 8] }) {
  const of = weights(draw, anyBits);
  const { bits, block, depth, columns, blocks } = of;
  const points = {
    none: () => null,
    packed: () => bytes(draw, [columns, Math.ceil((blocks * bits) / 8)]),
    floats: () => draw.tensor('float32', [columns, blocks], { low: 0, high: 2 ** bits }),
  };
  const flat = (input) =>
    input && draw.chance(0.3) ? { ...input, dims: [input.data.length] } : input;
  // Within a block, onnxruntime-web reads the first eight again and again.
  const indices = () => {
    const firsts = draw.list(blocks, () => draw.list(8, () => draw.whole(0, blocks - 1)));
    const data = Int32Array.from({ length: depth }, (_, k) => firsts[Math.floor(k / block)][k % 8]);
    return { type: 'int32', dims: [depth], data };
  };
  const batch = draw.list(draw.whole(1, 2), () => draw.whole(1, 5));
  return {
    op: 'MatMulNBits',
    attributes: attributesOf(of),
    inputs: [
      float(draw, [...batch, depth]),
      ...[
        bytes(draw, [columns, blocks, (block * bits) / 8]),
        flat(scales(draw, [columns, blocks], bits)),
        flat(points[zeros]()),
        order ? indices() : null,
        bias ? float(draw, [columns]) : null,
      ].map(constantly),
    ],
  };
}

function gather(draw) {
  const bits = draw.choose([4, 8]);
  const block = draw.choose([16, 32]);
  const width = block * draw.whole(1, 3);
  const rows = draw.whole(1, 9);
  const blocks = width / block;
  const zeros = draw.chance(0.5) ? bytes(draw, [rows, Math.ceil((blocks * bits) / 8)]) : null;
  const dims = draw.list(draw.whole(1, 2), () => draw.whole(1, 4));
  return {
    op: 'GatherBlockQuantized',
    attributes: { bits, block_size: block, gather_axis: 0, quantize_axis: 1 },
    inputs: [
      constantly(bytes(draw, [rows, (width * bits) / 8])),
      draw.tensor(draw.choose(['int32', 'int64']), dims, { low: -rows, high: rows - 1 }),
      ...[scales(draw, [rows, blocks], bits), zeros].map(constantly),
    ],
  };
}

/** Quantised values with their own types, along any axes. */
function gatherOfType(draw) {
  const type = draw.choose(['int4', 'uint4']);
  const low = type === 'int4' ? -8 : 0;
  const dims = draw.list(draw.whole(2, 3), () => draw.whole(1, 5));
  const [gathered, axis] = draw.chance(0.5) ? [0, dims.length - 1] : [dims.length - 1, 0];
  dims[axis] = draw.whole(1, 40);
  const coded = dims.map((size, each) => (each === axis ? Math.ceil(size / 16) : size));
  const codes = (sizes) => ({ ...draw.tensor('int8', sizes, { low, high: low + 15 }), type });
  const zeros = draw.chance(0.5) ? codes(coded) : null;
  const high = dims[gathered] - 1;
  return {
    op: 'GatherBlockQuantized',
    attributes: { block_size: 16, gather_axis: gathered - dims.length, quantize_axis: axis },
    inputs: [
      constantly(codes(dims)),
      draw.tensor('int64', [draw.whole(1, 4)], { low: 0, high }),
      ...[scales(draw, coded, 4), zeros].map(constantly),
    ],
  };
}

export const blocks = {
  MatMulNBits: (draw) => product(draw, { zeros: 'none', bias: draw.chance(0.5) }),
  'MatMulNBits with packed zero points': (draw) => product(draw, { zeros: 'packed' }),
  // onnxruntime-web lacks these for 8 bits; for 4 bits, it computes the last one only without packed zero
  // points.
  'MatMulNBits with zero points in floats': (draw) =>
    product(draw, { zeros: 'floats', anyBits: [2, 4] }),
  'MatMulNBits whose columns name their blocks': (draw) =>
    product(draw, { zeros: draw.choose(['none', 'floats']), order: true, anyBits: [4] }),
  GatherBlockQuantized: gather,
  'GatherBlockQuantized of int4 and uint4': gatherOfType,
};
