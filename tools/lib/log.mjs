/** Progress output: one line for each finished step, and regular updates from a long one. */
let stream = process.stdout;

/** Sends progress to another stream, for commands whose standard output is their result. */
export function logTo(other) {
  stream = other;
}

// In a log, where a line for each update would bury the others.
const LOG_UPDATE_MS = 60_000;
const TERMINAL_UPDATE_MS = 250;

// On a terminal, each step rewrites its line.
const clear = () => stream.isTTY && stream.write('\r\x1b[K');

export function print(line = '') {
  clear();
  stream.write(`${line}\n`);
}

/** Prints a program's output; endless lines of generated code are cut. */
export function printOutput(text) {
  const clip = (line) => (line.length > 600 ? `${line.slice(0, 600)} …` : line);
  print(text.trimEnd().split('\n').map(clip).join('\n'));
}

/**
 * The reporter of a step: its progress, the end of its line, a separate line, and failure without an
 * exception.
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
  let [mark, detail, progress] = ['✗', '', ''];
  const line = (sign, text) =>
    `${sign} ${title}${text ? `: ${text}` : ''} (${((Date.now() - started) / 1000).toFixed(1)} s)`;
  const live = () => {
    clear();
    stream.write(`${line('…', progress)}${stream.isTTY ? '' : '\n'}`);
  };
  const timer = setInterval(live, stream.isTTY ? TERMINAL_UPDATE_MS : LOG_UPDATE_MS).unref();
  let isBad = false;
  const task = {
    progress: (text) => {
      progress = text;
    },
    detail: (text) => {
      detail = text;
    },
    bad: () => {
      isBad = true;
    },
    note: (text) => print(`  ${text}`),
  };
  try {
    const value = await work(task);
    if (!isBad) mark = '✓';
    return value;
  } finally {
    clearInterval(timer);
    print(line(mark, detail));
  }
}
