/** `npm start` serves the page from its sources, in a folder for each language. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { createServer } from 'vite';
import { importModule } from './lib/build.mjs';

const { languages } = await importModule('languages/names.ts');
const demo = fileURLToPath(new URL('../../demo', import.meta.url));

describe('npm start', () => {
  let server;
  let address;

  before(async () => {
    server = await createServer({ root: demo, logLevel: 'error', server: { port: 0 } });
    await server.listen();
    address = server.resolvedUrls.local[0];
  });
  after(() => server.close());

  const text = async (path) => {
    const answer = await fetch(new URL(path, address));
    assert.equal(answer.status, 200, path);
    return answer.text();
  };

  test('serves English at the top, without a catalogue', async () => {
    const page = await text('');
    assert.match(page, /<html lang="en"/);
    assert.doesNotMatch(page, /catalogue\//);
  });

  for (const [folder, { tag }] of Object.entries(languages))
    test(`serves ${tag} in /${folder}/, with its catalogue`, async () => {
      const page = await text(`${folder}/`);
      assert.match(page, new RegExp(`<html lang="${tag}"`));
      const [, path] = /<script[^>]* src="([^"]*catalogue\/[^"]*)"/.exec(page) ?? [];
      assert.ok(path, 'the document names no catalogue');
      const context = createContext({});
      runInContext(await text(new URL(path, new URL(`${folder}/`, address)).pathname), context);
      assert.equal(context.pageLanguage.tag, tag);
    });
});
