/** The layers of the network as its model has them, with the values that meet in each node. */

import type { NetworkNode, NetworkValue } from '../data/digit-reader.ts';
import { valueText } from '../state/format.ts';
import type { OperatorName } from '../state/operators.ts';
import { elementsOf, type Ruling, type Shape } from '../state/state.ts';

/** Two values that meet by broadcasting, and what comes of them. */
export interface Meeting {
  readonly op: OperatorName;
  readonly operands: readonly [NetworkValue, NetworkValue];
  readonly ruling: Partial<Ruling>;
  readonly result: NetworkValue;
  /** How an element came about, of the two numbers that met and the result, as text. */
  readonly sum: (left: string, right: string) => string;
}

export interface Node {
  readonly operator: string;
  readonly about: string;
  /** What goes in and what comes out, where nothing is broadcast. */
  readonly through?: readonly [NetworkValue, NetworkValue];
  readonly meetings: readonly Meeting[];
}

type Values = ReadonlyMap<string, NetworkValue>;

const shape = ({ dims }: NetworkValue): string => `(${dims.join(',')})`;
const numpy: Partial<Ruling> = { rule: 'numpy' };

const infix =
  (sign: string) =>
  (left: string, right: string): string =>
    `${left} ${sign} ${right}`;

interface Meaning {
  readonly about: string;
  readonly ruling?: Partial<Ruling>;
  readonly sum: Meeting['sum'];
}

/** Operators of ONNX whose two inputs meet by broadcasting, as the page names them. */
const meetings: Readonly<Record<string, Meaning>> = {
  Add: { about: 'A bias, the same for every digit.', sum: infix('+') },
  Sub: { about: 'The same number is subtracted for every digit.', sum: infix('−') },
  Mul: { about: 'A factor, the same for every digit.', sum: infix('×') },
  Div: { about: 'A divisor, the same for every digit.', sum: infix('÷') },
  PRelu: {
    about:
      "Negative numbers are multiplied by their column's slope. PRelu stretches only the slope.",
    ruling: { rule: 'onnx-uni' },
    sum: (left, right) => (left.startsWith('−') ? `${left} × ${right}` : left),
  },
};

/** One number for each row of the last axis, which stays as an axis of 1. */
function perRow(
  { dims, data }: NetworkValue,
  name: string,
  take: (row: Float32Array) => number,
): NetworkValue {
  const width = dims.at(-1) ?? 1;
  const kept: Shape = [...dims.slice(0, -1), 1];
  const rows = Float32Array.from({ length: elementsOf(kept) }, (_, r) =>
    take(data.subarray(r * width, (r + 1) * width)),
  );
  return { name, dims: kept, data: rows };
}

function softmax(scores: NetworkValue, odds: NetworkValue): Node {
  const width = scores.dims.at(-1) ?? 1;
  const rowOf = (values: Float32Array, i: number) => values[Math.floor(i / width)] ?? 0;
  const most = perRow(scores, 'largest', (row) => Math.max(...row));
  const shifted = scores.data.map((score, i) => score - rowOf(most.data, i));
  const below: NetworkValue = { ...scores, name: 'below it', data: shifted };
  const powers: NetworkValue = { ...scores, name: 'exp', data: shifted.map(Math.exp) };
  const total = perRow(powers, 'sum', (row) => row.reduce((a, b) => a + b, 0));
  return {
    operator: 'Softmax',
    about:
      'The largest number of each row is subtracted from the row; the exponentials are divided by the ' +
      "row's sum: one number for a row, stretched over all of it.",
    meetings: [
      { op: 'Sub', operands: [scores, most], ruling: numpy, result: below, sum: infix('−') },
      {
        op: 'Div',
        operands: [powers, total],
        ruling: numpy,
        result: { ...odds, name: 'probability' },
        sum: infix('÷'),
      },
    ],
  };
}

function nodeOf({ operator, inputs, output }: NetworkNode, values: Values): Node {
  const [left, right] = inputs.map((name) => values.get(name));
  const result = values.get(output);
  if (!left || !result) return { operator, about: '', meetings: [] };
  if (operator === 'Softmax') return softmax(left, result);
  const meaning = meetings[operator];
  if (meaning && right) {
    const { about, ruling = numpy, sum } = meaning;
    const op = operator as OperatorName;
    return { operator, about, meetings: [{ op, operands: [left, right], ruling, result, sum }] };
  }
  const weights = right ? ` and the weights ${shape(right)}` : '';
  const product = operator === 'Gemm' || operator === 'MatMul' ? 'The matrix product of ' : '';
  const about = `${product}${shape(left)}${weights}: nothing is broadcast.`;
  return { operator, about, through: [left, result], meetings: [] };
}

/** A layer begins where weights are multiplied. */
const begins = new Set(['Gemm', 'MatMul', 'Conv']);

/** The nodes of each layer. */
export function layersOf(nodes: readonly NetworkNode[], values: Values): Node[][] {
  const layers: Node[][] = [];
  for (const node of nodes) {
    if (begins.has(node.operator) || layers.length === 0) layers.push([]);
    layers.at(-1)?.push(nodeOf(node, values));
  }
  return layers;
}

export const numberText = (value: number): string =>
  valueText(Number(value.toPrecision(3)), 'float32');
