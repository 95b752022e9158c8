/** The built default entry as a file, and as a module of programs with various restrictions. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { load } from 'simdcast';

const dist = new URL('../../dist/', import.meta.url);
const here = fileURLToPath(new URL('.', import.meta.url));

/** A file with its imports. */
async function withImports(name) {
  const text = await readFile(new URL(name, dist), 'utf8');
  const beside = [...text.matchAll(/^} from "\.\/(.*?)";/gm)].map(([, other]) => other);
  return [text, ...(await Promise.all(beside.map(withImports))).flat()];
}

// Without the modules in base64, which would fill the screen where a test fails.
const filesOf = async (entry) =>
  (await withImports(`${entry}.js`)).map((text) => text.replace(/"[\w+/=]{1000,}"/g, '""'));
const codeOf = async (entry) => (await filesOf(entry)).join('\n');
const runNode = (args) => promisify(execFile)(process.execPath, args, { cwd: here });

const EXAMPLE = `
  import { load } from 'simdcast';
  const sc = await load();
  const a = { data: Float32Array.of(1, 2, 3), dims: [3, 1] };
  const b = { data: Float32Array.of(10, 20), dims: [2] };
  try { sc.add(a, { data: new Float32Array(2), dims: [2, 1] }); } catch ({ name }) { console.log(name); }
  console.log(sc.flavour, [...sc.add(a, b).data].join());
`;

const { flavour: best } = await load();
const SAID = `BroadcastError\n${best} 11,21,12,22,13,23\n`;

for (const entry of ['index', 'external', 'core']) {
  describe(`the entry ${entry}`, async () => {
    const files = await filesOf(entry);
    const code = files.join('\n');

    it('imports nothing but the files that the entries share', () => {
      const imports = [...code.matchAll(/(?:\bfrom|^import)\s*["'](.*?)["']/gm)].map(
        ([, name]) => name,
      );
      assert.deepEqual(
        imports.filter((name) => !/^\.\/shared-\w+\.js$/.test(name)),
        [],
      );
      assert.doesNotMatch(code, /\bimport\s*\(/);
      assert.doesNotMatch(code, /\brequire\s*\(/);
      // Node's own modules are requested at run time, and not imported.
      assert.doesNotMatch(code.replace(/\bbuiltin\("node:\w+"\)/g, ''), /['"]node:/);
    });

    it('names no address for bundlers to follow but that of its own file', () => {
      const own = entry === 'external' ? ['new URL("./simd.wasm", import.meta.url)'] : [];
      const addresses = [...code.matchAll(/new URL\("[^)]*\)|\bimport\.meta\b/g)];
      assert.deepEqual(
        addresses.map(([address]) => address),
        own,
      );
    });

    it('compiles no code from strings', () => {
      assert.doesNotMatch(code, /\beval\s*\(|\bnew Function\b|\bFunction\s*\(/);
    });

    it('has no top-level await', () => {
      for (const file of files) {
        const script = file
          .replace(/^(export|import)\s*(\{[^}]*\}( from)?)? *("[^"]*")?;?/gm, '')
          .replaceAll('import.meta', '({})');
        assert.doesNotMatch(script, /^(export|import)\b/m);
        // A script may not await at its top level, a module may.
        assert.doesNotThrow(() => new Script(`{${script}}`));
        assert.throws(() => new Script(`{${script}\nawait load();}`), SyntaxError);
      }
    });

    it('names no path of the machine that built it', () => {
      const top = fileURLToPath(new URL('../..', import.meta.url));
      assert.equal(code.includes(top), false);
      assert.doesNotMatch(code, /\/(home|root|tmp)\//);
    });
  });
}

describe('the default entry', () => {
  it('fetches nothing', async () => {
    const armed = `
      for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'])
        globalThis[name] = () => { console.log('fetched'); throw new Error('fetched'); };
      ${EXAMPLE.replace('import {', 'const {').replace("} from 'simdcast'", "} = await import('simdcast')")}
    `;
    const { stdout } = await runNode(['--input-type=module', '--eval', armed]);
    assert.equal(stdout, SAID);
    const withoutComments = (await codeOf('index')).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    assert.doesNotMatch(withoutComments, /https?:\/\//);
  });

  it('has its types beside it, and they name files that are there', async () => {
    const files = await readdir(dist);
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
      const text = await readFile(new URL(file, dist), 'utf8');
      for (const [, name] of text.matchAll(/from '\.\/([^']+)\.js'/g))
        await access(new URL(`${name}.d.ts`, dist));
    }
    await access(new URL('index.d.ts', dist));
  });

  it('runs where code from strings is forbidden', async () => {
    const flag = '--disallow-code-generation-from-strings';
    const { stdout } = await runNode([flag, '--input-type=module', '--eval', EXAMPLE]);
    assert.equal(stdout, SAID);
  });

  // On x64, V8's SIMD requires SSE4.1, which a flag disables.
  const notX64 = process.arch !== 'x64' && 'only on x64 can V8 be told to have no SIMD';

  it('reports its requirements if there is no SIMD', { skip: notX64 }, async () => {
    const program = `
      import { load } from 'simdcast';
      await load().catch(({ code }) => console.log(code));
    `;
    const flag = '--no-enable-sse4-1';
    const { stdout } = await runNode([flag, '--input-type=module', '--eval', program]);
    assert.equal(stdout, 'no_simd\n');
  });

  it('runs in a worker', async () => {
    const script = `
      import { parentPort } from 'node:worker_threads';
      ${EXAMPLE.replaceAll('console.log', 'say')}
      function say(...words) { parentPort.postMessage(words.join(' ')); }
    `;
    const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const entry = new URL('index.js', dist).href;
    const worker = new Worker(new URL(url.href.replace("'simdcast'", `'${entry}'`)));
    const said = await new Promise((resolve, reject) => {
      const words = [];
      worker.on('message', (word) => words.push(word));
      worker.on('error', reject);
      worker.on('exit', () => resolve(words));
    });
    assert.equal(`${said.join('\n')}\n`, SAID);
  });
});
