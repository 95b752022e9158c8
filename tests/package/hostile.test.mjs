/**
 * The whole API with hostile arguments: every call returns a result or throws one of the package's errors (or
 * an argument's own error), and writes nowhere else.
 *
 *   SEED=7 CALLS=200000 node --test tests/package/hostile.test.mjs
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, OutOfMemoryError, SimdcastError, Tensor } from 'simdcast';
import { pick as pickFrom, randomFrom, seedOf } from '../rules/support.mjs';
import { assertTensor } from './asserts.mjs';
import { Hostility, makeHostile } from './hostile.mjs';

const CALLS = Number(process.env.CALLS ?? 12_000);
const seed = seedOf(20261121);
const CANARY = 0x5a;

const sc = await load({ maximumMemory: 61 * 65536 });
const other = await load({ maximumMemory: 62 * 65536 });

/** Methods, each with its options. */
const BINARY = [
  ...['add', 'sub', 'mul', 'div', 'pow', 'and', 'or', 'xor', 'equal', 'greater', 'less'].map(
    (name) => [name, ['broadcast', 'axis']],
  ),
  ...['greaterOrEqual', 'lessOrEqual', 'bitwiseAnd', 'bitwiseOr', 'bitwiseXor'].map((name) => [
    name,
    [],
  ]),
  ...['prelu', 'matMul', 'stringConcat', 'expand'].map((name) => [name, []]),
  ['mod', ['fmod']],
  ['bitShift', ['direction']],
];
const TERNARY = [
  ['where', []],
  ['clip', ['min', 'max']],
  ['gemm', ['alpha', 'beta', 'transA', 'transB', 'broadcast']],
];
const REDUCTIONS = [
  ...['sum', 'mean', 'max', 'min', 'prod', 'all', 'any'].map((name) => [
    name,
    ['axes', 'axis', 'keepDims'],
  ]),
  ...['argMax', 'argMin'].map((name) => [name, ['axis', 'keepDims']]),
  ...['softmax', 'logSoftmax'].map((name) => [name, ['axis']]),
];
/** Functions whose arguments are not all tensors: the kinds of their arguments, and their options. */
const MOVEMENTS = [
  ['reshape', ['tensor', 'integers'], []],
  ['transpose', ['tensor', 'integers'], []],
  ['expand', ['tensor', 'integers'], []],
  ['squeeze', ['tensor', 'integers'], []],
  ['unsqueeze', ['tensor', 'integers'], []],
  ['flatten', ['tensor'], ['axis']],
  ['concat', ['tensors'], ['axis']],
  ['stack', ['tensors'], ['axis']],
  ['split', ['tensor', 'integers'], ['axis']],
  ['split', ['tensor', 'integer'], ['axis']],
  ['slice', ['tensor', 'integers', 'integers'], ['axes', 'steps']],
  ['gather', ['tensor', 'tensor'], ['axis']],
  ['tile', ['tensor', 'integers'], []],
  ['pad', ['tensor', 'integers'], ['mode', 'value']],
  ['flip', ['tensor', 'integers'], []],
  ['cast', ['tensor', 'type'], []],
  ['oneHot', ['tensor', 'integer'], ['axis', 'type']],
  ['layerNormalization', ['tensor', 'tensor', 'tensor'], ['axis', 'epsilon']],
];
const CREATIONS = [
  ['zeros', 2],
  ['ones', 2],
  ['full', 3],
  ['arange', 4],
  ['eye', 2],
  ['fromImageData', 1],
];
/** Names of options, each unknown to some methods. */
const NAMES = ['axis', 'fmod', 'min', 'keepDims', '', 'constructor', '__proto__', 'length', '0'];
const OPERATORS = ['Add', 'Pow', 'Mod', 'Where', 'Gemm', 'MatMul', 'Expand', 'Clip', 'Max', 'Mean'];
const RULES = ['multidirectional', 'numpy', 'unidirectional', 'legacy', 'ncnn', 'expand', 'equal'];

