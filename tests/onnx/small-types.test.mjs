/** Casts to and from floats of 8 and 4 bits and integers of 4 and 2: every value, and every midpoint. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bitsOf,
  decode,
  encode,
  fewBits,
  firstOpset,
  items,
  powers,
  probes,
  smallFloats,
  smallTypes,
} from '../support/small-types.mjs';
import { refused, t } from './one-node.mjs';
import { castTo, each, every, newest, sameItems, sameNumbers, small } from './small-tensors.mjs';

describe('Cast from small types', () => {
  for (const type of smallTypes) {
    const numbers = items(type).map((item) => decode(type, item));
    for (const to of ['float32', 'float64'])
      it(`${type} to ${to}, every value`, () =>
        each({ ...castTo(to), inputs: [every(type)] }, (result, about) => {
          assert.equal(result.type, to);
          sameNumbers(result, numbers, about);
        }));

    it(`${type} to bool and to text`, async () => {
      await each({ ...castTo('bool'), inputs: [every(type)] }, (result, about) =>
        sameNumbers(
          result,
          numbers.map((number) => (number === 0 ? 0 : 1)),
          about,
        ),
      );
      await each({ ...castTo('string'), inputs: [every(type)] }, ({ data }, about) =>
        data.forEach((text, i) => {
          const number = /INF/.test(text) ? Number(text.replace('INF', 'Infinity')) : Number(text);
          assert.ok(Object.is(Math.fround(number), numbers[i]), `${about}: ${text}`);
        }),
      );
    });
  }

  it('to integers, which floats go towards 0 in', async () => {
    for (const to of ['int8', 'int16', 'int32', 'int64'])
      for (const type of ['float4e2m1', ...fewBits])
        await each({ ...castTo(to), inputs: [every(type)] }, (result, about) =>
          sameNumbers(
            result,
            items(type).map((item) => Math.trunc(decode(type, item)) + 0),
            about,
          ),
        );
  });
});

/** Every setting of a cast to the type. */
const choicesOf = (type) => {
  const choices = type === powers ? ['up', 'down', 'nearest'] : [undefined];
  return choices.flatMap((mode) =>
    [0, 1].map((saturate) => ({ saturate, ...(mode && { round_mode: mode }) })),
  );
};

describe('Cast to small types', () => {
  for (const type of smallTypes) {
    const numbers = probes(type);
    for (const choice of smallFloats.includes(type) ? choicesOf(type) : [{}]) {
      const { saturate = 1, round_mode: mode } = choice;
      const wanted = numbers.map((number) => encode(type, number, { saturate, mode }));
      it(`${type} ${JSON.stringify(choice)}: values, middles and neighbours`, async () => {
        for (const input of [
          t([numbers.length], numbers),
          t([numbers.length], numbers, 'float64'),
        ]) {
          const known = fewBits.includes(type) ? wanted.map((item) => item || 0) : wanted;
          await each({ ...castTo(type, choice), inputs: [input] }, (result, about) =>
            sameItems(result, known, about),
          );
        }
      });
    }

    it(`${type} by default saturates, and rounds up`, () =>
      each({ ...castTo(type), inputs: [t([numbers.length], numbers)] }, (result, about) =>
        sameItems(
          result,
          numbers.map((number) => encode(type, number) || 0),
          about,
        ),
      ));

    it(`${type} of integers, truth values and texts`, async () => {
      const whole = [0, 1, 2, 3, 5, 7, 11, 100, -1, -3, -8, -100];
      const expected = whole.map((number) => encode(type, number));
      for (const from of ['int8', 'int16', 'int32', 'int64'])
        await each({ ...castTo(type), inputs: [t([whole.length], whole, from)] }, (result, about) =>
          sameItems(result, expected, about),
        );
      await each({ ...castTo(type), inputs: [t([2], [0, 1], 'bool')] }, (result, about) =>
        sameItems(result, [encode(type, 0), encode(type, 1)], about),
      );
      await each(
        { ...castTo(type), inputs: [t([3], ['0.75', '-2', '1e30'], 'string')] },
        (result, about) =>
          sameItems(
            result,
            fewBits.includes(type)
              ? [encode(type, 0.75), encode(type, -2), encode(type, 2 ** 31 - 1)]
              : [0.75, -2, 1e30].map((number) => encode(type, number)),
            about,
          ),
      );
    });

    it(`CastLike of ${type}`, () => {
      const numbersOf = [1, 2, 3];
      return each({ op: 'CastLike', inputs: [t([3], numbersOf), every(type)] }, (result, about) =>
        sameItems(
          result,
          numbersOf.map((number) => encode(type, number)),
          about,
        ),
      );
    });
  }

  it('from each small type to each other', async () => {
    for (const from of smallTypes)
      for (const to of smallTypes) {
        if (from === to) continue;
        // Numbers beyond 32 bits have tests of their own.
        const isTaken = (number) => !fewBits.includes(to) || Math.abs(number) < 2 ** 31;
        const list = items(from).filter((item) => isTaken(decode(from, item)));
        const wanted = list.map((item) => encode(to, decode(from, item)) || 0);
        await each({ ...castTo(to), inputs: [small(from, list)] }, (result, about) =>
          sameItems(result, wanted, `${from} ${about}`),
        );
      }
  });

  it('refuses what an opset does not have, and other ways to round', async () => {
    for (const type of smallTypes) {
      const opset = firstOpset(type) - 1;
      await refused({ ...castTo(type), opset, inputs: [t([1], [1])] }, new RegExp(type));
      await refused({ ...castTo('float32'), opset, inputs: [every(type)] }, new RegExp(type));
    }
    const node = { ...castTo(powers, { round_mode: 'sideways' }), opset: newest };
    await refused({ ...node, inputs: [t([1], [1])] }, /round_mode/);
  });
});

it('the tests know how many bits each type has', () => {
  assert.deepEqual(smallTypes.map(bitsOf), [8, 8, 8, 8, 4, 8, 4, 4, 2, 2]);
});
