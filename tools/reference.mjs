/**
 * Writes the API reference into dist/demo/api, from the docstrings of the entries; typedoc.json has the
 * options.
 *
 *   node tools/reference.mjs           writes it
 *   node tools/reference.mjs --check   writes nothing, and fails if something public has no docstring
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Application, PageEvent, ReflectionKind, RendererEvent, TypeDocReader } from 'typedoc';
import { Failure, main } from './lib/failure.mjs';
import { inTop } from './lib/paths.mjs';

/**
 * The sources of the entries that package.json exports: `./core` is built from web/core.ts. The worker's file
 * and the modules are exported too, but have no types.
 */
async function entryPoints() {
  const { exports } = JSON.parse(await readFile(inTop('package.json'), 'utf8'));
  const isEntry = (entry) => entry.types && entry.types === entry.default.replace(/\.js$/, '.d.ts');
  return Object.values(exports)
    .filter(isEntry)
    .map((entry) => inTop('web', `${basename(entry.default, '.js')}.ts`));
}

// TypeDoc's script sets style attributes to show and hide elements.
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'";

/**
 * The pages have the same policy as the main page, which allows no inline scripts: TypeDoc's inline scripts
 * become files.
 */
function keepPolicy(renderer) {
  const scripts = new Map();
  renderer.on(PageEvent.END, (page) => {
    const toTop = '../'.repeat(page.url.split('/').length - 1);
    const asFile = (_, code) => {
      const name = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
      scripts.set(name, code);
      return `<script src="${toTop}${name}"></script>`;
    };
    page.contents = page.contents
      .replace(/<script>(.*?)<\/script>/gs, asFile)
      .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`);
  });
  renderer.on(RendererEvent.END, ({ outputDirectory }) => {
    for (const [name, code] of scripts) writeFileSync(join(outputDirectory, name), code);
  });
}

/** The heading of a document; TypeDoc uses its file name instead. */
const titleOf = ({ name, content }) =>
  /^# (.+)$/m.exec(content.map(({ text }) => text).join(''))?.[1] ?? name;

/** Members of inline types, which are documented with their parents. */
const innerMembers = (project) =>
  project
    .getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Method)
    .filter((member) => member.getFriendlyFullName().includes('.__type.'))
    .filter((member) => ![member, ...(member.signatures ?? [])].some((each) => each.hasComment()))
    .map((member) => member.getFriendlyFullName());

await main(async ([option]) => {
  if (option && option !== '--check') throw new Failure(`Unknown option: ${option}`);
  const given = { options: inTop('typedoc.json'), entryPoints: await entryPoints() };
  const app = await Application.bootstrap(given, [new TypeDocReader()]);
  const project = await app.convert();
  if (!project) return 1;
  for (const document of project.documents ?? []) document.name = titleOf(document);
  app.options.setValue('intentionallyNotDocumented', innerMembers(project));
  app.validate(project);
  if (option) return app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0;
  keepPolicy(app.renderer);
  await app.generateOutputs(project);
  return app.logger.hasErrors() ? 1 : 0;
});
