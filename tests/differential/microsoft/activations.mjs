/** Random nodes of the activations of `com.microsoft`. */

const shape = (draw) => draw.list(draw.whole(1, 4), () => draw.whole(1, 9));

const values = (draw, dims) => draw.tensor('float32', dims, { low: -6, high: 6 });

const alone = (op, attributes) => (draw) => ({
  op,
  attributes: attributes?.(draw),
  inputs: [values(draw, shape(draw))],
});

const biased = (op) => (draw) => {
  const dims = shape(draw);
  return { op, inputs: [values(draw, dims), values(draw, dims.slice(-1))] };
};

export const activations = {
  Gelu: alone('Gelu'),
  BiasGelu: biased('BiasGelu'),
  FastGelu: alone('FastGelu'),
  'FastGelu with a bias': biased('FastGelu'),
  QuickGelu: alone('QuickGelu', (draw) => ({ alpha: { float: draw.real(0.5, 2) } })),
};
