/** What a text is answered with: its shapes are shown, or asked for where it does not tell them all. */
import { shapeText } from '../format.ts';
import type { State } from '../state.ts';
import { askForRest } from './ask.ts';
import { readText, stateOf } from './read.ts';
import { words } from './words.ts';

export function answer(
  text: string,
  state: State,
  show: (state: State, said: string) => void,
  say: (what: string | HTMLElement) => void,
): void {
  const reading = readText(text, state);
  const { kind, said } = reading;
  if (kind === 'state') show(reading.state, said);
  else if (kind === 'nothing') say(said);
  else {
    const { diagnosis } = reading;
    const ask = askForRest(diagnosis, said, (shapes) => {
      const written = shapes.map(shapeText).join(' and ');
      show(stateOf(state, shapes, diagnosis), words.read(diagnosis.framework, written));
    });
    say(ask);
  }
}
