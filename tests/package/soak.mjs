/**
 * Random operations on one engine, long enough to reveal a leak: every operator, version and type, plain and
 * resident operands, `out`, disposals, growth, errors, out of memory. Every result is compared with the
 * reference, and at the end as much memory is available as after a quarter.
 *
 *   npm run soak                    a million operations
 *   SEED=7 npm run soak -- 50000
 */
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { BroadcastError, load, OutOfMemoryError } from 'simdcast';
import { ncnnOperators, ncnnReference } from '../operators/reference/ncnn.mjs';
import { expandReference, reference } from '../operators/reference/node.mjs';
import { gemmReference, matMulReference } from '../operators/reference/products.mjs';
import { tensorOf } from '../operators/reference/types.mjs';
import { expectTensor } from '../operators/support/compare.mjs';
import { limitOf, nodeMaker } from '../operators/support/random-nodes.mjs';
import { randomValues } from '../operators/support/values.mjs';
import { operators, versionsOf } from '../operators/versions.mjs';
import { pick, randomFrom, seedOf } from '../rules/support.mjs';

const PAGE = 65536;
const MOST_PAGES = 512;
const MOST_HELD = 40;
const SPECIAL = ['Gemm', 'MatMul', 'Expand', 'Clip'];

/** The size of the largest tensor that an engine can allocate, to a page. */
function roomIn(sc) {
  for (let bytes = MOST_PAGES * PAGE; bytes > 0; bytes -= PAGE)
    try {
      sc.tensor(new Uint8Array(bytes), [bytes]).dispose();
      return bytes;
    } catch (error) {
      assert.ok(error instanceof OutOfMemoryError);
    }
  return 0;
}

/** Integers, so sums of products are exact in any order. */
const wholes = (random, count, low = -8) =>
  Array.from({ length: count }, () => low + Math.floor(random() * 16));

