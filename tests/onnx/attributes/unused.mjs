/** Attributes that have no effect, with the reason: of all operators, of one, or of a version of one. */
const inference = 'It matters in training alone, which these versions do not have here.';
const sequence = 'Whether the node has the output decides, as in onnxruntime.';
const visits = 'How often nodes are visited, a hint for profiling.';
const ignored = 'onnxruntime has it and ignores it: the results are equal.';

export const UNUSED = {
  consumed_inputs: 'A hint of opset 1 that results may be written over inputs.',
  nodes_hitrates: visits,
  nodes_hitrates_as_tensor: visits,
  'BatchNormalization-1 momentum': inference,
  'BatchNormalization-6 momentum': inference,
  'BatchNormalization-7 momentum': inference,
  'BatchNormalization-9 momentum': inference,
  'BatchNormalization is_test':
    'The number of outputs decides: one of inference, five of training.',
  'Dropout-7 ratio': inference,
  'Dropout-10 ratio': inference,
  'RNN output_sequence': sequence,
  'GRU output_sequence': sequence,
  'LSTM output_sequence': sequence,
  'TopK sorted': 'Elements that need not be sorted may be: they are.',
  'ai.onnx.ml.LinearClassifier multi_class': ignored,
  'com.microsoft.Attention rotary_embedding_dim': 'It belongs to do_rotary, which is refused.',
  'com.microsoft.EmbedLayerNormalization mask_index_type': ignored,
  'com.microsoft.GroupQueryAttention kv_cache_bit_width':
    'It belongs to caches that are quantised, which are refused.',
  'com.microsoft.MatMulNBits accuracy_level':
    'The least accuracy that is wanted: products are of float32, the highest.',
  'com.microsoft.RotaryEmbedding is_packed_batching': ignored,
  'com.microsoft.RotaryEmbedding scale': ignored,
};
