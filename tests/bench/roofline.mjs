/** Plain loops over memory, at sizes from L1 to main memory: the limits of the machine. */
import { measure } from './measure.mjs';
import { summarise } from './statistics.mjs';
import { instantiateLoops } from './wasm-loops.mjs';

const align = (bytes) => Math.ceil(bytes / 64) * 64;
const base = 1024;

/** Three streams, `gap` apart to avoid sharing cache sets. */
function streams(bytes) {
  const length = align(bytes);
  const gap = length + 192;
  const wasm = instantiateLoops(base + 3 * gap);
  return { wasm, length, a: base, b: base + gap, out: base + 2 * gap };
}

/** Bytes that each loop accesses per byte of one stream. */
const loops = {
  add: {
    streams: 3,
    make:
      ({ wasm, a, b, out, length }) =>
      () =>
        wasm.add(a, b, out, out + length),
  },
  negate: {
    streams: 2,
    make:
      ({ wasm, a, out, length }) =>
      () =>
        wasm.negate(a, out, out + length),
  },
  fill: {
    streams: 1,
    make:
      ({ wasm, out, length }) =>
      () =>
        wasm.fill(out, 1, length),
  },
  copy: {
    streams: 2,
    make:
      ({ wasm, a, out, length }) =>
      () =>
        wasm.copy(out, a, length),
  },
};

/** The same from JavaScript, over typed arrays of the same memory. */
const typedArrayLoops = {
  'TypedArray.set': {
    streams: 2,
    make({ wasm, a, out, length }) {
      const source = new Float32Array(wasm.memory.buffer, a, length / 4);
      const target = new Float32Array(wasm.memory.buffer, out, length / 4);
      return () => target.set(source);
    },
  },
  'TypedArray.fill': {
    streams: 1,
    make({ wasm, out, length }) {
      const target = new Float32Array(wasm.memory.buffer, out, length / 4);
      return () => target.fill(1.5);
    },
  },
};

/**
 * The loop that moves the same number of bytes as a case in the most similar mix: two reads and a write, one
 * read and a write, or only a write. It is a contender like any other, measured in the same rounds.
 */
export function roofContender({ readBytes, writeBytes }) {
  const mix = readBytes / writeBytes;
  const kind = mix > 1.5 ? 'add' : mix > 0.5 ? 'negate' : 'fill';
  const { streams: count, make } = loops[kind];
  return { name: 'roof', run: make(streams((readBytes + writeBytes) / count)) };
}

/** Bytes of one stream. */
const extents = { L1: 4096, L2: 131072, '4 MB': 4 << 20, '16 MB': 16 << 20 };

/** @returns {Promise<{ loop: string, extent: string, gigabytesPerSecond: object }[]>} */
export async function measureRoofline({ effort, seed }, chosen = Object.keys(extents)) {
  const rows = [];
  for (const extent of chosen) {
    const area = streams(extents[extent]);
    const table = { ...loops, ...typedArrayLoops };
    const contenders = Object.entries(table).map(([name, { make }]) => ({ name, run: make(area) }));
    const samples = await measure(contenders, effort, seed);
    for (const [name, { streams: count }] of Object.entries(table)) {
      const rates = samples.get(name).map((nanoseconds) => (count * area.length) / nanoseconds);
      rows.push({ loop: name, extent, gigabytesPerSecond: summarise(rates) });
    }
  }
  return rows;
}
