/** Operators of strings, and those that count words: StringNormalizer, StringSplit, RegexFullMatch, TfIdfVectorizer. */
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';

const STRINGS: readonly DType[] = ['string'];

/** The strings of an input that decide a shape. */
function texts(call: Call): readonly string[] {
  const known = call.lowering.known(call.input(0));
  if (known) return known as readonly string[];
  throw call.fault('dynamic', 0);
}

const CASES: Readonly<Record<string, (text: string, locale: string) => string>> = {
  NONE: (text) => text,
  LOWER: (text, locale) => text.toLocaleLowerCase(locale),
  UPPER: (text, locale) => text.toLocaleUpperCase(locale),
};

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

function splitText(text: string, delimiter: string, most: number): string[] {
  if (delimiter !== '') {
    const parts = text.split(delimiter);
    if (text === '') return [];
    return parts.length <= most + 1
      ? parts
      : [...parts.slice(0, most), parts.slice(most).join(delimiter)];
  }
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== '' && parts.length < most) {
    const gap = rest.search(/\s/);
    if (gap < 0) break;
    parts.push(rest.slice(0, gap));
    rest = rest.slice(gap).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

const MODES = ['TF', 'IDF', 'TFIDF'] as const;

/** The n-grams of a pool by their texts, each with its place in the pool. */
function poolOf(call: Call): Map<string, number> {
  const words =
    call.attribute('pool_strings', 'strings') ?? call.attribute('pool_int64s', 'longs') ?? [];
  const starts = call.needs('ngram_counts', 'ints');
  const pool = new Map<string, number>();
  let at = 0;
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? words.length;
    for (let first = start; first + i < end && first >= 0; first += i + 1)
      pool.set(JSON.stringify(words.slice(first, first + i + 1).map(String)), at++);
  }
  return pool;
}

/** Words at equal distances, up to so many left out between two; of single words none is. */
function* gramsOf(
  words: readonly string[],
  least: number,
  most: number,
  skips: number,
): Generator<string> {
  for (let length = least; length <= Math.min(most, words.length); length++)
    for (let step = 1; step <= (length === 1 ? 1 : skips + 1); step++) {
      if ((length - 1) * step >= words.length) break;
      for (let first = 0; first + (length - 1) * step < words.length; first++)
        yield JSON.stringify(Array.from({ length }, (_, i) => words[first + i * step]));
    }
}

