/** The fix in an error, applied to the error's operands. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttributeError, BroadcastError, load } from 'simdcast';

const sc = await load();
const counted = (...dims) => ({
  data: Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) => i),
  dims,
});

function refused(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof BroadcastError);
    return error.alignment.fixes;
  }
  throw new assert.AssertionError({ message: 'nothing was refused' });
}

describe('applyFix', () => {
  it('adds the missing axes to a bias of channels', () => {
    const [image, bias] = [counted(2, 3, 4, 5), counted(3)];
    const [fix] = refused(() => sc.add(image, bias));
    const [a, b] = sc.applyFix(fix, [image, bias]);
    assert.equal(a, image);
    assert.deepEqual([...b.dims], [3, 1, 1]);
    const sum = sc.add(a, b);
    sum.data.forEach((value, i) => {
      assert.equal(value, i + (Math.floor(i / 20) % 3));
    });
  });

  it('applies every fix with the promised shape', () => {
    for (const [first, second] of [
      [[3, 4], [3]],
      [
        [2, 3],
        [3, 2],
      ],
      [[2, 16, 64], [2]],
    ]) {
      const operands = [counted(...first), counted(...second)];
      const fixes = refused(() => sc.add(...operands));
      assert.ok(fixes.length > 0);
      for (const fix of fixes) {
        const changed = sc.applyFix(fix, operands);
        assert.deepEqual([...changed[fix.operand].dims], [...fix.shape]);
        assert.deepEqual([...sc.add(...changed).dims], [...fix.outputShape]);
      }
    }
  });

  it('transposes elements, and does not only rename their axes', () => {
    const operands = [counted(2, 3), counted(3, 2)];
    const fix = refused(() => sc.add(...operands)).find(({ kind }) => kind === 'transpose');
    assert.ok(fix);
    const given = operands[fix.operand];
    const { data, dims } = sc.applyFix(fix, operands)[fix.operand];
    for (let row = 0; row < dims[0]; row++)
      for (let column = 0; column < dims[1]; column++)
        assert.equal(data[row * dims[1] + column], given.data[column * given.dims[1] + row]);
  });

  it('rejects a fix that changes no operand', () => {
    const { fixes } = sc.align(
      [
        [2, 3, 4, 5],
        [3, 4],
      ],
      { rule: 'legacy' },
    );
    const setAxis = fixes.find(({ kind }) => kind === 'setAxis');
    assert.ok(setAxis);
    const operands = [counted(2, 3, 4, 5), counted(3, 4)];
    assert.throws(() => sc.applyFix(setAxis, operands), AttributeError);
    const [fix] = sc.align([[3, 4], [3]]).fixes;
    assert.throws(() => sc.applyFix(fix, []), AttributeError);
  });
});
