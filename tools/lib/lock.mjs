/**
 * A lock between processes: a file that names its holder. A holder that no longer runs has lost it.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 300;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const holderOf = async (file) => Number(await readFile(file, 'utf8').catch(() => '0'));

// A hard link either makes the name or fails, and the file has its content from the start.
async function acquire(file) {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

// Renaming takes exactly one file away. If that was a newer holder's, it is put back.
async function dropStale(file, staleHolder) {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await holderOf(aside)) !== staleHolder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/**
 * Runs `work` while holding the lock, after waiting for any holder that still runs.
 * @template T
 * @param {string} file
 * @param {{onWait?(text: string): void}} options onWait is told which process is waited for.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, { onWait }, work) {
  await mkdir(dirname(file), { recursive: true });
  let waitedFor = 0;
  while (!(await acquire(file))) {
    const holder = await holderOf(file);
    if (holder && !isRunning(holder)) {
      await dropStale(file, holder);
      continue;
    }
    if (holder && holder !== waitedFor)
      onWait?.(`waiting for process ${holder}, which holds ${file}`);
    waitedFor = holder;
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
