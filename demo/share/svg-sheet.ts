/** The elements of a drawing: texts, boxes, lines and images, in the colours of the page. */
import { escapeText } from '../base/escape.ts';
import { axisLetter } from '../state/format.ts';

/** The page's colours in a drawing, by their names in the style sheet. */
export const paletteNames = [
  'paper',
  'ink',
  'ink-soft',
  'edge',
  'bad',
  'tint-a',
  'tint-b',
  'tint-c',
  'copy-a',
  'copy-b',
  'copy-c',
  'edge-a',
  'edge-b',
  'edge-c',
  'ink-a',
  'ink-b',
  'ink-c',
  'axis-n',
  'axis-m',
  'axis-l',
  'axis-k',
  'axis-j',
  'axis-i',
] as const;

export type Palette = Readonly<Record<(typeof paletteNames)[number], string>>;

const fonts = 'Palatino, P052, &quot;Liberation Serif&quot;, serif';
/** The usual size of previews of links. */
export const card = { width: 1200, height: 630, margin: 34 };
export type Tone = 'a' | 'b' | 'c' | undefined;

/** Collects marks and their extent. */
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

  /** The colour of an axis. */
  axisColour(fromEnd: number): string {
    const name = paletteNames.find((each) => each === `axis-${axisLetter(fromEnd)}`);
    return name ? this.palette[name] : this.palette.ink;
  }

  /** The colours of an operand or, third, of the result; further operands have none of their own. */
  tone(name: 'tint' | 'copy' | 'edge' | 'ink', of: Tone): string {
    const { paper, edge, ink } = this.palette;
    const plain = { tint: paper, copy: paper, edge, ink };
    return of ? this.palette[`${name}-${of}`] : plain[name];
  }

  /** Places another sheet in a box, at the largest size that fits. */
  place(
    { marks, right, bottom }: Sheet,
    x: number,
    y: number,
    width: number,
    height: number,
  ): void {
    const scale = Math.min(width / right, height / bottom);
    const left = x + (width - right * scale) / 2;
    const top = y + (height - bottom * scale) / 2;
    this.marks.push(
      `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(3)})">`,
      ...marks,
      '</g>',
    );
  }

  write(title: string, description: string): string {
    const { width, height } = card;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}" role="img">`,
      `<title>${escapeText(title)}</title><desc>${escapeText(description)}</desc>`,
      `<rect width="100%" height="100%" fill="${this.palette.paper}"/>`,
      ...this.marks,
      '</svg>',
    ].join('');
  }
}

export const solid = (colour: string) => `fill="none" stroke="${colour}" stroke-width="1.5"`;
export const dashed = (colour: string) => `${solid(colour)} stroke-dasharray="4 3"`;

/** Width of a letter relative to the font size, in the widest of the fallback fonts. */
export const letterWidth = 0.56;
/** Letters per line of the card. */
const lineLetters = 78;

/** Breaks a text between words, since SVG breaks no lines itself. */
export function inLines(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > lineLetters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
