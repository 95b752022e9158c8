/** Models of images: one encoder of patches and a head for each task, and two of convolutions. */
import { Graph } from './graph.mjs';
import { additiveMask, causalMask, encoder } from './layers.mjs';
import { wordPieces } from './tokenizers.mjs';

const SIDE = 32;
const PATCH = 8;
const WIDTH = 48;
const HEADS = 4;
const LAYERS = 2;
const PATCHES = (SIDE / PATCH) ** 2;

const image = { batch: 'batch_size' };
const pixels = (g, name = 'pixel_values', side = SIDE) =>
  g.realInput(name, [image.batch, 3, side, side]);

/** A learnt row before the rows of every image. */
function withRows(g, x, count) {
  const rows = g.reals([1, count, WIDTH], g.numbers(count * WIDTH, 1));
  const dims = g.node('Concat', [g.size(x, 0, { list: true }), g.ints(count, WIDTH)], { axis: 0 });
  return g.node('Concat', [g.node('Expand', [rows, dims]), x], { axis: 1 });
}

/** The rows of an image: `extra` learnt ones, then one for each patch. */
function patches(g, x, extra) {
  const map = g.conv(x, 3, WIDTH, [PATCH, PATCH], { strides: [PATCH, PATCH] });
  const rows = withRows(g, g.transpose(g.reshape(map, 0, WIDTH, -1), 0, 2, 1), extra);
  const places = g.reals([1, PATCHES + extra, WIDTH], g.numbers((PATCHES + extra) * WIDTH, 0.5));
  const options = { layers: LAYERS, width: WIDTH, heads: HEADS, normFirst: true };
  return encoder(g, g.add(rows, places), options);
}

const firstRow = (g, x) => g.node('Gather', [x, g.int(0)], { axis: 1 });

const labelled = (labels) => ({
  id2label: { ...labels },
  label2id: Object.fromEntries(labels.map((label, i) => [label, i])),
});

const shape = {
  hidden_size: WIDTH,
  num_hidden_layers: LAYERS,
  num_attention_heads: HEADS,
  image_size: SIDE,
  patch_size: PATCH,
};

const processor = (type, side = SIDE) => ({
  image_processor_type: type,
  do_resize: true,
  do_rescale: true,
  do_normalize: true,
  rescale_factor: 1 / 255,
  image_mean: [0.5, 0.5, 0.5],
  image_std: [0.5, 0.5, 0.5],
  resample: 2,
  size: { height: side, width: side },
});

const model = (config, preprocessing, graph) => ({
  files: { 'config.json': config, 'preprocessor_config.json': preprocessing },
  graphs: {
    model(form) {
      const g = new Graph({ form });
      graph(g);
      return g;
    },
  },
});

export const classes = (labels) =>
  model(
    {
      model_type: 'vit',
      architectures: ['ViTForImageClassification'],
      ...shape,
      ...labelled(labels),
    },
    processor('ViTImageProcessor'),
    (g) => {
      const scores = g.linear(firstRow(g, patches(g, pixels(g), 1)), WIDTH, labels.length);
      g.realOutput(scores, 'logits', [image.batch, labels.length]);
    },
  );

export const features = () =>
  model(
    { model_type: 'vit', architectures: ['ViTModel'], ...shape },
    processor('ViTImageProcessor'),
    (g) => {
      const rows = patches(g, pixels(g), 1);
      g.realOutput(rows, 'last_hidden_state', [image.batch, PATCHES + 1, WIDTH]);
      const pooled = g.node('Tanh', [g.linear(firstRow(g, rows), WIDTH, WIDTH)]);
      g.realOutput(pooled, 'pooler_output', [image.batch, WIDTH]);
    },
  );

/** Boxes and their classes, from learnt rows. */
export function boxes(labels) {
  const queries = 6;
  return model(
    {
      model_type: 'yolos',
      architectures: ['YolosForObjectDetection'],
      ...shape,
      ...labelled(labels),
    },
    { ...processor('YolosImageProcessor'), do_pad: false },
    (g) => {
      const rows = g.slice(patches(g, pixels(g), queries), 1, 0, queries);
      const scores = g.linear(rows, WIDTH, labels.length + 1, { size: 1 });
      g.realOutput(scores, 'logits', [image.batch, queries, labels.length + 1]);
      const corners = g.node('Sigmoid', [g.linear(rows, WIDTH, 4)]);
      g.realOutput(corners, 'pred_boxes', [image.batch, queries, 4]);
    },
  );
}

/** A class for each pixel, at a quarter of the side lengths. */
export const segments = (labels) =>
  model(
    {
      model_type: 'segformer',
      architectures: ['SegformerForSemanticSegmentation'],
      ...labelled(labels),
    },
    processor('SegformerImageProcessor', 2 * SIDE),
    (g) => {
      const x = pixels(g, 'pixel_values', 2 * SIDE);
      const first = g.node('Relu', [
        g.conv(x, 3, 16, [7, 7], { strides: [4, 4], pads: [3, 3, 3, 3] }),
      ]);
      const deep = g.conv(first, 16, 16, [3, 3], { pads: [1, 1, 1, 1], group: 16 });
      const mixed = g.add(g.gelu(g.conv(deep, 16, 16, [1, 1])), first);
      const scores = g.conv(mixed, 16, labels.length, [1, 1]);
      g.realOutput(scores, 'logits', [image.batch, labels.length, 'height', 'width']);
    },
  );

