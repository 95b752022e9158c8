/**
 * Reads apt's source lists, in both formats, and picks the entry that is Debian's own archive.
 * Formats: sources.list(5).
 *
 * @typedef {{types: string[], uris: string[], suites: string[], components: string[],
 *   signedBy?: string, checkValidUntil?: string, trusted?: string}} Source
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const words = (text) => (text ?? '').split(/\s+/).filter(Boolean);

function stanzaFields(stanza) {
  const fields = {};
  let name;
  for (const line of stanza) {
    const start = /^([A-Za-z0-9-]+)\s*:\s*(.*)$/.exec(line);
    if (start) {
      name = start[1].toLowerCase();
      fields[name] = start[2].trim();
    } else if (name && /^\s/.test(line)) {
      fields[name] += `\n${line}`;
    }
  }
  return fields;
}

function stanzas(text) {
  const lines = text.split(/\r?\n/).filter((line) => !line.startsWith('#'));
  const groups = [[]];
  for (const line of lines) {
    if (line.trim() === '') groups.push([]);
    else groups.at(-1).push(line);
  }
  return groups.filter((group) => group.length > 0);
}

const isOff = (value) => /^(no|false|without|off|disable)$/i.test(value ?? '');

/** @returns {Source[]} the enabled entries of a `.sources` file (deb822). */
export function parseDeb822(text) {
  return stanzas(text)
    .map(stanzaFields)
    .filter((fields) => fields.types && fields.uris && !isOff(fields.enabled))
    .map((fields) => ({
      types: words(fields.types),
      uris: words(fields.uris),
      suites: words(fields.suites),
      components: words(fields.components),
      signedBy: fields['signed-by'],
      checkValidUntil: fields['check-valid-until'],
      trusted: fields.trusted,
    }));
}

function lineOptions(text) {
  const pairs = words(text).map((word) => word.split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

/** @returns {Source[]} the entries of a one-line `.list` file. */
export function parseOneLine(text) {
  return text
    .split(/\r?\n/)
    .map((line) => /^\s*(deb|deb-src)\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line))
    .filter(Boolean)
    .map(([, type, options, uri, suite, components]) => {
      const given = lineOptions(options);
      return {
        types: [type],
        uris: [uri],
        suites: [suite],
        components: words(components),
        signedBy: given['signed-by'],
        checkValidUntil: given['check-valid-until'],
        trusted: given.trusted,
      };
    });
}

async function readSourceFile(file) {
  const text = await readFile(file, 'utf8').catch(() => '');
  return file.endsWith('.sources') ? parseDeb822(text) : parseOneLine(text);
}

/** Every enabled entry that apt itself would read. */
export async function machineSources(etcApt = '/etc/apt') {
  const parts = join(etcApt, 'sources.list.d');
  const names = (await readdir(parts).catch(() => [])).sort();
  const files = names.filter((name) => /\.(list|sources)$/.test(name));
  const paths = [join(etcApt, 'sources.list'), ...files.map((name) => join(parts, name))];
  return (await Promise.all(paths.map(readSourceFile))).flat();
}

const rollingSuites = ['stable', 'oldstable', 'testing', 'unstable', 'sid'];

// A keyring of Debian's archive is the best evidence, a `debian` folder in the address the next best.
function evidence(source) {
  const keyring = /debian-archive/.test(source.signedBy ?? '') ? 2 : 0;
  const address = source.uris.some((uri) => uri.split(/[/.]/).includes('debian')) ? 1 : 0;
  return keyring + address;
}

/**
 * The entry for Debian's own archive, or undefined. Third-party entries may share its suite names, so
 * the suite, the component and where it comes from all count.
 * @param {Source[]} sources
 * @param {{id?: string, codename?: string}} system from os-release
 */
export function debianArchive(sources, { id, codename }) {
  const suites = [codename, ...rollingSuites].filter(Boolean);
  const candidates = sources.filter(
    (source) =>
      source.types.includes('deb') &&
      source.components.includes('main') &&
      source.suites.some((suite) => suites.includes(suite)),
  );
  const best = candidates.toSorted((a, b) => evidence(b) - evidence(a))[0];
  if (!best) return undefined;
  return evidence(best) > 0 || (id === 'debian' && candidates.length === 1) ? best : undefined;
}

/**
 * The text of a `.sources` file for another suite of the same archive, with the same keyring.
 * @param {Source} source
 * @param {string} suite
 * @param {'deb' | 'deb-src'} type
 */
export function sourcesFor(source, suite, type) {
  const fields = {
    Types: type,
    URIs: source.uris.join(' '),
    Suites: suite,
    Components: 'main',
    'Signed-By': source.signedBy,
    'Check-Valid-Until': source.checkValidUntil,
    Trusted: source.trusted,
  };
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`;
}
