/** What the build reads and writes of WebAssembly's binary format. */

const CUSTOM = 0;
const CODE = 10;
const NAMES = 'name';
const FUNCTION_NAMES = 1;
const HEADER = 8;

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get ended() {
    return this.at >= this.bytes.length;
  }

  /** A number in LEB128. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      result += (byte & 127) * 2 ** shift;
      if (byte < 128) return result;
    }
  }

  /** Bytes after their number. */
  sized() {
    const length = this.number();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return this.sized().toString();
  }
}

function varint(number) {
  const bytes = [];
  let rest = number;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const sized = (bytes) => [...varint(bytes.length), ...bytes];
const text = (string) => sized([...Buffer.from(string)]);

function sectionsOf(module) {
  const reader = new Reader(module, HEADER);
  const sections = [];
  while (!reader.ended) {
    const from = reader.at;
    const id = module[reader.at++];
    const payload = reader.sized();
    sections.push({ id, payload, bytes: module.subarray(from, reader.at) });
  }
  return sections;
}

const isNames = ({ id, payload }) => id === CUSTOM && new Reader(payload).text() === NAMES;

/**
 * @param {Buffer} module
 * @returns {Buffer[]} the bodies of the functions that it defines, in their order
 */
export function bodiesOf(module) {
  const reader = new Reader(sectionsOf(module).find(({ id }) => id === CODE).payload);
  return Array.from({ length: reader.number() }, () => reader.sized());
}

/**
 * @param {Buffer} module
 * @returns {Map<number, string>} the names of functions by index, imported ones first
 */
export function functionNames(module) {
  const section = sectionsOf(module).find(isNames);
  const reader = new Reader(section?.payload ?? Buffer.alloc(0));
  if (section) reader.text();
  while (!reader.ended) {
    const kind = reader.bytes[reader.at++];
    const names = new Reader(reader.sized());
    if (kind !== FUNCTION_NAMES) continue;
    return new Map(Array.from({ length: names.number() }, () => [names.number(), names.text()]));
  }
  return new Map();
}

/**
 * @param {Buffer} module
 * @param {Map<number, string>} names of functions, in the order of their indices
 * @returns {Buffer} the module with these names and no others
 */
export function withFunctionNames(module, names) {
  const entries = [...names].flatMap(([index, name]) => [...varint(index), ...text(name)]);
  const functions = [FUNCTION_NAMES, ...sized([...varint(names.size), ...entries])];
  const section = [CUSTOM, ...sized([...text(NAMES), ...functions])];
  const kept = sectionsOf(module).filter((one) => !isNames(one));
  return Buffer.concat([
    module.subarray(0, HEADER),
    ...kept.map(({ bytes }) => bytes),
    Buffer.from(section),
  ]);
}
