/**
 * Random nodes of QuantizeLinear and DequantizeLinear of `com.microsoft`. Both libraries round quotients once
 * in float32, so all results are equal; quantised values stay below 5,000, for which the bound of a
 * comparison is less than 1.
 */

const ranges = {
  int8: { type: Int8Array, low: -128, high: 127 },
  uint8: { type: Uint8Array, low: 0, high: 255 },
  int16: { type: Int16Array, low: -2000, high: 2000 },
  uint16: { type: Uint16Array, low: 0, high: 2000 },
  int4: { type: Int8Array, low: -8, high: 7 },
  uint4: { type: Uint8Array, low: 0, high: 15 },
  int32: { type: Int32Array, low: -2000, high: 2000 },
};

function wholes(draw, type, dims) {
  const { type: Items, low, high } = ranges[type];
  const count = dims.reduce((product, size) => product * size, 1);
  return { type, dims, data: Items.from({ length: count }, () => draw.whole(low, high)) };
}

/** The dims of the input, and those of the scale: a single one, or one per position of an axis. */
function layout(draw) {
  const dims = draw.list(draw.whole(2, 4), () => draw.whole(1, 7));
  const axis = draw.whole(-dims.length, dims.length - 1);
  const attributes = draw.chance(0.2) ? undefined : { axis };
  const size = attributes ? dims.at(axis) : dims[1];
  return { dims, attributes, each: draw.choose([[], [size]]) };
}

const scales = (draw, dims) => draw.tensor('float32', dims, { low: 0.001, high: 0.1 });

export const linearQuantization = {
  QuantizeLinear(draw) {
    const { dims, attributes, each } = layout(draw);
    const type = draw.choose(['int8', 'uint8', 'int16', 'uint16']);
    // Up to 3,000 steps of a scale in both directions, to saturate 8-bit types.
    const x = draw.tensor('float32', dims, { low: -3, high: 3 });
    const inputs = [x, scales(draw, each), wholes(draw, type, each)];
    return { op: 'QuantizeLinear', attributes, inputs, outputs: [type] };
  },

  DequantizeLinear(draw) {
    const { dims, attributes, each } = layout(draw);
    const type = draw.choose(Object.keys(ranges));
    const isSmall = type.endsWith('4');
    // JavaScript has no 4-bit tensors to feed to onnxruntime, so models contain them.
    const x = { ...wholes(draw, type, dims), constant: isSmall };
    const zero = { ...wholes(draw, type, each), constant: isSmall };
    const hasZero = type !== 'int32' && draw.chance(0.7);
    return {
      op: 'DequantizeLinear',
      attributes,
      inputs: [x, scales(draw, each), hasZero ? zero : null],
    };
  },
};
