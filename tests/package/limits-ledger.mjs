/** A ledger of the tensors in an engine's memory, with the expected value of every byte. */
import assert from 'node:assert/strict';
import { OutOfMemoryError, SimdcastError } from 'simdcast';
import { bitsOf } from './reference.mjs';

export const MB = 2 ** 20;

/** Element types whose sums with small integers are exact, and how they wrap. */
const wrapped = {
  uint8: { array: Uint8Array, draw: (r) => r.between(0, 255) },
  uint16: { array: Uint16Array, draw: (r) => r.between(0, 65535) },
  uint32: { array: Uint32Array, draw: (r) => r.between(0, 2 ** 32 - 1) },
  int32: { array: Int32Array, draw: (r) => r.between(-(2 ** 31), 2 ** 31 - 1) },
  float32: { array: Float32Array, draw: (r) => r.between(0, 2 ** 20) },
  float64: { array: Float64Array, draw: (r) => r.between(0, 2 ** 32) },
  int64: { array: BigInt64Array, draw: (r) => BigInt.asIntN(64, r.bits()) },
};
export const ledgerTypes = Object.keys(wrapped);

/** The power of two at which the values of a type wrap. */
const narrow = { uint8: (v) => v & 255, uint16: (v) => v & 65535, uint32: (v) => v >>> 0 };
const add = (type, value, number) => {
  if (type === 'int64') return BigInt.asIntN(64, value + BigInt(number));
  if (type === 'int32') return (value + number) | 0;
  return (narrow[type] ?? ((v) => v))(value + number);
};

/** Compares an out-of-memory error with the engine's own figures. */
export function checkShortage(sc, error, about, disposedSince = 0) {
  const text = `${about}: ${error?.stack ?? error}`;
  assert.ok(error instanceof OutOfMemoryError && error instanceof SimdcastError, text);
  assert.equal(error.name, 'OutOfMemoryError', text);
  assert.equal(error.code, 'out_of_memory', text);
  const { limit, tensors } = sc.memory();
  assert.equal(error.limit, limit, text);
  assert.ok(Number.isInteger(error.used) && error.used >= 0 && error.used <= limit, text);
  assert.ok(Number.isInteger(error.asked) && error.asked > 0, text);
  assert.ok(
    error.tensors >= tensors && error.tensors <= tensors + disposedSince,
    `${text}\nresident tensors: ${error.tensors} then, ${tensors} now`,
  );
  checkMemory(sc, about);
}

export function checkMemory(sc, about) {
  const { bytes, limit, used, tensors } = sc.memory();
  const text = `${about}: ${JSON.stringify(sc.memory())}`;
  for (const number of [bytes, limit, used, tensors])
    assert.ok(Number.isSafeInteger(number) && number >= 0, text);
  assert.ok(used <= bytes && bytes <= limit && limit <= 2 ** 32, text);
}

/** Checks that a resident tensor is inside the memory and its limit. */
export function checkPlace(sc, tensor, about) {
  if (tensor.location !== 'wasm' || tensor.size === 0) return;
  const { data } = tensor;
  const { limit, bytes } = sc.memory();
  const end = data.byteOffset + data.byteLength;
  const text = `${about}: ${data.byteOffset} to ${end} of ${bytes}, limit ${limit}`;
  assert.ok(data.byteOffset > 0 && end <= bytes && end <= limit && end <= 2 ** 32, text);
}

/** A tensor of `rows` times `columns` elements: element (r, c) is column[r] + c in the type's arithmetic. */
class Entry {
  constructor(tensor, type, column, columns, label) {
    Object.assign(this, { tensor, type, column, columns, label });
  }

  at(i) {
    const row = Math.floor(i / this.columns);
    return add(this.type, this.column[row], i - row * this.columns);
  }

  check(random, about, whole = false) {
    const { tensor, label } = this;
    const { data, size } = tensor;
    const look = (i) => {
      if (data[i] !== this.at(i))
        assert.fail(`${about}: ${label}, element ${i} of ${size} is ${data[i]}, not ${this.at(i)}`);
    };
    if (whole || size <= 20_000) {
      for (let i = 0; i < size; i++) look(i);
      return;
    }
    for (let i = 0; i < 300; i++) {
      look(i);
      look(size - 1 - i);
    }
    const step = Math.max(1, Math.floor(size / 3000));
    for (let i = random.between(0, step - 1); i < size; i += step) look(i);
  }
}

const counted = (type, columns) => {
  const data = new wrapped[type].array(columns);
  for (let c = 0; c < columns; c++) data[c] = type === 'int64' ? BigInt(c) : c;
  return { type, data, dims: [columns] };
};

/** Uses a resident copy, which is freed in any case. */
function withResident(sc, { type, data, dims }, use) {
  const resident = sc.tensor(type, data, dims);
  try {
    return use(resident);
  } finally {
    resident.dispose();
  }
}