export const textOperators: readonly Operator[] = [
  {
    name: 'StringNormalizer',
    versions: history({
      since: 10,
      inputs: [1, 1],
      types: [STRINGS],
      attributes: {
        case_change_action: 'string',
        is_case_sensitive: 'int',
        locale: 'string',
        stopwords: 'strings',
      },
    }),
    shapeInputs: [0],
    lower(call) {
      const { dims } = call.input(0);
      const isRow = dims.length === 2 && dims[0] === 1;
      if (dims.length !== 1 && !isRow) throw call.wrongShape(0, ['words']);
      const change = call.choice('case_change_action', CASES, 'NONE');
      const exact = call.flag('is_case_sensitive');
      const keyOf = (text: string) => (exact ? text : text.toLowerCase());
      const stops = new Set((call.attribute('stopwords', 'strings') ?? []).map(keyOf));
      // ONNX writes locales as en_US, and JavaScript en-US.
      const asked = call.attribute('locale', 'string')?.split('.')[0]?.replace('_', '-');
      // The default is ONNX's: what a model gives does not depend on the language of the machine.
      const locale = asked && isLocale(asked) ? asked : 'en-US';
      const kept = texts(call).filter((text) => !stops.has(keyOf(text)));
      const words = kept.length > 0 ? kept.map((text) => change(text, locale)) : [''];
      const made = isRow ? [1, words.length] : [words.length];
      return [call.lowering.constant('string', made, words)];
    },
  },

  {
    name: 'StringSplit',
    versions: history({
      since: 20,
      inputs: [1, 1],
      outputs: 2,
      types: [STRINGS],
      attributes: { delimiter: 'string', maxsplit: 'int' },
    }),
    shapeInputs: [0],
    lower(call) {
      const { lowering } = call;
      const { dims } = call.input(0);
      const delimiter = call.attribute('delimiter', 'string') ?? '';
      const most = call.int('maxsplit', Infinity);
      const parts = texts(call).map((text) => splitText(text, delimiter, most));
      const widest = parts.reduce((width, { length }) => Math.max(width, length), 0);
      const made = [...dims, widest];
      call.checkDims(made);
      const filled = parts.flatMap((words) => [
        ...words,
        ...new Array<string>(widest - words.length).fill(''),
      ]);
      const counts = BigInt64Array.from(parts, ({ length }) => BigInt(length));
      return [lowering.constant('string', made, filled), lowering.constant('int64', dims, counts)];
    },
  },

  {
    name: 'RegexFullMatch',
    versions: history({
      since: 20,
      inputs: [1, 1],
      types: [STRINGS],
      attributes: { pattern: 'string' },
    }),
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const pattern = call.needs('pattern', 'string');
      let expression: RegExp;
      try {
        // RE2 names groups as Python does.
        expression = new RegExp(`^(?:${pattern.replaceAll('(?P<', '(?<')})$`, 'u');
      } catch {
        throw call.fault('pattern', pattern);
      }
      const output = lowering.make('bool', input.dims, lowering.allConstant([input]));
      lowering.text([input], [output], () => {
        const matches = (input.storage.strings ?? []).map((text) =>
          expression.test(text) ? 1 : 0,
        );
        lowering.memory.write(output.storage.address, Uint8Array.from(matches));
      });
      return [output];
    },
  },

  {
    name: 'TfIdfVectorizer',
    versions: history({
      since: 9,
      inputs: [1, 1],
      types: [['string', 'int32', 'int64']],
      attributes: {
        max_gram_length: 'int',
        max_skip_count: 'int',
        min_gram_length: 'int',
        mode: 'string',
        ngram_counts: 'ints',
        ngram_indexes: 'ints',
        pool_int64s: 'longs',
        pool_strings: 'strings',
        weights: 'floats',
      },
    }),
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const [most, least, skips] = ['max_gram_length', 'min_gram_length', 'max_skip_count'].map(
        (name) => call.needs(name, 'int'),
      ) as [number, number, number];
      call.needs('mode', 'string');
      const mode = call.word('mode', MODES);
      const columns = call.needs('ngram_indexes', 'ints');
      const weights = call.attribute('weights', 'floats');
      const pool = poolOf(call);
      const width = columns.reduce((largest, column) => Math.max(largest, column + 1), 0);
      const rank = input.dims.length;
      const fits =
        rank <= 2 && least >= 1 && most >= least && skips >= 0 && columns.length === pool.size;
      if (!fits || columns.some((column) => column < 0))
        throw call.fault('lengths', 'the pool and ngram_indexes');
      const words = rank === 2 ? (input.dims[1] as number) : sizeOf(input.dims);
      const rows = rank === 2 ? (input.dims[0] as number) : 1;
      const made = rank === 2 ? [rows, width] : [width];
      call.checkDims(made);
      const output = lowering.make('float32', made, lowering.allConstant([input]));
      lowering.text([input], [output], () => {
        const all: readonly string[] =
          input.storage.strings ??
          Array.from(lowering.read(input) as ArrayLike<number | bigint>, String);
        const counts = new Float32Array(rows * width);
        for (let row = 0; row < rows; row++)
          for (const gram of gramsOf(
            all.slice(row * words, (row + 1) * words),
            least,
            most,
            skips,
          )) {
            const at = pool.get(gram);
            if (at !== undefined) (counts[row * width + (columns[at] as number)] as number)++;
          }
        if (mode !== 'TF')
          for (const [at, column] of columns.entries())
            for (let row = 0; row < rows; row++) {
              const place = row * width + column;
              const count = counts[place] as number;
              const weight = weights?.[at] ?? 1;
              counts[place] = mode === 'IDF' ? (count > 0 ? weight : 0) : count * weight;
            }
        lowering.memory.write(output.storage.address, counts);
      });
      return [output satisfies Value];
    },
  },
];