describe(`hostile arguments, SEED=${seed}, ${CALLS} calls`, () => {
  it('give results or typed errors, and no wrong write', () => {
    const random = randomFrom(seed);
    const owned = new Set();
    const keep = (tensor) => owned.add(tensor);

    // Tensors that no call may change, with memory between them.
    const sentinels = [1, 33, 257, 1000].map((n, k) => {
      const values = Int32Array.from({ length: n }, (_, i) => i * 7 + k);
      return { values, tensor: sc.tensor(values, [n]) };
    });
    const checkSentinels = () => {
      for (const { values, tensor } of sentinels)
        assert.deepEqual(tensor.data, values, 'a tensor changed that no call was given');
    };

    const disturb = [
      () => {},
      () => pickFrom(random, [...owned])?.dispose(),
      () => keep(sc.tensor(new Float32Array(5000), [5000])),
      () => pickFrom(random, [...owned, { data: [] }])?.data?.buffer,
      () => {
        throw new Hostility('in the middle');
      },
      () => sc.add({ data: Int8Array.of(1), dims: [1] }, { data: Int8Array.of(1), dims: [] }),
    ].map((action) => () => {
      try {
        action();
      } catch (error) {
        // A tensor may have been disposed of before.
        if (error instanceof Hostility || !(error instanceof SimdcastError)) throw error;
      }
    });
    const hostile = makeHostile(random, { sc, other, disturb });
    const { below, pick, often, junk, dims, operand, types } = hostile;

    /** Part of an array for `out`, with canaries on both sides. */
    function guarded() {
      const shape = Array.from({ length: below(3) }, () => 1 + below(3));
      const count = shape.reduce((a, b) => a * b, 1);
      const bytes = new Uint8Array(8 * count + 32).fill(CANARY);
      const Class = pick([Float32Array, Float32Array, Int32Array, Uint8Array, Float64Array]);
      const data = new Class(bytes.buffer, 16, count);
      return { out: { data, dims: shape }, bytes, inside: data.byteLength };
    }

    function checkGuard({ bytes, inside }, threw) {
      bytes.forEach((byte, i) => {
        const outside = i < 16 || i >= 16 + inside;
        if ((outside || threw) && byte !== CANARY) assert.fail(`byte ${i} beside out was written`);
      });
    }

    const shapesOf = () => (often(0.9) ? Array.from({ length: 1 + below(3) }, dims) : junk());
    function ruleOptions() {
      if (often(0.3)) return junk();
      const all = { rule: often(0.9) ? pick(RULES) : junk() };
      if (all.rule === 'legacy' || often(0.1)) all.axis = often(0.7) ? below(4) : junk();
      if (often(0.02)) all[pick(NAMES)] = junk();
      return all;
    }

    /** Options that the method supports, and rarely one that it does not. */
    function options(guard, ...own) {
      if (often(0.1)) return junk();
      const all = {};
      if (often(0.2)) all.opset = often(0.7) ? 1 + below(28) : junk();
      if (often(0.3)) all.out = guard.out;
      else if (often(0.05)) all.out = operand(keep);
      for (const name of own) if (often(0.1)) all[name] = junk();
      if (often(0.05)) all[pick(NAMES)] = junk();
      if (own.includes('direction')) all.direction = often(0.9) ? pick(['LEFT', 'RIGHT']) : junk();
      if (often(0.05)) Object.defineProperty(all, 'out', { get: pick(disturb) });
      return all;
    }

    const someData = () => {
      try {
        return operand(keep).data;
      } catch {
        return junk();
      }
    };
    const make = {
      tensor: () => operand(keep),
      tensors: () => Array.from({ length: below(4) }, () => operand(keep)),
      integers: () => Array.from({ length: below(4) }, () => below(6) - 2),
      integer: () => below(6) - 1,
      type: () => pick(types),
    };
    const three = () => [operand(keep), operand(keep), operand(keep)];
    function binary(guard) {
      const [method, own] = pick(BINARY);
      return sc[method](operand(keep), operand(keep), options(guard, ...own));
    }
    const calls = [
      binary,
      binary,
      (guard) => sc.expand(operand(keep), often(0.8) ? dims() : junk(), options(guard)),
      (guard) => {
        const [method, own] = pick(TERNARY);
        return sc[method](...three(), options(guard, ...own));
      },
      (guard) =>
        sc.run(
          pick(['Max', 'Min', 'Sum', 'Mean']),
          Array.from({ length: below(5) }, () => operand(keep)),
          ...(often(0.5) ? [options(guard)] : []),
        ),
      (guard) => {
        const [method, own] = pick(REDUCTIONS);
        return sc[method](operand(keep), options(guard, ...own));
      },
      (guard) => {
        const [method, parameters, own] = pick(MOVEMENTS);
        const given = parameters.map((parameter) => (often(0.1) ? junk() : make[parameter]()));
        return sc[method](...given, options(guard, ...own));
      },
      (guard) =>
        sc.ncnn(
          often(0.9) ? pick(['ADD', 'RPOW', 3, 18]) : junk(),
          operand(keep),
          often(0.5) ? operand(keep) : junk(),
          options(guard),
        ),
      (guard) =>
        sc.run(
          often(0.9) ? pick(OPERATORS) : junk(),
          often(0.9) ? three().slice(below(3)) : junk(),
          {
            ...options(guard),
            attributes: often(0.3)
              ? { [pick(['axis', 'alpha', 'direction', 'x'])]: junk() }
              : junk(),
          },
        ),
      () =>
        sc.supports(
          often(0.5) ? 'Add' : junk(),
          often(0.5) ? pick(types) : junk(),
          often(0.5) ? below(30) : junk(),
        ),
      () => sc.tensor(often(0.9) ? pick(types) : junk(), someData(), dims()),
      () => sc.tensor(someData(), often(0.9) ? dims() : junk()),
      () =>
        sc.tensor(
          ...(often(0.5) ? [pick(types)] : []),
          often(0.5)
            ? junk()
            : [
                [junk(), 1],
                [2, 3],
              ],
        ),
      () => {
        const [method, arity] = pick(CREATIONS);
        const given = Array.from({ length: arity }, () =>
          pick([() => below(6), dims, junk, () => pick(types)])(),
        );
        return sc[method](...given);
      },
      () => new Tensor(often(0.9) ? pick(types) : junk(), someData(), often(0.9) ? dims() : junk()),
      (guard) =>
        sc.fuse((x, y) => x.mul(y).add(operand(keep)))(...three().slice(1), options(guard)),
      () => sc.tidy(() => [sc.add(operand(keep), operand(keep)), junk()])[0],
      () => sc.broadcastShapes(shapesOf(), ruleOptions()),
      () => sc.toExplicit(shapesOf(), ruleOptions()),
      () => {
        const alignment = sc.align(shapesOf(), ruleOptions());
        alignment.source(often(0.5) ? dims() : junk());
        alignment.fanout(often(0.7) ? below(4) : junk(), often(0.5) ? dims() : junk());
      },
      () => {
        const tensor = operand(keep);
        if (!owned.has(tensor)) return undefined;
        return [String(tensor), tensor.toNested(), tensor.toArray(), tensor.location];
      },
    ];

    const seen = new Map();
    const note = (name) => seen.set(name, (seen.get(name) ?? 0) + 1);

    for (let call = 0; call < CALLS; call++) {
      const guard = guarded();
      let threw = false;
      try {
        const result = calls[call % calls.length](guard);
        for (const made of Array.isArray(result) ? result : [result])
          if (made?.location === 'wasm') keep(made);
        note('result');
      } catch (error) {
        threw = true;
        note(error.code ?? error.name);
        if (!(error instanceof SimdcastError || error instanceof Hostility))
          throw new Error(`SEED=${seed}: call ${call} threw ${error?.stack ?? error}`);
      }
      checkGuard(guard, threw);
      if (call % 50 === 0) {
        checkSentinels();
        const one = sc.tensor([call]);
        assertTensor(one, 'float32', [1], [call]);
        one.dispose();
      }
      if (owned.size > 60) {
        for (const tensor of owned) tensor.dispose();
        owned.clear();
      }
    }

    checkSentinels();
    for (const tensor of [...owned, ...sentinels.map(({ tensor }) => tensor)]) tensor.dispose();
    assert.equal(sc.memory().tensors, 0);
    // Every outcome occurs: the calls get past the first checks.
    for (const reached of [
      'result',
      'size_conflict',
      'shared_buffer',
      'detached_buffer',
      'disposed',
      'option_unknown',
    ])
      assert.ok(seen.get(reached) > 0, `${reached} never came up: ${[...seen]}`);
    assert.ok(seen.get('result') > CALLS / 20, `${[...seen]}`);
  });

  it('leave the engine as it was', () => {
    const a = sc.tensor([
      [1, 2],
      [3, 4],
    ]);
    assertTensor(sc.add(a, a), 'float32', [2, 2], [2, 4, 6, 8]);
    assert.throws(() => sc.tensor(new Float32Array(2 ** 21), [2 ** 21]), OutOfMemoryError);
    assertTensor(sc.add(a, a), 'float32', [2, 2], [2, 4, 6, 8]);
  });
});
