/** Arguments that are not tensors: each is rejected with a typed error that names the operand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttributeError, DTypeError, load, ShapeError } from 'simdcast';
import { throwsError } from './asserts.mjs';

const sc = await load();
const good = { data: Float32Array.of(1, 2), dims: [2] };

/** Calls with the argument as a plain operand on either side. */
function refusedOperand(value, ErrorClass, code) {
  const first = throwsError(() => sc.add(value, good), ErrorClass, code);
  const second = throwsError(() => sc.add(good, value), ErrorClass, code);
  assert.match(first.message, /\bA\b/);
  assert.match(second.message, /\bB\b/);
}

/** The same calls, and those on a resident tensor. */
function refused({ type, data, dims }, ErrorClass, code) {
  refusedOperand({ type, data, dims }, ErrorClass, code);
  const make = type === undefined ? () => sc.tensor(data, dims) : () => sc.tensor(type, data, dims);
  const { tensors } = sc.memory();
  throwsError(make, ErrorClass, code);
  assert.equal(sc.memory().tensors, tensors);
}

describe('dims', () => {
  for (const [title, dims] of [
    ['negative', [-1]],
    ['negative beside others', [2, -3, 4]],
    ['fractional', [1.5]],
    ['NaN', [Number.NaN]],
    ['infinite', [Number.POSITIVE_INFINITY]],
    ['2^31', [2 ** 31]],
    ['2^53', [2 ** 53]],
    ['a string', ['2']],
    ['a BigInt', [2n]],
    ['null', [null]],
    ['undefined', [undefined]],
  ]) {
    it(`with a size that is ${title}`, () => {
      refused({ data: new Float32Array(2), dims }, ShapeError, 'invalid_size');
    });
  }

  for (const [title, dims] of [
    ['a number', 2],
    ['a string', '2'],
    ['null', null],
    ['an object', { length: 1, 0: 2 }],
  ]) {
    it(`that are ${title}`, () => {
      refused({ data: new Float32Array(2), dims }, ShapeError, 'invalid_dims');
    });
  }

  it('of a rank that is too high', () => {
    const dims = new Array(17).fill(1);
    refused({ data: new Float32Array(1), dims }, ShapeError, 'rank_too_high');
  });

  it('of rank 16 are fine', () => {
    const dims = new Array(16).fill(1);
    const sum = sc.add({ data: Float32Array.of(2), dims }, good);
    assert.deepEqual([...sum.dims], [...new Array(15).fill(1), 2]);
  });

  it('with more than 2^53 elements', () => {
    const dims = [2 ** 31 - 1, 2 ** 31 - 1];
    refused({ data: new Float32Array(2), dims }, ShapeError, 'too_many_elements');
  });

  it('name the axis that is wrong', () => {
    const error = throwsError(
      () => sc.add({ data: new Float32Array(2), dims: [2, -3] }, good),
      ShapeError,
      'invalid_size',
    );
    assert.match(error.message, /axis 1/i);
    assert.match(error.message, /-3/);
  });
});

