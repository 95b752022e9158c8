/** One step of the training as an ONNX graph, which makes new parameters of the old ones. */
import { encodeModel } from '../../../tests/onnx/models.mjs';
import { CLASSES } from './data.mjs';
import { addGradients, Graph } from './gradients.mjs';
import { layers, OPSET, parameters, picture } from './network.mjs';

/** How much Adam keeps of the mean of the slopes, and of that of their squares. */
export const KEPT = { mean: 0.9, power: 0.999 };
const TINY = 1e-8;

/** Adam (Kingma and Ba, 2015) with decay of the weights; `rate` holds the corrections for its start. */
function update(graph, name, slope, decay) {
  const blend = (part, fresh) => {
    const old = graph.add('Mul', [`${name}.${part}`, graph.scalar(KEPT[part])]);
    const added = graph.add('Mul', [fresh, graph.scalar(1 - KEPT[part])]);
    return graph.add('Add', [old, added], {}, `${name}.${part}.next`);
  };
  const mean = blend('mean', slope);
  const power = blend('power', graph.add('Mul', [slope, slope]));
  const scale = graph.add('Add', [graph.add('Sqrt', [power]), graph.scalar(TINY)]);
  const step = graph.add('Mul', [graph.add('Div', [mean, scale]), 'rate']);
  const kept = name.startsWith('w') ? graph.add('Mul', [name, graph.scalar(1 - decay)]) : name;
  graph.add('Sub', [kept, step], {}, `${name}.next`);
}

/** What a step carries from one to the next, by the name of its input, with its dims. */
export const carried = Object.fromEntries(
  Object.entries(parameters).flatMap(([name, dims]) =>
    [name, `${name}.mean`, `${name}.power`].map((part) => [part, dims]),
  ),
);

/** One step: x (N,1,8,8), y (N,10) and all that is carried, to all that is carried next. */
export function encodeStep({ decay }) {
  const made = layers.map(({ outputs: [name], dims }) => [name, dims]);
  const graph = new Graph({ ...Object.fromEntries(made), ...parameters });
  graph.nodes.push(...layers);
  // The mean cross entropy, by the scores.
  const odds = graph.add('Softmax', ['scores'], { axis: -1 });
  const slope = graph.add('Div', [graph.add('Sub', [odds, 'y']), 'count']);
  const slopes = addGradients(graph, layers, slope, Object.keys(parameters));
  for (const [name, each] of Object.entries(slopes)) update(graph, name, each, decay);
  const values = Object.entries(carried);
  return encodeModel({
    opset: OPSET,
    inputs: [
      picture,
      { name: 'y', dims: ['N', CLASSES] },
      { name: 'count', dims: [] },
      { name: 'rate', dims: [] },
      ...values.map(([name, dims]) => ({ name, dims })),
    ],
    outputs: values.map(([name, dims]) => ({ name: `${name}.next`, dims })),
    constants: graph.constants,
    nodes: graph.nodes,
  });
}
