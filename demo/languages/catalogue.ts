/** The keys of a catalogue: those of the English words in each folder, and the engine's sentences. */

import type { words as pageWords } from '../state/words.ts';
import type { words as documentWords } from './document.ts';
import type { EngineWords } from './engine-words.ts';

/** The words that a page loads. */
export interface LanguageWords {
  readonly page: typeof pageWords;
  readonly engine: EngineWords;
}

export interface Catalogue {
  readonly words: LanguageWords;
  /** The text of the document, which is prerendered. */
  readonly document: typeof documentWords;
}
