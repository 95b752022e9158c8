/**
 * Writes the API reference into dist/demo/api, from the docstrings of the entries.
 *
 *   node tools/reference.mjs           writes it
 *   node tools/reference.mjs --check   writes nothing, and fails where something public has no docstring
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Application, PageEvent, ReflectionKind, RendererEvent } from 'typedoc';
import { Failure, main } from './lib/failure.mjs';
import { inTop } from './lib/paths.mjs';

const out = inTop('dist/demo/api');

/** The sources of what package.json exports: `./core` is made of web/core.ts. */
async function entryPoints() {
  const { exports } = JSON.parse(await readFile(inTop('package.json'), 'utf8'));
  return Object.values(exports)
    .map((entry) => /^\.\/dist\/(.+)\.js$/.exec(entry.default ?? '')?.[1])
    .filter(Boolean)
    .map((name) => inTop('web', `${name}.ts`));
}

const policy = [
  "default-src 'self'",
  // TypeDoc's script sets the style attribute of what it shows and hides.
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const inlineScript = /<body><script>([\s\S]*?)<\/script>/;

/**
 * TypeDoc starts each page with a script in the page itself. It goes into a file of its own, so that
 * the pages work under the same policy as the one beside them, which they also carry.
 */
function keepPolicy(renderer) {
  let start;
  renderer.on(PageEvent.END, (page) => {
    const base = /<html[^>]* data-base="([^"]*)"/.exec(page.contents)?.[1];
    const script = inlineScript.exec(page.contents)?.[1];
    if (base === undefined || script === undefined) {
      throw new Failure(`${page.url} does not begin as TypeDoc's pages do`);
    }
    start = script;
    page.contents = page.contents
      .replace(inlineScript, `<body><script src="${base}assets/start.js"></script>`)
      .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`);
  });
  renderer.on(RendererEvent.END, () => writeFileSync(join(out, 'assets', 'start.js'), start));
}

/** The heading of a document, which TypeDoc calls by its file's name. */
const titleOf = ({ name, content }) =>
  /^# (.+)$/m.exec(content.map(({ text }) => text).join(''))?.[1] ?? name;

const options = {
  name: 'simdcast',
  tsconfig: inTop('tsconfig.json'),
  readme: inTop('docs/reference.md'),
  projectDocuments: [inTop('docs/recipes.md')],
  out,
  // The types are checked where the package is built.
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  disableGit: true,
  hideGenerator: true,
  githubPages: false,
  favicon: inTop('demo/icon.svg'),
  navigation: { includeGroups: false, includeFolders: false },
  sort: ['source-order'],
  categorizeByGroup: false,
  visibilityFilters: {},
  // The steps of types that are computed, which nobody names.
  intentionallyNotExported: ['Global', 'Arrays', 'TypesOfClasses', 'Named', 'PlainData'],
};

const strict = {
  treatWarningsAsErrors: true,
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  requiredToBeDocumented: [
    ...['Class', 'Accessor', 'Method', 'Function', 'Variable'],
    ...['Interface', 'Property', 'TypeAlias', 'Enum', 'EnumMember'],
  ],
};

/** The members of types that stand inside of other types: what they are is said of those. */
const innerMembers = (project) =>
  project
    .getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Method)
    .filter((member) => member.getFriendlyFullName().includes('.__type.'))
    .filter((member) => ![member, ...(member.signatures ?? [])].some((each) => each.hasComment()))
    .map((member) => member.getFriendlyFullName());

await main(async ([option]) => {
  if (option && option !== '--check') throw new Failure(`Unknown option: ${option}`);
  const app = await Application.bootstrap({
    ...options,
    ...(option ? strict : {}),
    entryPoints: await entryPoints(),
    logLevel: 'Warn',
  });
  const project = await app.convert();
  if (!project) return 1;
  for (const document of project.documents ?? []) document.name = titleOf(document);
  if (option) app.options.setValue('intentionallyNotDocumented', innerMembers(project));
  app.validate(project);
  if (!option) {
    keepPolicy(app.renderer);
    await app.generateOutputs(project);
  }
  return app.logger.hasErrors() || (option && app.logger.hasWarnings()) ? 1 : 0;
});
