/**
 * Tensors as text, in NumPy's layout: columns aligned, long rows wrapped, and of more than a
 * thousand elements three at each end of an axis.
 * https://numpy.org/doc/stable/reference/generated/numpy.array2string.html
 */
import { sizeOf } from './dims.js';
import { arrayOf, type DType, formatOf, kindOf } from './dtypes.js';
import { type Element, reader } from './elements.js';
import { fromBits, toBits } from './small-floats.js';

const MOST_SHOWN = 1000;
const EDGE = 3;
const LINE_WIDTH = 75;
const MOST_DIGITS = 8;

/** Rounds to a type; the shortest digits that identify a value depend on it. */
type Round = (x: number) => number;

function roundingOf(type: DType): Round {
  const format = formatOf(type);
  if (format) return (x) => fromBits(toBits(x, format), format);
  return arrayOf(type) === Float32Array ? Math.fround : (x) => x;
}

/** The elements in brackets, with `...` for omitted ones. */
export function print(type: DType, dims: readonly number[], data: ArrayLike<unknown>): string {
  const size = sizeOf(dims);
  if (size === 0) return '[]';
  const read = reader(type, data);
  const shown = dims.map((n) => (size > MOST_SHOWN && n > 2 * EDGE ? ends(n) : whole(n)));
  const elements: Element[] = [];
  visit(shown, dims, (at) => elements.push(read(at)));
  const words = textsOf(type, elements);
  let next = 0;
  const level = (axis: number): string => {
    if (axis === dims.length) return words[next++] as string;
    const items = (shown[axis] as (number | undefined)[]).map((at) =>
      at === undefined ? '...' : level(axis + 1),
    );
    const indent = ' '.repeat(axis + 1);
    const inner = dims.length - axis - 1;
    return `[${inner === 0 ? wrap(items, indent) : items.join(`,${'\n'.repeat(inner)}${indent}`)}]`;
  };
  return level(0);
}

const whole = (n: number): (number | undefined)[] => Array.from({ length: n }, (_, i) => i);
const ends = (n: number): (number | undefined)[] => [
  ...whole(EDGE),
  undefined,
  ...Array.from({ length: EDGE }, (_, i) => n - EDGE + i),
];

/** Calls back with the position of every element that is shown. */
function visit(
  shown: readonly (readonly (number | undefined)[])[],
  dims: readonly number[],
  found: (at: number) => void,
  axis = 0,
  row = 0,
): void {
  if (axis === dims.length) found(row);
  else
    for (const at of shown[axis] as (number | undefined)[])
      if (at !== undefined) visit(shown, dims, found, axis + 1, row * (dims[axis] as number) + at);
}

/** One row, wrapped into lines. */
function wrap(items: readonly string[], indent: string): string {
  const width = LINE_WIDTH - indent.length;
  const lines = [indent];
  items.forEach((item, i) => {
    const word = i === items.length - 1 ? item : `${item}, `;
    const line = lines.at(-1) as string;
    if (line.length + item.length > width && line.length > indent.length) lines.push(indent + word);
    else lines[lines.length - 1] = line + word;
  });
  return lines.join('\n').replaceAll(' \n', '\n').slice(indent.length);
}

/** Elements as text of one width. */
function textsOf(type: DType, elements: readonly Element[]): string[] {
  const kind = kindOf(type);
  if (kind === 'string') return elements.map((text) => JSON.stringify(text));
  if (kind === 'complex') return complexTexts(type, elements as readonly [number, number][]);
  if (kind === 'float') return floatTexts(type, elements as readonly number[]);
  return alignRight(elements.map(String));
}

function complexTexts(type: DType, elements: readonly (readonly [number, number])[]): string[] {
  const part = (index: 0 | 1, plus: string) =>
    floatTexts(
      type,
      elements.map((pair) => pair[index]),
      plus,
    );
  const imaginary = part(1, '+');
  return part(0, '').map((text, i) => text + (imaginary[i] as string).replace(/ *$/, 'j$&'));
}

function alignRight(texts: readonly string[]): string[] {
  const width = Math.max(...texts.map((text) => text.length));
  return texts.map((text) => text.padStart(width));
}

/**
 * Fixed-point notation, or powers of ten if the values are too large, too small or too different. `plus`
 * precedes non-negative values.
 */
function floatTexts(type: DType, values: readonly number[], plus = ''): string[] {
  const sizes = values.filter((x) => Number.isFinite(x) && x !== 0).map(Math.abs);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const isWide = sizes.length > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1000);
  const write = isWide ? inPowers : inFull;
  const texts = write(values.filter(Number.isFinite), roundingOf(type));
  let next = 0;
  return alignRight(
    values.map((x) => {
      const text = Number.isFinite(x)
        ? (texts[next++] as string)
        : String(Math.abs(x)).toLowerCase().slice(0, 3);
      return (x < 0 || Object.is(x, -0) ? '-' : plus) + text;
    }),
  );
}

/** A magnitude as `1.25e+1`, with the given number of digits after the point; halves go to the even digit. */
function rounded(x: number, digits: number): string {
  const text = x.toExponential(digits);
  const isHalf = /^50*e/.test(
    x
      .toExponential(100)
      .replace('.', '')
      .slice(digits + 1),
  );
  const last = text.indexOf('e') - 1;
  const digit = Number(text[last]);
  return isHalf && digit % 2 === 1
    ? text.slice(0, last) + (digit - 1) + text.slice(last + 1)
    : text;
}

/** The fewest digits that identify the value in its type. */
function shortest(x: number, round: Round): string {
  for (let digits = 0; digits < 17; digits++) {
    const text = rounded(x, digits);
    if (round(Number(text)) === x) return text;
  }
  return x.toExponential();
}

const fractionOf = (text: string): number => text.replace(/e.*/, '').slice(2).length;
const powerOf = (text: string): number => Number(text.replace(/.*e/, ''));

/** `1. `, `0.25`: with a decimal point, and spaces instead of trailing zeros. */
function inFull(values: readonly number[], round: Round): string[] {
  const texts = values.map(Math.abs).map((x) => {
    const text = shortest(x, round);
    const digits = Math.max(0, fractionOf(text) - powerOf(text));
    const cut = digits > MOST_DIGITS ? rounded(x, MOST_DIGITS + powerOf(text)) : text;
    const full = Number(cut).toFixed(Math.min(digits, MOST_DIGITS));
    return full.includes('.') ? full.replace(/0+$/, '') : `${full}.`;
  });
  const after = (text: string): number => text.length - text.indexOf('.');
  const longest = Math.max(...texts.map(after));
  return texts.map((text) => text + ' '.repeat(longest - after(text)));
}

/** `1.e+08`, `2.5e-07`: all with the number of digits that the longest one needs. */
function inPowers(values: readonly number[], round: Round): string[] {
  const sizes = values.map(Math.abs);
  const digits = Math.max(...sizes.map((x) => fractionOf(shortest(x, round))));
  const texts = sizes.map((x) => rounded(x, Math.min(digits, MOST_DIGITS)).split(/e(?=[+-])/));
  const power = Math.max(3, ...texts.map(([, exponent = '']) => exponent.length)) - 1;
  return texts.map(([mantissa = '', exponent = '']) => {
    const pointed = mantissa.includes('.') ? mantissa : `${mantissa}.`;
    return `${pointed}e${exponent[0]}${exponent.slice(1).padStart(power, '0')}`;
  });
}
