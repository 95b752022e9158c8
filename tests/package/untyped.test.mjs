/** Numbers without a type: casts keep their digits, integers are exact or rejected, and rows keep their type. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DTypeError, load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';
import { assertTensor, throwsError } from './asserts.mjs';

const sc = await load();

describe('cast of values without a type', () => {
  it('keeps every digit that the type holds', () => {
    const time = 1_700_000_000_123;
    for (const cast of [
      (values, type) => sc.cast(values, type),
      (values, type) => sc.run('Cast', [values], { attributes: { to: type } }),
      (values, type) => sc.run('CastLike', [values, sc.zeros([1], type)]),
    ]) {
      assertTensor(cast([time, -time], 'int64'), 'int64', [2], [BigInt(time), BigInt(-time)]);
      assertTensor(cast([2 ** 53 - 1], 'int64'), 'int64', [1], [2n ** 53n - 1n]);
      assertTensor(cast([4_000_000_001], 'uint32'), 'uint32', [1], [4_000_000_001]);
      assertTensor(cast([[1e300], [0.1]], 'float64'), 'float64', [2, 1], [1e300, 0.1]);
      assertTensor(cast([16777217], 'int32'), 'int32', [1], [16777217]);
      assertTensor(cast([2n ** 63n - 1n], 'int64'), 'int64', [1], [2n ** 63n - 1n]);
      assertTensor(cast([2n ** 64n - 1n], 'uint64'), 'uint64', [1], [2n ** 64n - 1n]);
      assertTensor(cast(0.1, 'float64'), 'float64', [], [0.1]);
      assertTensor(cast(16777217, 'float32'), 'float32', [], [16777216]);
    }
    assertTensor(sc.run('Cast', [[0.1]], { attributes: { to: 11 } }), 'float64', [1], [0.1]);
    assertTensor(
      sc.cast([0.1, 1 / 3, 1e21], 'string'),
      'string',
      [3],
      ['0.1', String(1 / 3), '1e+21'],
    );
  });

  it('rounds once', () => {
    // 1 + 2^-11 + 2^-30 is above the middle of two float16, and its float32 is that middle.
    assertTensor(
      sc.cast(sc.cast([1 + 2 ** -11 + 2 ** -30], 'float16'), 'float64'),
      'float64',
      [1],
      [1 + 2 ** -10],
    );
  });

  it('truncates and clamps', () => {
    assertTensor(
      sc.cast([1.7, -300, Number.NaN, Infinity], 'int8'),
      'int8',
      [4],
      [1, -128, 0, 127],
    );
    assertTensor(sc.cast([300n, -300n], 'int8'), 'int8', [2], [127, -128]);
    assertTensor(
      sc.cast([1e300, -1e300, 2.5], 'int64'),
      'int64',
      [3],
      [2n ** 63n - 1n, -(2n ** 63n), 2n],
    );
    assertTensor(sc.cast([2n ** 63n], 'int64'), 'int64', [1], [2n ** 63n - 1n]);
    assertTensor(sc.cast([true, false], 'float32'), 'float32', [2], [1, 0]);
    assertTensor(sc.cast([0.25, 0, -2], 'bool'), 'bool', [3], [1, 0, 1]);
  });

  it('takes strings in any nesting', () => {
    for (const to of ['float32', 1])
      assertTensor(
        sc.run('Cast', [['1', '2.5']], { attributes: { to } }),
        'float32',
        [2],
        [1, 2.5],
      );
    assertTensor(sc.cast([['1'], ['-2.5']], 'float64'), 'float64', [2, 1], [1, -2.5]);
    assertTensor(sc.cast('17', 'int8'), 'int8', [], [17]);
    const ends = ['9223372036854775808', '-1e30', '-1'];
    assertTensor(sc.cast(ends, 'int64'), 'int64', [3], [2n ** 63n - 1n, -(2n ** 63n), -1n]);
    assertTensor(sc.cast(ends, 'uint64'), 'uint64', [3], [2n ** 63n, 0n, 0n]);
  });

  it('keeps digits in fused expressions', () => {
    const like = Float64Array.of(0);
    const f = sc.fuse((x) => x.add(sc.cast([0.1], 'float64')));
    assertTensor(f(like), 'float64', [1], [0.1]);
    const g = sc.fuse((x) => sc.run('CastLike', [[0.1], x]));
    assertTensor(g(like), 'float64', [1], [0.1]);
    const h = sc.fuse((x) => sc.run('CastLike', [1.75, x]));
    assertTensor(h(new Int8Array(1)), 'int8', [], [1]);
  });
});

describe('integers that float32 does not hold', () => {
  const refuses = (action, ...words) => {
    const { message } = throwsError(action, DTypeError, 'wrong_value');
    for (const word of ['16777217', 'float32', 'float64', ...words])
      assert.ok(message.includes(word), `${message} should name ${word}`);
  };
  const floats = Float32Array.of(1);

  it('are rejected wherever no type is given', async () => {
    const odd = 2 ** 24 + 1;
    refuses(() => sc.tensor([odd]), 'int32', 'int64');
    refuses(() => sc.tensor([odd], [1]), 'int32');
    refuses(() => sc.tensor([[1], [-odd]]), 'int32');
    refuses(() => sc.tensor(odd), 'int32');
    refuses(() => sc.full([2], odd), 'int32');
    refuses(() => sc.arange(odd - 1, odd + 1), 'int32');
    refuses(() => sc.add(floats, odd), 'B');
    refuses(() => sc.add([odd], floats), 'A');
    refuses(() => sc.add(floats, BigInt(odd)), 'B');
    refuses(() => sc.where([true], odd, floats), 'B');
    refuses(() => sc.run('Add', [floats, [odd]]), 'B');
    refuses(() => sc.fuse((x) => x.add(odd))(floats));
    refuses(() => sc.fuse((x, y) => x.add(y))(floats, odd), 'B');
    refuses(() => sc.pad(floats, [1, 1], { value: odd }));
    refuses(() => sc.ncnn('ADD', floats, odd), 'B');
    const session = await InferenceSession.create(
      encodeModel({
        inputs: [{ name: 'x', dims: [1] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
      }),
      { engine: sc },
    );
    await assert.rejects(session.run({ x: [odd] }), /float32 can represent, but is 16777217/);
    session.release();
    const { message } = throwsError(
      () => sc.tensor([1_700_000_000_123]),
      DTypeError,
      'wrong_value',
    );
    assert.ok(message.includes('int64') && !message.includes('int32'), message);
    const halves = sc.cast([1], 'float16');
    throwsError(() => halves.add(2049), DTypeError, 'wrong_value');
  });

  it('are rounded to a type that is named', () => {
    assertTensor(sc.tensor('float32', [16777217]), 'float32', [1], [16777216]);
    assertTensor(sc.full([1], 16777217, 'float32'), 'float32', [1], [16777216]);
    assertTensor(sc.arange(16777217, 16777218, 1, 'float32'), 'float32', [1], [16777216]);
  });

  it('leave all other numbers as they were', () => {
    assertTensor(
      sc.tensor([16777218, 2 ** 60, 0.1]),
      'float32',
      [3],
      [16777218, 2 ** 60, Math.fround(0.1)],
    );
    // Above 2^53 a number may stand for others near it.
    assertTensor(sc.add(floats, -1e30), 'float32', [1], [Math.fround(-1e30)]);
    assertTensor(sc.add(Float64Array.of(0), 16777217), 'float64', [1], [16777217]);
    assertTensor(sc.add(Int32Array.of(0), 16777217), 'int32', [1], [16777217]);
  });
});

describe('rows that are typed arrays', () => {
  it('keep their type', () => {
    assertTensor(sc.tensor([Float64Array.of(0.1, 2)]), 'float64', [1, 2], [0.1, 2]);
    assertTensor(sc.tensor([Int32Array.of(16777217)]), 'int32', [1, 1], [16777217]);
    assertTensor(sc.tensor([[Uint8Array.of(1)], [Uint8Array.of(2)]]), 'uint8', [2, 1, 1], [1, 2]);
    assertTensor(
      sc.tensor([BigUint64Array.of(2n ** 64n - 1n)]),
      'uint64',
      [1, 1],
      [2n ** 64n - 1n],
    );
    assertTensor(sc.tensor([[1], Float64Array.of(0.1)]), 'float64', [2, 1], [1, 0.1]);
    assertTensor(sc.tensor([Float64Array.of(0.1), [2]], [2, 1]), 'float64', [2, 1], [0.1, 2]);
    assertTensor(sc.neg([Float64Array.of(0.1)]), 'float64', [1, 1], [-0.1]);
    assertTensor(sc.add([Float64Array.of(0.1)], 1), 'float64', [1, 1], [1.1]);
    assertTensor(sc.add([1], [Float64Array.of(0.1)]), 'float64', [1, 1], [1.1]);
    assertTensor(sc.cast([Int32Array.of(16777217)], 'float64'), 'float64', [1, 1], [16777217]);
    assertTensor(
      sc.fuse((x) => x.add([Float64Array.of(0.1)]))(Float64Array.of(1)),
      'float64',
      [1, 1],
      [1.1],
    );
  });

  it('are converted to a type that is named', () => {
    assertTensor(
      sc.tensor('float64', [Int32Array.of(1), Float32Array.of(2)]),
      'float64',
      [2, 1],
      [1, 2],
    );
    assertTensor(
      sc.cast(sc.tensor('bfloat16', [Uint16Array.of(0x3f80)]), 'float32'),
      'float32',
      [1, 1],
      [1],
    );
    assertTensor(sc.tensor('bool', [Uint8Array.of(0, 255)]), 'bool', [1, 2], [0, 1]);
  });

  it('must agree in it', () => {
    const { message } = throwsError(
      () => sc.tensor([Int32Array.of(1), Float64Array.of(2)]),
      DTypeError,
      'mixed_rows',
    );
    assert.match(message, /int32 and float64/);
    throwsError(() => sc.add([Float64Array.of(1)], Float32Array.of(1)), DTypeError, 'types_differ');
    throwsError(
      () => sc.add([[1], Float64Array.of(1)], Float32Array.of(1)),
      DTypeError,
      'mixed_rows',
    );
  });

  it('must be there', () => {
    const detached = Float32Array.of(1);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    const buffer = new ArrayBuffer(16, { maxByteLength: 32 });
    const outside = new Float32Array(buffer, 8, 2);
    buffer.resize(4);
    for (const row of [detached, outside])
      for (const action of [
        () => sc.tensor([row]),
        () => sc.tensor(row),
        () => sc.neg(row),
        () => sc.neg([row]),
        () => sc.tensor('float64', [row]),
      ])
        throwsError(action, DTypeError, 'detached_buffer');
  });

  it('are not tensors, which stack joins', () => {
    const { message } = throwsError(
      () => sc.tensor([sc.tensor([1]), sc.tensor([2])]),
      DTypeError,
      'wrong_value',
    );
    assert.match(message, /stack\(\[a, b\]\)/);
  });
});
