/**
 * Random calls and random models, of every operator that there are seeds of:
 *
 *   npm run fuzz                                 each fuzzer for a minute
 *   npm run fuzz -- calls --minutes 60           one of them for an hour
 *   npm run fuzz -- models --seed 7 --case 123   one case again
 *
 * A find is printed with the command that repeats it, once for each operator and message. A case that takes
 * longer than a minute is a find too. The exit status is 1 after any.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FUZZERS = ['calls', 'models', 'checker'];
const LONGEST_CASE_SECONDS = 60;
const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    case: { type: 'string' },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !FUZZERS.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown fuzzer ${unknown}; there are ${FUZZERS.join(', ')}.`);
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const finds = new Map();

/** Runs cases starting at `first` in a process of its own; resolves to the case after the last one. */
function runFrom(fuzzer, first, { until, only }) {
  return new Promise((resolve) => {
    const child = fork(worker, [fuzzer, seed, first, until, only ?? ''].map(String));
    let current = first;
    // Reading the seeds takes a while.
    let since = Number.POSITIVE_INFINITY;
    const watch = setInterval(() => {
      if (Date.now() - since < LONGEST_CASE_SECONDS * 1000) return;
      report(fuzzer, current, `took longer than ${LONGEST_CASE_SECONDS} s`);
      child.kill('SIGKILL');
    }, 500);
    child.on('message', ({ started, find, summary }) => {
      if (started !== undefined) [current, since] = [started, Date.now()];
      if (find) report(fuzzer, find.index, find.text, find.key);
      if (summary) console.log(`${fuzzer}: ${summary}`);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      if (code !== 0 && signal !== 'SIGKILL')
        report(fuzzer, current, `ended the process: ${code ?? signal}`);
      resolve(code === 0 ? undefined : current + 1);
    });
  });
}

function report(fuzzer, index, text, key = `${index}`) {
  const count = finds.get(key) ?? 0;
  finds.set(key, count + 1);
  if (count > 0) return;
  console.log(`FIND npm run fuzz -- ${fuzzer} --seed ${seed} --case ${index}\n${text}\n`);
}

console.log(`seed ${seed}`);
for (const fuzzer of positionals.length > 0 ? positionals : FUZZERS) {
  const until = Date.now() + Number(values.minutes) * 60_000;
  let first = Number(values.case ?? 0);
  do first = await runFrom(fuzzer, first, { until, only: values.case });
  while (first !== undefined && Date.now() < until && values.case === undefined);
}
const total = [...finds.values()].reduce((sum, count) => sum + count, 0);
console.log(total === 0 ? 'no find' : `${finds.size} kinds of finds, ${total} in all`);
process.exitCode = total === 0 ? 0 : 1;
