/** One field for an error message or shapes. */
import { h } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import { parseShape } from '../state/shape-text.ts';
import type { State } from '../state/state.ts';
import { words } from '../state/words.ts';

/** Whether the target handles a pasted text: a text field does, but one of a size or shape only a shape. */
function isAtHome(text: string, target: Element): boolean {
  const field = target.closest?.('input:not([type]), textarea');
  return field != null && !(field.matches('.size, .box > input') && !('shape' in parseShape(text)));
}

export const door: View = (container, first) => {
  let model = first;
  const said = h('div', { class: 'door-said', id: 'door-said', role: 'status' });
  const say = (...parts: readonly (string | Node)[]) => {
    // The focused element is about to be removed.
    if (said.contains(document.activeElement)) field.focus();
    said.replaceChildren(...parts);
  };
  /** Clears the answer when the reader moves to another part of the page, but not to another window. */
  const leave = (to: EventTarget | null) => {
    if (to && !container.contains(to as Node)) said.replaceChildren();
  };
  const onPress = ({ target }: Event) => leave(target);
  const field = h('input', {
    class: 'door-field',
    'aria-label': words.door,
    'aria-describedby': 'door-said',
    placeholder: words.door,
    spellcheck: 'false',
    autocomplete: 'off',
    oninput: () => read(),
  });
  container.replaceChildren(field, said);
  container.addEventListener('focusout', ({ relatedTarget }) => leave(relatedTarget));
  container.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say();
  });
  // A prerendered document has no events.
  document.addEventListener?.('paste', onPaste);
  document.addEventListener?.('pointerdown', onPress);

  /** Reads texts that are pasted elsewhere in Play, if they are readable, and takes the focus. */
  async function onPaste(event: ClipboardEvent): Promise<void> {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const taken = event.defaultPrevented || isAtHome(text, event.target as Element);
    if (taken || model.state.mode !== 'play' || !field.offsetParent) return;
    event.preventDefault();
    if (!(await clinic())?.diagnose(text)) return;
    field.value = text;
    field.focus();
    void read();
  }

  const clinic = async () => {
    try {
      return await import('../clinic/answer.ts');
    } catch (error) {
      model.act.notify(words.partMissing((error as Error).message));
      return undefined;
    }
  };

  function show(state: State, what: string): void {
    model.act.go({ ...state, mode: 'play' });
    say(what);
  }

  async function read(): Promise<void> {
    const text = field.value;
    if (text.trim() === '') {
      say();
      return;
    }
    const found = await clinic();
    if (field.value === text) found?.answer(text, () => model.state, show, say);
  }

  return {
    update(next) {
      model = next;
    },
    dispose() {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('pointerdown', onPress);
      container.replaceChildren();
    },
  };
};
