/**
 * A library in a separate process, a new one for each case. JavaScript that has run with every type and shape
 * is several times slower than in a program that uses a few. A library that computes in JavaScript would be
 * measured with that slowdown, which it does not have in such programs.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Unsupported } from './graph.mjs';

const child = fileURLToPath(new URL('isolated-child.mjs', import.meta.url));

/** Calls by name, in sequence, each with its answer. */
function connect(name) {
  const process = fork(child, [name], { serialization: 'advanced' });
  const ask = (call, argument) =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`its process ended with ${code}`));
      process.once('exit', ended);
      process.once('message', ({ value, error, unsupported }) => {
        process.off('exit', ended);
        if (error === undefined) resolve(value);
        else reject(unsupported ? new Unsupported(error) : new Error(error));
      });
      process.send({ call, argument });
    });
  return { ask, end: () => process.disconnect() };
}

/** @returns a contender whose calls are made, and timed, in the other process */
export async function prepareIsolated(name, filled) {
  const { loop: _, ...description } = filled;
  const { ask, end } = connect(name);
  try {
    await ask('prepare', description);
  } catch (error) {
    end();
    throw error;
  }
  const repeat = (iterations) => ask('repeat', iterations);
  return {
    async: true,
    repeat,
    run: () => repeat(1),
    read: () => ask('read'),
    dispose: end,
  };
}