describe('data', () => {
  it('of another length than dims say', () => {
    for (const [length, dims] of [
      [5, [2, 3]],
      [7, [2, 3]],
      [0, [1]],
      [1, [0]],
      [0, []],
      [2, []],
    ])
      refused({ data: new Float32Array(length), dims }, ShapeError, 'length_mismatch');
    const error = throwsError(
      () => sc.add({ data: new Float32Array(5), dims: [2, 3] }, good),
      ShapeError,
      'length_mismatch',
    );
    assert.match(error.message, /\(2,3\).*6.*5/);
  });

  it('of another length than dims say: complex numbers take two items', () => {
    const make = (length) => sc.tensor('complex64', new Float32Array(length), [2]);
    throwsError(() => make(2), ShapeError, 'length_mismatch');
    make(4).dispose();
  });

  it('of another class than the type wants', () => {
    for (const [type, data] of [
      ['float32', new Int32Array(2)],
      ['float32', new Float64Array(2)],
      ['int64', new Int32Array(2)],
      ['int64', new BigUint64Array(2)],
      ['uint8', new Int8Array(2)],
      ['bool', new Int8Array(2)],
      ['float16', new Float32Array(2)],
      ['bfloat16', new Float32Array(2)],
    ])
      refusedOperand({ type, data, dims: [2] }, DTypeError, 'wrong_array');
  });

  it('of another class than the type wants, with values that it does not have', () => {
    for (const [type, data] of [
      ['uint8', Int8Array.of(1, -1)],
      ['int8', Uint8Array.of(1, 128)],
      ['int32', Float32Array.of(1, 1.5)],
      ['int32', Float64Array.of(1, Number.NaN)],
      ['uint32', Float64Array.of(1, 2 ** 32)],
      ['int64', BigUint64Array.of(1n, 2n ** 63n)],
      ['uint64', BigInt64Array.of(1n, -1n)],
      ['bool', Int8Array.of(1, 2)],
    ]) {
      const { tensors } = sc.memory();
      throwsError(() => sc.tensor(type, data, [2]), DTypeError, 'wrong_value');
      assert.equal(sc.memory().tensors, tensors);
    }
  });

  it('that is no typed array', () => {
    for (const data of [new DataView(new ArrayBuffer(8)), new ArrayBuffer(8), null]) {
      refusedOperand({ type: 'float32', data, dims: [2] }, DTypeError, 'not_a_typed_array');
      throwsError(() => sc.tensor('float32', data, [2]), DTypeError, 'wrong_value');
    }
    for (const data of ['ab', 5]) {
      refusedOperand({ type: 'float32', data, dims: [2] }, DTypeError, 'not_a_typed_array');
      throwsError(() => sc.tensor('float32', data, [2]), ShapeError, 'length_mismatch');
    }
    const numbers = { type: 'float32', data: [1, 2], dims: [2] };
    throwsError(() => sc.add(numbers, good), DTypeError, 'not_a_typed_array');
  });

  it('in a SharedArrayBuffer', () => {
    const data = new Float32Array(new SharedArrayBuffer(8));
    refused({ data, dims: [2] }, DTypeError, 'shared_buffer');
  });

  it('in a detached buffer', () => {
    const data = new Float32Array(2);
    structuredClone(data.buffer, { transfer: [data.buffer] });
    refused({ data, dims: [2] }, DTypeError, 'detached_buffer');
    refused({ data, dims: [0] }, DTypeError, 'detached_buffer');
  });

  it('of strings', () => {
    throwsError(
      () => sc.add({ type: 'string', data: ['a'], dims: [1] }, good),
      DTypeError,
      'type_unsupported',
    );
  });

  it('of an unknown type', () => {
    for (const type of ['float', 'Float32', '', 'constructor', '__proto__']) {
      const data = new Float32Array(2);
      throwsError(() => sc.add({ type, data, dims: [2] }, good), DTypeError, 'unknown_type');
      throwsError(() => sc.tensor(type, data, [2]), DTypeError, 'unknown_type');
    }
  });
});

describe('operands', () => {
  it('that are no tensors', () => {
    for (const value of [null, {}, { data: new Float32Array(1) }, { dims: [1] }])
      refusedOperand(value, DTypeError, 'not_a_tensor');
  });

  it('that are no tensors, with values that the other operand does not have', () => {
    const whole = { data: Int32Array.of(1, 2), dims: [2] };
    for (const [value, other] of [
      [true, good],
      [2n ** 53n + 1n, good],
      ['a', good],
      [[1, '2'], good],
      [2.5, whole],
      [[1, Number.NaN], whole],
      [2 ** 31, whole],
    ]) {
      throwsError(() => sc.add(value, other), DTypeError, 'wrong_value');
      throwsError(() => sc.add(other, value), DTypeError, 'wrong_value');
    }
  });

  it('that are left out', () => {
    for (const [operands, missing] of [
      [[undefined, good], 'A'],
      [[good, undefined], 'B'],
      [[good], 'B'],
      [[], 'A'],
    ]) {
      const { message } = throwsError(() => sc.add(...operands), DTypeError, 'not_a_tensor');
      assert.match(message, new RegExp(`^add: ${missing} must be .*, but is undefined`));
    }
    for (const inputs of [[undefined, good], [good, undefined], [good]]) {
      const { message } = throwsError(() => sc.run('Add', inputs), ShapeError, 'operand_count');
      assert.match(message, /Add accepts 2 inputs/);
      assert.doesNotMatch(message, /got 2/);
    }
  });

  it('that are too few or too many', () => {
    throwsError(() => sc.run('Add', []), ShapeError, 'operand_count');
    throwsError(() => sc.run('Add', [good]), ShapeError, 'operand_count');
    throwsError(() => sc.run('Add', [good, good, good]), ShapeError, 'operand_count');
    throwsError(() => sc.run('Add', new Array(33).fill(good)), ShapeError, 'operand_count');
    throwsError(() => sc.run('Add', undefined), ShapeError, 'operand_count');
  });

  it('of two types', () => {
    const other = { data: Int32Array.of(1, 2), dims: [2] };
    const error = throwsError(() => sc.add(good, other), DTypeError, 'types_differ');
    assert.match(error.message, /float32/);
    assert.match(error.message, /int32/);
  });

  it('of a type that the operator does not take', () => {
    const truth = { type: 'bool', data: Uint8Array.of(0, 1), dims: [2] };
    const error = throwsError(() => sc.add(truth, truth), DTypeError, 'type_unsupported');
    assert.match(error.message, /^add accepts /);
    assert.match(error.message, /bool/);
  });

  it('of bytes that are truth values, and of how to say so', () => {
    const bytes = { data: Uint8Array.of(0, 1), dims: [2] };
    const hint = "; pass type: 'bool' for bytes of 0 and 1.";
    const logical = throwsError(() => sc.and(bytes, bytes), DTypeError, 'type_unsupported');
    assert.equal(logical.message, `and accepts bool, not uint8${hint}`);
    const where = throwsError(() => sc.where(bytes, good, good), DTypeError, 'types_differ');
    assert.equal(
      where.message,
      `where accepts a bool condition and two values of one type, not uint8, float32 and float32${hint}`,
    );
  });

  it('at an opset, with the one that takes it', () => {
    const byte = { data: Int8Array.of(1), dims: [1] };
    const { message } = throwsError(
      () => sc.add(byte, byte, { opset: 13 }),
      DTypeError,
      'type_unsupported',
    );
    assert.match(
      message,
      /^add accepts float32, .* at opset 13, not int8\. Opset 14 accepts it\.$/,
    );
  });

  it('and attributes, in quotes', () => {
    const missing = throwsError(() => sc.run('Cast', [good]), AttributeError, 'attribute_missing');
    assert.equal(missing.message, "Cast requires the attribute 'to'.");
    const bytes = { data: Uint8Array.of(1), dims: [1] };
    const shift = throwsError(
      () => sc.run('BitShift', [bytes, bytes]),
      AttributeError,
      'attribute_missing',
    );
    assert.match(shift.message, /'direction', which is 'LEFT' or 'RIGHT'\./);
    const unknown = throwsError(
      () => sc.run('Add', [good, good], { attributes: { axis: 1 } }),
      AttributeError,
      'attribute_unknown',
    );
    assert.equal(
      unknown.message,
      "Add has no attribute 'axis' at opset 28; it had one at opset 6.",
    );
  });
});

