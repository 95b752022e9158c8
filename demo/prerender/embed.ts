/**
 * A Vite plugin that adds the embedded figure: a document and one classic script with the engine
 * inside. A frame with `sandbox="allow-scripts"` has no origin, so it could load neither modules nor
 * wasm.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { type Plugin as Bundling, build } from 'esbuild';
import type { Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** As text a module is a third larger than its bytes, so it is deflated. */
const deflated: Bundling = {
  name: 'deflated',
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: deflateRawSync(await readFile(path), { level: 9 }),
      loader: 'binary',
    }));
  },
};

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here('../embed/main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    plugins: [deflated],
    define: { 'import.meta.env': '{}', 'import.meta.url': 'location.href' },
    alias: {
      '#broadcasting': here('../../dist/broadcasting.js'),
      '#module': here('../../dist/play.wasm'),
    },
  });
  return outputFiles[0]?.text ?? '';
}

export function embed(policy: string): Plugin {
  return {
    name: 'embed',
    apply: 'build',
    async generateBundle(_, bundle) {
      const named = (pattern: RegExp) =>
        Object.keys(bundle).find((file) => pattern.test(file)) ?? '';
      const style = named(/index-.*\.css$/);
      const icon = named(/icon-.*\.svg$/);
      const html = await readFile(here('../embed/embed.html'), 'utf8');
      const document = html.replace('STYLE', style).replace('ICON', icon).replace('POLICY', policy);
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: await bundleScript() });
      this.emitFile({ type: 'asset', fileName: 'embed.html', source: document });
    },
  };
}