export async function soak({ operations, seed = seedOf(20261121), onProgress = () => {} }) {
  const random = randomFrom(seed);
  const below = (n) => Math.floor(random() * n);
  const often = (probability) => random() < probability;
  const makeNode = nodeMaker(random, 400);
  const sc = await load({ maximumMemory: MOST_PAGES * PAGE });
  const held = [];
  const seen = new Map();

  const hold = (tensor) => {
    held.push(tensor);
    return tensor;
  };
  /** The operand itself, or a resident copy. */
  const place = (operand) =>
    operand.type !== 'string' && often(0.5)
      ? hold(sc.tensor(operand.type, operand.data, operand.dims))
      : operand;
  const outFor = ({ type, data, dims }) => {
    if (type === 'string' || often(0.6)) return undefined;
    const out = { type, data: new data.constructor(data.length), dims };
    return often(0.5) ? out : hold(sc.tensor(type, out.data, dims));
  };

  function check(expected, run, ulps, about, takesOut = true) {
    const out = takesOut ? outFor(expected) : undefined;
    const result = run(out);
    if (out) assert.equal(result, out);
    expectTensor(result, expected, { ulps, about: () => `SEED=${seed} ${about}` });
    if (!out && result.location === 'wasm') hold(result);
  }

  const kinds = {
    elementwise() {
      const op = pick(
        random,
        operators.filter((name) => !SPECIAL.includes(name)),
      );
      const version = pick(random, versionsOf(op));
      const type = pick(random, version.types);
      const { operands, options } = makeNode(op, version, type);
      const placed = operands.map(place);
      const shapes = JSON.stringify(operands.map(({ dims }) => dims));
      check(
        reference(op, operands, options),
        (out) => sc.run(op, placed, { ...options, out }),
        limitOf(op, type),
        `${op} ${type} ${shapes}`,
        type !== 'string',
      );
    },
    product() {
      const [m, k, n] = [1 + below(9), 1 + below(9), 1 + below(9)];
      const matrix = (...dims) =>
        tensorOf(
          'float32',
          wholes(
            random,
            dims.reduce((a, b) => a * b, 1),
          ),
          dims,
        );
      if (often(0.5)) {
        const [transA, transB] = [below(2), below(2)];
        const inputs = [
          transA ? matrix(k, m) : matrix(m, k),
          transB ? matrix(n, k) : matrix(k, n),
          matrix(n),
        ];
        const [a, b, c] = inputs.map(place);
        check(
          gemmReference(inputs, { transA, transB }),
          (out) => sc.gemm(a, b, c, { transA, transB, out }),
          0,
          `Gemm ${m} ${k} ${n}`,
        );
      } else {
        const inputs = [matrix(2, 1, m, k), matrix(3, k, n)];
        const [a, b] = inputs.map(place);
        check(
          matMulReference(inputs),
          (out) => sc.matMul(a, b, { out }),
          0,
          `MatMul ${m} ${k} ${n}`,
        );
      }
    },
    expand() {
      const dims = Array.from({ length: below(4) }, () => (often(0.5) ? 1 : 1 + below(5)));
      const type = pick(random, ['float32', 'int64', 'uint8', 'string']);
      const x = tensorOf(
        type,
        randomValues(
          random,
          type,
          dims.reduce((a, b) => a * b, 1),
        ),
        dims,
      );
      const shape = [1 + below(3), ...dims.map((n) => (n === 1 ? 1 + below(5) : n))];
      const placed = place(x);
      check(
        expandReference(x, shape),
        (out) => sc.expand(placed, shape, { out }),
        0,
        `Expand ${dims} ${shape}`,
      );
    },
    clip() {
      const values = wholes(random, 1 + below(99));
      const x = tensorOf('int32', values.map(BigInt), [values.length]);
      const [low, high] = [-3, 3].map((n) => tensorOf('int32', [BigInt(n)], []));
      const expected = tensorOf(
        'int32',
        values.map((v) => BigInt(Math.min(3, Math.max(-3, v)))),
        x.dims,
      );
      const placed = place(x);
      check(expected, (out) => sc.clip(placed, low, high, { out }), 0, 'Clip');
    },
    ncnn() {
      const row = pick(random, ncnnOperators);
      const dims = [1 + below(9), 1 + below(4), 1 + below(4)].slice(0, 1 + below(3));
      const make = (sizes) =>
        tensorOf(
          'float32',
          wholes(
            random,
            sizes.reduce((a, b) => a * b, 1),
            1,
          ),
          sizes,
        );
      const [a, b] = [make(dims), make(often(0.5) ? dims : [1])];
      const expected = ncnnReference(row, a, b);
      if (!expected) return;
      const [x, y] = [place(a), place(b)];
      check(
        expected,
        (out) => sc.ncnn(row.name, x, y, { out }),
        row.ulps ?? 2,
        `ncnn ${row.name} ${dims}`,
      );
    },
    refusal() {
      const a = place(tensorOf('float32', wholes(random, 6), [2, 3]));
      const b = place(tensorOf('float32', wholes(random, 4), [4]));
      assert.throws(() => sc.add(a, b), BroadcastError);
    },
    growth() {
      const bytes = below(24) * 2 ** 20;
      const filled = Uint8Array.from({ length: 16 }, (_, i) => i + 1);
      const small = hold(sc.tensor(filled, [16]));
      try {
        sc.tensor(new Uint8Array(bytes), [bytes]).dispose();
      } catch (error) {
        assert.ok(error instanceof OutOfMemoryError);
      }
      assert.deepEqual(small.data, filled);
    },
    exhaustion() {
      const bytes = MOST_PAGES * PAGE;
      assert.throws(() => sc.tensor(new Uint8Array(bytes), [bytes]), OutOfMemoryError);
    },
  };

  const weighted = [
    ...new Array(400).fill('elementwise'),
    ...new Array(40).fill('product'),
    ...new Array(40).fill('ncnn'),
    ...new Array(20).fill('expand'),
    ...new Array(10).fill('clip'),
    ...new Array(10).fill('refusal'),
    'growth',
    'exhaustion',
  ];
  /** The available memory after everything is disposed of. */
  function roomAfter(count) {
    for (let done = 0; done < count; done++) {
      const kind = pick(random, weighted);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      kinds[kind]();
      while (held.length > MOST_HELD) held.splice(below(held.length), 1)[0].dispose();
      if (done % 100 === 0 && often(0.3)) for (const tensor of held.splice(0)) tensor.dispose();
      if (done % 50_000 === 0) onProgress(done, sc.memory());
    }
    for (const tensor of held.splice(0)) tensor.dispose();
    assert.equal(sc.memory().tensors, 0);
    return roomIn(sc);
  }

  // Fragmentation depends on when the memory grew, so the first part sets the mark.
  const wanted = roomAfter(Math.floor(operations / 4));
  const left = roomAfter(Math.ceil((operations * 3) / 4));
  assert.ok(left >= wanted, `SEED=${seed}: room for ${left} bytes is left of ${wanted}`);
  return { seed, seen, left, wanted };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const operations = Number(process.argv[2] ?? 1_000_000);
  const onProgress = (done, { bytes }) => console.log(`${done} operations, ${bytes} bytes`);
  const { seed, seen, left, wanted } = await soak({ operations, onProgress });
  console.log(
    `SEED=${seed}: ${operations} operations, every result right`,
    Object.fromEntries(seen),
  );
  console.log(`room for ${left} bytes is left, ${wanted} after a quarter`);
}
