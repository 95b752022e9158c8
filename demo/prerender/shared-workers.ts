/**
 * A Vite plugin that builds the workers of the speed lab with the page, so they import the page's copy of the
 * engine's scripts. Built separately, they would contain a second copy.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const model = new URL('../model/', import.meta.url);
const address = /new URL\('\.\.\/model\/([\w-]+-worker\.ts)', import\.meta\.url\)/g;

export function sharedWorkers(): Plugin {
  return {
    name: 'shared-workers',
    apply: 'build',
    enforce: 'pre',
    transform(code) {
      const emit = (_: string, file: string): string => {
        const reference = this.emitFile({ type: 'chunk', id: fileURLToPath(new URL(file, model)) });
        return `import.meta.ROLLUP_FILE_URL_${reference}`;
      };
      const replaced = code.replace(address, emit);
      return replaced === code ? undefined : replaced;
    },
  };
}
