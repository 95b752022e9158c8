/** A decoder whose caches grow by a token in each run: small, of random weights. */
import { encodeModel } from './models.mjs';

export const WIDTH = 64;
export const HEADS = 4;
const PER_HEAD = WIDTH / HEADS;

/** Layers of attention over past and present keys and values, and a product with an activation each. */
export function growingDecoder({ layers, random }) {
  const constants = {
    split: {
      type: 'int64',
      dims: [4],
      data: BigInt64Array.of(1n, -1n, BigInt(HEADS), BigInt(PER_HEAD)),
    },
    whole: { type: 'int64', dims: [3], data: BigInt64Array.of(1n, -1n, BigInt(WIDTH)) },
    scale: { type: 'float32', dims: [], data: Float32Array.of(PER_HEAD ** -0.5) },
  };
  const nodes = [];
  const inputs = [{ name: 'x', type: 'float32', dims: [1, 1, WIDTH] }];
  const outputs = [{ name: 'y' }];
  const node = (op, from, to, attributes) => {
    nodes.push({ op, inputs: from, outputs: [to], attributes });
    return to;
  };
  let last = 'x';
  for (let layer = 0; layer < layers; layer++) {
    const at = (name) => `${name}${layer}`;
    const weights = (name, rows, columns) => {
      const data = Float32Array.from({ length: rows * columns }, () => (random() - 0.5) / 4);
      constants[at(name)] = { type: 'float32', dims: [rows, columns], data };
      return at(name);
    };
    const projected = (name) => {
      const product = node('MatMul', [last, weights(`w${name}`, WIDTH, WIDTH)], at(`${name}p`));
      const heads = node('Reshape', [product, 'split'], at(`${name}s`));
      return node('Transpose', [heads], at(`${name}h`), { perm: [0n, 2n, 1n, 3n] });
    };
    const cached = (name) => {
      inputs.push({
        name: at(`past_${name}`),
        type: 'float32',
        dims: [1, HEADS, 'past', PER_HEAD],
      });
      outputs.push({ name: at(`present_${name}`) });
      return node('Concat', [at(`past_${name}`), projected(name)], at(`present_${name}`), {
        axis: 2,
      });
    };
    const query = projected('q');
    const keys = node('Transpose', [cached('k')], at('kt'), { perm: [0n, 1n, 3n, 2n] });
    const scores = node('Mul', [node('MatMul', [query, keys], at('qk')), 'scale'], at('scaled'));
    const shares = node('Softmax', [scores], at('shares'), { axis: -1 });
    const mixed = node('MatMul', [shares, cached('v')], at('mixed'));
    const back = node('Transpose', [mixed], at('back'), { perm: [0n, 2n, 1n, 3n] });
    const joined = node('Reshape', [back, 'whole'], at('joined'));
    const sum = node('Add', [last, joined], at('sum'));
    const wide = node('MatMul', [sum, weights('up', WIDTH, 4 * WIDTH)], at('wide'));
    const narrow = node(
      'MatMul',
      [node('Relu', [wide], at('relu')), weights('down', 4 * WIDTH, WIDTH)],
      at('narrow'),
    );
    last = node('Add', [sum, narrow], layer === layers - 1 ? 'y' : at('out'));
  }
  return { model: encodeModel({ opset: 17, inputs, outputs, constants, nodes }), layers };
}

/** Decodes `count` tokens after a past of `from`; calls back with the results of each. */
export function decode(session, { layers, from, count, first, onToken = () => {} }) {
  let past = Array.from({ length: layers }, () => {
    const none = () => ({
      type: 'float32',
      data: new Float32Array(HEADS * from * PER_HEAD).fill(0.25),
      dims: [1, HEADS, from, PER_HEAD],
    });
    return { k: none(), v: none() };
  });
  let x = first;
  for (let token = 0; token < count; token++) {
    const feeds = { x };
    for (const [layer, { k, v }] of past.entries()) {
      feeds[`past_k${layer}`] = k;
      feeds[`past_v${layer}`] = v;
    }
    const results = session.runSync(feeds);
    past = past.map((_, layer) => ({
      k: results[`present_k${layer}`],
      v: results[`present_v${layer}`],
    }));
    x = results.y;
    onToken(results, token);
  }
}
