/** The code that a document shows, so that tests run what readers read. */
import assert from 'node:assert/strict';

/**
 * The fenced blocks of a text, in order. `name` is what follows the language, such as a file's name.
 * @param {string} text
 * @returns {{language: string, name: string, code: string}[]}
 */
export const blocksOf = (text) =>
  [...text.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language, name, code]) => ({
    language,
    name,
    code,
  }));

/** The first block of a language. */
export function firstBlock(text, language) {
  const block = blocksOf(text).find((each) => each.language === language);
  assert.ok(block, `there is a block of ${language}`);
  return block.code;
}

/** The parts of a text under its headings of the second level. */
export const sectionsOf = (text) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.split('\n', 1)[0], text: section }));