describe('arguments that are not objects', () => {
  it('has no options', () => {
    for (const options of ['legacy', 6, 13n, true, Symbol('opset'), () => ({})]) {
      const calls = [
        () => sc.add(good, good, options),
        () => sc.run('Add', [good, good], options),
        () => sc.run('Add', [good, good], { attributes: options }),
        () => sc.ncnn('ADD', good, good, options),
        () => sc.expand(good, [2], options),
        () => sc.align([[2], [2]], options),
        () => sc.broadcastShapes([[2], [2]], options),
      ];
      for (const call of calls) throwsError(call, AttributeError, 'invalid_options');
    }
  });

  it('is no list of inputs', () => {
    for (const inputs of [undefined, null, 'ab', good, new Set([good, good])])
      throwsError(() => sc.run('Add', inputs), ShapeError, 'operand_count');
  });

  it('or lacks its data is an operand where it stands last', () => {
    for (const last of [{ dims: [2] }, { type: 'float32', dims: [2] }])
      throwsError(() => sc.clip(good, last), DTypeError, 'not_a_tensor');
    assert.deepEqual([...sc.clip(good, 1.5).data], [1.5, 2]);
    assert.deepEqual([...sc.clip(good, {}).data], [1, 2]);
    assert.deepEqual([...sc.clip(good, { opset: 13 }).data], [1, 2]);
    assert.deepEqual([...sc.clip(good, undefined, 1.5, { opset: 13 }).data], [1, 1.5]);
  });

  it('and the operand of another function is not options where those stand', () => {
    for (const last of [[1, 2], Float32Array.of(1, 2), good])
      throwsError(() => sc.max(good, last), AttributeError, 'invalid_options');
    for (const last of [{ dims: [2] }, { type: 'float32', dims: [2] }])
      throwsError(() => sc.max(good, last), AttributeError, 'option_unknown');
    assert.equal(sc.max(good, {}).item(), 2);
    assert.equal(sc.max(good, { opset: 13 }).item(), 2);
  });
});

describe('messages', () => {
  const messageOf = (action, ErrorClass, code) => throwsError(action, ErrorClass, code).message;

  it('tell texts and bigints from numbers', () => {
    const dims = (size) => () => sc.add({ ...good, dims: [size] }, good);
    assert.match(messageOf(dims('2'), ShapeError, 'invalid_size'), /A \('2',\)/);
    assert.match(messageOf(dims(2n), ShapeError, 'invalid_size'), /A \(2n,\)/);
    const opset = (value) => () => sc.add(good, good, { opset: value });
    assert.match(messageOf(opset('13'), AttributeError, 'invalid_opset'), /not '13'/);
    assert.match(messageOf(opset(13n), AttributeError, 'invalid_opset'), /not 13n/);
    const value = () => sc.tensor('float32', ['1'], [1]);
    assert.match(messageOf(value, DTypeError, 'wrong_value'), /'1', but float32 holds numbers/);
  });

  it('name typed arrays where numbers stand in plain arrays', () => {
    const plain = () => sc.add({ data: [1, 2], dims: [2] }, good);
    assert.match(messageOf(plain, DTypeError, 'wrong_array'), /typed array/);
  });
});

describe('after every rejection', () => {
  it('the engine works', () => {
    assert.deepEqual([...sc.add(good, good).data], [2, 4]);
  });
});
