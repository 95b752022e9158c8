/** Operators of strings: StringNormalizer, StringSplit and RegexFullMatch. */
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import { checkListRoom } from '../memory/texts.js';
import { type Call, history, type Operator } from './operator.js';
import { fullMatcher } from './regular-expressions/matcher.js';

const STRINGS: readonly DType[] = ['string'];

/** The strings of an input that determine a shape. */
export function textsOf(call: Call): readonly string[] {
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
      // The default is ONNX's: the results of a model must not depend on the language of the machine.
      const locale = asked && isLocale(asked) ? asked : 'en-US';
      const kept = textsOf(call).filter((text) => !stops.has(keyOf(text)));
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
      const parts = textsOf(call).map((text) => splitText(text, delimiter, most));
      const widest = parts.reduce((width, { length }) => Math.max(width, length), 0);
      const made = [...dims, widest];
      call.checkDims(made);
      checkListRoom(sizeOf(made), lowering.memory);
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
      const isMatch = fullMatcher(pattern);
      if (!isMatch) throw call.fault('pattern', pattern);
      const output = lowering.make('bool', input.dims, lowering.allConstant([input]));
      lowering.text([input], [output], () => {
        const matches = (input.storage.strings ?? []).map((text) => (isMatch(text) ? 1 : 0));
        const { address, bytes } = output.storage;
        lowering.memory.write(address, Uint8Array.from(matches), bytes);
      });
      return [output];
    },
  },
];
