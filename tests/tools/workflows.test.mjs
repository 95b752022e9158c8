/** The permissions of workflows: only pinned actions, and no token except for publishing. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const folder = new URL('../../.github/workflows/', import.meta.url);
const names = await readdir(folder);
const texts = new Map(
  await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')]),
  ),
);

/** The lines of a job, by its name. */
function jobsOf(text) {
  const parts = text.slice(text.indexOf('\njobs:\n') + 7).split(/^ {2}(\w+):\n/m);
  return Object.fromEntries(
    parts.flatMap((part, i) => (i % 2 === 1 ? [[part, parts[i + 1]]] : [])),
  );
}

describe('workflows', () => {
  it('name each action by its commit, and its version in a comment', () => {
    const uses = [...texts.values()].flatMap((text) => text.match(/uses: .*/g));
    assert.ok(uses.length > 0);
    for (const line of uses) assert.match(line, /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('name the sources of other repositories by their commits', () => {
    const refs = [...texts.values()].flatMap((text) => text.match(/^ *ref: .*/gm) ?? []);
    assert.ok(refs.length > 0);
    for (const line of refs) assert.match(line, /^ *ref: [0-9a-f]{40} # \d+\.\d+\.\d+$/);
  });

  it('leave no credentials behind where code of the repository runs', () => {
    for (const [name, text] of texts) {
      const count = (pattern) => (text.match(pattern) ?? []).length;
      assert.equal(count(/actions\/checkout@/g), count(/persist-credentials: false/g), name);
    }
  });

  it('give the token to the job that publishes alone, which runs none of the repository', () => {
    for (const [name, text] of texts) {
      for (const [job, lines] of Object.entries(jobsOf(text))) {
        const isPublish = name === 'publish.yml' && job === 'publish';
        assert.equal(/id-token: write/.test(lines), isPublish, `${name}, ${job}`);
        if (isPublish) assert.doesNotMatch(lines, /checkout@|npm (run|ci|install)|\.ci\//);
      }
      assert.doesNotMatch(text.slice(0, text.indexOf('\njobs:')), /write/, name);
      assert.doesNotMatch(text, /secrets\./, name);
    }
  });

  it('check every pull request', () => {
    const checks = [...texts.values()].filter((text) => /^ {2}pull_request:/m.test(text));
    assert.ok(checks.some((text) => text.includes('run: .ci/run')));
    for (const text of texts.values()) assert.doesNotMatch(text, /pull_request_target/);
  });
});
