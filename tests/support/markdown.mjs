/** The code that a document shows, so that tests run what readers read. */
import assert from 'node:assert/strict';

/**
 * The fenced blocks of a text, in order.
 * @param {string} text
 * @returns {{language: string, code: string}[]}
 */
export const blocksOf = (text) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language,
    code,
  }));

/** The first block of a language. */
export function firstBlock(text, language) {
  const block = blocksOf(text).find((each) => each.language === language);
  assert.ok(block, `there is a block of ${language}`);
  return block.code;
}
