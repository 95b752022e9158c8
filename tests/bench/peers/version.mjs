import { readFile } from 'node:fs/promises';

const installed = new URL('../node_modules/', import.meta.url);

/** The path of a file of an installed peer. */
export const peerFile = (name) => new URL(name, installed);

/** @returns {Promise<string>} the version of an installed package */
export async function versionOf(name) {
  return JSON.parse(await readFile(peerFile(`${name}/package.json`), 'utf8')).version;
}
