/** Floats of 8 and 4 bits, and integers of 4 and 2, in sessions: every value, and every way into a model. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import {
  arrayOf,
  bitsOf,
  byteFloats,
  decode,
  encode,
  fewBits,
  firstOpset,
  isItem,
  items,
  packed,
  powers,
  probes,
  rangeOf,
  smallFloats,
  smallTypes,
} from '../support/small-types.mjs';
import { elementTypes, encodeModel } from './models.mjs';
import { engines, refused, runNode, t } from './one-node.mjs';

const newest = 25;

/** A tensor of items as its array holds them. */
const small = (type, list, dims = [list.length]) => ({
  type,
  dims,
  data: arrayOf(type).from(list),
});
const every = (type) => small(type, items(type));

/** One node, fed and as constants, on every engine. */
async function each(node, judge) {
  for (const engine of engines)
    for (const constants of [[], 'all']) {
      const [result] = await runNode(engine, { opset: newest, ...node, constants });
      judge(result, `${node.op} ${JSON.stringify(node.attributes ?? {})} constants: ${constants}`);
    }
}

function sameItems({ type, data }, wanted, about) {
  assert.equal(data.length, wanted.length, about);
  assert.equal(Object.getPrototypeOf(data).constructor, arrayOf(type), about);
  wanted.forEach((item, i) => {
    assert.ok(isItem(type, data[i], item), `${about}: ${type} ${i} is ${data[i]}, not ${item}`);
  });
}

function sameNumbers({ data }, wanted, about) {
  assert.equal(data.length, wanted.length, about);
  wanted.forEach((number, i) => {
    assert.ok(Object.is(Number(data[i]), number), `${about}: ${i} is ${data[i]}, not ${number}`);
  });
}

const castTo = (type, more) => ({ op: 'Cast', attributes: { to: elementTypes[type], ...more } });

describe('Cast from small types', () => {
  for (const type of smallTypes) {
    const numbers = items(type).map((item) => decode(type, item));
    for (const to of ['float32', 'float64'])
      it(`${type} to ${to}, every value`, () =>
        each({ ...castTo(to), inputs: [every(type)] }, (result, about) => {
          assert.equal(result.type, to);
          sameNumbers(result, numbers, about);
        }));

    it(`${type} to bool and to text`, async () => {
      await each({ ...castTo('bool'), inputs: [every(type)] }, (result, about) =>
        sameNumbers(
          result,
          numbers.map((number) => (number === 0 ? 0 : 1)),
          about,
        ),
      );
      await each({ ...castTo('string'), inputs: [every(type)] }, ({ data }, about) =>
        data.forEach((text, i) => {
          const number = /INF/.test(text) ? Number(text.replace('INF', 'Infinity')) : Number(text);
          assert.ok(Object.is(Math.fround(number), numbers[i]), `${about}: ${text}`);
        }),
      );
    });
  }

  it('to integers, which floats go towards 0 in', async () => {
    for (const to of ['int8', 'int16', 'int32', 'int64'])
      for (const type of ['float4e2m1', ...fewBits])
        await each({ ...castTo(to), inputs: [every(type)] }, (result, about) =>
          sameNumbers(
            result,
            items(type).map((item) => Math.trunc(decode(type, item)) + 0),
            about,
          ),
        );
  });
});

/** Every choice that a cast to the type has. */
const choicesOf = (type) => {
  const choices = type === powers ? ['up', 'down', 'nearest'] : [undefined];
  return choices.flatMap((mode) =>
    [0, 1].map((saturate) => ({ saturate, ...(mode && { round_mode: mode }) })),
  );
};