/** Ways to compute a tensor from a column and a row: each returns one resident tensor. */
export const makers = {
  'add of a plain column and a resident row': ({ sc, column, row }) =>
    withResident(sc, row, (resident) => sc.add(column, resident)),
  'add of a resident column and a plain row': ({ sc, column, row }) =>
    withResident(sc, column, (resident) => sc.add(resident, row)),
  'expand, then add in place': ({ sc, column, row, dims }) => {
    const wide = withResident(sc, column, (resident) => sc.expand(resident, dims));
    try {
      return sc.add(wide, row, { out: wide });
    } catch (error) {
      wide.dispose();
      throw error;
    }
  },
  'a fused expression': ({ sc, column, row, fused }) =>
    withResident(sc, row, (resident) => fused(column, resident)),
  'a session': ({ column, row, sessions }) => sessions[row.type].runSync({ column, row }).result,
  'a copy of an array': ({ sc, type, column, row, dims }) => {
    const [rows, columns] = dims;
    const data = new wrapped[type].array(rows * columns);
    for (let r = 0, i = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) data[i++] = add(type, column.data[r], c);
    return sc.tensor(row.type, data, dims);
  },
};

/** Above this size, a JavaScript copy of the tensor takes too long. */
const LARGEST_COPY = 8 * MB;

export class Ledger {
  live = [];
  refused = 0;
  made = 0;
  seen = new Set();

  /** @param tools { fused, sessions }, and the seeded `random` */
  constructor(sc, random, tools) {
    Object.assign(this, { sc, random, tools });
  }

  /** Creates a tensor of about `bytes`; returns undefined if memory is exhausted. */
  make(bytes, { maker, type = ledgerTypes[this.random.between(0, ledgerTypes.length - 1)] } = {}) {
    const { sc, random } = this;
    const { array, draw } = wrapped[type];
    const elements = Math.max(1, Math.floor(bytes / array.BYTES_PER_ELEMENT));
    const columns = Math.min(elements, random.between(elements > MB ? 1000 : 1, 4096));
    const rows = Math.max(1, Math.floor(elements / columns));
    const seeds = Array.from({ length: 64 }, () => draw(random));
    const data = new array(rows);
    for (let r = 0; r < rows; r++)
      data[r] = add(type, seeds[r & 63], type === 'float32' ? r & 1023 : r);
    const column = { type, data, dims: [rows, 1] };
    const names = Object.keys(makers).filter(
      (one) => bytes <= LARGEST_COPY || one !== 'a copy of an array',
    );
    const name = maker ?? names[random.between(0, names.length - 1)];
    const about = `${name}, ${type} [${rows},${columns}]`;
    const before = sc.memory().tensors;
    let tensor;
    try {
      tensor = makers[name]({
        sc,
        type,
        column,
        row: counted(type, columns),
        dims: [rows, columns],
        ...this.tools,
      });
    } catch (error) {
      checkShortage(sc, error, about, 1);
      assert.equal(sc.memory().tensors, before, `${about}: tensors after it failed`);
      this.refused++;
      return undefined;
    }
    assert.equal(tensor.location, 'wasm', about);
    assert.deepEqual([...tensor.dims], [rows, columns], about);
    checkPlace(sc, tensor, about);
    assert.equal(sc.memory().tensors, before + 1, `${about}: tensors`);
    const entry = new Entry(tensor, type, data, columns, about);
    this.live.push(entry);
    this.made++;
    this.seen.add(name);
    entry.check(random, 'as it was made');
    return entry;
  }

  /** Adds a number to every element of a live tensor, in place. */
  shift(entry) {
    const { type, tensor } = entry;
    const number = this.random.between(1, 100);
    const scalar = { type, dims: [], data: new wrapped[type].array(1) };
    scalar.data[0] = type === 'int64' ? BigInt(number) : number;
    if (!this.attempt('an addition in place', () => this.sc.add(tensor, scalar, { out: tensor })))
      return;
    entry.column.forEach((value, r, column) => {
      column[r] = add(type, value, number);
    });
  }

  /** Runs work that may run out of memory, and returns whether it succeeded. */
  attempt(about, work) {
    const before = this.sc.memory().tensors;
    try {
      work();
      return true;
    } catch (error) {
      checkShortage(this.sc, error, about);
      assert.equal(this.sc.memory().tensors, before, `${about}: tensors after it failed`);
      this.refused++;
      return false;
    }
  }

  /** Checks every live tensor, overlaps, and the engine's figures of its memory. */
  verify(about, whole = false) {
    checkMemory(this.sc, about);
    const places = this.live.map((entry) => {
      checkPlace(this.sc, entry.tensor, `${about}: ${entry.label}`);
      const { byteOffset, byteLength } = entry.tensor.data;
      return [byteOffset, byteOffset + byteLength, entry.label];
    });
    places.sort(([a], [b]) => a - b);
    for (let k = 1; k < places.length; k++)
      assert.ok(
        places[k][0] >= places[k - 1][1],
        `${about}: ${places[k - 1]} overlaps ${places[k]}`,
      );
    for (const entry of this.live) entry.check(this.random, about, whole);
    const total = this.live.reduce((sum, { tensor }) => sum + tensor.data.byteLength, 0);
    assert.ok(this.sc.memory().used >= total, `${about}: used is less than the tensors take`);
  }

