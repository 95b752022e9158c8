/** Fused expressions as callers use them: results, memory, constants and errors. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import {
  AttributeError,
  BroadcastError,
  DisposedError,
  DTypeError,
  load,
  ShapeError,
} from 'simdcast';
import * as core from 'simdcast/core';
import * as external from 'simdcast/external';
import { gamma, ROUNDINGS_OF_FUNCTION } from '../support/bounds.mjs';
import { engines } from './support.mjs';

const floats = (dims, ...values) => ({ data: Float32Array.from(values), dims });
const counting = (dims, from = 0) => {
  const size = dims.reduce((product, n) => product * n, 1);
  return floats(dims, ...Array.from({ length: size }, (_, i) => from + i));
};

for (const sc of engines) {
  describe(`a fused expression, ${sc.flavour}`, () => {
    const normalise = sc.fuse((x, mean, std) => x.sub(mean).div(std));

    it('broadcasts its operands', () => {
      const result = normalise(counting([2, 3]), floats([3], 0, 1, 2), floats([2, 1], 1, 2));
      assert.deepEqual(result.dims, [2, 3]);
      assert.deepEqual([...result.data], [0, 0, 0, 1.5, 1.5, 1.5]);
      assert.equal(result.location, 'js');
    });

    it('returns a resident tensor if an operand is one, and writes into out', () => {
      const x = sc.tensor(Float32Array.of(2, 4), [2]);
      const [mean, std] = [floats([], 1), floats([], 2)];
      const made = normalise(x, mean, std);
      assert.equal(made.location, 'wasm');
      assert.deepEqual([...made.data], [0.5, 1.5]);
      const out = floats([2], 9, 9);
      assert.equal(normalise(x, mean, std, { out }), out);
      assert.deepEqual([...out.data], [0.5, 1.5]);
      assert.equal(normalise(x, mean, std, { out: x }), x);
      assert.deepEqual([...x.data], [0.5, 1.5]);
      for (const tensor of [x, made]) tensor.dispose();
    });

    it('may write over an operand that several steps read', () => {
      const x = sc.tensor(
        Float32Array.from({ length: 3000 }, (_, i) => i / 100),
        [3000],
      );
      const before = [...x.data];
      // The engine computes Exp, so there are stages before and after it.
      const gated = sc.fuse((a) => a.neg().exp().add(a).mul(a));
      const expected = gated(floats([3000], ...before));
      gated(x, { out: x });
      assert.deepEqual([...x.data], [...expected.data]);
      x.dispose();
    });

    it('takes numbers in the type of the other operand', () => {
      const scaled = sc.fuse((x) => x.mul(3).add(1));
      const ints = { data: BigInt64Array.of(2n ** 40n, -5n), dims: [2] };
      assert.deepEqual([...scaled(ints).data], [3n * 2n ** 40n + 1n, -14n]);
      assert.deepEqual([...scaled(floats([2], 0.5, 1)).data], [2.5, 4]);
      const halves = { type: 'float16', data: Uint16Array.of(0x3c00), dims: [1] };
      const half = scaled(halves);
      assert.equal(half.type, 'float16');
      assert.deepEqual(half.toNested(), [4]);
      const sign = sc.fuse((x) => x.less(0).where(-1, 1));
      assert.deepEqual([...sign(floats([3], -2, 0, 5)).data], [-1, 1, 1]);
    });

    it('distinguishes zeros and bounds', () => {
      const signs = (expression) =>
        [...sc.fuse(expression)(floats([3], -0, 0, Number.NaN)).data].map((x) => 1 / x);
      const [over, under] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      assert.deepEqual(
        signs((x) => x.add(-0).maximum(0)),
        [over, over, Number.NaN],
      );
      assert.deepEqual(
        signs((x) => x.add(-0).maximum(-0)),
        [under, over, Number.NaN],
      );
      assert.deepEqual(
        signs((x) => x.add(-0).minimum(0)),
        [under, over, Number.NaN],
      );
      assert.deepEqual(
        signs((x) => x.add(-0).minimum(-0)),
        [under, under, Number.NaN],
      );
      assert.deepEqual(
        signs((x) => x.add(-0).maximum(Number.NaN)),
        [Number.NaN, Number.NaN, Number.NaN],
      );
      assert.deepEqual(
        signs((x) => x.add(-0).maximum(over)),
        [0, 0, Number.NaN],
      );
    });

    it('takes numbers and arrays as operands', () => {
      const x = floats([2], 1, 5);
      assert.deepEqual([...normalise(x, 1, 2).data], [0, 2]);
      assert.deepEqual([...normalise(x, [1, 3], Float32Array.of(2, 4)).data], [0, 0.5]);
      const longs = { data: BigInt64Array.of(7n, -7n), dims: [2] };
      const quotient = normalise(longs, 1, [2n, 3]);
      assert.equal(quotient.type, 'int64');
      assert.deepEqual([...quotient.data], [3n, -2n]);
    });

    it('returns several results by name', () => {
      const both = sc.fuse((a, b) => ({ sum: a.add(b), larger: a.maximum(b) }));
      const { sum, larger, ...rest } = both(floats([2], 1, 5), floats([2], 3, 4));
      assert.deepEqual(rest, {});
      assert.deepEqual([...sum.data], [4, 9]);
      assert.deepEqual([...larger.data], [3, 5]);
      const out = floats([2], 7, 7);
      assert.throws(() => both(floats([2], 1, 5), 1, { out }), ShapeError);
      assert.deepEqual([...out.data], [7, 7]);
    });

    it('takes functions that are not elementwise, and several inputs of an operator', () => {
      const x = floats([2, 3], 1, 2, 3, 4, 5, 6);
      const centred = sc.fuse((a) => a.sub(a.mean({ axis: 1, keepDims: true })));
      assert.deepEqual([...centred(x).data], [-1, 0, 1, -1, 0, 1]);
      const highest = sc.fuse((a) => sc.run('Max', [a, 2, a.mul(-1)]).sum({ axis: 0 }));
      const result = highest(x);
      assert.deepEqual(result.dims, [3]);
      assert.deepEqual([...result.data], [6, 7, 9]);
      const turned = sc.fuse((a) => a.transpose().reshape([-1]).mul(2));
      assert.deepEqual([...turned(x).data], [2, 8, 4, 10, 6, 12]);
    });

    it('rejects JavaScript’s operators, and properties that only values have', () => {
      const refused = (expression, wanted) =>
        assert.throws(
          () => sc.fuse(expression),
          (error) => error instanceof AttributeError && error.code === wanted,
        );
      refused((x, y) => x + y, 'operator_of_language');
      refused((x) => -x, 'operator_of_language');
      refused((x) => (x < 2 ? x : x.neg()), 'operator_of_language');
      refused((x) => x.add(`${x}`), 'operator_of_language');
      for (const name of ['type', 'dims', 'data', 'size', 'rank', 'location'])
        refused((x) => x[name], 'unknown_while_traced');
      for (const name of ['toArray', 'toNested', 'item'])
        refused((x) => x[name](), 'unknown_while_traced');
    });

    it('rejects a number that the type cannot represent', () => {
      const scaled = sc.fuse((x) => x.mul(0.5));
      assert.throws(() => scaled({ data: Int32Array.of(1), dims: [1] }), DTypeError);
    });

    it('reads captured tensors again in each call', () => {
      const bias = floats([2], 10, 20);
      const shifted = sc.fuse((x) => x.add(bias));
      assert.deepEqual([...shifted(floats([2], 1, 2)).data], [11, 22]);
      bias.data[0] = 0;
      assert.deepEqual([...shifted(floats([2], 1, 2)).data], [1, 22]);
      const resident = sc.tensor(Float32Array.of(1, 1), [2]);
      const with1 = sc.fuse((x) => x.add(resident));
      assert.equal(with1(floats([2], 1, 2)).location, 'wasm');
      resident.dispose();
      assert.throws(() => with1(floats([2], 1, 2)), DisposedError);
    });

    it('may give back an operand, an inner shape and truth values', () => {
      assert.deepEqual([...sc.fuse((x) => x)(floats([2], 1, 2)).data], [1, 2]);
      const outer = sc.fuse((a, b) => a.mul(a).add(b.mul(b)).sqrt());
      const result = outer(floats([2, 1], 3, 6), floats([2], 4, 8));
      assert.deepEqual(
        [...result.data],
        [5, Math.fround(Math.sqrt(73)), Math.fround(Math.sqrt(52)), 10],
      );
      const inside = sc.fuse((x) => x.greater(0).and(x.less(1)).not());
      assert.deepEqual([...inside(floats([5], -1, 0, 0.5, 1, Number.NaN)).data], [1, 1, 0, 1, 1]);
      assert.equal(inside(floats([0])).size, 0);
      assert.deepEqual(inside(floats([2, 0, 3])).dims, [2, 0, 3]);
    });

    it('takes operators with attributes', () => {
      const one = floats([4], -2, -1, 1, 2);
      const leaky = sc.fuse((x) => x.leakyRelu({ alpha: 0.5 }).neg());
      assert.deepEqual([...leaky(one).data], [1, 0.5, -1, -2]);
      const shift = sc.fuse((x) => x.bitShift(1, { direction: 'LEFT' }).bitwiseOr(1));
      assert.deepEqual([...shift({ data: Uint8Array.of(1, 200), dims: [2] }).data], [3, 145]);
      const cut = sc.fuse((x) => x.clip(-1, 1).mul(2));
      assert.deepEqual([...cut(one).data], [-2, -2, 2, 2]);
      assert.deepEqual([...sc.fuse((x) => x.clip(undefined, 0).mul(2))(one).data], [-4, -2, 0, 0]);
      const cast = sc.fuse((x) => x.mul(1.5).cast('int32').add(1));
      assert.deepEqual([...cast(one).data], [-2, 0, 2, 4]);
      const modulo = sc.fuse((x) => x.mod(2, { fmod: 1n }).abs());
      assert.deepEqual([...modulo(floats([2], -3, 2.5)).data], [1, 0.5]);
    });

    it('rejects results that are not expressions', () => {
      const code = (wanted) => (error) => error instanceof AttributeError && error.code === wanted;
      assert.throws(() => sc.fuse(), code('invalid_expression'));
      assert.throws(() => sc.fuse(() => 1), code('invalid_expression'));
      assert.throws(() => sc.fuse((x) => void x), code('invalid_expression'));
      assert.throws(() => sc.fuse((_x) => floats([1], 1)), code('invalid_expression'));
      const type = (wanted) => (error) => error instanceof DTypeError && error.code === wanted;
      assert.throws(() => sc.fuse((x) => x.add()), type('not_a_tensor'));
      assert.throws(() => sc.fuse((x) => x.add(null)), type('not_a_tensor'));
      assert.throws(() => sc.fuse((x) => x.add('1')), type('invalid_term'));
      let leaked;
      sc.fuse((x) => {
        leaked = x;
        return x.neg();
      });
      assert.throws(() => sc.fuse((x) => x.add(leaked)), code('foreign_value'));
      assert.throws(() => sc.fuse((_x) => leaked), code('foreign_value'));
      assert.throws(() => sc.fuse((x) => x.neg(), { opset: 6 }), code('invalid_opset'));
      assert.throws(() => sc.fuse((x) => x.neg(), { opset: 99 }), code('invalid_opset'));
    });

    it('rejects unknown options, and writes nothing', () => {
      const refused = (call, message) =>
        assert.throws(call, (error) => {
          assert.ok(error instanceof AttributeError, error.stack);
          assert.equal(error.code, 'option_unknown');
          assert.match(error.message, message);
          return true;
        });
      const a = floats([2], 1, 2);
      const out = floats([2], 7, 7);
      refused(() => sc.fuse((x) => x.neg(), { opest: 13 }), /^fuse .* did you mean 'opset'\?/);
      refused(() => sc.fuse((x) => x.neg(), { out }), /only option is opset\. Pass out to/);
      refused(() => normalise(a, a, a, { Out: out }), /^A fused function .* did you mean 'out'\?/);
      refused(() => normalise(a, a, a, { out, opset: 13 }), /opset is an option of fuse\./);
      assert.deepEqual([...out.data], [7, 7]);
      assert.throws(() => normalise(a, a, a, 13), { code: 'operand_count' });
    });

    it('rejects options that a method does not accept', () => {
      const refused = (expression, message) =>
        assert.throws(() => sc.fuse(expression), { code: 'option_unknown', message });
      refused((x) => x.leakyRelu({ beta: 1 }), /^leakyRelu .* options are alpha, opset, out\.$/);
      refused((x) => x.gelu({ aproximate: 'tanh' }), /did you mean 'approximate'\?/);
      refused((x) => x.mod(2, { fmode: 1 }), /did you mean 'fmod'\?/);
      refused((x) => x.bitShift(x, { direcion: 'LEFT' }), /did you mean 'direction'\?/);
      refused((x) => x.add(x, { opset: 13 }), /opset is an option of fuse\.$/);
      refused((x) => x.neg({ out: floats([1], 1) }), /Pass out to/);
      refused((x) => sc.run('Neg', [x], { opset: 13 }), /opset is an option of fuse\.$/);
      refused((x) => sc.run('Neg', [x], { out: floats([1], 1) }), /Pass out to/);
      refused((x) => x.sum({ axs: 0 }), /^sum .* did you mean 'axes'\?/);
      refused((x) => x.maximum(x, { constructor: 1 }), /^maximum .* options are opset, out\.$/);
      refused((x) => x.where(x, x, { axis: 0 }), /^where /);
      refused((x) => x.prelu(x, { axis: 0 }), /^prelu /);
      refused((x) => x.clip(0, 1, { mn: 0 }), /^clip /);
      refused((x) => x.cast('int32', { saturate: 1 }), /^cast /);
      const taken = { code: 'invalid_options' };
      assert.throws(() => sc.fuse((x, y, z) => x.add(y, z)), taken);
      assert.throws(() => sc.fuse((x, y) => x.add(y, floats([1], 1))), taken);
      assert.throws(() => sc.fuse((x, y) => x.add(y, 2)), taken);
    });

    it('takes the values that options have when the expression is traced', () => {
      const options = { alpha: 0.5 };
      const leaky = sc.fuse((x) => x.leakyRelu(options));
      options.alpha = 2;
      assert.deepEqual([...leaky(floats([1], -2)).data], [-1]);
    });

    it('looks for the infinities that isInf is asked for', () => {
      const x = floats([4], -Infinity, 1, Number.NaN, Infinity);
      for (const negative of [0, 1])
        for (const positive of [0, 1]) {
          const attributes = { detect_negative: negative, detect_positive: positive };
          const found = sc.fuse((value) => value.isInf(attributes).cast('float32').mul(2));
          assert.deepEqual([...found(x).data], [2 * negative, 0, 0, 2 * positive]);
        }
    });

    it('rejects operands as the operators do, and writes nothing', () => {
      const out = floats([2], 7, 7);
      assert.throws(() => normalise(floats([2], 1, 2)), ShapeError);
      const four = Array.from({ length: 4 }, () => floats([2], 1, 2));
      assert.throws(() => normalise(...four), ShapeError);
      assert.throws(() => normalise(...four, { out }), ShapeError);
      assert.throws(() => normalise(floats([2], 1, 2), 2n ** 53n + 1n, 2), DTypeError);
      assert.throws(() => normalise(floats([2], 1, 2), null, 2), DTypeError);
      const [a, b] = [floats([2], 1, 2), floats([3], 1, 2, 3)];
      assert.throws(() => normalise(a, b, a, { out }), BroadcastError);
      assert.throws(() => normalise(a, a, { data: Float64Array.of(1), dims: [1] }), DTypeError);
      assert.throws(() => normalise(b, b, b, { out }), ShapeError);
      assert.throws(
        () => normalise(a, a, a, { out: { data: Int32Array.of(1, 2), dims: [2] } }),
        DTypeError,
      );
      assert.throws(() => normalise({ data: ['a'], dims: [1] }, a, a), DTypeError);
      const shared = new Float32Array(8);
      const part = (from) => ({ data: shared.subarray(from, from + 4), dims: [4] });
      assert.throws(() => normalise(part(0), part(0), part(0), { out: part(2) }), ShapeError);
      assert.deepEqual([...out.data], [7, 7]);
    });

    it('takes more operands of one operator than the engine does, rejects too many, and keeps working', () => {
      const x = floats([2], 1, 5);
      const sumOf = (count) =>
        sc.fuse((a) =>
          sc.run(
            'Sum',
            Array.from({ length: count }, () => a),
          ),
        );
      for (const count of [2, 32, 33, 64, 1024])
        assert.deepEqual([...sumOf(count)(x).data], [count, 5 * count]);
      for (const count of [1025, 5000])
        assert.throws(() => sumOf(count)(x), { code: 'operand_count' });
      assert.deepEqual([...sumOf(2)(x).data], [2, 10]);
    });

    it('can be called again once it has been disposed of', () => {
      const negate = sc.fuse((x) => x.neg().abs());
      assert.deepEqual([...negate(floats([1], 2)).data], [2]);
      negate.dispose();
      negate[Symbol.dispose]();
      assert.deepEqual([...negate(floats([1], 3)).data], [3]);
    });
  });
}

describe('the memory of fused expressions', () => {
  it('stores no intermediate results', async () => {
    const MIB = 2 ** 20;
    const sc = await load({ flavour: 'simd', maximumMemory: 40 * MIB });
    const x = sc.tensor(new Float32Array(4 * MIB).fill(2), [4, MIB]);
    const out = sc.tensor('float32', new Float32Array(4 * MIB), [4, MIB]);
    const row = sc.tensor(new Float32Array(MIB).fill(1).subarray(0, MIB / 8), [MIB / 8]);
    const view = [4 * 8, MIB / 8];
    const chain = sc.fuse((a, b) => a.sub(b).mul(3).exp().add(1).log().relu());
    const named = (tensor) => ({ data: tensor.data, dims: view });
    chain(named(x), row, { out: named(out) });
    const one = Math.log(Math.exp(3) + 1);
    // The roundings of the argument are absolute errors of the logarithm; its own are relative.
    const bound = gamma(ROUNDINGS_OF_FUNCTION + 1 + ROUNDINGS_OF_FUNCTION * one, 'float32');
    assert.ok(Math.abs(out.data[5] - one) <= bound);
    assert.ok(sc.memory().bytes <= 40 * MIB);
  });

  it('is given back for shapes that are not kept', async () => {
    const sc = await load({ flavour: 'simd', maximumMemory: 2 ** 24 });
    const chain = sc.fuse((a) => a.mul(2).exp().add(a));
    const visit = (from, to) => {
      for (let n = from; n < to; n++) chain(counting([n]));
      return sc.memory().bytes;
    };
    const before = visit(1, 200);
    assert.equal(visit(200, 1200), before);
  });
});

describe('a host that compiles no module on the spot', () => {
  it('has the operators run one by one', (t) => {
    const [sc] = engines;
    const chain = sc.fuse((x) => x.mul(7).sub(1).abs());
    t.mock.method(WebAssembly, 'Module', function Module() {
      throw new RangeError('too large for the main thread');
    });
    assert.deepEqual([...chain(floats([2], 0, 1)).data], [1, 6]);
  });
});

describe('every entry', () => {
  it('has fused expressions', async () => {
    const wasm = await readFile(new URL(import.meta.resolve('simdcast/simd.wasm')));
    for (const load of [core.load, external.load]) {
      const sc = await load({ wasm });
      const negate = sc.fuse((x) => x.neg().add(1));
      assert.deepEqual([...negate(floats([2], 1, 3)).data], [0, -2]);
    }
  });
});
