/** Helpers of the tests for reading and using the page. */

const clean = (text) => text.replace(/\s+/g, ' ').trim();

/** The visible text of every element that matches. */
export async function texts(page, selector) {
  return (await page.locator(selector).allInnerTexts()).map(clean);
}

export const text = async (page, selector) => clean(await page.locator(selector).innerText());

/** The ladder, row by row, as text. */
export const ladderRows = (page) =>
  page
    .locator('.ladder-place tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.innerText.replace(/\s+/g, ' ').trim()),
      ),
    );

/** The drawn values of a tensor, row by row, with a star on each copy. */
export const gridRows = (page, name) =>
  page.locator(`.stage [aria-label="Values of ${name}"] tr`).evaluateAll((rows) =>
    rows
      .map((row) => [...row.querySelectorAll('.cell')])
      .filter((cells) => cells.length > 0)
      .map((cells) =>
        cells.map(
          (cell) => cell.firstChild.textContent + (cell.classList.contains('ghost') ? '*' : ''),
        ),
      ),
  );

export const size = (page, operand, axis) =>
  page.getByRole('spinbutton', { name: `${operand}, axis ${axis}` });

/** The next step of the figure, and the previous one. */
export const nextStep = (page) => page.getByRole('slider', { name: 'Step' }).press('ArrowRight');
export const previousStep = (page) => page.getByRole('slider', { name: 'Step' }).press('ArrowLeft');

/** Opens the fold with the lists and the boxes. */
export const openSettings = (page) =>
  page.locator('.settings > details').evaluate((details) => {
    details.open = true;
  });

/** Chooses an entry of one of the lists of the settings. */
export async function choose(page, label, value) {
  await openSettings(page);
  await page.locator('.controls').getByLabel(label, { exact: true }).selectOption(value);
}

export const shapeBox = (page, operand) => page.getByLabel(`Shape of ${operand}`, { exact: true });

/** Pastes into the focused element, or else into the page. */
export const paste = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', options));
  }, text);

/** The bytes of the file that a button saves. */
export async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The address after it has followed the edits. */
export async function hashWith(page, part) {
  await page.waitForFunction((wanted) => location.hash.includes(wanted), part);
  return page.evaluate(() => location.hash);
}

export const hashOf = (shapes, rest = '') => `#v=1&r=numpy&op=Add&i=${shapes}&f=addr${rest}`;

/** Starts going to another state. */
export const go = (page, hash) =>
  page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);

/** Goes to another state without a load, and waits until delayed updates are done. */
export const follow = (page, hash) =>
  page.evaluate(async (wanted) => {
    document.activeElement.blur();
    scrollTo(0, 0);
    if (location.hash === wanted) return;
    const followed = new Promise((resolve) =>
      addEventListener('hashchange', resolve, { once: true }),
    );
    location.hash = wanted;
    await followed;
    await new Promise((resolve) => setTimeout(resolve, 180));
  }, hash);

/** Both operands stretch; most tests use this state. */
export const both = hashOf('4.1|3', '&sel=1.2');
