/** Floats of 8 and 4 bits, and integers of 4 and 2: every way into a model, and operators that move them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import {
  byteFloats,
  decode,
  encode,
  firstOpset,
  items,
  packed,
  probes,
  smallFloats,
  smallTypes,
} from '../support/small-types.mjs';
import { elementTypes, encodeModel } from './models.mjs';
import { engines, refused, runNode, t } from './one-node.mjs';
import { each, every, newest, sameItems, sameNumbers, small } from './small-tensors.mjs';

describe('small types in models', () => {
  /** A model that returns its constant. */
  const constantModel = (tensor) =>
    encodeModel({
      opset: newest,
      constants: { c: tensor },
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'Identity', inputs: ['c'], outputs: ['y'] }],
    });
  const given = async (model, options) => {
    const session = await InferenceSession.create(model, { engine: engines[0], ...options });
    const { y } = session.runSync({});
    await session.release();
    return y;
  };

  for (const type of smallTypes)
    it(`${type} in raw_data, in int32_data and in another file, of any number of elements`, async () => {
      for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 13]) {
        const wanted = items(type).slice(-length || Infinity);
        const list = length === 0 ? [] : wanted.slice(0, length);
        const bytes = packed(type, list);
        const about = `${length} of ${type}`;
        const tensor = small(type, list);
        sameItems(await given(constantModel(tensor)), list, about);
        const stored = [...bytes];
        sameItems(await given(constantModel({ ...tensor, stored })), list, about);
        const file = Uint8Array.of(9, ...bytes, 9);
        const external = { location: 'w', offset: 1, length: bytes.length };
        const model = constantModel({ ...tensor, external });
        sameItems(await given(model, { externalData: { w: file } }), list, about);
      }
    });

  it('refuses more or fewer bytes than the elements have', async () => {
    for (const type of smallTypes)
      for (const bytes of [0, 4]) {
        const tensor = {
          ...small(type, [1, 1, 0, 1, 1].slice(0, 3)),
          stored: new Uint8Array(bytes),
        };
        await assert.rejects(() => given(constantModel(tensor)), { code: 'invalid_tensor' });
      }
    const two = { ...small('int4', [1, 1]), stored: new Uint8Array(2) };
    await assert.rejects(() => given(constantModel(two)), { code: 'invalid_tensor' });
  });

  it('are attributes of Constant and ConstantOfShape', async () => {
    for (const type of smallTypes) {
      const value = small(type, [1]);
      await each({ op: 'Constant', inputs: [], attributes: { value } }, (result, about) =>
        sameItems(result, [1], about),
      );
      const shape = t([2], [2, 3], 'int64');
      await each(
        { op: 'ConstantOfShape', inputs: [shape], attributes: { value } },
        (made, about) => {
          assert.deepEqual(made.dims, [2, 3]);
          sameItems(made, [1, 1, 1, 1, 1, 1], about);
        },
      );
    }
  });

  it('are refused there before the opset that added them', async () => {
    // By the types of Constant and ConstantOfShape in ONNX's Changelog.md: the first opset of each.
    const added = {
      float8e4m3fn: [19, 20],
      float8e5m2fnuz: [19, 20],
      int4: [21, 21],
      uint4: [21, 21],
      float4e2m1: [23, 23],
      float8e8m0: [24, 24],
      int2: [25, 25],
      uint2: [25, 25],
    };
    const shape = t([1], [1], 'int64');
    for (const [type, since] of Object.entries(added))
      for (const [i, [op, inputs]] of [
        ['Constant', []],
        ['ConstantOfShape', [shape]],
      ].entries()) {
        const node = { op, inputs, attributes: { value: small(type, [1]) } };
        for (const opset of [since[i], newest]) await runNode(engines[0], { ...node, opset });
        for (const opset of [since[i] - 1, 9])
          await refused({ ...node, opset }, new RegExp(`${op}.* cannot return ${type}`));
      }
  });

  it('are fused with what is computed before and after them', async () => {
    const numbers = probes('float8e4m3fn').filter((number) => Math.abs(number) < 1e30);
    for (const engine of engines)
      for (const type of smallFloats) {
        const model = encodeModel({
          opset: newest,
          inputs: [{ name: 'x', dims: [numbers.length] }],
          outputs: [{ name: 'y' }],
          nodes: [
            { op: 'Neg', inputs: ['x'], outputs: ['a'] },
            { op: 'Cast', inputs: ['a'], outputs: ['b'], attributes: { to: elementTypes[type] } },
            { op: 'Cast', inputs: ['b'], outputs: ['c'], attributes: { to: 1 } },
            { op: 'Abs', inputs: ['c'], outputs: ['y'] },
          ],
        });
        const session = await InferenceSession.create(model, { engine });
        const { y } = session.runSync({ x: t([numbers.length], numbers) });
        const wanted = numbers.map((number) => Math.abs(decode(type, encode(type, -number))));
        sameNumbers(y, wanted, type);
        await session.release();
      }
  });
});

