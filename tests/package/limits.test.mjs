/**
 * Full memory, at limits up to 4 GiB: every function either returns the right result or throws an
 * OutOfMemoryError, and no live tensor changes. Each scenario has its own process, so its memory is freed,
 * and its own flags, so both flavours are tested.
 *
 * LIMITS=all runs every limit and more seeds; SEED chooses other ones.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { freemem } from 'node:os';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AttributeError, DTypeError, load, OutOfMemoryError, SimdcastError } from 'simdcast';
import { rejectsWith, throwsError } from './asserts.mjs';
import { checkShortage, growFully, MB } from './limits-ledger.mjs';
import { sessionsFor } from './limits-probes.mjs';
import { Random, seedOf } from './random.mjs';
import { counting } from './reference.mjs';

const run = promisify(execFile);
const seed = seedOf(20261);
const all = process.env.LIMITS === 'all';
const GB = 2 ** 30;

let nextLimit = 64 * MB;
/** A new engine: other options create another instance. */
function fresh(limit) {
  nextLimit += 65536;
  return load({ maximumMemory: limit ?? nextLimit });
}
const block = (sc, bytes) => sc.tensor(new Uint8Array(bytes), [bytes]);

describe('a limit', () => {
  it('may be any number of bytes from 1 MiB to 4 GiB', async () => {
    const limits = [MB, MB + 1, 100 * MB, 1234567890, 2 * GB, 2 * GB + 65536, 3e9 + 7, 3 * GB];
    for (const limit of [...limits, 4 * GB - 2 ** 24, 4290772992, 4 * GB - 1, 4 * GB]) {
      const sc = await fresh(limit);
      const { bytes, limit: told, used, tensors } = sc.memory();
      assert.ok(told <= limit && told > limit - 2 * 65536 && bytes <= told, `${limit}: ${told}`);
      // The engine's own memory.
      assert.ok(used > 0 && used < MB, `${limit}: ${used}`);
      assert.equal(tensors, 0);
      assert.deepEqual([...sc.add(counting([3]), counting([3])).data], [0, 2, 4]);
    }
    for (const limit of [0, -1, NaN, MB - 1, 4 * GB + 1, Infinity, '100'])
      await rejectsWith(() => fresh(limit), AttributeError, 'invalid_memory');
  });

  it('is reached in small steps', async () => {
    for (const limit of [MB, 3 * MB, 100 * MB + 65536, 300 * MB + 65536]) {
      const sc = await fresh(limit);
      const bytes = growFully(sc);
      assert.ok(limit - bytes <= 65536, `${bytes} of ${limit}: ${limit - bytes} are never used`);
    }
  });

  it('is reached by one block', async () => {
    const sc = await fresh(100 * MB + 2 * 65536);
    block(sc, 98 * MB).dispose();
  });
});

describe('memory that ran out', () => {
  it('serves larger blocks than before, once there is room', async () => {
    const sc = await fresh(100 * MB + 3 * 65536);
    const held = block(sc, 50 * MB);
    const error = throwsError(() => block(sc, 80 * MB), OutOfMemoryError, 'out_of_memory');
    assert.equal(error.asked, 80 * MB);
    checkShortage(sc, error, '80 MB');
    held.dispose();
    for (const megabytes of [51, 60, 80, 95]) block(sc, megabytes * MB).dispose();
  });

  it('serves one large allocation from many small freed ones', async () => {
    const sc = await fresh(100 * MB + 4 * 65536);
    const held = [];
    try {
      for (;;) held.push(block(sc, MB));
    } catch (error) {
      checkShortage(sc, error, 'a megabyte');
    }
    for (let k = 1; k < held.length; k += 2) held[k].dispose();
    throwsError(() => block(sc, 2 * MB), OutOfMemoryError, 'out_of_memory');
    for (let k = 0; k < held.length; k += 2) held[k].dispose();
    block(sc, Math.floor(held.length * 0.98) * MB).dispose();
  });

  it('leaves room for a small addition beside a small tensor, under the smallest limit', async () => {
    const sc = await fresh(MB + 2);
    const a = sc.tensor(counting([2000]).data, [2000]);
    assert.equal(sc.add(a, a).data[1999], 3998);
  });
});

