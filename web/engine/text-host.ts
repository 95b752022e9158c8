/** Rules of Unicode that the engine asks JavaScript for. */
import type { NativeModule } from '../wasm/native.js';

/** Code points of a block, as in src/strings/host.hpp. */
const BLOCK = 256;

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

function change(text: string, toUpper: boolean, locale: string): string {
  if (locale === '') return toUpper ? text.toUpperCase() : text.toLowerCase();
  const known = isLocale(locale) ? locale : 'en-US';
  return toUpper ? text.toLocaleUpperCase(known) : text.toLocaleLowerCase(known);
}

/** The expression for a category of one or two letters, or for a script; undefined if there is none. */
function expressionOf(name: string): RegExp | undefined {
  // RE2 names categories by one or two letters, and scripts by their names.
  const properties = [...(name.length > 2 ? [] : [name]), `Script=${name}`];
  for (const property of properties)
    try {
      return new RegExp(`^\\p{${property}}$`, 'u');
    } catch {
      // Not a property of this kind.
    }
  return undefined;
}

function property(name: string, block: number): string {
  const expression = expressionOf(name);
  if (!expression) return '';
  return Array.from({ length: BLOCK }, (_, i) =>
    expression.test(String.fromCodePoint(block * BLOCK + i)) ? '1' : '0',
  ).join('');
}

export const hostTexts = (native: Pick<NativeModule, 'useTextHost'>): void =>
  native.useTextHost(change, property);
