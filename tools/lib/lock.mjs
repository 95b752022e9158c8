/**
 * A lock between processes: a file that its holder touches every second. A holder that has not for ten
 * seconds, as another process sees it, has ended; process numbers are used again, and tell nothing
 * between containers.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const signOf = async (file) => {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.ino} ${found.mtimeMs}`;
};

// Renaming takes exactly one file away. If that was a newer holder's, it is put back.
async function dropStale(file, sign) {
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => {});
  if ((await signOf(aside)) !== sign) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

async function acquire(file, { onWait, staleMs = 10_000 }) {
  let sign;
  let since = 0;
  for (;;) {
    const held = await open(file, 'wx').catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (held) return held;
    const now = await signOf(file);
    if (now !== sign) [sign, since] = [now, Date.now()];
    else if (sign && Date.now() - since > staleMs) await dropStale(file, sign);
    onWait?.(`waiting for another process, which holds ${file}`);
    await sleep(300);
  }
}

/**
 * Runs `work` while holding the lock, after waiting for any other holder.
 * @template T
 * @param {string} file
 * @param {{onWait?(text: string): void, staleMs?: number}} options onWait is called with the reason for
 *    waiting
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, options, work) {
  await mkdir(dirname(file), { recursive: true });
  const held = await acquire(file, options);
  const touch = () => held.utimes(new Date(), new Date()).catch(() => {});
  const beat = setInterval(touch, 1000).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    const { ino } = await held.stat();
    await held.close();
    // A holder that was stopped for long may have lost it.
    if ((await signOf(file))?.startsWith(`${ino} `)) await rm(file, { force: true });
  }
}
