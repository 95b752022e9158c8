/** TfIdfVectorizer: n-grams of words, counted and weighted. */
import { sizeOf } from '../base/dims.js';
import { type Call, history, type Operator } from './operator.js';

const MODES = ['TF', 'IDF', 'TFIDF'] as const;

interface Pool {
  /** The position in the pool of each n-gram, by its text. */
  readonly grams: ReadonlyMap<string, number>;
  /** Their lengths in words, ascending. */
  readonly lengths: readonly number[];
}

function poolOf(call: Call): Pool {
  const words =
    call.attribute('pool_strings', 'strings') ?? call.attribute('pool_int64s', 'longs') ?? [];
  const starts = call.needs('ngram_counts', 'ints');
  const isAscending = [0, ...starts, words.length].every(
    (start, i, all) => i === 0 || start >= (all[i - 1] as number),
  );
  if (!isAscending) throw call.fault('lengths', 'the pool and ngram_counts');
  const grams = new Map<string, number>();
  const lengths = new Set<number>();
  let at = 0;
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? words.length;
    for (let first = start; first + i < end; first += i + 1) {
      grams.set(JSON.stringify(words.slice(first, first + i + 1).map(String)), at++);
      lengths.add(i + 1);
    }
  }
  return { grams, lengths: [...lengths] };
}

/** Yields words at equal distances with up to `skips` words between two; unigrams skip none. */
function* gramsOf(
  words: readonly string[],
  { pool, least, most, skips }: Grams,
): Generator<string> {
  // N-grams of other lengths have no column.
  for (const length of pool.lengths.filter((length) => least <= length && length <= most))
    for (let step = 1; step <= (length === 1 ? 1 : skips + 1); step++) {
      if ((length - 1) * step >= words.length) break;
      for (let first = 0; first + (length - 1) * step < words.length; first++)
        yield JSON.stringify(Array.from({ length }, (_, i) => words[first + i * step]));
    }
}

/** The attributes for n-grams: which ones are counted, and their columns in the result. */
interface Grams {
  readonly mode: (typeof MODES)[number];
  readonly least: number;
  readonly most: number;
  readonly skips: number;
  readonly pool: Pool;
  readonly columns: readonly number[];
  readonly weights: readonly number[] | undefined;
}

function gramsIn(call: Call): Grams {
  const [most, least, skips] = ['max_gram_length', 'min_gram_length', 'max_skip_count'].map(
    (name) => call.needs(name, 'int'),
  ) as [number, number, number];
  call.needs('mode', 'string');
  const mode = call.word('mode', MODES);
  const columns = call.needs('ngram_indexes', 'ints');
  const weights = call.attribute('weights', 'floats');
  const pool = poolOf(call);
  const fits = least >= 1 && most >= least && skips >= 0 && columns.length === pool.grams.size;
  if (!fits || columns.some((column) => column < 0))
    throw call.fault('lengths', 'the pool and ngram_indexes');
  return { mode, least, most, skips, pool, columns, weights };
}

/** Adds the n-grams of a row to the columns of those in the pool. */
function countGrams(row: Float32Array, words: readonly string[], grams: Grams): void {
  for (const gram of gramsOf(words, grams)) {
    const at = grams.pool.grams.get(gram);
    if (at !== undefined) (row[grams.columns[at] as number] as number)++;
  }
}

export const tfIdfVectorizer: Operator = {
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
    const grams = gramsIn(call);
    const { mode, columns, weights } = grams;
    const rank = input.dims.length;
    if (rank > 2) throw call.fault('lengths', 'the pool and ngram_indexes');
    const words = rank === 2 ? (input.dims[1] as number) : sizeOf(input.dims);
    const rows = rank === 2 ? (input.dims[0] as number) : 1;
    const width = columns.reduce((largest, column) => Math.max(largest, column + 1), 0);
    const made = rank === 2 ? [rows, width] : [width];
    call.checkDims(made);
    const output = lowering.make('float32', made, lowering.allConstant([input]));
    if (sizeOf(made) === 0) return [output];
    lowering.text([input], [output], () => {
      const all: readonly string[] =
        input.storage.strings ??
        Array.from(lowering.read(input) as ArrayLike<number | bigint>, String);
      const counts = lowering.memory.newArray(Float32Array, rows * width) as Float32Array;
      for (let row = 0; row < rows; row++) {
        const own = counts.subarray(row * width, (row + 1) * width);
        countGrams(own, all.slice(row * words, (row + 1) * words), grams);
        if (mode !== 'TF')
          columns.forEach((column, at) => {
            const [count, weight] = [own[column] as number, weights?.[at] ?? 1];
            own[column] = mode === 'IDF' ? (count > 0 ? weight : 0) : count * weight;
          });
      }
      lowering.memory.write(output.storage.address, counts, output.storage.bytes);
    });
    return [output];
  },
};
