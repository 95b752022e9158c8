/** Tasks on tensors in wasm memory, run and read back in every flavour. */
import assert from 'node:assert/strict';
import { tensorOf, types, valuesOf } from '../operators/reference/types.mjs';
import { engines, sameBytes } from '../operators/support/engines.mjs';
import { withoutProducts } from '../support/flavours.mjs';
import { importSource } from '../support/sources.mjs';

// The class from its source; the entry that contains it has its own tests.
const { TaskBuilder } = await importSource('engine/tasks.ts');
export const kernelsOf = (sc) => new TaskBuilder(sc.constructor.partsOf(sc));
export const everyKernels = withoutProducts(engines).map(kernelsOf);

const guard = 64;
const guardByte = 0xa5;
const sizeOf = (dims) => dims.reduce((all, size) => all * size, 1);
const bytesOf = ({ type, dims }) => {
  const { array, kind } = types[type];
  return sizeOf(dims) * array.BYTES_PER_ELEMENT * (kind === 'complex' ? 2 : 1);
};

/** Memory between guards. */
function reserve(memory, bytes) {
  const all = bytes + 2 * guard;
  const whole = memory.reserve(all);
  memory.write(whole, new Uint8Array(all).fill(guardByte), all);
  return { whole, address: whole + guard, bytes };
}

function checkGuards(memory, { whole, bytes }) {
  const all = memory.view(Uint8Array, whole, bytes + 2 * guard);
  const intact = (part) => part.every((byte) => byte === guardByte);
  assert.ok(intact(all.subarray(0, guard)), 'wrote before a tensor');
  assert.ok(intact(all.subarray(guard + bytes)), 'wrote past a tensor');
}

/**
 * Runs a task on tensors; an undefined input is absent. Returns the outputs.
 * @param {(kernels: object) => object} make
 */
export function runOn(kernels, make, inputs) {
  const task = make(kernels);
  const { memory } = kernels;
  const places = inputs.map((input) => {
    if (input === undefined) return undefined;
    const place = reserve(memory, bytesOf(input));
    memory.write(place.address, input.data, bytesOf(input));
    return place;
  });
  const results = task.outputs.map((output) => reserve(memory, bytesOf(output)));
  const workspace = reserve(memory, task.workspace);
  const addressOf = (place) => place?.address ?? 0;
  try {
    task.run(workspace.address, results.map(addressOf), places.map(addressOf));
    for (const place of [...places.filter(Boolean), ...results, workspace])
      checkGuards(memory, place);
    return task.outputs.map(({ type, dims }, i) => {
      const { array, kind } = types[type];
      const length = sizeOf(dims) * (kind === 'complex' ? 2 : 1);
      return { type, dims, data: memory.view(array, results[i].address, length).slice() };
    });
  } finally {
    task.dispose();
    for (const place of [...places, ...results, workspace]) if (place) memory.release(place.whole);
  }
}

/** The outputs, which must be the same values in every flavour. */
export function runTask(make, inputs) {
  const all = everyKernels.map((kernels) => runOn(kernels, make, inputs));
  for (const other of all.slice(1))
    other.forEach((tensor, i) => {
      if (!sameBytes(tensor.data, all[0][i].data))
        assert.deepEqual(valuesOf(tensor), valuesOf(all[0][i]), 'the flavours differ');
    });
  return all[0];
}

/** A tensor whose values are their positions. */
export const countingTensor = (type, dims) => {
  const integer = types[type].kind === 'int';
  const values = Array.from({ length: sizeOf(dims) }, (_, i) =>
    types[type].kind === 'complex'
      ? [i, -i]
      : types[type].kind === 'bool'
        ? i % 2
        : integer
          ? BigInt(i)
          : i,
  );
  return tensorOf(type, values, dims);
};

export { sizeOf };
