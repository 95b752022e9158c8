/** Buffers that are transferred or reused while a session is created, and after. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from './models.mjs';

const engine = await load();
const SIZE = 600;
const ramp = {
  type: 'float32',
  dims: [SIZE],
  data: Float32Array.from({ length: SIZE }, (_, i) => i),
};
const x = { data: new Float32Array(SIZE).fill(1), dims: [SIZE] };
const long = 'k'.repeat(2000);

/** Everything that a model keeps: weights, a tensor and strings in attributes, weights of a branch. */
const model = (external = {}) =>
  encodeModel({
    opset: 17,
    domains: [[3, 'ai.onnx.ml']],
    inputs: [
      { name: 'x', dims: ['N'] },
      { name: 'on', type: 'bool', dims: [] },
      { name: 'words', type: 'string', dims: ['M'] },
    ],
    outputs: [{ name: 'y' }, { name: 'filled' }, { name: 'numbers', type: 'int64' }],
    constants: { w: ramp, ...external },
    nodes: [
      { op: 'Constant', outputs: ['c'], attributes: { value: ramp } },
      { op: 'Add', inputs: ['w', 'c'], outputs: ['wc'] },
      { op: 'Add', inputs: ['x', 'wc'], outputs: ['sum'] },
      {
        op: 'If',
        inputs: ['on'],
        outputs: ['y'],
        attributes: {
          then_branch: {
            graph: {
              nodes: [{ op: 'Add', inputs: ['sum', 'own'], outputs: ['t'] }],
              outputs: [{ name: 't' }],
              constants: { own: ramp },
            },
          },
          else_branch: {
            graph: {
              nodes: [
                { op: 'Constant', outputs: ['k'], attributes: { value: ramp } },
                { op: 'Mul', inputs: ['sum', 'k'], outputs: ['e'] },
              ],
              outputs: [{ name: 'e' }],
            },
          },
        },
      },
      {
        op: external.v ? 'Mul' : 'Identity',
        inputs: external.v ? ['x', 'v'] : ['x'],
        outputs: ['filled'],
      },
      {
        op: 'LabelEncoder',
        domain: 'ai.onnx.ml',
        inputs: ['words'],
        outputs: ['numbers'],
        attributes: { keys_strings: ['a', long], values_int64s: [7, 8], default_int64: -1 },
      },
    ],
  });

const external = { v: { type: 'float32', dims: [SIZE], external: { location: 'v.bin' } } };
const transfer = (bytes) => structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
const overwrite = (bytes) => bytes.fill(0x7f);

function check(session) {
  for (const on of [1, 0]) {
    const { y, numbers } = session.runSync({
      x,
      on: { type: 'bool', data: Uint8Array.of(on), dims: [] },
      words: { type: 'string', data: [long, 'a', 'b'], dims: [3] },
    });
    const wanted = ramp.data.map((i) => (on ? 1 + 3 * i : (1 + 2 * i) * i));
    assert.deepEqual([...y.data], [...wanted]);
    assert.deepEqual([...numbers.data], [8n, 7n, -1n]);
  }
}

describe('the buffer of a model', () => {
  for (const [what, take] of Object.entries({ transfer, overwrite }))
    it(`is the caller's again once the session is there: ${what}`, async () => {
      const bytes = model();
      const session = await InferenceSession.create(bytes, { engine });
      take(bytes);
      check(session);
      await session.release();
    });

  it('that is transferred meanwhile is an error, at whatever moment', async () => {
    for (let ticks = 0; ticks < 12; ticks++) {
      const bytes = model(external);
      const slow = async () => {
        for (let i = 0; i < 3; i++) await null;
        return new Response(Float32Array.from(ramp.data));
      };
      const externalData = { 'v.bin': await slow() };
      const created = InferenceSession.create(bytes, { engine, externalData });
      // Errors are checked below.
      created.catch(() => {});
      for (let i = 0; i < ticks; i++) await null;
      transfer(bytes);
      let session;
      try {
        session = await created;
      } catch (error) {
        assert.ok(error instanceof SimdcastError, error.stack);
        continue;
      }
      check(session);
      await session.release();
    }
  });

  it('of a file that is transferred meanwhile is an error, or was read before', async () => {
    for (let ticks = 0; ticks < 12; ticks++) {
      const data = Float32Array.from(ramp.data);
      const other = { ...external, u: { ...external.v, external: { location: 'u.bin' } } };
      const bytes = encodeModel({
        inputs: [{ name: 'x', dims: [SIZE] }],
        outputs: [{ name: 'y' }],
        constants: other,
        nodes: [
          { op: 'Mul', inputs: ['x', 'v'], outputs: ['xv'] },
          { op: 'Add', inputs: ['xv', 'u'], outputs: ['y'] },
        ],
      });
      const externalData = { 'v.bin': data, 'u.bin': new Blob([Float32Array.from(ramp.data)]) };
      const created = InferenceSession.create(bytes, { engine, externalData });
      created.catch(() => {});
      for (let i = 0; i < ticks; i++) await null;
      transfer(data);
      let session;
      try {
        session = await created;
      } catch (error) {
        assert.ok(error instanceof SimdcastError, error.stack);
        continue;
      }
      const { y } = session.runSync({ x });
      assert.deepEqual([...y.data], [...ramp.data.map((i) => 2 * i)]);
      await session.release();
    }
  });
});
