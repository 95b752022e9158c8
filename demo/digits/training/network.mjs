/**
 * The network as ONNX graphs: the one that reads a digit, and one step of its training, which makes
 * new parameters of the old ones. Both run on simdcast's sessions.
 */
import { encodeModel } from '../../../tests/onnx/models.mjs';
import { CLASSES, PIXELS } from './data.mjs';
import { normal } from './random.mjs';

const OPSET = 17;
const WIDTHS = [PIXELS, 32, 24, CLASSES];
const LAYERS = WIDTHS.length - 1;
const SLOPE = 0.25;

const isLast = (layer) => layer === LAYERS - 1;

/** The parameters by name, with their dims: weights, biases, and the slopes of PRelu. */
export const parameters = Object.fromEntries(
  Array.from({ length: LAYERS }, (_, i) => [
    [`w${i + 1}`, [WIDTHS[i], WIDTHS[i + 1]]],
    [`b${i + 1}`, [WIDTHS[i + 1]]],
    ...(isLast(i) ? [] : [[`s${i + 1}`, [WIDTHS[i + 1]]]]),
  ]).flat(),
);

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

/** Weights as He and others draw them (2015), biases 0, slopes 0.25. */
export function initialise(random) {
  const fill = (name, dims) => {
    const data = new Float32Array(sizeOf(dims));
    const deviation = Math.sqrt(2 / ((1 + SLOPE ** 2) * dims[0]));
    if (name.startsWith('w')) return data.map(() => normal(random) * deviation);
    return data.fill(name.startsWith('s') ? SLOPE : 0);
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, dims]) => [
      name,
      { type: 'float32', dims, data: fill(name, dims) },
    ]),
  );
}

/** The layers up to the scores, by their values: x → h1 → a1 → … → scores. */
function layers() {
  return Array.from({ length: LAYERS }, (_, i) => {
    const n = i + 1;
    const read = i === 0 ? 'x' : `a${i}`;
    const biased = isLast(i) ? 'scores' : `h${n}`;
    return [
      { op: 'Gemm', name: `layer ${n}`, inputs: [read, `w${n}`], outputs: [`g${n}`] },
      { op: 'Add', name: `bias ${n}`, inputs: [`g${n}`, `b${n}`], outputs: [biased] },
      ...(isLast(i)
        ? []
        : [{ op: 'PRelu', name: `bend ${n}`, inputs: [biased, `s${n}`], outputs: [`a${n}`] }]),
    ];
  }).flat();
}

/** The network that reads digits: x (N,64), pixels from 0 to 1, to the odds of each digit (N,10). */
export const encodeReader = (values) =>
  encodeModel({
    opset: OPSET,
    inputs: [{ name: 'x', dims: ['N', PIXELS] }],
    outputs: [{ name: 'odds', dims: ['N', CLASSES] }],
    constants: values,
    nodes: [
      ...layers(),
      {
        op: 'Softmax',
        name: 'odds',
        inputs: ['scores'],
        outputs: ['odds'],
        attributes: { axis: -1 },
      },
    ],
  });

/** Nodes one after the other, each under a name of its own. */
class Graph {
  nodes = [];

  add(op, inputs, attributes = {}, output = `v${this.nodes.length}`) {
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  /** The sum over the rows. */
  columnSums(value) {
    return this.add('ReduceSum', [value, 'rows'], { keepdims: 0 });
  }
}

/** The slopes of the mean cross entropy, by parameter. */
function gradients(graph) {
  const found = {};
  const odds = graph.add('Softmax', ['scores'], { axis: -1 });
  const wrong = graph.add('Sub', [odds, 'y']);
  let above = graph.add('Div', [wrong, 'count']);
  for (let n = LAYERS; n >= 1; n--) {
    const read = n === 1 ? 'x' : `a${n - 1}`;
    found[`w${n}`] = graph.add('Gemm', [read, above], { transA: 1 });
    found[`b${n}`] = graph.columnSums(above);
    if (n === 1) break;
    const below = graph.add('Gemm', [above, `w${n}`], { transB: 1 });
    const bent = graph.add('Less', [`h${n - 1}`, 'zero']);
    const along = graph.add('Mul', [below, `h${n - 1}`]);
    found[`s${n - 1}`] = graph.columnSums(graph.add('Where', [bent, along, 'zero']));
    above = graph.add('Where', [bent, graph.add('Mul', [below, `s${n - 1}`]), below]);
  }
  return found;
}

/** Adam (Kingma and Ba, 2015) with decay of the weights; `rate` holds the corrections for its start. */
function update(graph, name, slope) {
  const blend = (old, fresh, kept, rest, output) =>
    graph.add('Add', [graph.add('Mul', [old, kept]), graph.add('Mul', [fresh, rest])], {}, output);
  const mean = blend(`${name}.mean`, slope, 'kept1', 'rest1', `${name}.mean.next`);
  const square = graph.add('Mul', [slope, slope]);
  const power = blend(`${name}.power`, square, 'kept2', 'rest2', `${name}.power.next`);
  const scale = graph.add('Add', [graph.add('Sqrt', [power]), 'tiny']);
  const step = graph.add('Mul', [graph.add('Div', [mean, scale]), 'rate']);
  const kept = name.startsWith('w') ? graph.add('Mul', [name, 'shrink']) : name;
  graph.add('Sub', [kept, step], {}, `${name}.next`);
}

const scalar = (value) => ({ type: 'float32', dims: [], data: Float32Array.of(value) });

/** What a step carries from one to the next, by the name of its input. */
export const carried = Object.keys(parameters).flatMap((name) => [
  name,
  `${name}.mean`,
  `${name}.power`,
]);

/** One step: x (N,64), y (N,10) and all that is carried, to all that is carried next. */
export function encodeStep({ decay }) {
  const graph = new Graph();
  graph.nodes.push(...layers());
  const slopes = gradients(graph);
  for (const [name, slope] of Object.entries(slopes)) update(graph, name, slope);
  const dimsOf = (name) => parameters[name.split('.')[0]];
  return encodeModel({
    opset: OPSET,
    inputs: [
      { name: 'x', dims: ['N', PIXELS] },
      { name: 'y', dims: ['N', CLASSES] },
      { name: 'count', dims: [] },
      { name: 'rate', dims: [] },
      ...carried.map((name) => ({ name, dims: dimsOf(name) })),
    ],
    outputs: carried.map((name) => ({ name: `${name}.next`, dims: dimsOf(name) })),
    constants: {
      zero: scalar(0),
      tiny: scalar(1e-8),
      kept1: scalar(0.9),
      rest1: scalar(0.1),
      kept2: scalar(0.999),
      rest2: scalar(0.001),
      shrink: scalar(1 - decay),
      rows: { type: 'int64', dims: [1], data: BigInt64Array.of(0n) },
    },
    nodes: graph.nodes,
  });
}
