/** Operators by name, with opsets and attributes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttributeError, BroadcastError, DTypeError, load } from 'simdcast';
import { assertTensor, throwsError } from './asserts.mjs';
import { counting } from './reference.mjs';

const sc = await load();
const one = { data: Float32Array.of(1, 2), dims: [2] };

describe('run', () => {
  it('runs any operator by its name', () => {
    assertTensor(sc.run('Add', [one, one]), 'float32', [2], [2, 4]);
    assertTensor(sc.run('Sub', [one, one]), 'float32', [2], [0, 0]);
    assertTensor(sc.run('Mul', [one, one]), 'float32', [2], [1, 4]);
    assertTensor(sc.run('Div', [one, one]), 'float32', [2], [1, 1]);
  });

  it('takes out', () => {
    const out = { data: new Float32Array(2), dims: [2] };
    assert.equal(sc.run('Add', [one, one], { out }), out);
    assert.deepEqual([...out.data], [2, 4]);
  });

  it('rejects an unknown name', () => {
    for (const name of ['add', 'Plus', '', undefined, 'constructor']) {
      const error = throwsError(() => sc.run(name, [one, one]), AttributeError, 'unknown_operator');
      assert.match(error.message, name === 'add' ? /did you mean 'Add'/ : /docs\/operators\.md/);
    }
  });

  it('rejects opsets that do not exist', () => {
    for (const opset of [0, -1, 1.5, Number.NaN, 1000, '13', null])
      throwsError(() => sc.run('Add', [one, one], { opset }), AttributeError, 'invalid_opset');
  });
});

describe('the legacy attributes, opset 6', () => {
  const a = counting([2, 3, 4, 5]);
  const b = counting([3, 4]);

  function checkAxisOne(sum) {
    assert.deepEqual([...sum.dims], [2, 3, 4, 5]);
    sum.data.forEach((value, i) => {
      assert.equal(value, i + (Math.floor(i / 5) % 12));
    });
  }

  it('place B by its axis', () => {
    checkAxisOne(sc.run('Add', [a, b], { opset: 6, attributes: { broadcast: 1, axis: 1 } }));
    checkAxisOne(sc.add(a, b, { opset: 6, broadcast: 1, axis: 1 }));
    checkAxisOne(sc.add(a, b, { opset: 1, broadcast: 1, axis: 1 }));
  });

  it('take BigInt, as protobuf readers give it', () => {
    checkAxisOne(sc.run('Add', [a, b], { opset: 6, attributes: { broadcast: 1n, axis: 1n } }));
  });

  it('match the suffix without an axis', () => {
    const row = counting([5]);
    const sum = sc.add(a, row, { opset: 6, broadcast: 1 });
    sum.data.forEach((value, i) => {
      assert.equal(value, i + (i % 5));
    });
  });

  it('are off unless given', () => {
    throwsError(() => sc.add(a, counting([5]), { opset: 6 }), BroadcastError, 'broadcast_off');
    assertTensor(sc.add(one, one, { opset: 6 }), 'float32', [2], [2, 4]);
  });

  it('reject an axis without broadcast to the suffix', () => {
    throwsError(() => sc.add(a, b, { opset: 6, broadcast: 1 }), BroadcastError, 'size_conflict');
  });

  it('never enlarge A', () => {
    throwsError(
      () => sc.add(counting([3, 1]), counting([4]), { opset: 6, broadcast: 1 }),
      BroadcastError,
      'target_would_grow',
    );
  });

  it('belong to opset 6 and below', () => {
    for (const opset of [7, 13, undefined]) {
      const attributes = { broadcast: 1 };
      const error = throwsError(
        () => sc.run('Add', [one, one], { opset, attributes }),
        AttributeError,
        'attribute_unknown',
      );
      assert.match(error.message, /broadcast/);
      throwsError(() => sc.add(one, one, { opset, axis: 0 }), AttributeError, 'attribute_unknown');
    }
  });

  it('may be undefined', () => {
    assertTensor(
      sc.add(one, one, { broadcast: undefined, axis: undefined }),
      'float32',
      [2],
      [2, 4],
    );
  });

  it('have values that make sense', () => {
    for (const attributes of [{ broadcast: 2 }, { broadcast: 'yes' }, { broadcast: 1, axis: 0.5 }])
      throwsError(
        () => sc.run('Add', [one, one], { opset: 6, attributes }),
        AttributeError,
        'invalid_attribute',
      );
  });
});

describe('attributes', () => {
  it('that do not exist are rejected', () => {
    for (const name of ['Axis', 'mode', 'constructor', '']) {
      const error = throwsError(
        () => sc.run('Add', [one, one], { attributes: { [name]: 1 } }),
        AttributeError,
        'attribute_unknown',
      );
      assert.match(error.message, /Add/);
    }
  });

  it('of version 1 are ignored there, and unknown from 6 on', () => {
    const attributes = { consumed_inputs: [0, 1] };
    assertTensor(sc.run('Add', [one, one], { opset: 1, attributes }), 'float32', [2], [2, 4]);
    throwsError(
      () => sc.run('Add', [one, one], { opset: 6, attributes }),
      AttributeError,
      'attribute_unknown',
    );
  });
});

describe('types by opset', () => {
  it('are rejected with the opset that accepts them', () => {
    for (const [TypedArray, type, opset, from] of [
      [Int32Array, 'int32', 5, 6],
      [Int8Array, 'int8', 13, 14],
      [Uint16Array, 'uint16', 7, 14],
    ]) {
      const tensor = { data: TypedArray.of(1, 2), dims: [2] };
      const { message } = throwsError(
        () => sc.add(tensor, tensor, { opset }),
        DTypeError,
        'type_unsupported',
      );
      assert.match(message, new RegExp(type));
      assert.match(message, new RegExp(`opset ${from}\\b`, 'i'));
      assertTensor(sc.add(tensor, tensor, { opset: from }), type, [2], [2, 4]);
    }
  });
});
