/** Learn, the challenge and its worksheets. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { hashOf, hashWith, ladderRows, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

describe('Learn', { skip: withoutBrowser }, () => {
  test('begins with a question: the covered result is in no accessibility tree until it is revealed', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn&l=both'));
    await page.waitForSelector('.question');
    const third = page.locator('[data-lesson="both"]');
    const tree = await third.locator('.pictured .ladder').ariaSnapshot();
    assert.match(tree, /row "A 4 1"/);
    assert.match(tree, /row "B 3"/);
    assert.match(tree, /row "C covered"/);
    assert.doesNotMatch(tree, /added|stretched|disagrees|conflict|not allowed/);
    await third.locator('.option', { hasText: '(4,1)' }).click();
    await third.getByRole('button', { name: 'Check' }).first().click();
    assert.match(
      await third.locator('.said').first().innerText(),
      /Not quite: \(4,1\) is right only if .* The answer is \(4,3\)\./,
    );
    assert.equal(await third.locator('.cover').count(), 0);
    assert.equal(await third.locator('.live .ladder').count(), 1);
    await third.getByRole('button', { name: 'Try a similar one' }).click();
    assert.match(await third.locator('legend').innerText(), /A \(5,\) \+ B \(6,1\)/);
  });

  test('the figure of a question has one ruler for all sheets, and cells as wide as their numbers', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn&l=images'));
    await page.waitForSelector('[data-lesson="images"] .question');
    const opacities = await page.$$eval('[data-lesson="images"] .ruler.across', (all) =>
      all.slice(0, 2).map((each) => getComputedStyle(each).opacity),
    );
    assert.deepEqual(opacities, ['1', '0']);
    await page.getByRole('link', { name: 'what it costs' }).click();
    await page.waitForSelector('[data-lesson="cost"] .question');
    const margins = await page.$$eval('[data-lesson="cost"] .cell', (cells) =>
      cells.map((cell) => {
        const letters = document.createRange();
        letters.selectNodeContents(cell);
        return cell.clientWidth - letters.getBoundingClientRect().width;
      }),
    );
    assert.ok(margins.length > 0 && Math.min(...margins) >= 4, margins.join());
  });

  test('just shows it when asked to, and remembers', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn'));
    await page.waitForSelector('.question');
    await page.getByRole('button', { name: 'just show me' }).first().click();
    await page.reload();
    await page.waitForSelector('.live .player');
    assert.equal(await page.locator('.live .player').count(), 1);
    await page.getByRole('button', { name: 'Ask me first again' }).click();
    assert.equal(await page.locator('.live .player').count(), 0);
  });

  test('every lesson has a question before its explanation', async () => {
    const { page } = await open('#m=learn');
    await page.evaluate(() => localStorage.clear());
    const names = await page.$$eval('[data-lesson]', (all) =>
      all.map((each) => each.dataset.lesson),
    );
    assert.equal(names.length, 8);
    for (const name of names) {
      await open(`#m=learn&l=${name}`);
      const lesson = page.locator(`[data-lesson="${name}"]`);
      await lesson.locator('.question').waitFor();
      assert.equal(await page.locator('[data-lesson]:visible').count(), 1, name);
      assert.equal(await lesson.locator('.prose').isVisible(), false);
      await lesson.locator('.option').first().click();
      await lesson.getByRole('button', { name: 'Check' }).first().click();
      assert.equal(await lesson.locator('.prose').isVisible(), true);
      const order = await lesson.evaluate((element) =>
        element.querySelector('.question').compareDocumentPosition(element.querySelector('.prose')),
      );
      assert.equal(order & 4, 4, 'the question comes first');
      const words = (await lesson.locator('.prose').innerText()).split(/\s+/).length;
      assert.ok(words <= 120, `${name} has ${words} words`);
    }
    await page.evaluate(() => localStorage.clear());
  });

  test('is a path: each lesson has an address, and a dot once it is answered', async () => {
    const { page, problems } = await open('#m=learn');
    await page.evaluate(() => localStorage.clear());
    await open('#m=learn');
    const path = page.getByRole('navigation', { name: 'Lessons' });
    const current = () => path.locator('[aria-current="step"]').textContent();
    assert.equal(await current(), '○ rows');
    await page.locator('.option').first().click();
    await page.getByRole('button', { name: 'Check' }).first().click();
    assert.equal(await current(), '● rows, done');
    await page.getByRole('button', { name: 'Next lesson: missing 1s' }).click();
    await hashWith(page, '&m=learn&l=ones');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'lesson-ones');
    await path.getByRole('link', { name: 'attention' }).press('Enter');
    await hashWith(page, 'l=attention');
    assert.equal(await page.getByRole('button', { name: /^Next lesson/ }).count(), 0);
    assert.equal(await page.locator('[data-lesson="attention"]').isVisible(), true);
    await page.goBack();
    assert.equal(await page.locator('[data-lesson="ones"]').isVisible(), true);
    await page.reload();
    await page.waitForSelector('[data-lesson="ones"] .question');
    assert.equal(await path.locator('li').first().textContent(), '● rows, done');
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    assert.doesNotMatch(await page.evaluate(() => location.hash), /[&#]l=/);
    await page.evaluate(() => localStorage.clear());
    assert.deepEqual(problems, []);
  });

  test('the answer of each task is accepted, and the shape that the lesson warns of is not', async () => {
    const { lessons } = await importModule('learn/lessons.ts');
    const { judge } = await importModule('quiz/task.ts');
    const { ask } = await import('./lib/model.mjs');
    const wrong = { rows: [5], ones: [3], both: [2, 7], 'no-fit': [3], trap: [77] };
    Object.assign(wrong, { images: [3], cost: [60000], attention: [2, 5] });
    for (const [name, { task }] of Object.entries(lessons)) {
      assert.equal(judge(task, task.answer, ask), true, name);
      assert.equal(judge(task, wrong[name], ask), false, name);
    }
  });

  test('each lesson has a figure: covered while it asks, then one whose sizes can be dragged', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&m=learn&l=both'));
    await page.waitForSelector('.question');
    const address = await page.evaluate(() => location.hash);
    const third = page.locator('[data-lesson="both"]');
    assert.deepEqual(await third.locator('.live .cell').allTextContents(), [
      ...['10', '20', '30', '40'],
      ...['1', '2', '3'],
    ]);
    await third.locator('.option').first().click();
    await third.getByRole('button', { name: 'Check' }).first().click();
    const cells = () => third.locator('.live .tensor >> nth=2 >> .cell').allTextContents();
    assert.equal((await cells()).length, 12);
    const dragged = third.getByRole('spinbutton', { name: 'B, axis 0' });
    await dragged.scrollIntoViewIfNeeded();
    const box = await dragged.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 16, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.equal((await cells()).length, 20);
    await third.getByRole('slider', { name: 'Step' }).press('ArrowLeft');
    assert.equal((await cells()).length, 0, 'the result is still to come');
    assert.equal(await page.evaluate(() => location.hash), address, 'the address is the page’s');
    assert.deepEqual(problems, []);
  });

  test('the figure of an answer is below its formula, and as wide as the page lets it be', async () => {
    for (const width of [360, 768, 1280]) {
      const { page } = await open('#m=learn&l=both', { viewport: { width, height: 800 } });
      await page.locator('.option').first().click();
      await page.getByRole('button', { name: 'Check' }).first().click();
      const [formula, parts, all] = await page
        .locator('.live')
        .evaluate((live) =>
          [live.querySelector('.sentence'), live.querySelector('.figure-parts'), live].map((each) =>
            each.getBoundingClientRect().toJSON(),
          ),
        );
      assert.ok(parts.top >= formula.bottom, `${width} pixels`);
      assert.deepEqual([formula.left, parts.width], [all.left, all.width], `${width} pixels`);
      const cut = await page.$$eval(
        '.live .cell',
        (cells) => cells.filter((cell) => cell.getBoundingClientRect().right > innerWidth).length,
      );
      assert.equal(cut, 0, `${width} pixels`);
    }
  });

  test('has something to make, and any right shape will do', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn&l=both'));
    const task = page.locator('[data-lesson="both"] .task');
    await task.locator('input').fill('7');
    await task.getByRole('button', { name: 'Check' }).click();
    assert.match(await task.locator('.said').innerText(), /^Yes\./);
    await task.locator('input').fill('1,7');
    await task.getByRole('button', { name: 'Check' }).click();
    assert.match(await task.locator('.said').innerText(), /^Yes\./);
    await task.locator('input').fill('2,7');
    await task.getByRole('button', { name: 'Check' }).click();
    assert.match(await task.locator('.said').innerText(), /^Not yet\./);
  });

  test('keeps the shapes of the other parts', async () => {
    const { page } = await open(hashOf('5.1|2'));
    await page.getByRole('link', { name: 'Learn' }).click();
    await hashWith(page, 'm=learn');
    assert.equal(await page.locator('.hero').isVisible(), false);
    await page.getByRole('link', { name: 'Play' }).click();
    assert.deepEqual((await ladderRows(page))[2], ['5', '2']);
  });
});

describe('the challenge', { skip: withoutBrowser }, () => {
  test('asks, hints, judges, counts, and goes on', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=challenge'));
    await page.waitForSelector('.puzzle h3');
    assert.match(await text(page, '.puzzle h3'), /^Level 1.*Puzzle 1 of 30/);
    for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: 'Hint' }).click();
    const answer = /It is (.*)\.$/.exec(await text(page, '.revealed'))[1];
    await page.locator('.answers .option').filter({ hasText: answer }).first().click();
    await page.getByRole('button', { name: 'Check' }).click();
    assert.match(await text(page, '.revealed'), /^Right:/);
    assert.match(await text(page, '.challenge'), /Set 1: 1 of 1 right/);
    assert.ok(
      (await page.locator('.puzzle .live .tensor').count()) > 2,
      'the figure of the answer',
    );
    assert.equal(await page.locator('.dot').count(), 30);
    assert.equal(await page.locator('.dot.right').count(), 1);
    assert.match(await text(page, '.streaks'), / in a row/);
    await page.keyboard.press('Enter');
    assert.match(await text(page, '.puzzle h3'), /Puzzle 2 of 30/);
    await page.getByRole('button', { name: 'another set' }).click();
    await hashWith(page, 'seed=2');
    assert.match(await text(page, '.challenge'), /Set 2\./);
  });

  test('a hint rings the column that it names, and typed shapes appear in the ladder', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=challenge'));
    await page.waitForSelector('.puzzle h3');
    const ringed = () =>
      page.$$eval('.puzzle [data-ringed]', (tables) =>
        tables.map((table) => {
          const column = table.querySelector(`th[data-axis="${table.dataset.ringed}"]`);
          const rungs = table.querySelectorAll(`td[data-axis="${table.dataset.ringed}"] .rung`);
          return {
            letter: column.dataset.letter,
            sizes: [...rungs].map((rung) => rung.innerText.trim()),
            ring: getComputedStyle(rungs[0]).outlineStyle,
          };
        }),
      );
    let named = 0;
    for (let i = 0; i < 12; i += 1) {
      assert.deepEqual(await ringed(), []);
      await page.getByRole('button', { name: 'Hint' }).click();
      const hint = await text(page, '.puzzle .revealed');
      const found = await ringed();
      const said = /ringed column, (.): (\d+) and (\d+)\.$/.exec(hint);
      if (said) {
        named += 1;
        assert.deepEqual(found, [{ letter: said[1], sizes: said.slice(2), ring: 'solid' }]);
      } else assert.deepEqual(found, []);
      const box = page.locator('.puzzle .shape-box');
      if (await box.count()) {
        await box.fill('6,1,1');
        const row = page.locator('.puzzle .ladder tbody tr').nth(1).locator('.rung');
        assert.deepEqual(await row.allInnerTexts(), ['6', '1', '1']);
      } else await page.locator('.puzzle .option').first().click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    assert.ok(named > 2, `${named} hints name a column`);
  });
});

describe('a worksheet', { skip: withoutBrowser }, () => {
  test('has exercises with blanks, and the answers on a separate page at the end', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&m=challenge&seed=3'));
    await page.waitForSelector('.puzzle h3');
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'print a worksheet' }).click();
    await page.waitForSelector('.worksheet', { state: 'attached' });
    assert.equal(await page.locator('.worksheet').isVisible(), false, 'not on the screen');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.worksheet').isVisible(), true);
    assert.equal(await page.locator('main').isVisible(), false);
    const exercises = await texts(page, '.worksheet > ol > li');
    const answers = await texts(page, '.answers-page li');
    assert.equal(exercises.length, 12);
    assert.equal(answers.length, 12);
    assert.equal(new Set(exercises).size, 12);
    for (const exercise of exercises) assert.match(exercise, /☐|B:$/);
    assert.ok(answers.every((answer) => /^(\(|axis|it runs|an error|line)/.test(answer)));
    const last = page.locator('.answers-page');
    assert.equal(await last.evaluate((each) => getComputedStyle(each).breakBefore), 'page');
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('.worksheet').count(), 0);
    assert.deepEqual(problems, []);
  });
});
