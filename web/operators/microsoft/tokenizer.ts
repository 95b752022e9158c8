/** Tokenizer: splits strings into characters, at separators, or into matches of an expression. */
import { sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import { checkListRoom } from '../../memory/texts.js';
import type { Call, Operator } from '../operator.js';
import { finder, type Match } from '../regular-expressions/matcher.js';
import { textsOf } from '../texts.js';

const STRINGS: readonly DType[] = ['string'];

/** onnxruntime's marks before and after the tokens of each string, if `mark` is set. */
const [START, END] = ['\u0002', '\u0003'];

type Points = readonly number[];
type Cut = (points: Points) => Match[];

/** The text between matches. */
function between(points: Points, matches: readonly Match[]): Match[] {
  const firsts = [0, ...matches.map(([, end]) => end)];
  const ends = [...matches.map(([first]) => first), points.length];
  return firsts.map((first, i) => [first, ends[i] as number]);
}

function finderOf(call: Call, pattern: string): Cut {
  const find = finder(pattern);
  if (!find) throw call.fault('pattern', pattern);
  return find;
}

/** How the node splits a string: each separator splits the parts that the previous ones have left. */
function cutOf(call: Call): Cut {
  const expression = call.attribute('tokenexp', 'string');
  const separators = call.attribute('separators', 'strings');
  if ((expression === undefined) === (separators === undefined))
    throw call.fault('exactlyOne', 'tokenexp', 'separators');
  if (expression !== undefined) return finderOf(call, expression);
  if (separators?.length === 1 && separators[0] === '')
    return (points) => points.map((_, at) => [at, at + 1]);
  const finders = (separators ?? []).map((pattern) => finderOf(call, pattern));
  return (points) => {
    let parts: Match[] = [[0, points.length]];
    for (const find of finders)
      parts = parts.flatMap(([first, end]) => {
        const part = points.slice(first, end);
        return between(part, find(part)).map(([from, to]): Match => [first + from, first + to]);
      });
    return parts;
  };
}

export const tokenizer: Operator = {
  name: 'Tokenizer',
  versions: [
    {
      since: 1,
      inputs: [1, 1],
      types: [STRINGS],
      attributes: {
        mark: 'int',
        mincharnum: 'int',
        pad_value: 'string',
        separators: 'strings',
        tokenexp: 'string',
      },
    },
  ],
  shapeInputs: [0],
  lower(call) {
    const { lowering } = call;
    const { dims } = call.input(0);
    if (dims.length < 1 || dims.length > 2) throw call.wrongShape(0, ['batch', 'strings']);
    const [least, isMarked] = [call.needs('mincharnum', 'int'), call.needs('mark', 'int') !== 0];
    if (least < 1) throw call.fault('allowed', 'mincharnum', least, '1 or more');
    const padding = call.attribute('pad_value', 'string') ?? '';
    const cut = cutOf(call);
    const tokens = textsOf(call).map((text) => {
      const points = Array.from(text, (point) => point.codePointAt(0) as number);
      return cut(points)
        .filter(([first, end]) => end - first >= least)
        .map(([first, end]) => String.fromCodePoint(...points.slice(first, end)));
    });
    const marked = isMarked ? tokens.map((each) => [START, ...each, END]) : tokens;
    const widest = marked.reduce((width, { length }) => Math.max(width, length), 0);
    const made = [...dims, widest];
    call.checkDims(made);
    checkListRoom(sizeOf(made), lowering.memory);
    const filled = marked.flatMap((each) => [
      ...each,
      ...new Array<string>(widest - each.length).fill(padding),
    ]);
    return [lowering.constant('string', made, filled)];
  },
};
