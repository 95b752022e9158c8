/** The notes of docs/operators.md, by domain and operator. */
const images = 'see [Images](#images)';
const random = 'see [Random numbers](#random-numbers)';
const removed = 'experimental, removed by opset 10';
const copiesNothing = 'copies nothing';
const inSessions = 'sessions only';
const axes = 'axes as an attribute or an input';
const oldAxes = 'before opset 13 over `axis` and all axes after it';
const passed = `${inSessions}; passes sequences since opset 13, optional values since 16`;
const onTensors = '`sc.run` accepts tensors, sessions also optional values';
const training = 'optimizer';

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const NOTES = {
  '': {
    Affine: removed,
    Attention:
      'masks, causal, grouped heads, past and present, softcap; see [Attention](#attention)',
    BatchNormalization: 'training mode since opset 14',
    Bernoulli: random,
    Col2Im: 'not string, bool or complex',
    Conv: '1-D to 3-D; see [Convolutions](#convolutions)',
    ConcatFromSequence: inSessions,
    ConvTranspose: '1-D to 3-D',
    Crop: removed,
    DFT: 'any length, in double precision',
    Dropout: 'drops elements in training mode; not float8',
    DynamicSlice: removed,
    Einsum: 'any equation',
    Flatten: copiesNothing,
    GridSample: 'floats only',
    Identity: 'also of sequences and optional values',
    If: passed,
    ImageScaler: removed,
    LSTM: 'see [Recurrent layers](#recurrent-layers)',
    LayerNormalization: "also its mean and 1/σ; before opset 17 as onnxruntime's own operator",
    LogSoftmax: oldAxes,
    Loop: passed,
    MaxPool: 'with indices',
    MaxUnpool: images,
    Multinomial: random,
    NonZero: 'not string or complex',
    Optional: inSessions,
    OptionalGetElement: onTensors,
    OptionalHasElement: onTensors,
    ParametricSoftplus: removed,
    QLinearMatMul: 'not float8',
    RandomNormal: random,
    RandomNormalLike: random,
    RandomUniform: random,
    RandomUniformLike: random,
    ReduceL1: axes,
    ReduceL2: axes,
    ReduceLogSum: axes,
    ReduceLogSumExp: axes,
    ReduceMax: axes,
    ReduceMean: axes,
    ReduceMin: axes,
    ReduceProd: axes,
    ReduceSum: axes,
    ReduceSumSquare: axes,
    Reshape: copiesNothing,
    Resize: `every mode; ${images}`,
    ReverseSequence: 'not string',
    ScaledTanh: removed,
    Scan: inSessions,
    Scatter: 'not string',
    ScatterElements: 'not string',
    ScatterND: 'not string',
    SequenceAt: inSessions,
    SequenceConstruct: inSessions,
    SequenceEmpty: inSessions,
    SequenceErase: inSessions,
    SequenceInsert: inSessions,
    SequenceLength: inSessions,
    SequenceMap: inSessions,
    SimplifiedLayerNormalization: "onnxruntime's own, in ONNX's domain",
    Softmax: oldAxes,
    SplitToSequence: `${inSessions}; see [Sequences](#sequences)`,
    Squeeze: copiesNothing,
    STFT: 'any length, in double precision',
    TensorScatter: 'not string, 8-bit floats or 4-bit types',
    Trilu: 'not string',
    Unsqueeze: copiesNothing,
    Upsample: 'every mode',
    Where: 'these are the types of X and Y; the condition is bool',
  },
  'ai.onnx.ml': {
    FeatureVectorizer: 'cuts or pads rows to `inputdimensions`, as onnxruntime does',
    LabelEncoder: 'numbers and strings',
    OneHotEncoder: 'numbers and strings',
    ZipMap:
      'returns the scores as a tensor with one column per class, because sessions have no maps',
  },
  'com.microsoft': {
    Attention: 'with its projection; see [Attention](#attention)',
    FusedConv: 'with its activation',
    FusedGemm: 'with its activation',
    GatherBlockQuantized: 'also int4 and uint4',
    GroupQueryAttention:
      'rotary, local window, softcap, sinks, preallocated KV caches; see [Attention](#attention)',
    MatMulIntegerToFloat: 'a scale and a zero point per matrix or per column of B',
    DynamicQuantizeMatMul: 'a scale and a zero point per matrix or per column of B',
    MatMulNBits: '2, 4 and 8 bits; see [Quantised models](#quantised-models)',
    MultiHeadAttention:
      'separate or packed Q, K and V, every mask, past and present; see [Attention](#attention)',
    QLinearConv: 'also channels last',
    QLinearSoftmax: 'see [Quantised models](#quantised-models)',
    QuantizeLinear: '16 and 4 bits at every opset',
    DequantizeLinear: '16 and 4 bits at every opset',
  },
  'ai.onnx.preview.training': { Adagrad: training, Adam: training, Momentum: training },
};
