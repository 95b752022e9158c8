/** Models with a single node of onnxruntime's own operators. */
import { encodeModel } from '../../onnx/models.mjs';

/**
 * A model with one node, and its feeds. An input that is null is omitted; one with `constant` is an
 * initializer. `outputs` has the type of each output, or null for an omitted one.
 */
export function modelOf({
  op,
  domain = 'com.microsoft',
  opset,
  attributes,
  inputs,
  outputs = ['float32'],
}) {
  const named = inputs.map((input, at) => ({ ...input, isThere: input !== null, name: `x${at}` }));
  const given = named.filter(({ isThere }) => isThere);
  const fed = given.filter(({ constant }) => !constant);
  const made = outputs.map((type, at) => ({ type, name: type === null ? '' : `y${at}` }));
  const entries = (list) => Object.fromEntries(list.map((input) => [input.name, input]));
  const model = encodeModel({
    inputs: fed.map(({ name, type, dims }) => ({ name, type, dims: dims.map(() => null) })),
    outputs: made.filter(({ name }) => name !== ''),
    constants: entries(given.filter(({ constant }) => constant)),
    nodes: [
      {
        op,
        domain,
        inputs: named.map(({ isThere, name }) => (isThere ? name : '')),
        outputs: made.map(({ name }) => name),
        attributes,
      },
    ],
    domains: ['com.microsoft'],
    ...(opset && { opset }),
  });
  return { model, feeds: entries(fed) };
}
