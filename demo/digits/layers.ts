/** The layers of the network, from its model, with the values that each node combines. */

import type { NetworkNode, NetworkValue } from '../data/digit-reader.ts';
import type { OperatorName } from '../state/operators.ts';
import { elementsOf, type Ruling, type Shape } from '../state/state.ts';
import { type Passage, passages } from './passages.ts';
import { say } from './words.ts';

/** Two values that are combined by broadcasting, and the result. */
export interface Meeting {
  readonly op: OperatorName;
  readonly operands: readonly [NetworkValue, NetworkValue];
  readonly ruling: Partial<Ruling>;
  readonly result: NetworkValue;
  /** The computation of an element from its two numbers, as text. */
  readonly sum: (left: string, right: string) => string;
}

export interface Node {
  readonly operator: string;
  readonly about: string;
  /** Set if nothing is broadcast. */
  readonly passage?: Passage;
  readonly meetings: readonly Meeting[];
}

type Values = ReadonlyMap<string, NetworkValue>;

const numpy: Partial<Ruling> = { rule: 'numpy' };

const infix =
  (sign: string) =>
  (left: string, right: string): string =>
    `${left} ${sign} ${right}`;

interface Meaning {
  /** A description of the second operand, which is repeated. */
  readonly what: () => string;
  readonly ruling?: Partial<Ruling>;
  readonly sum: Meeting['sum'];
}

/** Binary operators of ONNX that broadcast, with their names on the page. */
const meetings: Readonly<Record<string, Meaning>> = {
  Add: { what: () => say.what.bias, sum: infix('+') },
  Sub: { what: () => say.what.subtracted, sum: infix('−') },
  Mul: { what: () => say.what.factor, sum: infix('×') },
  Div: { what: () => say.what.divisor, sum: infix('÷') },
  PRelu: {
    what: () => say.what.slope,
    ruling: { rule: 'onnx-uni' },
    sum: (left, right) => (left.startsWith('−') ? `${left} × ${right}` : left),
  },
};

/** The elements that share one number: the pixels of a map, or the digits. */
function repeated({ dims }: NetworkValue): string {
  const [, , ...sides] = dims;
  if (sides.length === 0) return say.perColumn;
  return say.perChannel(elementsOf(sides));
}

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
  const most = perRow(scores, say.largest, (row) => Math.max(...row));
  const shifted = scores.data.map((score, i) => score - rowOf(most.data, i));
  const below: NetworkValue = { ...scores, name: say.below, data: shifted };
  const powers: NetworkValue = { ...scores, name: 'exp', data: shifted.map(Math.exp) };
  const total = perRow(powers, say.sum, (row) => row.reduce((a, b) => a + b, 0));
  return {
    operator: 'Softmax',
    about: say.softmax,
    meetings: [
      { op: 'Sub', operands: [scores, most], ruling: numpy, result: below, sum: infix('−') },
      {
        op: 'Div',
        operands: [powers, total],
        ruling: numpy,
        result: { ...odds, name: say.probability },
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
  const passage = passages[operator]?.(right ? [left, right] : [left], result);
  if (passage) return { operator, about: passage.about, passage, meetings: [] };
  const meaning = meetings[operator];
  if (!meaning || !right) return { operator, about: '', meetings: [] };
  const { what, ruling = numpy, sum } = meaning;
  return {
    operator,
    about: `${what()}: ${repeated(result)}.`,
    meetings: [{ op: operator as OperatorName, operands: [left, right], ruling, result, sum }],
  };
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
