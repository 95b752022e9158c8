/** A model with one node, whose inputs may have any shape, so one session runs many cases. */
import { encodeModel } from '../onnx/models.mjs';

const floats = new Set(['alpha', 'beta', 'min', 'max']);

/** ONNX requires floats here, even for integral values. */
const attribute = ([name, value]) => [name, floats.has(name) ? { float: value } : value];

export const inputName = (i) => `input_${i}`;

/**
 * @param {{op: string, opset: number, inputs: string[], output: string, attributes?: object}} node
 *   the types of its inputs and of its output
 * @returns {Uint8Array} ModelProto
 */
export function encodeNode({ op, opset, inputs, output, attributes = {} }) {
  const operands = inputs.map((type, i) => ({ name: inputName(i), type }));
  return encodeModel({
    nodes: [
      {
        op,
        inputs: operands.map(({ name }) => name),
        outputs: ['output'],
        attributes: Object.fromEntries(Object.entries(attributes).map(attribute)),
      },
    ],
    inputs: operands,
    outputs: [{ name: 'output', type: output }],
    opset,
  });
}
