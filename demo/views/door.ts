/** One field for what people come with: an error message, or shapes. */
import { h } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import { parseShape } from '../state/shape-text.ts';
import type { State } from '../state/state.ts';
import { words } from '../state/words.ts';

/** Whether a text is at home where it is pasted: where text is typed, but a size or one shape takes no more. */
function isAtHome(text: string, target: Element): boolean {
  const field = target.closest?.('input:not([type]), textarea');
  return field != null && !(field.matches('.size, .box > input') && !('shape' in parseShape(text)));
}

export const door: View = (container, first) => {
  let model = first;
  const said = h('div', { class: 'door-said', id: 'door-said', role: 'status' });
  const say = (...parts: readonly (string | Node)[]) => {
    // What has the focus is about to go.
    if (said.contains(document.activeElement)) field.focus();
    said.replaceChildren(...parts);
  };
  /** The answer is let go where the reader goes on elsewhere; another window is not elsewhere. */
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
  // A page that is printed hears nothing.
  document.addEventListener?.('paste', onPaste);
  document.addEventListener?.('pointerdown', onPress);

  /** What is pasted elsewhere in Play and can be read is read here, and the focus comes along. */
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