  dispose(entry) {
    const { tensor } = entry;
    const { used } = this.sc.memory();
    const bytes = tensor.data.byteLength;
    tensor.dispose();
    this.live.splice(this.live.indexOf(entry), 1);
    assert.ok(this.sc.memory().used <= used - bytes, 'used falls by what was disposed of');
  }

  disposeAll() {
    for (const entry of [...this.live]) this.dispose(entry);
  }
}

/** Whether a block fits. */
function fits(sc, bytes, source) {
  try {
    sc.tensor(source(bytes), [bytes]).dispose();
    return true;
  } catch (error) {
    checkShortage(sc, error, `a block of ${bytes}`);
    assert.equal(error.asked, bytes);
    return false;
  }
}

/** Size of the largest tensor that could be allocated now, in bytes. */
export function largestBlock(
  sc,
  highest = sc.memory().limit,
  source = (bytes) => new Uint8Array(bytes),
) {
  let [low, high] = [0, highest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(sc, middle, source)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lets the memory grow to its limit, in steps, and leaves it empty. */
export function growFully(sc, step = MB / 2) {
  const held = [];
  for (const bytes of [step, 65536, 4096])
    try {
      const data = new Uint8Array(bytes);
      for (;;) held.push(sc.tensor(data, [bytes]));
    } catch (error) {
      checkShortage(sc, error, `a step of ${bytes}`);
      assert.equal(error.asked, bytes);
    }
  const { bytes } = sc.memory();
  for (const tensor of held) tensor.dispose();
  return bytes;
}

const fill = (bytes, k) => new Uint8Array(bytes).fill(k * 37 + 11);

/**
 * Fills the memory with tensors until less than 16 bytes are left, except for one hole of `hole` bytes: at
 * the end of the memory, or among the others.
 * @returns {{ tensors: object[], check: (about: string) => void, dispose: () => void }}
 */
export function brim(sc, hole, { atEnd = true, start = sc.memory().limit } = {}) {
  const held = [];
  const hold = (bytes) => {
    const value = (held.length * 37 + 11) & 255;
    const tensor = sc.tensor(fill(bytes, held.length), [bytes]);
    checkPlace(sc, tensor, `a filler of ${bytes}`);
    held.push({ tensor, value });
  };
  const greedy = (from) => {
    for (let bytes = from; bytes >= 16; bytes = Math.floor(bytes / 2))
      try {
        for (;;) hold(bytes);
      } catch (error) {
        checkShortage(sc, error, `a filler of ${bytes}`);
      }
  };
  let gap;
  if (hole > 0 && !atEnd) gap = sc.tensor(fill(hole, 0), [hole]);
  else if (hole > 0) {
    const most = largestBlock(sc, start);
    if (most > hole + 64) hold(most - hole - 64);
    gap = sc.tensor(fill(hole, 0), [hole]);
  }
  greedy(Math.min(start, sc.memory().limit));
  gap?.dispose();
  return {
    tensors: held,
    check(about) {
      for (const [k, { tensor, value }] of held.entries()) {
        const { data } = tensor;
        const step = data.length > 65536 ? 1021 : 1;
        for (let i = 0; i < data.length; i += step)
          if (data[i] !== value) assert.fail(`${about}: filler ${k} has ${data[i]} at ${i}`);
        assert.equal(data.at(-1), value, about);
      }
    },
    dispose() {
      for (const { tensor } of held) tensor.dispose();
    },
  };
}

/** The operands and results of one call: all are checked to be unchanged, and freed. */
export class Scope {
  #kept = [];

  constructor(sc) {
    this.sc = sc;
  }

  #keep(tensor, about) {
    const { data } = tensor;
    this.#kept.push({ tensor, bits: Buffer.from(bitsOf(data)), about });
    return tensor;
  }

  plain(type, data, dims = [data.length]) {
    return this.#keep({ type, data, dims }, 'a plain operand');
  }

  resident(type, data, dims = [data.length]) {
    const tensor = this.sc.tensor(type, data, dims);
    checkPlace(this.sc, tensor, 'an operand');
    return this.#keep(tensor, 'a resident operand');
  }

  /** Keeps a result after checking it. */
  result(tensor, type, data, dims = [data.length]) {
    // Registered before it is checked, so that it is freed in any case.
    const kept = { tensor, bits: Buffer.from(bitsOf(data)), about: 'a result' };
    this.#kept.push(kept);
    assert.equal(tensor.type, type);
    assert.deepEqual([...tensor.dims], dims);
    checkPlace(this.sc, tensor, 'a result');
    return tensor;
  }

  /** Updates the expected contents of `out`. */
  written(out, data) {
    const kept = this.#kept.find(({ tensor }) => tensor === out);
    kept.bits = Buffer.from(bitsOf(data));
    kept.about = 'what was written';
  }

  check(about) {
    for (const { tensor, bits, about: what } of this.#kept)
      assert.ok(
        bitsOf(tensor.data).equals(bits),
        `${about}: ${what} (${tensor.type} [${tensor.dims}]) is not as it should be`,
      );
  }

  dispose() {
    for (const { tensor } of this.#kept) tensor.dispose?.();
    this.#kept = [];
  }
}
