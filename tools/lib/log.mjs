/**
 * Progress output: one line for each finished step, and a sign of life from a long one (a line that
 * rewrites itself on a terminal, otherwise a new line every few seconds).
 */
const terminalPeriodMs = 250;
const plainPeriodMs = 10_000;

let stream = process.stdout;

/** Sends progress to another stream, for commands whose standard output is their answer. */
export function logTo(other) {
  stream = other;
}

export function print(line = '') {
  stream.write(`${line}\n`);
}

const longestLine = 600;

const clip = (line) =>
  line.length > longestLine
    ? `${line.slice(0, longestLine)} … (${line.length - longestLine} more characters)`
    : line;

/** Prints what a program said; generated code in it may be one endless line, which is cut. */
export function printOutput(text) {
  print(text.trimEnd().split('\n').map(clip).join('\n'));
}

export const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

function clearLine() {
  if (stream.isTTY) stream.write('\r\x1b[K');
}

function heartbeat(title, started, status) {
  const show = stream.isTTY
    ? () => stream.write(`\r\x1b[K… ${title}${status()} (${seconds(started)})`)
    : () => print(`… ${title}${status()} (${seconds(started)})`);
  const timer = setInterval(show, stream.isTTY ? terminalPeriodMs : plainPeriodMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    clearLine();
  };
}

/**
 * What a step reports with: what it is doing, what its line ends with, a line of its own, and that it
 * ended badly though it did not throw.
 * @typedef {{progress(text: string): void, detail(text: string): void, note(text: string): void,
 *   bad(): void}} Task
 */

/**
 * Runs one step and reports it in one line.
 * @template T
 * @param {string} title
 * @param {(task: Task) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = Date.now();
  let progress = '';
  let detail = '';
  let mark = '✓';
  const stop = heartbeat(title, started, () => (progress ? `: ${progress}` : ''));
  const task = {
    progress: (text) => {
      progress = text;
    },
    detail: (text) => {
      detail = text;
    },
    note: (text) => {
      clearLine();
      print(`  ${text}`);
    },
    bad: () => {
      mark = '✗';
    },
  };
  try {
    const value = await work(task);
    stop();
    print(`${mark} ${title}${detail ? `: ${detail}` : ''} (${seconds(started)})`);
    return value;
  } catch (error) {
    stop();
    print(`✗ ${title} (${seconds(started)})`);
    throw error;
  }
}
