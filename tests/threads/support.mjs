/** Engines of several threads compared with one of the default entry: results must be bit-identical. */
import assert from 'node:assert/strict';
import { load } from 'simdcast';
import { load as loadThreads } from 'simdcast/threads';
import { isPart } from '../support/extent.mjs';

export const alone = await load({ flavour: 'simd' });

/** The numbers of threads: fewer and more than the machine has cores. */
export const COUNTS = isPart ? [3] : [2, 3, 8];

export const teams = await Promise.all(
  COUNTS.map((threads) => loadThreads({ threads, flavour: 'simd' })),
);

export function closeAll() {
  for (const team of teams) team.close();
}

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/** @param {{type: string, dims: readonly number[], data: ArrayBufferView}} result */
const copyOf = ({ type, dims, data }) => ({
  type,
  dims: [...dims],
  bytes: Buffer.from(bytesOf(data)),
});

/**
 * Runs work on resident operands in every engine.
 * @param {(sc: object, ...tensors: object[]) => object | object[]} work
 * @param {{type: string, dims: number[], data: object}[]} operands
 */
export function sameBits(work, operands, about) {
  const run = (sc) =>
    sc.tidy(() => {
      const tensors = operands.map(({ type, data, dims }) => sc.tensor(type, data, dims));
      return [work(sc, ...tensors)].flat().map(copyOf);
    });
  const expected = run(alone);
  teams.forEach((team, i) => {
    const actual = run(team);
    actual.forEach(({ type, dims, bytes }, at) => {
      assert.equal(type, expected[at].type, about);
      assert.deepEqual(dims, expected[at].dims, about);
      if (!bytes.equals(expected[at].bytes)) {
        const first = bytes.findIndex((byte, j) => byte !== expected[at].bytes[j]);
        assert.fail(`${about}: ${COUNTS[i]} threads differ at byte ${first} of ${bytes.length}`);
      }
    });
    assert.equal(team.threads, COUNTS[i], team.threadsReason);
  });
}
