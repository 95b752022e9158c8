import assert from 'node:assert/strict';
import { test } from 'node:test';
import { debianArchive } from '../../tools/lib/apt.mjs';

/** The output of `apt-get --print-uris update` for addresses with a suite and a component. */
const printed = (...places) =>
  places
    .flatMap(([uri, suite, component]) => [
      `'${uri}/dists/${suite}/InRelease' name 0 `,
      `'${uri}/dists/${suite}/${component}/binary-amd64/Packages.xz' name 0 `,
      `'${uri}/dists/${suite}/${component}/binary-all/Packages.xz' name 0 `,
    ])
    .join('\n');

const debian = ['http://mirror.example/debian', 'bookworm', 'main'];
const security = ['http://mirror.example/debian-security', 'bookworm-security', 'main'];

const cases = [
  { name: 'beside its updates', places: [security, debian], want: debian[0] },
  {
    name: 'a third party that comes first and has the same suite and component',
    places: [
      ['http://www.multimedia.example', 'bookworm', 'main'],
      ['http://packages.example/debian/12/prod', 'bookworm', 'main'],
      debian,
    ],
    want: debian[0],
  },
  {
    name: 'a mirror list',
    places: [['mirror+file:/etc/apt/mirrors/debian.list', 'bookworm', 'main']],
    want: 'mirror+file:/etc/apt/mirrors/debian.list',
  },
  {
    name: 'the only candidate on Debian, at an address that says nothing',
    places: [['http://cache.example/a', 'bookworm', 'main']],
    want: 'http://cache.example/a',
  },
  { name: 'only the security archive', places: [security], want: undefined },
  {
    name: 'other components only',
    places: [['http://mirror.example/debian', 'bookworm', 'contrib']],
    want: undefined,
  },
];

for (const { name, places, want } of cases) {
  test(`Debian's archive: ${name}`, () => {
    const found = debianArchive(printed(...places), true);
    assert.deepEqual(found, want && { uri: want, architecture: 'amd64' });
  });
}

test("Debian's archive: none on another distribution", () => {
  const ubuntu = printed(['http://archive.example/ubuntu', 'noble', 'main']);
  assert.equal(debianArchive(ubuntu, false), undefined);
});
