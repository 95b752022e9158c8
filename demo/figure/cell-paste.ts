/** Values pasted over an operand; if their number differs, a button reshapes it to theirs. */
import { h } from '../base/dom.ts';
import type { Actions } from '../model/types.ts';
import { plural, shapeText } from '../state/format.ts';
import { elementsOf } from '../state/state.ts';
import { words } from '../state/words.ts';
import type { Found } from './cells.ts';
import type { Commentary } from './commentary.ts';

export async function pasteOver(
  { drawing: { operand, tensor } }: Found,
  event: ClipboardEvent,
  act: Actions,
  commentary: Commentary,
): Promise<void> {
  if (operand === undefined || tensor.asks) return;
  event.preventDefault();
  const { name, shape } = tensor;
  const plain = event.clipboardData?.getData('text/plain') ?? '';
  const { readPasted } = await import('../state/paste.ts');
  const pasted = readPasted(plain);
  if (!pasted) {
    commentary.offer(words.notPasted);
    return;
  }
  if (pasted.values.length === elementsOf(shape)) {
    act.setValues(operand, pasted.values);
    commentary.offer(words.pasted(name));
    return;
  }
  const reshape = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        act.setValues(operand, pasted.values, pasted.shape);
        commentary.offer(words.pasted(name));
      },
    },
    words.reshape(name, shapeText(pasted.shape)),
  );
  const count = plural(pasted.values.length, 'value');
  commentary.offer(`${words.reshapeOffer(count, name, shapeText(shape))} `, reshape);
}
