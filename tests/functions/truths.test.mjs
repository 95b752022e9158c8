/** Booleans stored as bytes other than 0 and 1 by a caller or a model are true, even if only moved. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';

const sc = await load();
const BYTES = [0, 2, 255, 1, 0, 128, 3, 0];
const TRUTHS = [0, 1, 1, 1, 0, 1, 1, 0];
const bools = (bytes, dims = [bytes.length]) => ({
  type: 'bool',
  dims,
  data: Uint8Array.from(bytes),
});
const int64 = (...numbers) => ({
  type: 'int64',
  dims: [numbers.length],
  data: BigInt64Array.from(numbers, BigInt),
});
const all = int64(0, 1, 2, 3, 4, 5, 6, 7);

const MOVES = {
  Reshape: (x) => [x, int64(2, 4)],
  Transpose: (x) => [x],
  Concat: (x) => [x],
  Gather: (x) => [x, all],
  Slice: (x) => [x, int64(0), int64(8)],
  Identity: (x) => [x],
  Expand: (x) => [x, int64(1, 8)],
  Tile: (x) => [x, int64(1)],
  Flatten: (x) => [x],
  Where: (x) => [bools([1]), x, bools([0])],
  Pad: (x) => [x, int64(0, 0)],
  GatherElements: (x) => [x, all],
  ScatterElements: (x) => [bools(Array(8).fill(0)), all, x],
};
const ATTRIBUTES = { Concat: { axis: 0 }, Flatten: { axis: 0 } };
const options = (operator) => ({ opset: 21, attributes: ATTRIBUTES[operator] ?? {} });

describe('bools of other bytes', () => {
  it('are the text of 0 or 1', () => {
    const resident = sc.isNaN(sc.zeros([8]));
    resident.data.set(BYTES);
    for (const given of [resident, bools(BYTES)])
      assert.deepEqual(sc.cast(given, 'string').data, TRUTHS.map(String));
  });

  for (const [operator, inputsOf] of Object.entries(MOVES)) {
    it(`${operator} of an array`, () => {
      const given = bools(BYTES);
      assert.deepEqual([...sc.run(operator, inputsOf(given), options(operator)).data], TRUTHS);
      assert.deepEqual([...given.data], BYTES, 'the operand is left as it was');
    });

    it(`${operator} at odd offsets, of any length`, () => {
      const buffer = new Uint8Array(24).fill(7);
      buffer.set(BYTES, 3);
      const data = buffer.subarray(3, 11);
      const { data: made } = sc.run(
        operator,
        inputsOf({ type: 'bool', dims: [8], data }),
        options(operator),
      );
      assert.deepEqual([...made], TRUTHS);
    });

    it(`${operator} of a feed and of an initializer`, async () => {
      const inputs = inputsOf(bools(BYTES));
      const names = inputs.map((_, i) => `x${i}`);
      const [moved] = names.filter((_, i) => inputs[i].type === 'bool' && inputs[i].data[1] === 2);
      for (const fed of [moved, undefined]) {
        const given = inputs.map((value, i) => [names[i], value]);
        const bytes = encodeModel({
          opset: 21,
          inputs: fed ? [{ name: fed, type: 'bool', dims: [8] }] : [],
          constants: Object.fromEntries(given.filter(([name]) => name !== fed)),
          outputs: [{ name: 'y', type: 'bool', dims: undefined }],
          nodes: [{ op: operator, inputs: names, outputs: ['y'], ...options(operator) }],
        });
        const session = await InferenceSession.create(bytes, { engine: sc });
        const { y } = session.runSync(fed ? { [fed]: bools(BYTES) } : {});
        assert.deepEqual([...y.data], TRUTHS, fed ? 'fed' : 'an initializer');
        await session.release();
      }
    });
  }

  it('of any length, at any offset', () => {
    for (let offset = 0; offset < 8; offset++)
      for (let length = 0; length < 12; length++) {
        const data = Uint8Array.from({ length: 20 }, (_, i) => 3 * (i % 3)).subarray(
          offset,
          offset + length,
        );
        const { data: made } = sc.run('Identity', [{ type: 'bool', dims: [length], data }]);
        assert.deepEqual(
          [...made],
          Array.from(data, (byte) => Number(byte !== 0)),
        );
      }
  });

  it('an attribute', () => {
    const made = sc.run('Constant', [], { opset: 21, attributes: { value: bools(BYTES) } });
    assert.deepEqual([...made.data], TRUTHS);
  });

  it('a view of wasm memory', () => {
    const x = sc.tensor('uint8', Uint8Array.from(BYTES));
    const made = sc.run('Identity', [{ type: 'bool', dims: [8], data: x.data }], { opset: 21 });
    assert.deepEqual([...made.data], TRUTHS);
    assert.deepEqual([...x.data], BYTES);
    x.dispose();
  });

  it('out is still the array of the caller', () => {
    const data = Uint8Array.from(BYTES);
    const out = { type: 'bool', dims: [8], data };
    sc.not(bools(BYTES), { out });
    assert.deepEqual(
      [...data],
      TRUTHS.map((truth) => 1 - truth),
    );
  });
});