describe('Cast to small types', () => {
  for (const type of smallTypes) {
    const numbers = probes(type);
    for (const choice of smallFloats.includes(type) ? choicesOf(type) : [{}]) {
      const { saturate = 1, round_mode: mode } = choice;
      const wanted = numbers.map((number) => encode(type, number, { saturate, mode }));
      it(`${type} ${JSON.stringify(choice)}: values, middles and neighbours`, async () => {
        for (const input of [
          t([numbers.length], numbers),
          t([numbers.length], numbers, 'float64'),
        ]) {
          const known = fewBits.includes(type) ? wanted.map((item) => item || 0) : wanted;
          await each({ ...castTo(type, choice), inputs: [input] }, (result, about) =>
            sameItems(result, known, about),
          );
        }
      });
    }

    it(`${type} by default saturates, and rounds up`, () =>
      each({ ...castTo(type), inputs: [t([numbers.length], numbers)] }, (result, about) =>
        sameItems(
          result,
          numbers.map((number) => encode(type, number) || 0),
          about,
        ),
      ));

    it(`${type} of integers, truth values and texts`, async () => {
      const whole = [0, 1, 2, 3, 5, 7, 11, 100, -1, -3, -8, -100];
      const expected = whole.map((number) => encode(type, number));
      for (const from of ['int8', 'int16', 'int32', 'int64'])
        await each({ ...castTo(type), inputs: [t([whole.length], whole, from)] }, (result, about) =>
          sameItems(result, expected, about),
        );
      await each({ ...castTo(type), inputs: [t([2], [0, 1], 'bool')] }, (result, about) =>
        sameItems(result, [encode(type, 0), encode(type, 1)], about),
      );
      await each(
        { ...castTo(type), inputs: [t([3], ['0.75', '-2', '1e30'], 'string')] },
        (result, about) =>
          sameItems(
            result,
            fewBits.includes(type)
              ? [encode(type, 0.75), encode(type, -2), encode(type, 2 ** 31 - 1)]
              : [0.75, -2, 1e30].map((number) => encode(type, number)),
            about,
          ),
      );
    });

    it(`CastLike of ${type}`, () => {
      const numbersOf = [1, 2, 3];
      return each({ op: 'CastLike', inputs: [t([3], numbersOf), every(type)] }, (result, about) =>
        sameItems(
          result,
          numbersOf.map((number) => encode(type, number)),
          about,
        ),
      );
    });
  }

  it('from each small type to each other', async () => {
    for (const from of smallTypes)
      for (const to of smallTypes) {
        if (from === to) continue;
        const numbers = items(from).map((item) => decode(from, item));
        const isWhole = fewBits.includes(to);
        const kept = numbers.map((number) => (isWhole && !Number.isFinite(number) ? 0 : number));
        const input = small(
          from,
          items(from).filter((_, i) => !isWhole || Math.abs(kept[i]) < 2 ** 31),
        );
        const wanted = kept
          .filter((number) => !isWhole || Math.abs(number) < 2 ** 31)
          .map((number) => encode(to, number) || 0);
        const finite = [...input.data].every(
          (item) => !isWhole || Number.isFinite(decode(from, item)),
        );
        if (!finite) continue;
        await each({ ...castTo(to), inputs: [input] }, (result, about) =>
          sameItems(result, wanted, `${from} ${about}`),
        );
      }
  });

  it('refuses what an opset does not have, and other ways to round', async () => {
    for (const type of smallTypes) {
      const opset = firstOpset(type) - 1;
      await refused({ ...castTo(type), opset, inputs: [t([1], [1])] }, new RegExp(type));
      await refused({ ...castTo('float32'), opset, inputs: [every(type)] }, new RegExp(type));
    }
    const node = { ...castTo(powers, { round_mode: 'sideways' }), opset: newest };
    await refused({ ...node, inputs: [t([1], [1])] }, /round_mode/);
  });
});

