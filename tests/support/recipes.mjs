/** The recipes of the documents: their programs and the output that they show. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksOf, sectionsOf } from './markdown.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));

const DOCUMENTS = ['recipes', 'numpy', 'broadcasting', 'environments', 'onnxruntime-web'];

const sections = () =>
  DOCUMENTS.flatMap((name) => sectionsOf(readFileSync(join(top, `docs/${name}.md`), 'utf8')));

/**
 * The sections with a program in JavaScript and its output.
 * @returns {{title: string, programs: {name: string, code: string}[], output: string}[]}
 */
export const recipes = () =>
  sections().flatMap(({ title, text }) => {
    const blocks = blocksOf(text);
    const programs = blocks.filter(({ language }) => language === 'js');
    const output = blocks.find(({ language }) => language === 'text')?.code;
    return programs.length === 0 || output === undefined ? [] : [{ title, programs, output }];
  });

/** A section of the recipes, as text. */
export const sectionText = (title) => sections().find((each) => each.title === title)?.text ?? '';

export const recipe = (title) => recipes().find((each) => each.title === title);

/**
 * A new folder in which programs find the package by name, as if it were installed.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} [others] folders of other packages, by name
 */
export function projectFolder(t, others = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'simdcast-recipe-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, place] of Object.entries({ simdcast: top, ...others })) {
    symlinkSync(place, join(folder, 'node_modules', name));
  }
  return folder;
}

/** The output of a program, run by Node in a folder. */
export function printed(folder, code) {
  const file = join(folder, 'recipe.mjs');
  writeFileSync(file, code);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  return stdout + stderr;
}
