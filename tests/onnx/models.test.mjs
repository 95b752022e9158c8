/** The models of the tests, read by a reader that shares no code with their writer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeModel, int64s } from './models.mjs';

/** The fields of a protobuf message, as [number, value], values being numbers or bytes. */
function fields(bytes) {
  const found = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const wire = key & 7;
    if (wire === 0) found.push([key >> 3, varint()]);
    else {
      const length = wire === 5 ? 4 : varint();
      found.push([key >> 3, bytes.slice(at, at + length)]);
      at += length;
    }
  }
  return found;
}

const all = (message, number) =>
  fields(message)
    .filter(([field]) => field === number)
    .map(([, value]) => value);
const text = (bytes) => new TextDecoder().decode(bytes);

const operand = (name, type, dims) => ({ name, type, dims });

const model = encodeModel({
  nodes: [
    {
      op: 'Gemm',
      inputs: ['A', 'B'],
      outputs: ['T'],
      attributes: { alpha: { float: 2 }, transA: 1 },
    },
    { op: 'Expand', inputs: ['T', 'S'], outputs: ['Y'] },
  ],
  inputs: [operand('A', 'float32', [300, 2]), operand('B', 'float16', [1, 4])],
  outputs: [operand('Y', 'bool', [2])],
  constants: { S: int64s(5, 600) },
  opset: 13,
});
const [graph] = all(model, 7);

test('a model names its IR version and opset', () => {
  assert.deepEqual(all(model, 1), [8]);
  assert.deepEqual(all(all(model, 8)[0], 2), [13]);
});

test('nodes keep their order, inputs and output', () => {
  const nodes = all(graph, 1);
  assert.deepEqual(
    nodes.map((node) => text(all(node, 4)[0])),
    ['Gemm', 'Expand'],
  );
  assert.deepEqual(all(nodes[1], 1).map(text), ['T', 'S']);
  assert.deepEqual(all(nodes[1], 2).map(text), ['Y']);
});

test('attributes have the type that ONNX asks for', () => {
  const [alpha, transA] = all(all(graph, 1)[0], 5);
  assert.equal(text(all(alpha, 1)[0]), 'alpha');
  assert.deepEqual([...all(alpha, 2)[0]], [0, 0, 0, 64]);
  assert.deepEqual(all(alpha, 20), [1]);
  assert.deepEqual([all(transA, 3), all(transA, 20)], [[1], [2]]);
});

test('inputs and the output carry type and shape', () => {
  const tensors = [...all(graph, 11), ...all(graph, 12)].map((info) => {
    const [tensor] = all(all(info, 2)[0], 1);
    const sizes = all(all(tensor, 2)[0], 1).map((dim) => all(dim, 1)[0]);
    return [text(all(info, 1)[0]), all(tensor, 1)[0], sizes];
  });
  assert.deepEqual(tensors, [
    ['A', 1, [300, 2]],
    ['B', 10, [1, 4]],
    ['Y', 9, [2]],
  ]);
});

test('a constant is an int64 vector', () => {
  const [constant] = all(graph, 5);
  assert.deepEqual([...all(constant, 1)[0]], [2]);
  assert.deepEqual(all(constant, 2), [7]);
  const [raw] = all(constant, 9);
  assert.deepEqual([...raw], [5, 0, 0, 0, 0, 0, 0, 0, 0x58, 2, 0, 0, 0, 0, 0, 0]);
  assert.equal(text(all(constant, 8)[0]), 'S');
});