describe('the figures', () => {
  it('rise with tensors, fall with their disposal, and return to where they were', async () => {
    const sc = await fresh();
    const random = new Random(seed);
    sc.add(counting([10]), counting([10]));
    const { used, tensors } = sc.memory();
    const held = [];
    for (let k = 0; k < 500; k++) {
      const before = sc.memory();
      if (held.length > 0 && random.chance(45)) {
        const tensor = held.splice(random.between(0, held.length - 1), 1)[0];
        const { byteLength } = tensor.data;
        tensor.dispose();
        assert.ok(sc.memory().used <= before.used - byteLength);
        assert.equal(sc.memory().tensors, before.tensors - 1);
        tensor.dispose();
      } else {
        const bytes = random.between(0, 50_000);
        held.push(block(sc, bytes));
        const after = sc.memory();
        assert.ok(after.used >= before.used + bytes && after.used <= before.used + bytes + 64);
        assert.equal(after.tensors, before.tensors + 1);
      }
    }
    for (const tensor of held) tensor.dispose();
    assert.deepEqual([sc.memory().used, sc.memory().tensors], [used, tensors]);
  });

  it('stay where they are in 100,000 operations on small tensors', async () => {
    const sc = await fresh();
    const a = sc.tensor(counting([50]).data, [50]);
    const double = sc.fuse((x) => x.add(x));
    const step = (k) => {
      const sum = k % 10 === 0 ? double(a) : sc.add(a, a);
      assert.equal(sum.data[49], 98);
      sum.dispose();
    };
    for (let k = 0; k < 20; k++) step(k);
    const before = sc.memory();
    for (let k = 0; k < 100_000; k++) step(k);
    assert.deepEqual(sc.memory(), before);
  });
});

/** Runs a call whose operands change meanwhile: it returns a value, or throws one of the package's errors. */
function survives(work) {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof SimdcastError, error.stack);
    return undefined;
  }
}

describe('hostile operands', () => {
  it('that dispose of others while they are read', async () => {
    const sc = await fresh();
    const fused = sc.fuse((x, y) => x.mul(2).add(y));
    const sessions = await sessionsFor(sc);
    for (const name of ['data', 'dims', 'type'])
      for (const order of [0, 1])
        for (const what of ['add', 'out', 'fused', 'session', 'max', 'matMul', 'tensor']) {
          const bystander = sc.tensor(new Float32Array(256).fill(5), [16, 16]);
          const victim = sc.tensor(new Float32Array(256).fill(1), [16, 16]);
          let taker;
          const plain = { type: 'float32', data: new Float32Array(256).fill(2), dims: [16, 16] };
          const value = plain[name];
          Object.defineProperty(plain, name, {
            get() {
              victim.dispose();
              // Reuses the memory that was freed.
              taker ??= sc.tensor(new Float32Array(256).fill(9), [16, 16]);
              return value;
            },
          });
          const pair = order === 0 ? [plain, victim] : [victim, plain];
          const result = survives(() => {
            if (what === 'add') return sc.add(...pair);
            if (what === 'out') return sc.add(plain, plain, { out: victim });
            if (what === 'fused') return fused(...pair);
            if (what === 'max') return sc.run('Max', [...pair, bystander]);
            if (what === 'matMul') return sc.matMul(...pair);
            if (what === 'tensor') return sc.tensor(plain.data, plain.dims);
            return sessions.float32.runSync({ column: victim, row: plain }).result;
          });
          const about = `${what}, ${name}, ${order}`;
          assert.ok(
            bystander.data.every((one) => one === 5),
            about,
          );
          assert.ok(taker?.data.every((one) => one === 9) ?? true, `${about}: the taker`);
          if (result && result !== victim) result.dispose();
          taker?.dispose();
          bystander.dispose();
          victim.dispose();
          assert.equal(sc.memory().tensors, 0, about);
        }
    assert.deepEqual([...sc.add(counting([2]), counting([2])).data], [0, 2]);
  });

  it('that make the memory grow while they are read', async () => {
    const sc = await fresh();
    const resident = sc.tensor(new Float32Array(256).fill(1), [256]);
    const stale = resident.data;
    let big;
    const plain = {
      data: new Float32Array(256).fill(2),
      get dims() {
        big ??= block(sc, 20 * MB);
        return [256];
      },
    };
    assert.equal(sc.add(resident, plain).data[255], 3);
    assert.ok(big);
    assert.equal(stale.length, 0);
    throwsError(
      () => sc.add(resident, resident, { out: { data: stale, dims: [256] } }),
      DTypeError,
      'detached_buffer',
    );
    throwsError(
      () => sc.add({ data: stale, dims: [256] }, resident),
      DTypeError,
      'detached_buffer',
    );
    assert.ok(resident.data.every((value) => value === 1));
  });

  it('of other engines are rejected, and both engines stay unchanged', async () => {
    const [one, other] = [await fresh(), await fresh()];
    const fused = one.fuse((x) => x.add(x));
    const { affine } = await sessionsFor(one);
    const foreign = other.tensor(new Float32Array(6).fill(1), [2, 3]);
    for (const work of [
      () => one.add(foreign, foreign),
      () => one.add(counting([2, 3]), counting([2, 3]), { out: foreign }),
      () => fused(foreign),
      () => affine.runSync({ x: foreign }),
    ])
      throwsError(work, DTypeError, 'foreign_tensor');
    assert.deepEqual([one.memory().tensors, other.memory().tensors], [0, 1]);
    assert.ok(foreign.data.every((value) => value === 1));
    assert.equal(other.add(foreign, { data: foreign.data, dims: [2, 3] }).data[5], 2);
  });

  it('of sessions that are released while they are read', async () => {
    const sc = await fresh();
    const { used } = sc.memory();
    const {
      affine,
      affineInWasm,
      chain,
      chainInWasm,
      affineModel: _,
      ...others
    } = await sessionsFor(sc);
    for (const session of [affine, affineInWasm]) {
      const results = survives(() =>
        session.runSync({
          x: {
            data: new Float32Array(6),
            get dims() {
              session.release();
              return [2, 3];
            },
          },
        }),
      );
      for (const tensor of Object.values(results ?? {})) tensor.dispose();
      assert.throws(() => session.runSync({ x: counting([2, 3]) }), { code: 'released' });
    }
    const { y } = chainInWasm.runSync({ x: counting([5]) });
    for (const session of [chain, chainInWasm, ...Object.values(others)]) await session.release();
    assert.deepEqual([...y.data], [-1, 2, 5, 8, 11]);
    y.dispose();
    assert.ok(sc.memory().used <= used + 2 ** 16 + 64, JSON.stringify(sc.memory()));
    assert.equal(sc.memory().tensors, 0);
  });
});

