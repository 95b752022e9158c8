/** One training step as an ONNX graph, which computes new parameters from the old ones. */
import { encodeModel } from '../../../tests/onnx/models.mjs';
import { CLASSES } from './data.mjs';
import { addGradients, Graph } from './gradients.mjs';
import { layers, OPSET, parameters, picture } from './network.mjs';

/** Adam's decay rates for the mean of the gradients and for the mean of their squares. */
export const KEPT = { mean: 0.9, power: 0.999 };
const TINY = 1e-8;

/** Adam (Kingma and Ba, 2015) with weight decay; `rate` includes the bias corrections. */
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

/** The values that a step passes to the next one, by the name of its input, with its dims. */
export const carried = Object.fromEntries(
  Object.entries(parameters).flatMap(([name, dims]) =>
    [name, `${name}.mean`, `${name}.power`].map((part) => [part, dims]),
  ),
);

/** One step: x (N,1,8,8), y (N,10) and the values from the previous step, to the values for the next one. */
export function encodeStep({ decay }) {
  const made = layers.map(({ outputs: [name], dims }) => [name, dims]);
  const graph = new Graph({ ...Object.fromEntries(made), ...parameters });
  graph.nodes.push(...layers);
  // The gradient of the mean cross entropy with respect to the scores.
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
