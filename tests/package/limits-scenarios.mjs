/** Scenarios for an engine whose memory runs out. Each returns its counts. */
import assert from 'node:assert/strict';
import { load } from 'simdcast';
import {
  brim,
  checkMemory,
  checkPlace,
  checkShortage,
  growFully,
  Ledger,
  largestBlock,
  MB,
  Scope,
} from './limits-ledger.mjs';
import { probes, toolsFor } from './limits-probes.mjs';
import { Random } from './random.mjs';

const names = Object.keys(probes);

/**
 * Runs a probe: it returns the right result or runs out of memory, and no live tensor changes. Returns
 * whether it ran.
 */
function runProbe(given, name, n) {
  const { sc } = given;
  const about = `${name}, n ${n}`;
  const before = sc.memory();
  const s = new Scope(sc);
  try {
    probes[name]({ ...given, s, n });
    s.check(about);
    return true;
  } catch (error) {
    if (error?.code !== 'out_of_memory') {
      error.message = `${about}: ${error.message}`;
      throw error;
    }
    checkShortage(sc, error, about);
    s.check(`${about}, out of memory`);
    return false;
  } finally {
    s.dispose();
    const after = sc.memory();
    assert.equal(after.tensors, before.tensors, `${about}: resident tensors`);
    assert.equal(after.limit, before.limit);
    checkMemory(sc, about);
  }
}

async function setUp({ flavour, limit, seed }) {
  const sc = await load({ flavour, maximumMemory: limit });
  assert.equal(sc.flavour, flavour);
  const memory = sc.memory();
  assert.ok(
    memory.limit <= Math.min(limit, 2 ** 32) && memory.limit > limit - 2 * 65536,
    JSON.stringify(memory),
  );
  return { sc, random: new Random(seed), ...(await toolsFor(sc)) };
}

/** Sizes of the holes: all small ones, then fewer and fewer. */
function holes({ random, most, fine }) {
  const sizes = [];
  for (let bytes = 0; bytes <= most; ) {
    sizes.push(bytes);
    const step = bytes < 1024 ? 16 : bytes / 8;
    bytes += fine * 16 * Math.ceil(random.between(1, Math.ceil(step / 8)) / 2);
  }
  return sizes;
}

/** A plan needs a quarter of a megabyte in addition to its operands, more than the smallest limits allow. */
const ROOMY = 2 * MB;

function everyProbe(given) {
  for (const name of names) {
    const ran = runProbe(given, name, 300);
    if (given.sc.memory().limit >= ROOMY) assert.ok(ran, `${name}, with room`);
  }
}

/** Every function, with the memory full except for a hole. */
export async function brimming(options) {
  const given = await setUp(options);
  const { sc, random } = given;
  const { most = 4 * MB, fine = 4, start, each = names.length } = options;
  const counts = { ran: 0, refused: 0, holes: 0 };
  const reached = new Set();
  growFully(sc);
  for (const name of names) runProbe(given, name, 100);
  const room = largestBlock(sc, start);
  for (const hole of holes({ random, most: Math.min(most, room), fine })) {
    counts.holes++;
    const full = brim(sc, hole, { atEnd: random.chance(60), start });
    const chosen =
      each === names.length
        ? names
        : Array.from({ length: each }, () => names[random.between(0, names.length - 1)]);
    for (const name of chosen) {
      const scale = random.between(0, Math.floor(Math.log2(Math.max(2, hole / 2))));
      const n = Math.min(60_000, random.between(1, 2 ** scale));
      const ran = runProbe(given, name, n);
      counts[ran ? 'ran' : 'refused']++;
      if (ran) reached.add(name);
      if (random.chance(5)) full.check(`${name}, n ${n}, hole ${hole}`);
    }
    full.check(`hole ${hole}`);
    full.dispose();
    assert.equal(sc.memory().tensors, 0);
  }
  // Everything evicted can be rebuilt, and no memory is lost.
  everyProbe(given);
  const atLast = largestBlock(sc, start);
  assert.ok(atLast >= room - 8192, `the largest block was ${room}, and is ${atLast}`);
  counts.reached = reached.size;
  counts.of = names.length;
  return counts;
}

