/** The programs of the documents run as shown, and print the shown output. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { linksOf, programsOf } from '../support/markdown.mjs';
import { printed, projectFolder } from '../support/recipes.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => readFileSync(join(top, file), 'utf8');

for (const file of ['README.md', 'docs/tensors.md', 'docs/onnx.md']) {
  programsOf(read(file)).forEach(({ code, output }, i) => {
    test(`${file}: program ${i + 1} prints the output shown`, (t) => {
      const folder = projectFolder(t);
      copyFileSync(join(top, 'demo/digits/digits.onnx'), join(folder, 'digits.onnx'));
      assert.equal(printed(folder, code), output);
    });
  });
}

/** Files that npm packs: links in packed documents must lead to these, or to the web. */
const PACKED = /^(README\.md|LICENSE|docs\/[\w-]+\.(md|svg|json))$/;
/** Documents for contributors, which are not packed. */
const SOURCES = /^(CONTRIBUTING\.md|CHANGELOG\.md|examples\/cpp|docs\/page\.png)$/;

const DOCUMENTS = [
  'README',
  ...readdirSync(join(top, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'reference.md')
    .map((name) => `docs/${name.slice(0, -3)}`),
];

test('README.md has at most 1,100 words besides its programs', () => {
  const text = read('README.md').replace(/^```[\s\S]*?^```$/gm, '');
  const words = text.match(/\S*[\p{L}\p{N}]\S*/gu);
  assert.ok(words.length <= 1100, `${words.length} words`);
});

for (const file of DOCUMENTS.map((name) => `${name}.md`)) {
  test(`${file}: its links lead somewhere`, () => {
    const text = read(file);
    for (const link of linksOf(text).filter((link) => !/^https?:/.test(link))) {
      const [path, heading] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      assert.ok(existsSync(join(top, target)), link);
      assert.match(target, file === 'README.md' && SOURCES.test(target) ? SOURCES : PACKED, link);
      if (heading !== undefined) assert.ok(anchorsOf(read(target)).includes(heading), link);
    }
  });
}

/** The anchors of headings, as GitHub generates them. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
