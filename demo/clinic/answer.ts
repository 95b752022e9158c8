/** The answer to a pasted text: shows its shapes, or a form for missing ones. */
import { listText, shapeText } from '../state/format.ts';
import type { State } from '../state/state.ts';
import { askForRest } from './ask.ts';
import { readText, stateOf } from './read.ts';
import { words } from './words.ts';

export { diagnose } from './messages.ts';

/** Missing shapes may be entered much later, so they are applied to the `latest` state. */
export function answer(
  text: string,
  latest: () => State,
  show: (state: State, said: string) => void,
  say: (what: string | HTMLElement) => void,
): void {
  const reading = readText(text, latest());
  const { kind, said } = reading;
  if (kind === 'state') show(reading.state, said);
  else if (kind === 'nothing') say(said);
  else {
    const { diagnosis } = reading;
    const ask = askForRest(diagnosis, said, (shapes) => {
      const written = listText(shapes.map(shapeText));
      show(stateOf(latest(), shapes, diagnosis), words.read(diagnosis.framework, written));
    });
    say(ask);
  }
}
