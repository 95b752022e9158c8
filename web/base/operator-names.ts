/** The names of ONNX's operators, for the types of `run`. */

/** The words of a string. */
type Words<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;

/** An operator that `run` computes. docs/operators.md lists their types and versions. */
export type OperatorName =
  | Words<'Abs Acos Acosh Add Affine AffineGrid And ArgMax ArgMin Asin Asinh Atan Atanh Attention'>
  | Words<'AveragePool BatchNormalization Bernoulli BitCast BitShift BitwiseAnd BitwiseNot BitwiseOr'>
  | Words<'BitwiseXor BlackmanWindow Cast CastLike Ceil Celu CenterCropPad Clip Col2Im Compress Concat'>
  | Words<'Constant ConstantOfShape Conv ConvInteger ConvTranspose Cos Cosh Crop CumProd CumSum DFT'>
  | Words<'DeformConv DepthToSpace DequantizeLinear Det Div Dropout DynamicQuantizeLinear DynamicSlice'>
  | Words<'Einsum Elu Equal Erf Exp Expand EyeLike Flatten Floor GRU Gather GatherElements GatherND Gelu'>
  | Words<'Gemm GlobalAveragePool GlobalLpPool GlobalMaxPool Greater GreaterOrEqual GridSample'>
  | Words<'GroupNormalization HammingWindow HannWindow HardSigmoid HardSwish Hardmax Identity ImageScaler'>
  | Words<'InstanceNormalization IsInf IsNaN LRN LSTM LayerNormalization LeakyRelu Less LessOrEqual Log'>
  | Words<'LogSoftmax LpNormalization LpPool MatMul MatMulInteger Max MaxPool MaxUnpool Mean'>
  | Words<'MeanVarianceNormalization MelWeightMatrix Min Mish Mod Mul Multinomial Neg'>
  | Words<'NegativeLogLikelihoodLoss NonMaxSuppression NonZero Not OneHot OptionalGetElement'>
  | Words<'OptionalHasElement Or PRelu Pad ParametricSoftplus Pow QLinearConv QLinearMatMul'>
  | Words<'QuantizeLinear RMSNormalization RNN RandomNormal RandomNormalLike RandomUniform'>
  | Words<'RandomUniformLike Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax'>
  | Words<'ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare RegexFullMatch Relu Reshape Resize'>
  | Words<'ReverseSequence RoiAlign RotaryEmbedding Round STFT ScaledTanh Scatter ScatterElements'>
  | Words<'ScatterND Selu Shape Shrink Sigmoid Sign Sin Sinh Size Slice Softmax SoftmaxCrossEntropyLoss'>
  | Words<'Softplus Softsign SpaceToDepth Split Sqrt Squeeze StringConcat StringNormalizer StringSplit'>
  | Words<'Sub Sum SwiGLU Swish Tan Tanh TensorScatter TfIdfVectorizer ThresholdedRelu Tile TopK'>
  | Words<'Transpose Trilu Unique Unsqueeze Upsample Where Xor'>;
