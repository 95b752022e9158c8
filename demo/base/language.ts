/**
 * The language of the page. A page in another language than English loads its catalogue before the page's script;
 * each section of the catalogue replaces the English words of a folder.
 */
import type { Alignment, AlignOptions } from 'simdcast';

/** The type of a translation: the same keys, and the same arguments of sentences. */
export type Words<English> = English extends string
  ? string
  : English extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof English]: Words<English[Key]> };

export type Align = (shapes: readonly (readonly number[])[], options?: AlignOptions) => Alignment;

export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  /** The words of each folder. */
  readonly words: Readonly<Record<string, object>>;
  /** The engine's function, with its sentences in the language. */
  translate(align: Align): Align;
}

/** Set by the catalogue's script; absent in English. */
const place = globalThis as { pageLanguage?: Language | undefined };

export const languageNow = (): Language | undefined => place.pageLanguage;

export function speak(language: Language | undefined): void {
  place.pageLanguage = language;
}

export const tagNow = (): string => languageNow()?.tag ?? 'en-GB';

/** The words of a folder, which are in the language of the page each time they are read. */
export const inLanguage = <const English extends object>(
  folder: string,
  english: English,
): Words<English> =>
  new Proxy(english, {
    get: (_, key) => Reflect.get(languageNow()?.words[folder] ?? english, key),
  }) as unknown as Words<English>;

/** The path of a file that all languages share, from the document. */
export const shared = (file: string): string => `${languageNow() ? '../' : './'}${file}`;
