import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  debianArchive,
  machineSources,
  parseDeb822,
  parseOneLine,
  sourcesFor,
} from '../../tools/lib/sources.mjs';
import { temporaryFolder } from './support.mjs';

const bookworm = { id: 'debian', codename: 'bookworm' };
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

const deb822 = `# Debian
Types: deb
# an older address
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: ${keyring}

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
Signed-By: ${keyring}

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
`;

const oneLine = `# comment
deb [arch=amd64 signed-by=/etc/apt/keyrings/other.gpg] https://other.example/linux/debian bookworm stable
#deb http://off.example/debian bookworm main
deb-src http://mirror.example/debian bookworm main
deb http://mirror.example/debian/ bookworm main contrib # trailing
deb http://mirror.example/debian-security bookworm-security main
`;

test('deb822: enabled stanzas with their fields', () => {
  const sources = parseDeb822(deb822);
  assert.equal(sources.length, 2);
  assert.deepEqual(sources[0].uris, ['http://mirror.example/debian']);
  assert.deepEqual(sources[0].suites, ['bookworm', 'bookworm-updates']);
  assert.equal(sources[0].signedBy, keyring);
});

test('deb822: a keyring given as an inline block is kept whole', () => {
  const block =
    ' -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINB\n -----END PGP PUBLIC KEY BLOCK-----';
  const text = `Types: deb\nURIs: http://a.example/debian\nSuites: bookworm\nComponents: main\nSigned-By:\n${block}\n`;
  const [source] = parseDeb822(text);
  assert.equal(source.signedBy, `\n${block}`);
  assert.ok(sourcesFor(source, 'trixie', 'deb').includes(`Signed-By: \n${block}\n`));
});

test('one line: types, options, components and trailing comments', () => {
  const sources = parseOneLine(oneLine);
  assert.equal(sources.length, 4);
  assert.equal(sources[0].signedBy, '/etc/apt/keyrings/other.gpg');
  assert.deepEqual(sources[1].types, ['deb-src']);
  assert.deepEqual(sources[2].components, ['main', 'contrib']);
});

const archiveCases = [
  { name: 'deb822', sources: parseDeb822(deb822), want: 'http://mirror.example/debian' },
  { name: 'one line', sources: parseOneLine(oneLine), want: 'http://mirror.example/debian/' },
  {
    name: 'a third party that comes first and has the same suite and component',
    sources: [
      ...parseOneLine(
        'deb [signed-by=/x/multimedia.gpg] http://www.multimedia.example bookworm main',
      ),
      ...parseDeb822(deb822),
    ],
    want: 'http://mirror.example/debian',
  },
  {
    name: 'a mirror list, with no keyring named',
    sources: parseOneLine('deb mirror+file:/etc/apt/mirrors/debian.list bookworm main'),
    want: 'mirror+file:/etc/apt/mirrors/debian.list',
  },
  {
    name: 'the only candidate on Debian, at an address that says nothing',
    sources: parseOneLine('deb http://cache.example/a bookworm main'),
    want: 'http://cache.example/a',
  },
  {
    name: 'only the security archive',
    sources: parseOneLine('deb http://mirror.example/debian-security bookworm-security main'),
    want: undefined,
  },
];

for (const { name, sources, want } of archiveCases) {
  test(`Debian's archive: ${name}`, () => {
    assert.equal(debianArchive(sources, bookworm)?.uris[0], want);
  });
}

test("Debian's archive: none on another distribution", () => {
  const sources = parseOneLine('deb http://archive.example/ubuntu noble main universe');
  assert.equal(debianArchive(sources, { id: 'ubuntu', codename: 'noble' }), undefined);
});

test('the sources file for another suite keeps the address and the keyring', () => {
  const text = sourcesFor(parseDeb822(deb822)[0], 'trixie', 'deb');
  assert.equal(
    text,
    `Types: deb\nURIs: http://mirror.example/debian\nSuites: trixie\nComponents: main\nSigned-By: ${keyring}\n`,
  );
});

test('every file that apt reads is read, and no other', async (t) => {
  const etc = temporaryFolder(t);
  mkdirSync(join(etc, 'sources.list.d'));
  writeFileSync(join(etc, 'sources.list'), 'deb http://a.example/debian bookworm main\n');
  writeFileSync(join(etc, 'sources.list.d/b.sources'), deb822);
  writeFileSync(join(etc, 'sources.list.d/c.list.disabled'), oneLine);
  assert.equal((await machineSources(etc)).length, 3);
});
