/** The speed lab: the loops agree bit for bit, and only the figures depend on the clock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';
import { engine } from './lib/model.mjs';

const { loops, makeOperands } = await importModule('speed/loops.ts');
const { measure, quantile, sample, samples } = await importModule('speed/measure.ts');

describe('the ways of adding a row to a matrix', () => {
  test('give the same bits as the kernels, and the sums are rounded', () => {
    const operands = makeOperands(64);
    const { matrix, row, rows, columns } = operands;
    const sum = engine.add({ data: matrix, dims: [rows, columns] }, { data: row, dims: [columns] });
    const bits = new Uint32Array(sum.data.slice().buffer);
    for (const { key, prepare } of loops) {
      operands.out.fill(0);
      prepare(operands)();
      assert.deepEqual(new Uint32Array(operands.out.slice().buffer), bits, key);
    }
    const exact = Array.from(matrix, (value, i) => value + row[i % columns]);
    assert.ok(
      exact.some((value, i) => value !== sum.data[i]),
      'some sums are rounded',
    );
  });
});

describe('measuring', () => {
  /** A clock that each run moves by its cost. */
  const clockwork = (costs) => {
    let now = 0;
    const order = [];
    const ways = Object.entries(costs).map(([key, cost]) => ({
      key,
      run: () => {
        now += cost;
        order.push(key);
      },
    }));
    return { ways, clock: () => now, order };
  };

  test('runs until a sample lasts 20 ms', () => {
    const { ways, clock, order } = clockwork({ a: 3 });
    assert.equal(sample(ways[0].run, clock), 3);
    assert.equal(order.length, 7);
  });

  // The clock of a page that is not isolated moves in steps of 0.1 ms.
  test('finds a time above zero after runs that were held up', async () => {
    let now = 0;
    let held = 0;
    const run = () => {
      now += held < 4 ? 50 : 0.003;
      held += 1;
    };
    const coarse = () => Math.floor(now * 10) / 10;
    const [{ median, lower }] = await measure([{ key: 'a', run }], coarse, () => {});
    for (const time of [median, lower]) assert.ok(Math.abs(time - 0.003) < 0.0001, `${time} ms`);
  });

  test('takes turns, and gives the time of one run', async () => {
    const { ways, clock, order } = clockwork({ a: 40, b: 20 });
    let rounds = 0;
    const timings = await measure(ways, clock, () => {
      rounds += 1;
    });
    assert.equal(rounds, samples);
    assert.deepEqual(
      timings.map(({ key, median }) => [key, median]),
      [
        ['a', 40],
        ['b', 20],
      ],
    );
    assert.deepEqual(order.slice(-4), ['a', 'b', 'a', 'b']);
  });

  test('quantiles lie between the samples', () => {
    assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5);
    assert.equal(quantile([1, 2, 3], 0.25), 1.5);
  });
});
