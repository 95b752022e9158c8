/** Checks accessibility with axe-core. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const axe = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
export const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Only the rules that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const find = async (runOnly) => {
  const { violations } = await globalThis.axe.run(document, {
    runOnly,
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
};

async function run(page, runOnly) {
  // The page's policy forbids inline scripts; this one is injected.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(find, runOnly);
}

/** A summary of axe-core's violations. */
export const violations = (page) => run(page, { type: 'tag', values: tags });

/** The violations in the light theme, and those of the colours in the dark one. */
export async function violationsInBoth(page) {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await run(page, { type: 'rule', values: colourRules });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((found) => `dark, ${found}`)];
}
