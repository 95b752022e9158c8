/**
 * Fills, copies, reductions and windows of more than 2^31 bytes, beyond the range of wasm's signed byte
 * counts. Each uses a new engine, so its memory is freed.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';

const GB = 2 ** 30;
const HALF = 2 ** 30 + 2 ** 26;

/** Runs `work` on an engine that may use all of wasm's memory, and closes it. */
async function withEngine(work) {
  // Different limits, so no two share an engine.
  nextLimit -= 65536;
  const sc = await load({ maximumMemory: nextLimit });
  try {
    await work(sc);
  } finally {
    sc.close();
  }
}
let nextLimit = 4 * GB - 65536;

/** Whether all of the bytes are the same, some megabytes at a time. */
function areAll(bytes, value) {
  const wanted = Buffer.alloc(2 ** 24, value);
  for (let first = 0; first < bytes.length; first += wanted.length) {
    const part = bytes.subarray(first, first + wanted.length);
    if (Buffer.compare(part, wanted.subarray(0, part.length)) !== 0) return false;
  }
  return true;
}

/** Positions to check in a result: its ends, and the end of 31-bit counts. */
const placesIn = (length) =>
  [0, 1, length / 2 - 1, length / 2, 2 ** 31 - 1, 2 ** 31, length - 2, length - 1].filter(
    (place) => Number.isInteger(place) && place < length,
  );

describe('more than 2^31 bytes', () => {
  it('are reduced: the minimum of all sevens is 7', () =>
    withEngine((sc) => {
      const sevens = sc.tensor(new Uint8Array(2 ** 29).fill(7), [2, 2 ** 28]);
      const least = sc.min(sevens, { axis: 0 });
      assert.ok(areAll(least.data, 7));
    }));

  it('are read by a reduction', () =>
    withEngine((sc) => {
      const bytes = new Uint8Array(HALF * 2).fill(9);
      bytes[2 ** 31 + 5] = 3;
      const tensor = sc.tensor(bytes, [2, HALF]);
      const most = sc.max(tensor, { axis: 0 });
      assert.ok(areAll(most.data, 9));
      most.dispose();
      const least = sc.min(tensor, { axis: 0 });
      assert.equal(least.data[2 ** 31 + 5 - HALF], 3);
    }));

  it('are searched for the largest, in little memory', () =>
    withEngine((sc) => {
      const [rows, columns] = [16, 2 ** 25];
      const bytes = new Uint8Array(rows * columns);
      for (let row = 0; row < rows; row++) bytes[row * columns + row * 3] = 200 + row;
      const before = sc.memory().bytes;
      const found = sc.argMax(sc.tensor(bytes, [rows, columns]), { axis: 0 });
      // The input, the result of 8 bytes a column, and no copy of either in wider lanes.
      const needed = bytes.length + 8 * columns;
      assert.ok(sc.memory().bytes - before < 1.5 * needed);
      for (let row = 0; row < rows; row++) assert.equal(Number(found.data[row * 3]), row);
      assert.equal(Number(found.data[columns - 1]), 0);
    }));

  it('are filled with one element', () =>
    withEngine((sc) => {
      const filled = sc.expand(sc.tensor(new Uint8Array([5]), [1]), [2, HALF]);
      assert.ok(areAll(filled.data, 5));
    }));

  it('are filled by a broadcast operator', () =>
    withEngine((sc) => {
      const row = new Uint8Array(HALF);
      row[0] = 1;
      row[HALF - 1] = 2;
      const sum = sc.add(sc.tensor(row, [1, HALF]), sc.tensor(new Uint8Array([10, 20]), [2, 1]));
      const { data } = sum;
      assert.deepEqual(
        [0, 1, HALF - 1, HALF, HALF + 1, 2 * HALF - 1].map((place) => data[place]),
        [11, 10, 12, 21, 20, 22],
      );
    }));

  it('are copied', () =>
    withEngine((sc) => {
      const row = new Uint8Array(HALF);
      row[0] = 1;
      row[HALF - 1] = 2;
      const half = sc.tensor(row, [1, HALF]);
      const { data } = sc.concat([half, half], { axis: 0 });
      for (const place of placesIn(2 * HALF)) {
        const within = place % HALF;
        assert.equal(data[place], within === 0 ? 1 : within === HALF - 1 ? 2 : 0, `${place}`);
      }
    }));

  it('are padded', () =>
    withEngine((sc) => {
      const [rows, columns] = [2 ** 10, 2 ** 10];
      const tensor = sc.tensor(new Uint8Array(rows * columns).fill(4), [rows, columns]);
      const before = (2 * HALF) / columns - rows;
      const { data } = sc.pad(tensor, [before, 0, 0, 0], { value: 6 });
      assert.equal(data.length, 2 * HALF);
      assert.ok(areAll(data.subarray(0, before * columns), 6));
      assert.ok(areAll(data.subarray(before * columns), 4));
    }));
});
