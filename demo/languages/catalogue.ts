/** The keys of a catalogue: those of the English words in each folder, and the engine's sentences. */
import type { words as base } from '../base/words.ts';
import type { say as challenge } from '../challenge/words.ts';
import type { words as clinic } from '../clinic/words.ts';
import type { say as digits } from '../digits/words.ts';
import type { words as learn } from '../learn/words.ts';
import type { model, port } from '../porting/words.ts';
import type { words as present } from '../present/words.ts';
import type { say as quiz } from '../quiz/words.ts';
import type { say as share } from '../share/words.ts';
import type { later } from '../state/later-words.ts';
import type { rules } from '../state/operators.ts';
import type { words as page } from '../state/words.ts';
import type { say as tabs } from '../tabs/words.ts';
import type { say as printed } from '../views/printed-words.ts';
import type { say as views } from '../views/words.ts';
import type { words as document } from './document.ts';
import type { EngineWords } from './engine-words.ts';

/** The words that a page loads. */
export interface LanguageWords {
  readonly base: typeof base;
  readonly page: typeof page;
  readonly later: typeof later;
  readonly rules: typeof rules;
  readonly views: typeof views;
  readonly tabs: typeof tabs;
  readonly share: typeof share;
  readonly quiz: typeof quiz;
  readonly learn: typeof learn;
  readonly challenge: typeof challenge;
  readonly clinic: typeof clinic;
  readonly present: typeof present;
  readonly port: typeof port;
  readonly model: typeof model;
  readonly digits: typeof digits;
  readonly engine: EngineWords;
}

/** The text of the document and of views in it that are only prerendered. */
export interface Prerendered {
  readonly document: typeof document;
  readonly printed: typeof printed;
}

export interface Catalogue {
  readonly words: LanguageWords;
  readonly prerendered: Prerendered;
}
