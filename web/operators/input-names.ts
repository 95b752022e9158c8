/** Names of the inputs that calls by name are likely to omit, in order, for messages. */
const NAMES: Readonly<Record<string, string>> = {
  Compress: 'input condition',
  ConstantOfShape: 'input',
  CumProd: 'x axis',
  CumSum: 'x axis',
  DFT: 'input',
  Expand: 'input shape',
  Gather: 'data indices',
  GatherElements: 'data indices',
  GatherND: 'data indices',
  GridSample: 'X grid',
  OneHot: 'indices depth values',
  Pad: 'data pads',
  QuantizeLinear: 'x y_scale',
  DequantizeLinear: 'x x_scale',
  Range: 'start limit delta',
  Reshape: 'data shape',
  ReverseSequence: 'input sequence_lens',
  RoiAlign: 'X rois batch_indices',
  ScatterElements: 'data indices updates',
  ScatterND: 'data indices updates',
  Slice: 'data starts ends',
  STFT: 'signal frame_step',
  Tile: 'input repeats',
  TopK: 'X K',
  Unsqueeze: 'data axes',
};

/** The name of an operator's input; undefined if it is not listed. */
export const inputNameOf = (operator: string, at: number): string | undefined =>
  Object.hasOwn(NAMES, operator) ? NAMES[operator]?.split(' ')[at] : undefined;
