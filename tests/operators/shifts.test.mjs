/** BitShift of every byte by every byte, and of random wider integers by every near amount: BitShift-28's rule. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { integerNames, tensorOf, types } from './reference/types.mjs';
import { runNode } from './support/engines.mjs';
import { randomValues, seeded } from './support/values.mjs';

const { random, seed } = seeded(28);

/** With bigints, keeping the low bits. */
function shifted(x, amount, direction, { bits, signed }) {
  const isFar = amount < 0n || amount >= BigInt(bits);
  if (isFar) return direction === 'RIGHT' && x < 0n ? -1n : 0n;
  const whole = direction === 'LEFT' ? x << amount : x >> amount;
  return signed ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole);
}

const range = (low, high) =>
  Array.from({ length: Number(high - low) + 1 }, (_, i) => low + BigInt(i));

function valuesOfType(name) {
  const { bits, low, high, signed } = types[name];
  if (bits === 8) return { values: range(low, high), amounts: range(low, high) };
  const near = range(signed ? -2n : 0n, BigInt(bits) + 2n);
  return { values: randomValues(random, name, 61), amounts: [...near, low, high] };
}

for (const direction of ['LEFT', 'RIGHT']) {
  describe(`BitShift ${direction}, ${seed}`, () => {
    for (const name of integerNames) {
      it(name, () => {
        const { values, amounts } = valuesOfType(name);
        const pairs = values.flatMap((x) => amounts.map((amount) => [x, amount]));
        const operand = (side) =>
          tensorOf(
            name,
            pairs.map((pair) => pair[side]),
          );
        const options = { attributes: { direction } };
        const { data } = runNode('BitShift', [operand(0), operand(1)], options);
        pairs.forEach(([x, amount], i) => {
          const wanted = shifted(x, amount, direction, types[name]);
          if (BigInt(data[i]) !== wanted)
            assert.fail(`${x} by ${amount}: ${data[i]}, not ${wanted}`);
        });
      });
    }
  });
}
