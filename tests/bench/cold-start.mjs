/** Import to first result, in fresh processes, alternating between the libraries. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { summarise } from './statistics.mjs';

const run = promisify(execFile);
const child = fileURLToPath(new URL('cold-start-child.mjs', import.meta.url));

async function once(name) {
  const { stdout } = await run(process.execPath, [child, name]);
  return JSON.parse(stdout);
}

function summary(name, runs) {
  const field = (key) => summarise(runs.map((times) => times[key]));
  return { name, start: field('start'), first: field('first'), second: field('second') };
}

/** @returns {Promise<object[]>} milliseconds by library; see cold-start-child.mjs */
export async function measureColdStart(names, rounds) {
  const runs = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) runs.get(name).push(await once(name));
  }
  return names.map((name) => summary(name, runs.get(name)));
}
