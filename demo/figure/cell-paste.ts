/** Values pasted over an operand; if their number differs, a button reshapes it to theirs. */
import { h } from '../base/dom.ts';
import type { Actions } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { later } from '../state/later-words.ts';
import { readPasted } from '../state/paste.ts';
import { elementsOf } from '../state/state.ts';
import type { Found } from './cells.ts';
import type { Commentary } from './commentary.ts';

export function pasteOver(
  text: string,
  { drawing: { operand = 0, tensor } }: Found,
  act: Actions,
  commentary: Commentary,
): void {
  const { name, shape } = tensor;
  const pasted = readPasted(text);
  if (!pasted) {
    commentary.offer(later.notPasted);
    return;
  }
  if (pasted.values.length === elementsOf(shape)) {
    act.setValues(operand, pasted.values);
    commentary.offer(later.pasted(name));
    return;
  }
  const reshape = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        act.setValues(operand, pasted.values, pasted.shape);
        commentary.offer(later.pasted(name));
      },
    },
    later.reshape(name, shapeText(pasted.shape)),
  );
  const count = later.values(pasted.values.length);
  commentary.offer(`${later.reshapeOffer(count, name, shapeText(shape))} `, reshape);
}
