/** A deck: states to present in order, by their addresses: `#at=2&deck=i=4.3|3;i=3.4|3&op=Mul`. */

export interface Deck {
  /** The hash of each state, without its `#`. */
  readonly slides: readonly string[];
  /** The position of the slide that is shown. */
  readonly at: number;
}

const between = ';';
export const maximumSlides = 50;

/** Unescapes a deck: a chat program may have escaped the separators. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The deck of a hash; `undefined` if it names none. */
export function parseDeck(hash: string): Deck | undefined {
  const found = /^#?(?:at=(\d{1,3})&(?:amp;)?)?deck=(.+)$/.exec(unescaped(hash));
  const slides = (found?.[2] ?? '').split(between).filter((slide) => slide !== '');
  if (slides.length === 0) return undefined;
  const at = Math.min(Math.max(Number(found?.[1] ?? 1), 1), slides.length) - 1;
  return { slides: slides.slice(0, maximumSlides), at: Math.min(at, maximumSlides - 1) };
}

export const encodeDeck = ({ slides, at }: Deck): string =>
  `#${at > 0 ? `at=${at + 1}&` : ''}deck=${slides.join(between)}`;

/** The slides of pasted links, one per line, and the lines without a state. */
export function readLinks(text: string): {
  readonly slides: readonly string[];
  readonly bad: readonly string[];
} {
  const lines = text.split(/\s+/).filter((line) => line !== '');
  const hashOf = (line: string) => unescaped(line).match(/#(?!.*#)(?:v=1&)?(.*=.*)$/)?.[1];
  const slides = lines.flatMap((line) => hashOf(line)?.split(between) ?? []);
  return { slides: slides.map(plain), bad: lines.filter((line) => hashOf(line) === undefined) };
}

/** Removes the key of a presentation, which is redundant in a deck. */
const plain = (slide: string): string => slide.replace(/^(?:at=\d+&)?deck=|&pr=1\b/g, '');
