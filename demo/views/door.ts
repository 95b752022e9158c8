/** One field for what people come with: an error message, or shapes. */
import { h } from '../dom.ts';
import { parseShape } from '../shape-text.ts';
import type { State } from '../state.ts';
import type { View } from '../view.ts';
import { words } from '../words.ts';

/** Whether a text is at home where it is pasted: in a field, but that of a size or of one shape takes no more. */
function isAtHome(text: string, target: Element): boolean {
  const field = target.closest?.('input, textarea');
  return field != null && !(field.matches('.size, .box > input') && !('shape' in parseShape(text)));
}

export const door: View = (container, first) => {
  let model = first;
  const said = h('div', { class: 'door-said', id: 'door-said', role: 'status' });
  const say = (...parts: readonly (string | Node)[]) => said.replaceChildren(...parts);
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
  container.addEventListener('focusout', ({ relatedTarget }) => {
    if (!container.contains(relatedTarget as Node | null)) say();
  });
  container.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say();
  });
  // A page that is printed hears nothing.
  document.addEventListener?.('paste', onPaste);

  /** What is pasted elsewhere is read here, and the focus comes along. */
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const taken = event.defaultPrevented || isAtHome(text, event.target as Element);
    if (taken || text.trim() === '' || !field.offsetParent) return;
    event.preventDefault();
    field.value = text;
    field.focus();
    void read();
  }

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
    try {
      const { answer } = await import('../clinic/answer.ts');
      if (field.value === text) answer(text, model.state, show, say);
    } catch (error) {
      model.act.notify(words.partMissing((error as Error).message));
    }
  }

  return {
    update(next) {
      model = next;
    },
    dispose() {
      document.removeEventListener('paste', onPaste);
      container.replaceChildren();
    },
  };
};
