/** Real models, if they are beside the repository, and the feeds of their inputs. */

/** Their location beside the repository. */
export const sharedModels = new URL('../../../shared/models/', import.meta.url);

const utf8 = new TextEncoder();
const bytes = (dims) => ({ dims, low: 0, high: 255 });
const sound = (dims) => ({ dims, low: -0.5, high: 0.5 });
const silero = {
  input: sound([1, 576]),
  state: sound([2, 1, 128]),
  sr: { type: 'int64', dims: [], data: BigInt64Array.of(16000n) },
};

/** Random numbers with these dims for every input, or for each by its name; or data. */
const fed = {
  'mnist_8/model.onnx': bytes([1, 1, 28, 28]),
  'super_resolution_10/model.onnx': sound([1, 1, 224, 224]),
  'light_bvlc_alexnet.onnx': sound([1, 3, 224, 224]),
  'light_shufflenet.onnx': sound([1, 3, 224, 224]),
  'light_squeezenet.onnx': sound([1, 3, 224, 224]),
  'light_inception_v1.onnx': sound([1, 3, 224, 224]),
  'light_resnet50.onnx': sound([1, 3, 224, 224]),
  'ultraface_slim_320.onnx': sound([1, 3, 240, 320]),
  'yunet_n_320.onnx': bytes([1, 3, 320, 320]),
  'fastestdet.onnx': sound([1, 3, 352, 352]),
  'basic_pitch.onnx': sound([1, 43844, 1]),
  'silero_vad_op16.onnx': silero,
  'silero_vad_op18_ifless.onnx': silero,
  'bidi_lstm_tagger.onnx': {
    type: 'uint8',
    dims: [2, 12],
    data: utf8.encode('a tagger reads the words'),
  },
  'qlstm.onnx': sound([5, 3]),
  'dtln_1.onnx': undefined,
  'gtcrn_simple.onnx': undefined,
  'lgbm_classifier_tensor.onnx': undefined,
  'xgboost_classifier_tree.onnx': undefined,
  'linear_classifier.onnx': undefined,
};

export const sharedModelFiles = Object.keys(fed);

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

function feedOf({ type, shape }, said, random) {
  if (said?.data) return said;
  const { dims, low, high } = said ?? sound(shape.map((n) => (typeof n === 'number' ? n : 1)));
  const drawn = () => low + random() * (high - low);
  const arrays = { float32: Float32Array, float64: Float64Array };
  return { type, dims, data: arrays[type].from({ length: sizeOf(dims) }, drawn) };
}

/** @param {{ name: string, type: string, shape: (number | string)[] }[]} inputs the metadata of a session */
export function feedsOf(file, inputs, random) {
  const said = fed[file];
  return Object.fromEntries(
    inputs.map((input) => [
      input.name,
      feedOf(input, said?.dims ? said : said?.[input.name], random),
    ]),
  );
}

const isSame = (a, b) => a === b || (Number.isNaN(a) && Number.isNaN(b));

/**
 * The largest difference relative to the largest finite expected number; NaN if values that are not finite
 * differ.
 */
export function worst(actual, expected) {
  const sizes = Array.from(expected.data, (value) => Math.abs(Number(value)));
  const largest = sizes.reduce((most, size) => (size < Infinity ? Math.max(most, size) : most), 0);
  return sizes.reduce((most, size, i) => {
    const [found, wanted] = [actual.data[i], expected.data[i]];
    if (isSame(found, wanted)) return most;
    if (size === Infinity) return Number.NaN;
    // A NaN is kept: Math.max propagates it.
    return Math.max(most, Math.abs(Number(found) - Number(wanted)) / (largest || 1));
  }, 0);
}