describe('small types in models', () => {
  /** A model that gives its constant. */
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

const opsetOf = (type) => Math.max(newest, firstOpset(type));
const quantizable = smallTypes.filter((type) => type !== powers);

/** What QuantizeLinear's text says of one element, in float32. */
function quantized(type, number, scale, zero, saturate) {
  const quotient = Math.fround(number / scale);
  if (!fewBits.includes(type)) return encode(type, Math.fround(quotient + zero), { saturate });
  const [low, high] = rangeOf(type);
  const below = Math.floor(quotient);
  const rest = quotient - below;
  const whole = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  return Math.min(Math.max(whole + zero, low), high) || 0;
}

const scalesOf = [0.5, 2, 0.25];
const values = Array.from({ length: 24 }, (_, i) => (i - 11.5) * 0.75 * (i % 5 === 0 ? 40 : 1));
/** The position of a scale for an element of [4, 6] by the way of quantising. */
const ways = [
  { name: 'of a tensor', dims: [], at: () => 0, attributes: {} },
  { name: 'of an axis', dims: [4], at: (row) => row, attributes: { axis: 0 } },
  {
    name: 'of blocks',
    dims: [4, 2],
    at: (row, column) => 2 * row + Math.floor(column / 3),
    attributes: { axis: 1, block_size: 3 },
  },
];
const grid = (visit) => Array.from({ length: 24 }, (_, i) => visit(i, Math.floor(i / 6), i % 6));
const countOf = (dims) => dims.reduce((product, size) => product * size, 1);

describe('QuantizeLinear and DequantizeLinear', () => {
  for (const type of quantizable)
    for (const { name, dims, at, attributes } of ways) {
      const count = countOf(dims);
      const scales = Array.from({ length: count }, (_, i) => scalesOf[i % 3]);
      const list = items(type).filter((item) => Number.isFinite(decode(type, item)));
      const zeros = Array.from({ length: count }, (_, i) => list[i % Math.min(3, list.length)]);
      const scale = t(dims, scales);
      const zero = small(type, zeros, dims);

      for (const saturate of [0, 1])
        it(`to ${type} ${name}, saturate: ${saturate}`, () => {
          const wanted = grid((i, row, column) => {
            const where = at(row, column);
            const zeroAt = decode(type, zeros[where]);
            return quantized(type, Math.fround(values[i]), scales[where], zeroAt, saturate);
          });
          const node = { op: 'QuantizeLinear', opset: opsetOf(type) };
          const inputs = [t([4, 6], values), scale, zero];
          return each({ ...node, inputs, attributes: { ...attributes, saturate } }, (made, about) =>
            sameItems(made, wanted, about),
          );
        });

      it(`from ${type} ${name}`, async () => {
        const elements = grid((i) => list[(5 * i) % list.length]);
        const wanted = grid((i, row, column) => {
          const where = at(row, column);
          const [element, middle] = [decode(type, elements[i]), decode(type, zeros[where])];
          return Math.fround(Math.fround(element - middle) * scales[where]);
        });
        const inputs = [small(type, elements, [4, 6]), scale, zero];
        const node = { op: 'DequantizeLinear', opset: opsetOf(type), attributes };
        await each({ ...node, inputs }, (made, about) => sameNumbers(made, wanted, about));
      });
    }

  it('to the type that output_dtype names, by a scale that is a power of two', async () => {
    for (const type of quantizable) {
      const attributes = { output_dtype: elementTypes[type] };
      const scale = small(powers, [128], []);
      const node = { op: 'QuantizeLinear', attributes, inputs: [t([3], [1, 2, -4]), scale] };
      await each(node, (made, about) => {
        assert.equal(made.type, type);
        sameItems(
          made,
          [1, 2, -4].map((number) => quantized(type, number, 2, 0, 1)),
          about,
        );
      });
    }
    const inputs = [small('float4e2m1', [2, 15]), small(powers, [128], [])];
    const node = { op: 'DequantizeLinear', inputs, attributes: { output_dtype: 1 } };
    await each(node, (made, about) => sameNumbers(made, [2, -12], about));
    await refused({ ...node, opset: newest, attributes: {} }, /output_dtype/);
  });

  it('refuse a type before its opset', async () => {
    for (const type of quantizable) {
      const opset = firstOpset(type) - 1;
      const one = t([], [1]);
      const zero = small(type, [0], []);
      await refused({ op: 'QuantizeLinear', opset, inputs: [one, one, zero] }, new RegExp(type));
      await refused({ op: 'DequantizeLinear', opset, inputs: [zero, one] }, new RegExp(type));
    }
  });
});

it('the tests know how many bits each type has', () => {
  assert.deepEqual(smallTypes.map(bitsOf), [8, 8, 8, 8, 4, 8, 4, 4, 2, 2]);
});
