/** Lines of text for a terminal. */
const LONGEST_QUOTE = 40;
const LONGEST_LINE = 600;

const clip = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The JavaScript escape of a character. */
export const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text as one line, with control characters escaped. */
export const oneLine = (text: string): string =>
  clip(text, LONGEST_LINE).replace(CONTROLS, escaped);

export const quoted = (text: string): string => `'${clip(text, LONGEST_QUOTE)}'`;

/** Breaks a text between words; lines after the first start with `indent` spaces. */
export function wrap(text: string, width: number, indent = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = width - (lines.length > 0 ? indent : 0);
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