/** Tensors of random sizes until nothing fits, some disposed of, and again. */
export async function mixing(options) {
  const given = await setUp(options);
  const { sc, random, sessions, fused } = given;
  const {
    smallest,
    largest,
    rounds,
    probesPerRound = 12,
    failuresPerRound = 6,
    wholeAtEnd = false,
  } = options;
  const ledger = new Ledger(sc, random, { sessions, fused: fused.sum });
  const counts = { made: 0, refused: 0, ran: 0, out: 0, highest: 0 };
  const size = () => {
    const span = Math.log2(largest / smallest);
    return Math.floor(smallest * 2 ** ((random.between(0, 1e6) / 1e6) * span));
  };
  for (let round = 0; round < rounds; round++) {
    const about = `round ${round}`;
    for (let failures = 0; failures < failuresPerRound; ) if (!ledger.make(size())) failures++;
    for (let bytes = smallest; bytes >= 1000; bytes /= 4) while (ledger.make(bytes));
    counts.highest = Math.max(counts.highest, sc.memory().used);
    ledger.verify(`${about}, full`);
    for (let k = 0; k < probesPerRound; k++) {
      const name = names[random.between(0, names.length - 1)];
      counts[runProbe(given, name, 2 ** random.between(0, 15)) ? 'ran' : 'out']++;
    }
    for (let k = 0; k < 3; k++)
      ledger.shift(ledger.live[random.between(0, ledger.live.length - 1)]);
    ledger.verify(`${about}, after probes`);
    const share = random.between(20, 70);
    for (const entry of [...ledger.live]) if (random.chance(share)) ledger.dispose(entry);
    for (let k = 0; k < probesPerRound; k++) {
      const name = names[random.between(0, names.length - 1)];
      counts[runProbe(given, name, 2 ** random.between(0, 15)) ? 'ran' : 'out']++;
    }
    ledger.verify(`${about}, thinned`);
  }
  if (wholeAtEnd) ledger.verify('at the end', true);
  ledger.disposeAll();
  assert.equal(sc.memory().tensors, 0);
  everyProbe(given);
  counts.makers = ledger.seen.size;
  return Object.assign(counts, { made: ledger.made, refused: ledger.refused });
}

/** A tensor of more than 2 GiB, computed in place by every kind of call. */
export async function inPlace({ flavour, limit, seed }) {
  const { sc, random, fused, sessions } = await setUp({ flavour, limit, seed });
  const n = 2 ** 29 + 7;
  // Written only at the checked positions: the rest takes no physical memory.
  const source = new Float32Array(n);
  const half = 2 ** 28;
  const places = [0, 1, 15, 16, half - 1, half, half + 1, 2 * half - 1, 2 * half, 2 * half + 1];
  for (let k = 1; k <= 24; k++)
    places.push(n - k, random.between(0, n - 1), random.between(half, n - 1));
  for (const [k, place] of places.entries()) source[place] = k + 1;
  const x = sc.tensor(source, [n]);
  checkPlace(sc, x, 'more than 2 GiB');
  assert.ok(x.data.byteLength > 2 ** 31);
  let [factor, offset] = [1, 0];
  const check = (about) => {
    const { data } = x;
    assert.equal(data.length, n);
    const look = (i) => {
      if (data[i] !== source[i] * factor + offset)
        assert.fail(`${about}: element ${i} is ${data[i]}, not ${source[i] * factor + offset}`);
    };
    places.forEach(look);
    for (let start = 0; start < n; start += 2 ** 26) {
      const part = data.subarray(start, start + 2 ** 26);
      assert.equal(part.byteOffset, data.byteOffset + 4 * start);
      for (let i = random.between(0, 4000); i < part.length; i += 4001)
        if (part[i] !== data[start + i]) assert.fail(`${about}: the part from ${start}`);
      look(start);
      look(start + part.length - 1);
      for (let i = random.between(0, 50_000); i < part.length; i += 50_000) look(start + i);
    }
  };
  check('as it was made');
  const steps = {
    'Neg, in place': () => {
      assert.equal(sc.run('Neg', [x], { out: x }), x);
      factor = -factor;
    },
    'an addition of a scalar': () => {
      sc.add(x, { data: Float32Array.of(0.5), dims: [] }, { out: x });
      offset += 0.5;
    },
    'an addition of itself': () => {
      sc.add(x, x, { out: x });
      [factor, offset] = [2 * factor, 2 * offset];
    },
    'a fused expression': () => {
      fused.sum(x, { data: Float32Array.of(3), dims: [1] }, { out: x });
      offset += 3;
    },
    'a session that writes into it': () => {
      const column = { type: 'float32', data: Float32Array.of(1), dims: [1, 1] };
      try {
        sessions.float32.runSync({ column, row: x }, { result: x });
      } catch (error) {
        // The result has another rank and is too large: the call throws, and nothing is written.
        assert.ok(['out_shape', 'out_of_memory'].includes(error.code), error.stack);
      }
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    step();
    check(name);
  }
  // There is not enough memory for another one; live tensors are unchanged.
  for (const [name, work] of Object.entries({
    sum: () => sc.add(x, x),
    fused: () => fused.sum(x, x),
    copy: () => sc.tensor(source, [n]),
    session: () =>
      sessions.float32.runSync({
        column: { type: 'float32', data: new Float32Array(1), dims: [1, 1] },
        row: x,
      }),
    where: () => sc.where({ type: 'bool', data: Uint8Array.of(1), dims: [1] }, x, x),
  })) {
    let caught;
    try {
      work();
    } catch (error) {
      caught = error;
    }
    assert.ok(caught, `${name}: it should not fit`);
    checkShortage(sc, caught, name);
    assert.equal(caught.tensors, 1);
  }
  check('after what did not fit');
  const less = sc.less(x, { data: Float32Array.of(offset), dims: [] });
  checkPlace(sc, less, 'less');
  for (const i of places)
    assert.equal(less.data[i], Number(x.data[i] < offset), `less, element ${i}`);
  less.dispose();
  x.dispose();
  assert.equal(sc.memory().tensors, 0);
  for (const name of names) runProbe({ sc, random, fused, sessions }, name, 300);
  return { places: places.length };
}
