import assert from 'node:assert/strict';
import { SimdcastError } from 'simdcast';

/** Checks that `action` throws an error of the class, with the code, and returns it. */
export function throwsError(action, ErrorClass, code) {
  let caught;
  assert.throws(action, (error) => {
    caught = error;
    return true;
  });
  checkError(caught, ErrorClass, code);
  return caught;
}

export async function rejectsWith(action, ErrorClass, code) {
  let caught;
  await assert.rejects(action, (error) => {
    caught = error;
    return true;
  });
  checkError(caught, ErrorClass, code);
  return caught;
}

function checkError(error, ErrorClass, code) {
  assert.ok(error instanceof ErrorClass, `${error.stack} should be ${ErrorClass.name}`);
  assert.ok(error instanceof SimdcastError);
  assert.ok(error instanceof Error);
  assert.equal(error.name, ErrorClass.name);
  assert.equal(error.code, code);
  assert.ok(error.message.length > 0);
}

/** Checks a result's type, dims and elements. */
export function assertTensor(tensor, type, dims, elements) {
  assert.equal(tensor.type, type);
  assert.deepEqual([...tensor.dims], dims);
  assert.deepEqual(Array.from(tensor.data), Array.from(elements));
}