const flavours = ['simd', 'relaxed'];
const either = (k) => flavours[(seed + k) & 1];
const runner = fileURLToPath(new URL('limits-run.mjs', import.meta.url));
// Since Node 22, it needs no flag.
const flags =
  Number.parseInt(process.versions.node, 10) < 22 ? ['--experimental-wasm-relaxed-simd'] : [];

/** Runs scenarios in sequence in a process, and prints the counts of each. */
async function inProcess(t, cases) {
  const { stdout } = await run(
    process.execPath,
    [...flags, '--expose-gc', runner, JSON.stringify(cases)],
    { maxBuffer: 64 * MB },
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { scenario, flavour, limit, seed: own, counts, skip, seconds } of lines)
    t.diagnostic(
      `${scenario}, ${flavour}, limit ${limit}, seed ${own}: ` +
        (skip ? `left out: ${skip}` : `${JSON.stringify(counts)}, ${seconds.toFixed(1)} s`),
    );
  assert.equal(lines.length, cases.length, stdout);
  for (const line of lines) assert.equal(line.error, undefined, JSON.stringify(line));
  return lines;
}

const brimming = (flavour, limit, more) => ({
  scenario: 'brimming',
  flavour,
  limit,
  seed,
  ...more,
});
const mixing = (flavour, limit, more) => ({ scenario: 'mixing', flavour, limit, seed, ...more });

const large = { smallest: 0.3 * MB, largest: 1500 * MB, rounds: 2, probesPerRound: 10 };

describe(`full memory, seed ${seed}`, () => {
  for (const flavour of flavours)
    it(`of few megabytes, every way in, ${flavour}`, async (t) => {
      await inProcess(t, [
        // The engine's data and the sessions take half of this.
        brimming(flavour, 1.5 * MB, { most: 400_000, fine: 12 }),
        brimming(flavour, 3e6 + 7, { most: 2e6, fine: 12, each: 30 }),
        mixing(flavour, 100 * MB, { smallest: 50_000, largest: 60 * MB, rounds: 2 }),
      ]);
    });

  const room = () => {
    const free = freemem() / GB;
    return free < 5 ? `${free.toFixed(1)} GiB are free, and 5 are needed` : undefined;
  };

  it('of 4 GiB', async (t) => {
    const reason = room();
    if (reason) return t.skip(reason);
    await inProcess(t, [mixing(either(0), 4 * GB, { ...large, rounds: 1 })]);
  });

  it('of which one tensor takes more than 2 GiB', async (t) => {
    const reason = room();
    if (reason) return t.skip(reason);
    await inProcess(t, [{ scenario: 'inPlace', flavour: either(1), limit: 4 * GB, seed }]);
  });

  const why = all ? undefined : 'at every limit it takes many minutes: LIMITS=all runs it';
  if (why) console.log(`limits: the exhaustive variant is left out, since ${why}`);
  const limits = [
    [4 * GB, 4 * GB - 1, 4 * GB - 2 ** 24, 4290772992],
    [3 * GB, 3e9 + 7, 2 * GB + 65536, 2 * GB],
    [1234567890, 777 * MB + 1, 100 * MB, 12345678, 2 * MB, MB],
  ].flat();
  for (const limit of all ? limits : [])
    for (const flavour of flavours)
      it(`of ${limit} bytes, ${flavour}`, async (t) => {
        for (let k = 0; k < 3; k++) {
          const cases = [];
          if (limit >= 10 * MB)
            cases.push(
              mixing(flavour, limit, {
                ...large,
                rounds: 4,
                seed: seed + k,
                largest: Math.min(1500 * MB, limit / 2),
                wholeAtEnd: true,
              }),
            );
          if (limit <= 100 * MB)
            cases.push(
              brimming(flavour, limit, { seed: seed + k, fine: 2, most: Math.min(limit, 4 * MB) }),
            );
          if (limit >= 3 * GB && k === 0) cases.push({ scenario: 'inPlace', flavour, limit, seed });
          for (const one of cases) await inProcess(t, [one]);
        }
      });
});
