/** The package's names that the page uses, and how it is loaded. */

import type { load } from 'simdcast';
import type { Broadcasting } from '#broadcasting';
import { languageNow } from './language.ts';

export type { Alignment, AlignOptions, Fix, Trace, Warning } from 'simdcast';

/** The functions that figures call. */
export type Engine = Pick<Broadcasting, 'align' | 'toExplicit' | 'run'>;
/** The whole API, for measurements and for running models. */
export type WholeEngine = Awaited<ReturnType<typeof load>>;

/** The same engine; in other languages than English, its sentences are translated. */
export function inLanguageOfPage(engine: Engine): Engine {
  const language = languageNow();
  if (!language) return engine;
  return {
    align: language.translate((...asked) => engine.align(...asked)),
    toExplicit: (...asked) => engine.toExplicit(...asked),
    run: (...asked) => engine.run(...asked),
  };
}

/** Fetched separately from the page, which can be read meanwhile. */
export async function loadEngine(): Promise<Engine> {
  const { load } = await import('#broadcasting');
  return inLanguageOfPage(await load());
}

/** Loads the whole engine at the first call; later calls return the same one. */
export async function loadWhole(): Promise<WholeEngine> {
  const { load } = await import('simdcast/external');
  return load();
}
