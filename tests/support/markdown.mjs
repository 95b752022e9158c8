/** The code in a document, so that tests run exactly that. */
import assert from 'node:assert/strict';

/**
 * The fenced blocks of a text, in order. `name` is the text after the language, such as a file's name.
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

/** Where a text's links lead. */
export const linksOf = (text) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);

/** The parts of a text under its headings of the second level. */
export const sectionsOf = (text) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.split('\n', 1)[0], text: section }));

/**
 * The programs of a text that run in Node, in order, each with the output that the text shows. A program
 * without an import of the package continues after `load`, and one without an output block prints nothing.
 * @param {string} text
 * @returns {{code: string, output: string}[]}
 */
export function programsOf(text) {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ language, code }, i) => {
    if (language !== 'js') return [];
    const next = blocks[i + 1];
    const output = next?.language === 'text' ? next.code : '';
    return [{ code: hasLoaded(code) ? code : `${PRELUDE}${code}`, output }];
  });
}

const hasLoaded = (code) => code.includes('await load(');
const PRELUDE = "import { load } from 'simdcast';\nconst sc = await load();\n";