const movers = [
  { op: 'Identity', since: 19, inputs: [], dims: [2, 4], order: (list) => list },
  { op: 'Reshape', since: 19, inputs: [t([2], [4, 2], 'int64')], dims: [4, 2], order: (l) => l },
  { op: 'Flatten', since: 21, inputs: [], dims: [2, 4], order: (list) => list },
  { op: 'Unsqueeze', since: 21, inputs: [t([1], [0], 'int64')], dims: [1, 2, 4], order: (l) => l },
  {
    ...{ op: 'Transpose', since: 21, inputs: [], dims: [4, 2] },
    order: ([a, b, c, d, e, f, g, h]) => [a, e, b, f, c, g, d, h],
  },
  {
    ...{ op: 'Pad', since: 21, inputs: [t([4], [0, 1, 0, 0], 'int64')], dims: [2, 5] },
    order: ([a, b, c, d, e, f, g, h]) => [0, a, b, c, d, 0, e, f, g, h],
  },
];

describe('what moves small types', () => {
  for (const { op, since, inputs, dims, order } of movers)
    it(op, async () => {
      for (const type of smallTypes) {
        const list = Array.from({ length: 8 }, (_, i) => items(type)[i % items(type).length]);
        const node = { op, inputs: [small(type, list, [2, 4]), ...inputs] };
        const first = Math.max(since, firstOpset(type));
        for (const opset of [first, newest, 28])
          await each({ ...node, opset }, (result, about) => {
            assert.deepEqual(result.dims, dims, about);
            sameItems(result, order(list), about);
          });
        await refused({ ...node, opset: first - 1 }, new RegExp(type));
      }
    });

  it('Squeeze', () =>
    each({ op: 'Squeeze', inputs: [small('int4', [1, -8], [1, 2])] }, (result, about) => {
      assert.deepEqual(result.dims, [2], about);
      sameItems(result, [1, -8], about);
    }));

  it('Shape and Size', async () => {
    for (const type of smallTypes) {
      const input = small(type, [0, 1, 0, 1, 1, 0], [2, 3]);
      await each({ op: 'Shape', inputs: [input] }, (result, about) =>
        sameNumbers(result, [2, 3], about),
      );
      await each({ op: 'Size', inputs: [input] }, (result, about) =>
        sameNumbers(result, [6], about),
      );
    }
  });

  it('IsNaN and IsInf of 8-bit floats from opset 20 on', async () => {
    for (const type of byteFloats.filter((one) => one !== 'float4e2m1'))
      for (const [op, judge] of [
        ['IsNaN', Number.isNaN],
        ['IsInf', (number) => Math.abs(number) === Infinity],
      ]) {
        const node = { op, opset: 20, inputs: [every(type)] };
        await each(node, (result, about) =>
          sameNumbers(
            result,
            items(type).map((item) => Number(judge(decode(type, item)))),
            about,
          ),
        );
        await refused({ ...node, opset: 19 }, new RegExp(type));
      }
  });
});
