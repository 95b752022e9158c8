/**
 * A WebAssembly module written by hand: simple loops over memory, as a measure of "as fast as the memory". It
 * shares nothing with simdcast or its compiler.
 */

const i32 = 0x7f;
const typeSection = 1;
const functionSection = 3;
const memorySection = 5;
const exportSection = 7;
const codeSection = 10;

const op = {
  loop: [0x03, 0x40],
  end: [0x0b],
  branchIf: [0x0d],
  get: [0x20],
  set: [0x21],
  tee: [0x22],
  constant: [0x41],
  lessUnsigned: [0x49],
  add: [0x6a],
  copy: [0xfc, 0x0a, 0x00, 0x00],
  fill: [0xfc, 0x0b, 0x00],
  load: [0xfd, 0x00, 0x04],
  store: [0xfd, 0x0b, 0x04],
  negateFloats: [0xfd, 0xe1, 0x01],
  addFloats: [0xfd, 0xe4, 0x01],
};

function unsigned(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const vector = (items) => [...unsigned(items.length), ...items.flat()];
const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
const section = (id, items) => [id, ...sized(vector(items))];
const name = (text) => sized([...new TextEncoder().encode(text)]);
const get = (local) => [...op.get, local];

const unroll = 4;
const vectorBytes = 16;
/** unroll × vectorBytes = 64 as a signed LEB128 constant */
const turnBytes = [0xc0, 0x00];
const load = (pointer, lane) => [...get(pointer), ...op.load, lane * vectorBytes];

/** `body(lane)` for four vectors per iteration, advancing `pointers` until the last one reaches `end`. */
function loop(pointers, end, body) {
  const lanes = Array.from({ length: unroll }, (_, lane) => body(lane)).flat();
  const step = (pointer) => [...get(pointer), ...op.constant, ...turnBytes, ...op.add];
  const moves = pointers.slice(0, -1).flatMap((p) => [...step(p), ...op.set, p]);
  const last = pointers.at(-1);
  const again = [...step(last), ...op.tee, last, ...get(end), ...op.lessUnsigned];
  return [...op.loop, ...lanes, ...moves, ...again, ...op.branchIf, 0, ...op.end];
}

/** Parameters are addresses; `end` is the end of the destination, a multiple of 64 bytes after its start. */
const functions = {
  /** copy(destination, source, bytes) */
  copy: { parameters: 3, body: [...get(0), ...get(1), ...get(2), ...op.copy] },
  /** fill(destination, byte, bytes) */
  fill: { parameters: 3, body: [...get(0), ...get(1), ...get(2), ...op.fill] },
  /** negate(source, destination, end): destination = -source */
  negate: {
    parameters: 3,
    body: loop([0, 1], 2, (lane) => [
      ...get(1),
      ...load(0, lane),
      ...op.negateFloats,
      ...op.store,
      lane * vectorBytes,
    ]),
  },
  /** add(a, b, destination, end): destination = a + b */
  add: {
    parameters: 4,
    body: loop([0, 1, 2], 3, (lane) => [
      ...get(2),
      ...load(0, lane),
      ...load(1, lane),
      ...op.addFloats,
      ...op.store,
      lane * vectorBytes,
    ]),
  },
};

function encode(pages) {
  const list = Object.entries(functions);
  const types = list.map(([, { parameters }]) => [0x60, ...vector(Array(parameters).fill(i32)), 0]);
  const exported = list.map(([label], i) => [...name(label), 0x00, i]);
  const code = list.map(([, { body }]) => sized([0x00, ...body, ...op.end]));
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(typeSection, types),
    ...section(
      functionSection,
      list.map((_, i) => unsigned(i)),
    ),
    ...section(memorySection, [[0x00, ...unsigned(pages)]]),
    ...section(exportSection, [...exported, [...name('memory'), 0x02, 0x00]]),
    ...section(codeSection, code),
  ]);
}

/** @returns the exports of a fresh instance with at least `bytes` of memory. */
export function instantiateLoops(bytes) {
  const pages = Math.ceil(bytes / 65536);
  return new WebAssembly.Instance(new WebAssembly.Module(encode(pages))).exports;
}
