/**
 * Patterns of RegexFullMatch, which ONNX adopts from RE2: its syntax
 * (https://github.com/google/re2/wiki/Syntax) by hand, the part that it shares with JavaScript by random
 * expressions, and time that is linear in the text.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { pick, randomFrom, seedOf } from '../rules/support.mjs';

const sc = await load();
const matches = (pattern, texts) => [
  ...sc.run('RegexFullMatch', [{ type: 'string', data: texts, dims: [texts.length] }], {
    attributes: { pattern },
  }).data,
];

describe('RegexFullMatch', () => {
  /** A pattern, texts that match it as a whole, and texts that do not. */
  const cases = [
    ['', [''], ['a']],
    ['a|ab', ['a', 'ab'], ['abb', 'b']],
    ['(a|ab)(c|bcd)', ['ac', 'abc', 'abcd', 'abbcd'], ['abd', 'a']],
    ['a{2,3}?', ['aa', 'aaa'], ['a', 'aaaa']],
    ['a{2}', ['aa'], ['a', 'aaa']],
    ['a{0}b{1,}', ['b', 'bb'], ['ab', '']],
    ['a{,2}', ['a{,2}'], ['a', 'aa']],
    ['{', ['{'], []],
    ['(a*)*b', ['b', 'aab'], ['a']],
    ['.', ['a', '\u{1F600}'], ['', 'ab', '\n']],
    ['(?s).', ['\n', 'a'], []],
    ['(?s:.)', ['\n'], []],
    ['(?s:.).', ['\na'], ['a\n']],
    ['^a$', ['a'], ['a\n', '\na']],
    ['(?m)a$\n^b', ['a\nb'], ['ab']],
    ['\\Aa\\z', ['a'], ['a\n']],
    ['\\ba\\b.*', ['a b', 'a'], ['ab']],
    ['a\\Bb', ['ab'], ['a b']],
    ['(?i)straße[k-m]', ['STRAßEL', 'straßek'], ['strassek', 'straßen']],
    ['(?i:a)b', ['Ab', 'ab'], ['aB']],
    ['a(?i)b|c', ['aB', 'C', 'ab'], ['Ab']],
    ['(a(?i)b)c', ['aBc'], ['aBC']],
    ['(?i-i:a)', ['a'], ['A']],
    ['(?U)a+', ['aaa'], ['']],
    // Perl's classes are those of ASCII.
    ['\\d+', ['0123456789'], ['٣', '']],
    ['\\w+', ['aZ_9'], ['é', '-']],
    ['\\s', [' ', '\t', '\n', '\f', '\r'], ['\v', '\u00a0']],
    ['\\D\\W\\S', ['é-\v', '\n\n\v'], ['1-a']],
    ['[\\d-z]+', ['1-z'], ['y']],
    ['[^a]', ['\n', 'b'], ['a']],
    ['[]a]+', [']a]'], ['b']],
    ['[^]a]', ['b'], [']', 'a']],
    ['[a-]+', ['a-'], ['b']],
    ['[[:alpha:][:^digit:]_]', ['a', '_', '-'], ['1']],
    ['[[:word:]]+', ['aZ_9'], ['-']],
    ['[[:space:]]', ['\v', ' '], ['a']],
    ['[[:punct:]]+', ['!/:@[`{~'], ['a', ' ']],
    ['\\pL+', ['aéя'], ['1']],
    ['\\PL+', ['1-'], ['é']],
    ['\\p{Lu}\\p{^Lu}', ['Aa', 'Я1'], ['AA']],
    ['\\p{Greek}+', ['αβγ'], ['abc']],
    ['[\\p{Greek}\\d]+', ['α1'], ['a']],
    ['\\x41\\x{1F600}\\101\\0', ['A\u{1F600}A\0'], ['A']],
    ['\\a\\f\\n\\r\\t\\v', ['\x07\f\n\r\t\v'], []],
    ['\\Qa.b*\\E+', ['a.b*', 'a.b***'], ['aXb']],
    ['\\.\\*\\-', ['.*-'], ['a*-']],
    ['(?P<year>\\d{4})-(?<month>\\d\\d)', ['2026-11'], ['226-11']],
    ['[\u{1F600}-\u{1F610}]', ['\u{1F605}'], ['\u{1F611}']],
    ['(?:)*', [''], ['a']],
    ['((){1000}){1000}', [''], ['a']],
  ];
  for (const [pattern, are, are_not] of cases)
    it(JSON.stringify(pattern), () => {
      if (are.length > 0)
        assert.deepEqual(
          matches(pattern, are),
          are.map(() => 1),
        );
      if (are_not.length > 0)
        assert.deepEqual(
          matches(pattern, are_not),
          are_not.map(() => 0),
        );
    });

  it('rejects what RE2 rejects', () => {
    const patterns = [
      ...[
        '(a)\\1',
        '\\k<a>',
        '(?=a)',
        '(?!a)',
        '(?<=a)b',
        '(?<!a)b',
        '(?>a)',
        'a++',
        'a**',
        'a{2}{3}',
      ],
      ...['(', ')', '(a', 'a)', '[a', '[z-a]', '[[:nope:]]', '*a', '+', '?', '(*a)', '\\', '\\Z'],
      ...[
        '\\pX',
        '\\p{Nope}',
        '\\p{',
        'a{1001}',
        'a{2,1}',
        '(?i',
        '(?x)a',
        '(?P<a',
        '(?P=a)',
        '\\x{110000}',
      ],
      ...[
        '\\xg0',
        '\\q',
        '[\\q]',
        '(((a{100}){100}){100}){100}',
        `${'('.repeat(300)}a${')'.repeat(300)}`,
      ],
      ...['(?P<1 2>a)', '(?P>a)', '[a-\\d]', '\\8'],
    ];
    for (const pattern of patterns)
      assert.throws(
        () => matches(pattern, ['a']),
        {
          name: 'AttributeError',
          code: 'invalid_attribute',
          message: /must be an RE2 regular expression/,
        },
        pattern,
      );
  });

  it('takes time that is linear in the text', () => {
    const text = 'a'.repeat(20_000);
    for (const pattern of [
      '(a+)+b',
      '(a|a)*b',
      '(a*)*b',
      '(a|aa)+b',
      '([a-z]+)*!',
      '(.*)(.*)(.*)(.*)x',
      '(a?){50}a{50}b',
    ])
      assert.deepEqual(matches(pattern, [text]), [0], pattern);
    assert.deepEqual(matches('(a+)+', [text]), [1]);
  });

  it('agrees with JavaScript where the two have one syntax', () => {
    const seed = seedOf(33);
    const random = randomFrom(seed);
    const below = (n) => Math.floor(random() * n);
    const atoms = ['a', 'b', 'c', '.', '[ab]', '[^a]', '[a-c]', '\\d', '\\w', '\\.', 'é', '\\b'];
    const quantifiers = ['*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?', '??'];
    const make = (depth) => {
      const kind = depth > 3 ? 0 : below(5);
      if (kind < 2) return pick(random, atoms);
      if (kind === 2) return `${make(depth + 1)}${make(depth + 1)}`;
      if (kind === 3) return `(${make(depth + 1)}|${make(depth + 1)})`;
      return `(?:${make(depth + 1)})${pick(random, quantifiers)}`;
    };
    for (let i = 0; i < 300; i++) {
      const pattern = make(0);
      const texts = Array.from({ length: 20 }, () =>
        Array.from({ length: below(7) }, () =>
          pick(random, ['a', 'b', 'c', '1', '.', 'é', '\n', ' ']),
        ).join(''),
      );
      const expected = texts.map((text) =>
        new RegExp(`^(?:${pattern})$`, 'u').test(text) ? 1 : 0,
      );
      assert.deepEqual(
        matches(pattern, texts),
        expected,
        `SEED=${seed} ${pattern} ${JSON.stringify(texts)}`,
      );
    }
  });
});
