/** Floats of 8 and 4 bits, and integers of 4 and 2, in JavaScript: elements, strings, JSON, operands. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, Tensor } from 'simdcast';
import {
  arrayOf,
  decode,
  encode,
  fewBits,
  isItem,
  items,
  probes,
  rangeOf,
  smallFloats,
  smallTypes,
} from '../support/small-types.mjs';

const sc = await load();

/** Every element of a type, as a tensor of JavaScript and as one in wasm memory. */
function wholes(type) {
  const data = arrayOf(type).from(items(type));
  return [new Tensor(type, data, [data.length]), sc.tensor(type, data, [data.length])];
}

describe('elements of small types', () => {
  for (const type of smallTypes) {
    const numbers = items(type).map((item) => decode(type, item));

    it(`${type}: every one as a number`, () => {
      for (const tensor of wholes(type)) {
        assert.ok(tensor.data instanceof arrayOf(type));
        assert.deepEqual([...tensor.toArray()], items(type));
        tensor.toNested().forEach((number, i) => {
          assert.ok(Object.is(number, numbers[i]), `${i} is ${number}, not ${numbers[i]}`);
        });
      }
    });

    it(`${type}: every one in JSON and back`, () => {
      for (const tensor of wholes(type)) {
        const { data, dims } = JSON.parse(JSON.stringify(tensor));
        const back = new Tensor(type, data, dims);
        items(type).forEach((item, i) => {
          const wanted = Number.isNaN(numbers[i]) ? 'NaN' : item;
          assert.ok(isItem(type, back.data[i], wanted), `${item} came back as ${back.data[i]}`);
        });
      }
    });

    it(`${type}: the printed text is the number`, () => {
      for (const item of items(type)) {
        const text = String(new Tensor(type, arrayOf(type).of(item), []))
          .split('\n')
          .at(-1)
          .replace('inf', 'Infinity')
          .replace('nan', 'NaN');
        const number = Number(text);
        const wanted = decode(type, item);
        if (!Number.isFinite(wanted)) assert.ok(Object.is(number, wanted), `${text} of ${item}`);
        else assert.ok(isItem(type, item, encode(type, number)), `${text} of ${item}`);
      }
    });
  }

  for (const type of smallFloats)
    it(`${type}: numbers become the nearest`, () => {
      const numbers = probes(type);
      const { data } = sc.tensor(type, numbers);
      // If there is an infinity, it is kept, and is the result of overflow.
      const saturate = type === 'float8e5m2' ? 0 : 1;
      numbers.forEach((number, i) => {
        const wanted = encode(type, number, { saturate });
        assert.ok(isItem(type, data[i], wanted), `${number} became ${data[i]}, not ${wanted}`);
      });
    });

  for (const type of fewBits)
    it(`${type}: takes the whole numbers of its range`, () => {
      const [low, high] = rangeOf(type);
      assert.deepEqual([...sc.tensor(type, [low, high]).data], [low, high]);
      const text = new RegExp(`${type} holds integers from ${low} to ${high}`);
      for (const wrong of [low - 1, high + 1, 0.5])
        assert.throws(() => sc.tensor(type, [wrong]), { name: 'DTypeError', message: text });
    });
});

describe('arrays of small types', () => {
  const past = [
    ['int4', 8],
    ['int4', -9],
    ['uint4', 16],
    ['int2', 2],
    ['uint2', 4],
    ['float4e2m1', 16],
  ];
  for (const [type, item] of past)
    it(`${type} rejects the item ${item}`, () => {
      const data = arrayOf(type).of(0, item);
      const plain = { type, data, dims: [2] };
      const calls = [
        () => new Tensor(type, data, [2]),
        () => sc.tensor(type, data, [2]),
        () => sc.cast(plain, 'float32'),
        () => sc.run('Identity', [plain]),
        () => sc.fuse((x) => x.cast('float32'))(plain),
      ];
      for (const call of calls)
        assert.throws(call, {
          code: 'wrong_value',
          message: new RegExp(`Element 1 of .* ${item}`),
        });
    });

  it('are of the class of the type', () => {
    for (const type of smallTypes) {
      const Other = arrayOf(type) === Int8Array ? Uint8Array : Int8Array;
      const data = new Other(1);
      assert.throws(() => sc.cast({ type, data, dims: [1] }, 'bool'), { code: 'wrong_array' });
    }
  });

  it('stand for int8 and uint8 where no type is given', () => {
    assert.equal(sc.cast(Int8Array.of(1), 'float32').type, 'float32');
    assert.equal(sc.reshape(Int8Array.of(1), [1]).type, 'int8');
    assert.equal(sc.reshape(Uint8Array.of(1), [1]).type, 'uint8');
  });
});

describe('functions', () => {
  for (const type of smallTypes) {
    const [, tensor] = wholes(type);

    it(`that move take ${type}`, () => {
      const square = sc.reshape(tensor, [2, tensor.size / 2]);
      assert.deepEqual([...square.toArray()], items(type));
      const turned = sc.transpose(square);
      const half = tensor.size / 2;
      const wanted = items(type).map((_, i) => items(type)[(i % 2) * half + Math.floor(i / 2)]);
      assert.deepEqual([...turned.toArray()], wanted);
    });

    it(`that compute reject ${type}`, () => {
      const calls = [
        () => sc.add(tensor, tensor),
        () => sc.sum(tensor),
        () => sc.equal(tensor, tensor),
        () => sc.softmax(tensor),
        () => sc.matMul(tensor, tensor),
        () => sc.argMax(tensor),
      ];
      for (const call of calls) assert.throws(call, { name: 'DTypeError' });
      assert.equal(sc.supports('Add', type), false);
      assert.equal(sc.supports('Cast', type), true);
    });
  }

  it('cast to and from each of them, also within a fused expression', () => {
    const numbers = [0, 0.75, -1.5, 3, 100];
    for (const type of smallFloats) {
      const wanted = numbers.map((number) => decode(type, encode(type, number)));
      const there = sc.cast(Float32Array.from(numbers), type);
      assert.equal(there.type, type);
      assert.deepEqual([...sc.cast(there, 'float32').toArray()], wanted);
      const fused = sc.fuse((x) => x.cast(type).cast('float32').mul(2));
      assert.deepEqual(
        [...fused(Float32Array.from(numbers)).toArray()],
        wanted.map((number) => 2 * number),
      );
    }
  });
});
