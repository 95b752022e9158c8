import os from 'node:os';

/** What a figure depends on besides the code. */
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
