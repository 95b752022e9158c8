/**
 * A Vite plugin that builds the worker of the speed lab as a part of the page, so that it imports the
 * engine's scripts that are there already; on its own it would carry them a second time.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const worker = fileURLToPath(new URL('../model/speed-worker.ts', import.meta.url));
const address = /new URL\('\.\.\/model\/speed-worker\.ts', import\.meta\.url\)/;

export function sharedWorker(): Plugin {
  return {
    name: 'shared-worker',
    apply: 'build',
    enforce: 'pre',
    transform(code) {
      if (!address.test(code)) return undefined;
      const reference = this.emitFile({ type: 'chunk', id: worker });
      return code.replace(address, `import.meta.ROLLUP_FILE_URL_${reference}`);
    },
  };
}