/** Doubles the side lengths, like decoders of images. */
const larger = (g, x, mode) =>
  g.node('Resize', [x, '', g.constant('float32', [4], Float32Array.of(1, 1, 2, 2))], {
    mode,
    coordinate_transformation_mode: mode === 'linear' ? 'half_pixel' : 'asymmetric',
    nearest_mode: 'floor',
  });

export const depth = () =>
  model(
    { model_type: 'depth_anything', architectures: ['DepthAnythingForDepthEstimation'] },
    processor('DPTImageProcessor', 2 * SIDE),
    (g) => {
      const x = pixels(g, 'pixel_values', 2 * SIDE);
      const small = g.node('Relu', [
        g.conv(x, 3, 12, [3, 3], { strides: [2, 2], pads: [1, 1, 1, 1] }),
      ]);
      const whole = larger(g, small, 'linear');
      const map = g.node('Relu', [g.conv(whole, 12, 1, [3, 3], { pads: [1, 1, 1, 1] })]);
      const depths = g.node('Squeeze', [map, g.ints(1)]);
      g.realOutput(depths, 'predicted_depth', [image.batch, 'height', 'width']);
    },
  );

/** The opacity of the foreground at each pixel. */
export const matte = () =>
  model(
    { model_type: 'modnet', architectures: ['MODNet'] },
    processor('ViTFeatureExtractor', 2 * SIDE),
    (g) => {
      const x = g.realInput('input', [image.batch, 3, 'height', 'width']);
      const half = g.conv(x, 3, 12, [3, 3], { strides: [2, 2], pads: [1, 1, 1, 1] });
      const kept = g.node('Clip', [half, g.real0(0), g.real0(6)]);
      const pooled = g.node('GlobalAveragePool', [kept]);
      const gates = g.node('Sigmoid', [g.conv(pooled, 12, 12, [1, 1])]);
      const whole = larger(g, g.node('Mul', [kept, gates]), 'nearest');
      const joined = g.node('Concat', [whole, x], { axis: 1 });
      const scores = g.conv(joined, 15, 1, [3, 3], { pads: [1, 1, 1, 1] });
      const dims = [image.batch, 1, 'height', 'width'];
      g.realOutput(g.node('Sigmoid', [scores]), 'output', dims);
    },
  );

const length = (g, x) => {
  const squares = g.node('ReduceSum', [g.node('Mul', [x, x]), g.ints(-1)], { keepdims: 1 });
  return g.node('Div', [x, g.node('Sqrt', [squares])]);
};

/** Images and texts in one space. */
export function clip() {
  const { size, files } = wordPieces();
  const config = { model_type: 'clip', architectures: ['CLIPModel'], ...shape };
  const made = model(config, processor('CLIPImageProcessor'), (g) => {
    const dims = ['text_batch_size', 'sequence_length'];
    const ids = g.input('input_ids', 'int64', dims);
    const x = g.realInput('pixel_values', ['image_batch_size', 3, SIDE, SIDE]);
    const mask = g.input('attention_mask', 'int64', dims);
    const places = g.range(g.int(0), g.size(ids, 1));
    const tokens = g.add(g.embedding(ids, size, WIDTH), g.embedding(places, 128, WIDTH));
    const masks = g.add(causalMask(g, g.size(ids, 1), g.int(0)), additiveMask(g, mask));
    const options = { layers: LAYERS, width: WIDTH, heads: HEADS, normFirst: true };
    const rows = encoder(g, tokens, { ...options, mask: masks });
    const counts = g.node('ReduceSum', [mask, g.ints(1)], { keepdims: 0 });
    const last = g.node('Sub', [counts, g.int(1)]);
    const batch = g.range(g.int(0), g.size(ids, 0));
    const ends = g.node('Concat', [g.unsqueeze(batch, 1), g.unsqueeze(last, 1)], { axis: 1 });
    const text = length(g, g.linear(g.node('GatherND', [rows, ends]), WIDTH, WIDTH));
    const picture = length(g, g.linear(firstRow(g, patches(g, x, 1)), WIDTH, WIDTH));
    const products = g.node('MatMul', [text, g.transpose(picture, 1, 0)]);
    const scores = g.node('Mul', [products, g.real0(20)]);
    g.realOutput(g.transpose(scores, 1, 0), 'logits_per_image', [
      'image_batch_size',
      'text_batch_size',
    ]);
    g.realOutput(scores, 'logits_per_text', ['text_batch_size', 'image_batch_size']);
    g.realOutput(text, 'text_embeds', ['text_batch_size', WIDTH]);
    g.realOutput(picture, 'image_embeds', ['image_batch_size', WIDTH]);
  });
  return { ...made, files: { ...files, ...made.files } };
}
