/**
 * The module of relaxed loops runs on the engine's memory, also if threads share it. Its own data or stack
 * would overwrite the engine's.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const DATA = 11;
const EXPORTS = 7;
const CODE = 10;
const GLOBAL_GET = 0x23;

class Reader {
  at = 0;
  constructor(bytes) {
    this.bytes = bytes;
  }
  get done() {
    return this.at >= this.bytes.length;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      number += (byte & 127) * 2 ** shift;
      if (byte < 128) return number;
    }
  }
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

function sectionsOf(bytes) {
  const reader = new Reader(bytes);
  reader.take(8);
  const sections = new Map();
  while (!reader.done) sections.set(reader.byte(), reader.take(reader.number()));
  return sections;
}

function list(bytes, read) {
  const reader = new Reader(bytes);
  return Array.from({ length: reader.number() }, () => read(reader));
}

/** Whether a body begins by reading the stack pointer, as every function with a frame does. */
function hasFrame(body) {
  const reader = new Reader(body);
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number();
    reader.byte();
  }
  return reader.byte() === GLOBAL_GET;
}

describe('the module of relaxed loops', async () => {
  const sections = sectionsOf(await readFile(new URL('../../dist/relaxed.wasm', import.meta.url)));
  const functions = list(sections.get(EXPORTS), (reader) => ({
    name: Buffer.from(reader.take(reader.number())).toString(),
    kind: reader.byte(),
    index: reader.number(),
  })).filter(({ kind }) => kind === 0);
  const bodies = list(sections.get(CODE), (reader) => reader.take(reader.number()));

  it('has no data', () => assert.ok(!sections.has(DATA)));

  it('has loops without a frame on a stack', () => {
    const helpers = functions.filter(({ name }) => /stack/.test(name)).map(({ index }) => index);
    assert.ok(functions.some(({ name }) => name === 'float32'));
    bodies.forEach((body, index) => {
      if (!helpers.includes(index)) assert.ok(!hasFrame(body), `function ${index}`);
    });
  });
});
