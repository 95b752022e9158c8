/** The process that runs the cases of one fuzzer, and tells run.mjs of each before it starts. */
import { pathToFileURL } from 'node:url';
import { randomFrom } from '../rules/support.mjs';
import { fuzzers } from './fuzzers.mjs';

/** A generator for one case, so that it can be repeated alone. */
export const randomOfCase = (seed, index) =>
  randomFrom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index, 0xc2b2ae35));

async function work([name, seedText, firstText, untilText, onlyText]) {
  const [seed, first, until] = [seedText, firstText, untilText].map(Number);
  const fuzzer = await fuzzers[name]();
  const send = (message) => new Promise((resolve) => process.send(message, resolve));
  const last = onlyText === '' ? Infinity : first;
  let index = first;
  for (; index <= last && (Date.now() < until || last === first); index++) {
    process.send({ started: index });
    const find = await fuzzer.run(randomOfCase(seed, index));
    if (find) await send({ find: { index, ...find } });
    // Lets messages go out.
    if (index % 64 === 0) await new Promise(setImmediate);
  }
  await send({ summary: `${index - first} cases, ${fuzzer.summary()}` });
  process.disconnect();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await work(process.argv.slice(2));
