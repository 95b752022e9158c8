/** ConvInteger and MatMulInteger, with any bytes and zero points, against plain loops over integers. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seeded } from '../operators/support/values.mjs';
import { some } from '../support/extent.mjs';
import { loadFlavours } from '../support/flavours.mjs';

const engines = await loadFlavours();
const NODES = some(300);
const { random, seed } = seeded(4713);
const below = (count) => Math.floor(random() * count);
const oneOf = (...items) => items[below(items.length)];
const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);
const arrays = { int8: Int8Array, uint8: Uint8Array };

function bytes(type, dims) {
  const lowest = type === 'int8' ? -128 : 0;
  // Extremes are frequent, so sums reach their maximum.
  const one = () => lowest + (random() < 0.3 ? oneOf(0, 255) : below(256));
  return { type, dims, data: arrays[type].from({ length: sizeOf(dims) }, one) };
}

/** A zero point for all elements, or one for each of `count`. */
const zeroPoint = (type, count) => bytes(type, random() < 0.5 ? [] : [count]);
const zeroAt = ({ data }, at) => (data.length > 1 ? data[at] : data[0]);

function randomConvolution() {
  const groups = oneOf(1, 1, 1, 2, 3);
  const [inputs, outputs, batch] = [1 + below(oneOf(5, 40)), 1 + below(9), 1 + below(2)];
  const axes = [0, 1].map(() => {
    const axis = { kernel: 1 + below(3), stride: 1 + below(3), dilation: 1 + below(2) };
    const [begin, end] = [below(3), below(3)];
    const size = 1 + below(20);
    const reach = (axis.kernel - 1) * axis.dilation + 1;
    return {
      ...axis,
      begin,
      end,
      size,
      made: Math.floor((size + begin + end - reach) / axis.stride) + 1,
    };
  });
  if (axes.some(({ made }) => made < 1)) return randomConvolution();
  return { groups, inputs, outputs, batch, axes };
}

/** The positions that the taps of a window read along an axis, and undefined outside. */
const reads = ({ kernel, stride, dilation, begin, size }, at) =>
  Array.from({ length: kernel }, (_, tap) => {
    const position = at * stride - begin + tap * dilation;
    return position >= 0 && position < size ? position : undefined;
  });

function convolved({ groups, inputs, outputs, batch, axes: [down, across] }, x, w, zeroX, zeroW) {
  const made = [];
  for (let image = 0; image < batch; image++)
    for (let row = 0; row < groups * outputs; row++)
      for (let y = 0; y < down.made; y++)
        for (let i = 0; i < across.made; i++) {
          let sum = 0;
          for (let channel = 0; channel < inputs; channel++) {
            const plane = (image * groups + Math.floor(row / outputs)) * inputs + channel;
            reads(down, y).forEach((line, v) => {
              reads(across, i).forEach((column, u) => {
                if (line === undefined || column === undefined) return;
                const element = x.data[(plane * down.size + line) * across.size + column];
                const tap = ((row * inputs + channel) * down.kernel + v) * across.kernel + u;
                sum += (element - zeroAt(zeroX, 0)) * (w.data[tap] - zeroAt(zeroW, row));
              });
            });
          }
          made.push(sum);
        }
  return made;
}

it(`ConvInteger: ${NODES} nodes`, () => {
  for (let i = 0; i < NODES; i++) {
    const of = randomConvolution();
    const { groups, inputs, outputs, batch, axes } = of;
    const [typeX, typeW] = [oneOf('int8', 'uint8'), oneOf('int8', 'uint8')];
    const x = bytes(typeX, [batch, groups * inputs, ...axes.map(({ size }) => size)]);
    const w = bytes(typeW, [groups * outputs, inputs, ...axes.map(({ kernel }) => kernel)]);
    const [zeroX, zeroW] = [bytes(typeX, []), zeroPoint(typeW, groups * outputs)];
    const attributes = {
      group: groups,
      pads: [...axes.map(({ begin }) => begin), ...axes.map(({ end }) => end)],
      strides: axes.map(({ stride }) => stride),
      dilations: axes.map(({ dilation }) => dilation),
    };
    const expected = convolved(of, x, w, zeroX, zeroW);
    for (const sc of engines) {
      const y = sc.run('ConvInteger', [x, w, zeroX, zeroW], { attributes });
      const label = `${seed}, node ${i}, ${sc.flavour}, ${JSON.stringify(of)}`;
      assert.equal(y.type, 'int32', label);
      assert.deepEqual(y.dims, [batch, groups * outputs, ...axes.map(({ made }) => made)], label);
      assert.deepEqual([...y.data], expected, label);
    }
  }
});

it(`MatMulInteger: ${NODES} nodes`, () => {
  for (let i = 0; i < NODES; i++) {
    const [typeA, typeB] = [oneOf('int8', 'uint8'), oneOf('int8', 'uint8')];
    const [m, k, n] = [1 + below(9), 1 + below(oneOf(20, 900)), 1 + below(20)];
    const batchA = random() < 0.5 ? [] : [1 + below(3)];
    const batchB = oneOf([], batchA, [1]);
    const a = bytes(typeA, [...batchA, m, k]);
    const b = bytes(typeB, [...batchB, k, n]);
    const [zeroA, zeroB] = [zeroPoint(typeA, m), zeroPoint(typeB, n)];
    const expected = [];
    const at = (batch, size, matrix) => (sizeOf(batch) > 1 ? matrix * size : 0);
    for (let matrix = 0; matrix < Math.max(sizeOf(batchA), sizeOf(batchB)); matrix++)
      for (let row = 0; row < m; row++)
        for (let column = 0; column < n; column++) {
          let sum = 0;
          for (let p = 0; p < k; p++) {
            const first = a.data[at(batchA, m * k, matrix) + row * k + p] - zeroAt(zeroA, row);
            const second =
              b.data[at(batchB, k * n, matrix) + p * n + column] - zeroAt(zeroB, column);
            sum += first * second;
          }
          expected.push(sum);
        }
    for (const sc of engines) {
      const y = sc.run('MatMulInteger', [a, b, zeroA, zeroB]);
      const label = `${seed}, node ${i}, ${sc.flavour}, ${a.dims} by ${b.dims}`;
      assert.equal(y.type, 'int32', label);
      assert.deepEqual([...y.data], expected, label);
    }
  }
});

it('sums of products of 16 bits wrap as int32 does', () => {
  const [sc] = engines;
  const k = 40_000;
  const a = { type: 'uint8', dims: [1, k], data: new Uint8Array(k).fill(255) };
  const b = { type: 'uint8', dims: [k, 1], data: new Uint8Array(k).fill(255) };
  const { data } = sc.run('MatMulInteger', [a, b]);
  assert.deepEqual([...data], [(k * 255 * 255) | 0]);
});
