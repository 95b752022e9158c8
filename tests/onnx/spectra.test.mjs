/** DFT and STFT in sessions, against sums of products. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../operators/support/values.mjs';
import { engines, range, runNode, t } from './one-node.mjs';

const { random, seed } = seeded(35);
const numbers = (count) => range(count).map(() => Math.fround(2 * random() - 1));
const scalar = (value) => t([], [value], 'int64');

/** The transform of complex numbers, each a pair. */
function transform(signal, inverse) {
  const length = signal.length;
  return signal.map((_, k) => {
    let [re, im] = [0, 0];
    signal.forEach(([a, b], n) => {
      const angle = ((inverse ? 2 : -2) * Math.PI * ((k * n) % length)) / length;
      re += a * Math.cos(angle) - b * Math.sin(angle);
      im += a * Math.sin(angle) + b * Math.cos(angle);
    });
    return inverse ? [re / length, im / length] : [re, im];
  });
}

/** The element at some indices of a dense array; 0 beyond its end along the first axis that is short. */
const pairAt = (data, parts, position) => [
  data[position * parts] ?? 0,
  parts === 2 ? (data[position * parts + 1] ?? 0) : 0,
];

/** Expected elements of DFT along the middle of [outer, size, inner, parts]. */
function dft({ data, parts, outer, size, inner }, { length = size, inverse, oneSided }) {
  const bins = oneSided ? Math.floor(length / 2) + 1 : length;
  const made = new Array(outer * bins * inner * 2);
  for (let o = 0; o < outer; o++)
    for (let i = 0; i < inner; i++) {
      const signal = range(length).map((n) =>
        n < size ? pairAt(data, parts, (o * size + n) * inner + i) : [0, 0],
      );
      transform(signal, inverse)
        .slice(0, bins)
        .forEach((pair, k) => {
          for (const part of [0, 1]) made[((o * bins + k) * inner + i) * 2 + part] = pair[part];
        });
    }
  return made;
}

function expectClose(actual, expected, bound) {
  assert.equal(actual.length, expected.length, seed);
  for (const [at, value] of expected.entries())
    assert.ok(
      Math.abs(Number(actual[at]) - value) <= bound,
      `${seed}: ${at}: ${actual[at]}, ${value}`,
    );
}

for (const engine of engines)
  describe(`spectra, ${engine.flavour}`, () => {
    it('transforms along any axis, cut or padded', async () => {
      for (const parts of [1, 2])
        for (const axis of [0, 1, 2, -2, -3])
          for (const length of [undefined, 1, 3, 4, 7, 11, 12]) {
            const dims = [3, 4, 5, parts];
            const data = numbers(60 * parts);
            const at = axis < 0 ? axis + 4 : axis;
            const sizes = [3, 4, 5];
            const product = (list) => list.reduce((a, b) => a * b, 1);
            const layout = {
              ...{ data, parts, size: sizes[at] },
              outer: product(sizes.slice(0, at)),
              inner: product(sizes.slice(at + 1)),
            };
            const options = { length, inverse: random() < 0.5, oneSided: random() < 0.5 };
            const [made] = await runNode(engine, {
              op: 'DFT',
              opset: 20,
              inputs: [t(dims, data), length && scalar(length), scalar(axis)],
              attributes: { inverse: Number(options.inverse), onesided: Number(options.oneSided) },
              constants: [1, 2],
            });
            const expected = dft(layout, options);
            assert.deepEqual(
              [...made.dims],
              dims.map((size, i) =>
                i === 3 ? 2 : i === at ? expected.length / (120 / sizes[at]) : size,
              ),
            );
            expectClose(made.data, expected, 1e-6);
          }
    });

    it('transforms constants, and tensors without elements', async () => {
      const data = numbers(6);
      const node = { op: 'DFT', opset: 17, inputs: [t([1, 6, 1], data)], attributes: {} };
      const [once] = await runNode(engine, { ...node, constants: 'all' });
      const layout = { data, parts: 1, outer: 1, size: 6, inner: 1 };
      expectClose(once.data, dft(layout, {}), 1e-6);
      const [none] = await runNode(engine, { ...node, inputs: [t([0, 6, 1], [])] });
      assert.deepEqual([...none.dims], [0, 6, 2]);
      // A signal without numbers is padded with zeros.
      const [padded] = await runNode(engine, {
        ...node,
        inputs: [t([2, 0, 1], []), scalar(5)],
        constants: [1],
      });
      assert.deepEqual([...padded.data], new Array(20).fill(0));
    });

    it('rejects transforms that have no length', async () => {
      for (const length of [0, -1, 2 ** 28])
        await assert.rejects(
          runNode(engine, {
            op: 'DFT',
            opset: 17,
            inputs: [t([1, 4, 1], numbers(4)), scalar(length)],
            attributes: {},
            constants: [1],
          }),
          { name: 'ModelError' },
        );
    });

    it('transforms frames, each scaled by the window', async () => {
      for (const type of ['float32', 'float64'])
        for (const parts of [1, 2])
          for (const length of [1, 4, 9, 11])
            for (const step of [1, 3, 40]) {
              const size = 23;
              const data = numbers(2 * size * parts);
              const window = numbers(length);
              const oneSided = parts === 1 && random() < 0.5;
              const [made] = await runNode(engine, {
                op: 'STFT',
                opset: 17,
                inputs: [t([2, size, parts], data, type), scalar(step), t([length], window, type)],
                attributes: { onesided: Number(oneSided) },
                constants: [1],
              });
              const frames = Math.floor((size - length) / step) + 1;
              const bins = oneSided ? Math.floor(length / 2) + 1 : length;
              assert.deepEqual([...made.dims], [2, frames, bins, 2]);
              const expected = range(2 * frames).flatMap((at) => {
                const first = Math.floor(at / frames) * size + (at % frames) * step;
                const signal = range(length).map((n) =>
                  pairAt(data, parts, first + n).map((x) => x * window[n]),
                );
                return transform(signal, false).slice(0, bins).flat();
              });
              expectClose(made.data, expected, 1e-6);
            }
    });

    it('has no frames if the signal is shorter than one', async () => {
      const [made] = await runNode(engine, {
        op: 'STFT',
        opset: 17,
        inputs: [t([1, 5, 1], numbers(5)), scalar(2), undefined, scalar(8)],
        attributes: {},
        constants: [1, 3],
      });
      assert.deepEqual([...made.dims], [1, 0, 5, 2]);
    });

    it('returns to the signal', async () => {
      for (const length of [64, 97, 360]) {
        const data = numbers(2 * length);
        const run = async (signal, inverse) =>
          (
            await runNode(engine, {
              op: 'DFT',
              opset: 17,
              inputs: [t([1, length, 2], signal)],
              attributes: { inverse },
            })
          )[0].data;
        expectClose(await run(await run(data, 0), 1), data, 1e-5);
      }
    });
  });
