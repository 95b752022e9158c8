import assert from 'node:assert/strict';

/** The smallest block of Emscripten's dlmalloc, in bytes: four words of 32 bits. */
const smallestBlock = 16;

/**
 * Asserts that `runs` runs kept nothing, given the bytes in use before and after them. A run that
 * kept anything would keep a block. The sum itself moves by a few bytes either way: a block whose
 * rest is too small to be free is handed out with it.
 */
export function assertNothingKept(before, after, runs) {
  assert.ok(after - before < runs * smallestBlock, `${after - before} bytes after ${runs} runs`);
}
