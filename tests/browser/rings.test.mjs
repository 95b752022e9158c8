/**
 * Marks among the values: the signs between them; for the pinned element its row and column as bands, and its
 * sources in rings that are completely visible.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { hashOf } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const cases = {
  'two axes': { hash: hashOf('4.3|3', '&sel=1.2'), rings: 3, lights: 1, bands: [3, 4] },
  'three axes': { hash: hashOf('2.3.4|3.1', '&sel=1.1.2'), rings: 3, lights: 1, bands: [4, 3] },
};

/** For each ring, whether it is above its neighbours; for each band, its extent and colours. */
const look = (page) =>
  page.evaluate(() => {
    const style = (element) => getComputedStyle(element);
    const over = (ring) => {
      const below = ring.closest('tr').nextElementSibling?.children[ring.cellIndex];
      const beside = [ring.nextElementSibling, below].filter((each) => each?.matches('.cell'));
      const level = (cell) => Number(style(cell).zIndex) || 0;
      return beside.every((each) => level(ring) > level(each));
    };
    const rings = (kind) =>
      [...document.querySelectorAll(`.stage .${kind}`)].map((ring) => ({
        width: Number.parseFloat(style(ring).outlineWidth),
        over: over(ring),
      }));
    const probe = document.createElement('i');
    document.querySelector('.stage').append(probe);
    const shade = (letter) => {
      probe.style.color = `var(--axis-${letter})`;
      return style(probe).color;
    };
    const result = '.stage [data-of="result"]';
    const band = (kind, letter) => {
      const colour = shade(letter);
      const cells = [...document.querySelectorAll(`${result}.${kind}, ${result} .${kind}`)];
      return {
        cells: cells.length,
        painted: cells.every((cell) => {
          const shadow = style(cell).boxShadow;
          return shadow.includes(colour) && shadow.includes('inset');
        }),
      };
    };
    const found = {
      rings: rings('ring'),
      lights: rings('ring-light'),
      bands: [band('band-row', 'm'), band('band-column', 'n')],
    };
    probe.remove();
    return found;
  });

describe('the sign between two tensors', { skip: withoutBrowser }, () => {
  const signs = {
    'an operator between its operands': [hashOf('4.3|3'), ['+', '=']],
    'a call': ['#v=1&r=numpy&op=Where&i=2.1|1.3|&f=addr', ['', '', '=']],
  };
  for (const [name, [hash, expected]] of Object.entries(signs)) {
    test(`is that of the formula, and is not read: ${name}`, async () => {
      const { page } = await open(hash, { viewport: wide });
      await page.locator('.stage .tensor').last().waitFor();
      const found = page.locator('.stage .between[aria-hidden="true"]');
      assert.deepEqual(await found.allInnerTexts(), expected);
    });
  }
});

describe('the element that is pointed at', { skip: withoutBrowser }, () => {
  for (const [name, { hash, rings, lights, bands }] of Object.entries(cases)) {
    for (const viewport of [wide, phone]) {
      test(`has bands, and rings that no cell covers: ${name}, ${viewport.width} pixels`, async () => {
        const { page } = await open(hash, { viewport });
        await page
          .locator('.stage .ring')
          .nth(rings - 1)
          .waitFor();
        const found = await look(page);
        assert.deepEqual(found.rings, Array(rings).fill({ width: 2, over: true }));
        assert.equal(found.lights.length, lights);
        assert.ok(found.lights.every(({ width, over }) => width >= 1 && over));
        assert.deepEqual(
          found.bands,
          bands.map((cells) => ({ cells, painted: true })),
        );
      });
    }
  }

  test('has no bands before it is pinned, and one ring in each table', async () => {
    const { page } = await open(hashOf('4.3|3'), { viewport: wide });
    assert.equal(await page.locator('.stage :is(.band-row, .band-column)').count(), 0);
    assert.equal(await page.locator('.tensor[data-of="result"] .ring').count(), 1);
    assert.equal(await page.locator('.stage [aria-selected="true"]').count(), 0);
  });
});
