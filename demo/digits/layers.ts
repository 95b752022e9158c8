/** The nodes of the network with the shapes that meet in them, for a number of digits at once. */
import type { OperatorName } from '../operators.ts';
import type { Ruling, Shape } from '../state.ts';

/** What a node does to its operands, in the terms of the rest of the page. */
export interface Meeting {
  readonly op: OperatorName;
  readonly shapes: readonly Shape[];
  readonly ruling: Ruling;
}

export interface Node {
  readonly operator: 'Gemm' | 'Add' | 'PRelu' | 'Softmax';
  readonly about: string;
  /** None where nothing is broadcast. */
  readonly meetings: readonly Meeting[];
}

const numpy: Ruling = { rule: 'numpy', axis: null, broadcast: true };
const widths = [64, 32, 24, 10] as const;

const shape = (sizes: Shape): string => `(${sizes.join(',')})`;

const product = (left: Shape, right: Shape): Node => ({
  operator: 'Gemm',
  about: `The matrix product of ${shape(left)} and the weights ${shape(right)}. It has no C here, so nothing is broadcast.`,
  meetings: [],
});

const bias = (sums: Shape, width: number): Node => ({
  operator: 'Add',
  about: 'A bias for each column, the same in every row.',
  meetings: [{ op: 'Add', shapes: [sums, [width]], ruling: numpy }],
});

const slope = (sums: Shape, width: number): Node => ({
  operator: 'PRelu',
  about: 'What is below 0 is multiplied by the slope of its column. Only the slope may stretch.',
  meetings: [{ op: 'PRelu', shapes: [sums, [width]], ruling: { ...numpy, rule: 'onnx-uni' } }],
});

const softmax = (scores: Shape, count: number): Node => ({
  operator: 'Softmax',
  about:
    'The largest of each row is taken away from its row, and what exp makes of that is divided by ' +
    'the sum of its row: one number for a row, kept as an axis of 1.',
  meetings: [
    { op: 'Sub', shapes: [scores, [count, 1]], ruling: numpy },
    { op: 'Div', shapes: [scores, [count, 1]], ruling: numpy },
  ],
});

/** The nodes of each layer. */
export const layersOf = (count: number): readonly (readonly Node[])[] =>
  widths.slice(1).map((width, i) => {
    const before = widths[i] ?? 0;
    const sums = [count, width];
    const last = i === widths.length - 2;
    return [
      product([count, before], [before, width]),
      bias(sums, width),
      last ? softmax(sums, count) : slope(sums, width),
    ];
  });
