/** Operators on strings: examples from ONNX's Operators.md, computed by hand. */
import { bool, f32, given, i64, longs, testRows, texts, words } from './rows.mjs';

const days = words('monday', 'tuesday', 'wednesday', 'thursday');

/** The pool of ONNX's examples of TfIdfVectorizer: 2 3 5 4, then the pairs (5,6) (7,8) (6,7). */
const pool = {
  ngram_counts: [0, 4],
  ngram_indexes: [0, 1, 2, 3, 4, 5, 6],
  pool_int64s: [2, 3, 5, 4, 5, 6, 7, 8, 6, 7],
};
const counting = (least, most, skips, mode = 'TF') => ({
  ...pool,
  min_gram_length: least,
  max_gram_length: most,
  max_skip_count: skips,
  mode,
});
const line = i64([1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8]);
const lines = given(longs([2, 6], [1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8]));

testRows([
  // Stop words are compared ignoring case, unless case matters; the remaining words change their case.
  [
    'StringNormalizer',
    [days],
    { case_change_action: 'UPPER', is_case_sensitive: 1, stopwords: ['monday'] },
    texts([3], ['TUESDAY', 'WEDNESDAY', 'THURSDAY']),
  ],
  ['StringNormalizer', [words('Monday', 'b')], { stopwords: ['monday'] }, texts([1], ['b'])],
  [
    'StringNormalizer',
    [words('Monday', 'b')],
    { is_case_sensitive: 1, stopwords: ['monday'] },
    texts([2], ['Monday', 'b']),
  ],
  ['StringNormalizer', [words('Ab')], { case_change_action: 'LOWER' }, texts([1], ['ab'])],
  ['StringNormalizer', [words('i')], { case_change_action: 'UPPER' }, texts([1], ['I'])],
  [
    'StringNormalizer',
    [words('i')],
    { case_change_action: 'UPPER', locale: 'tr_TR' },
    texts([1], ['İ']),
  ],
  // If nothing is left, there is one empty string.
  ['StringNormalizer', [words('a', 'a')], { stopwords: ['a'] }, texts([1], [''])],
  [
    'StringNormalizer',
    [given(texts([1, 2], ['a', 'a']))],
    { stopwords: ['a'] },
    texts([1, 1], ['']),
  ],
  [
    'StringNormalizer',
    [given(texts([1, 2], ['a', 'b']))],
    { stopwords: ['a'] },
    texts([1, 1], ['b']),
  ],

  [
    'StringSplit',
    [words('a.b', 'c')],
    { delimiter: '.' },
    [texts([2, 2], ['a', 'b', 'c', '']), longs([2], [2, 1])],
  ],
  // Delimiters in a row have empty texts between them, white space has none.
  [
    'StringSplit',
    [words('o-n--x-')],
    { delimiter: '-' },
    [texts([1, 5], ['o', 'n', '', 'x', '']), longs([1], [5])],
  ],
  [
    'StringSplit',
    [given(texts([2, 1], [' hello \t world ', 'x']))],
    {},
    [texts([2, 1, 2], ['hello', 'world', 'x', '']), longs([2, 1], [2, 1])],
  ],
  // The last part has the rest.
  [
    'StringSplit',
    [words('a.b.c', 'd.e')],
    { delimiter: '.', maxsplit: 1 },
    [texts([2, 2], ['a', 'b.c', 'd', 'e']), longs([2], [2, 2])],
  ],
  [
    'StringSplit',
    [words('the quick  brown fox')],
    { maxsplit: 2 },
    [texts([1, 3], ['the', 'quick', 'brown fox']), longs([1], [3])],
  ],

  // The whole text, by each of the alternatives.
  [
    'RegexFullMatch',
    [words('aa', 'aab', 'baa', '')],
    { pattern: 'a+' },
    bool([4], [true, false, false, false]),
  ],
  ['RegexFullMatch', [words('a', 'bc', 'ac')], { pattern: 'a|bc' }, bool([3], [true, true, false])],
  [
    'RegexFullMatch',
    [given(texts([2, 1], ['www.google.com', 'google']))],
    { pattern: String.raw`(?P<host>www\.[\w.-]+)\.[a-z]{2,}` },
    bool([2, 1], [true, false]),
  ],

  // 3 3 3 once each, 7 8 and 6 7 and 5 6 side by side; with up to five between, 5 6, 7 8 and 6 7 from afar.
  ['TfIdfVectorizer', [line], counting(2, 2, 0), f32([7], [0, 0, 0, 0, 1, 1, 1])],
  ['TfIdfVectorizer', [line], counting(2, 2, 5), f32([7], [0, 0, 0, 0, 1, 3, 1])],
  ['TfIdfVectorizer', [line], counting(1, 2, 0), f32([7], [0, 3, 1, 0, 1, 1, 1])],
  ['TfIdfVectorizer', [line], counting(1, 1, 5), f32([7], [0, 3, 1, 0, 0, 0, 0])],
  [
    'TfIdfVectorizer',
    [lines],
    counting(1, 2, 0),
    f32([2, 7], [0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1]),
  ],
  // IDF is the weight of an n-gram that occurs, TFIDF its weight times the number of occurrences.
  [
    'TfIdfVectorizer',
    [line],
    { ...counting(1, 2, 0, 'IDF'), weights: [2, 3, 4, 5, 6, 7, 8] },
    f32([7], [0, 3, 4, 0, 6, 7, 8]),
  ],
  [
    'TfIdfVectorizer',
    [line],
    { ...counting(1, 2, 0, 'TFIDF'), weights: [2, 3, 4, 5, 6, 7, 8] },
    f32([7], [0, 9, 4, 0, 6, 7, 8]),
  ],
  // Words, with columns in another order.
  [
    'TfIdfVectorizer',
    [words('to', 'be', 'or', 'not', 'to', 'be')],
    {
      ...counting(1, 2, 0),
      pool_int64s: undefined,
      pool_strings: ['to', 'or', 'to', 'be'],
      ngram_counts: [0, 2],
      ngram_indexes: [2, 0, 1],
    },
    f32([3], [1, 2, 2]),
  ],
]);
