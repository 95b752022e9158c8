import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** The environment on which the figures depend. */
export function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memory: os.totalmem(),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.versions.node,
    v8: process.versions.v8,
  };
}

const git = (...args) =>
  execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();

/** The measured commit, and whether files differ from it; neither outside a clone. */
export function revision() {
  try {
    return { commit: git('rev-parse', 'HEAD'), changed: git('status', '--porcelain') !== '' };
  } catch {
    return { commit: null, changed: null };
  }
}
