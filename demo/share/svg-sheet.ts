/** What a drawing is made of: texts, boxes, lines and images, in the colours of the page. */
import { escapeText } from '../base/escape.ts';
import { axisLetter } from '../state/format.ts';

/** The page's colours that a drawing has, by the names of its style sheet. */
export const paletteNames = [
  'paper',
  'ink',
  'ink-soft',
  'edge',
  'bad',
  'tint-a',
  'tint-b',
  'tint-c',
  'axis-n',
  'axis-m',
  'axis-l',
  'axis-k',
  'axis-j',
  'axis-i',
] as const;

export type Palette = Readonly<Record<(typeof paletteNames)[number], string>>;

const fonts = 'Palatino, Georgia, serif';
export const margin = 32;
const wide = 16 / 9;

/** Collects marks, and how far they reach. */
export class Sheet {
  private readonly marks: string[] = [];
  right = 0;
  bottom = 0;

  constructor(readonly palette: Palette) {}

  private reach(x: number, y: number): void {
    this.right = Math.max(this.right, x);
    this.bottom = Math.max(this.bottom, y);
  }

  text(x: number, y: number, words: string, size: number, colour: string, anchor = 'middle'): void {
    this.marks.push(
      `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escapeText(words)}</text>`,
    );
    this.reach(x + words.length * size * 0.3, y + size / 2);
  }

  box(x: number, y: number, width: number, height: number, look: string): void {
    this.marks.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" ${look}/>`);
    this.reach(x + width, y + height);
  }

  image(x: number, y: number, width: number, height: number, address: string): void {
    this.marks.push(
      `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="${address}"/>`,
    );
    this.reach(x + width, y + height);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, thick = 1.5): void {
    this.marks.push(
      `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colour}" stroke-width="${thick}"/>`,
    );
  }

  /** An axis by its letter. */
  axisColour(fromEnd: number): string {
    const name = paletteNames.find((each) => each === `axis-${axisLetter(fromEnd)}`);
    return name ? this.palette[name] : this.palette.ink;
  }

  write(title: string, description: string): string {
    const { paper, edge } = this.palette;
    const own = [this.right + margin, this.bottom + margin] as const;
    // As slides are, with the drawing in the middle.
    const width = Math.ceil(Math.max(own[0], own[1] * wide));
    const height = Math.ceil(width / wide);
    const middle = `translate(${Math.round((width - own[0]) / 2)} ${Math.round((height - own[1]) / 2)})`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}" role="img">`,
      `<title>${escapeText(title)}</title><desc>${escapeText(description)}</desc>`,
      `<defs><pattern id="copy" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="${edge}" stroke-opacity=".4"/></pattern></defs>`,
      `<rect width="100%" height="100%" fill="${paper}"/>`,
      `<g transform="${middle}">`,
      ...this.marks,
      '</g></svg>',
    ].join('');
  }
}

export const solid = (colour: string) => `fill="none" stroke="${colour}" stroke-width="1.5"`;
export const dashed = (colour: string) => `${solid(colour)} stroke-dasharray="4 3"`;

/** As wide as a letter is in the widest of the fonts that stand in for the first ones. */
export const headline = { size: 18, letter: 10, letters: 64, height: 26 };

/** Broken between words, since a drawing breaks no lines itself. */
export function inLines(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > headline.letters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
