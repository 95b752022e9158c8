/**
 * Random models of many kinds of nodes, with symbolic sizes. The builder tracks the dims of each value as sums of
 * symbols, so most models accept most sizes.
 */
import { randomFrom } from '../../rules/support.mjs';
import { encodeModel } from '../models.mjs';
import { Builder, MICROSOFT, OPSET } from './builder.mjs';
import { addRandomNode } from './kinds/index.mjs';
import { tensorOf } from './tensors.mjs';

function addInputs(g) {
  const w = g.width;
  const shapes = [
    ['n', w],
    ['b', 'n', w],
    ['b', 'm', w],
    ['p', w],
    ['n'],
    ['u', w],
    ['m', w],
    ['m', 'n'],
    ['b', 4, 'n'],
    ['b', 3, 'm', 'n'],
    ['n', 'b', w],
    ['u'],
    ['b', 'u', w],
    [3, w],
  ];
  for (let i = 1 + g.draw(3); i >= 0; i--) g.input(g.pick(shapes));
  if (g.chance(0.5)) g.input([], 'bool', { condition: true });
  if (g.chance(0.5)) g.input([g.pick([1, 'm', 'b'])], 'int64', { index: true });
  if (g.chance(0.15)) g.input(['b', 'n'], 'int64', { index: true });
  if (g.chance(0.4)) g.input([1], 'int64', { contents: ['k'] });
  if (g.chance(0.15)) g.input(['items', w], 'float32', { sequence: true });
}

/** Results that no node uses, and some of the others. */
function chosenOutputs(g) {
  const results = g.pool.filter(({ name }) => !g.inputs.some((one) => one.name === name));
  const leaves = results.filter(({ name }) => !g.used.has(name));
  const rest = results.filter(({ name, wanted }) => g.used.has(name) && (wanted || g.chance(0.08)));
  const outputs = [...g.shuffled(leaves).slice(0, 9), ...rest];
  if (g.chance(0.2)) outputs.push(g.pick(g.inputs));
  if (outputs.length === 0) outputs.push(g.inputs[0]);
  return outputs;
}

/**
 * The same work, with each node in a branch of its own, where it has no other beside it: sessions have nothing to
 * share or to copy, and nothing to fuse.
 */
function isolated(node) {
  const isAlone =
    node.domain === 'local' || Object.values(node.attributes).some((one) => one?.graph);
  if (isAlone) return node;
  const names = node.outputs.filter((name) => name);
  const branch = (prefix) => {
    const own = (name) => name && `${prefix}${name}`;
    return {
      graph: {
        inputs: [],
        outputs: names.map((name) => ({ name: own(name) })),
        nodes: [{ ...node, outputs: node.outputs.map(own) }],
      },
    };
  };
  const attributes = { then_branch: branch('then '), else_branch: branch('else ') };
  return { op: 'If', inputs: ['always'], outputs: names, attributes };
}

/**
 * @returns {{ bytes: Uint8Array, isolated: Uint8Array, inputs: object[], outputs: object[] }} the model, one that
 *   computes the same without shared work, and values of the builder
 */
export function randomModel(seed) {
  const g = new Builder(randomFrom(seed), addRandomNode);
  addInputs(g);
  const count = 5 + g.draw(36);
  for (let tries = 0; g.nodes.length < count && tries < 4 * count; tries++) addRandomNode(g);
  const outputs = chosenOutputs(g);
  const model = {
    opset: OPSET,
    domains: [MICROSOFT, 'local'],
    functions: g.functions,
    inputs: g.inputs,
    // The dims of outputs are not declared, because they may be sums.
    outputs: g.shuffled(outputs).map(({ name, type, sequence }) => ({ name, type, sequence })),
    constants: g.constants,
    nodes: g.nodes,
  };
  const constants = { ...g.constants, always: tensorOf('bool', [], [1]) };
  return {
    bytes: encodeModel(model),
    isolated: encodeModel({ ...model, constants, nodes: g.nodes.map(isolated) }),
    inputs: g.inputs,
    outputs,
  };
}
