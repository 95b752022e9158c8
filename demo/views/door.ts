/** One field for what people come with: an error message, or shapes. */
import { h } from '../dom.ts';
import type { Model, View } from '../view.ts';
import { words } from '../words.ts';

/** Shows what a text means; gives what there is to say of it. */
export async function openText(text: string, { state, act }: Model): Promise<string> {
  const { readText } = await import('../clinic/read.ts');
  const reading = readText(text, state);
  if (reading.kind === 'state') act.go({ ...reading.state, mode: 'play' });
  if (reading.kind === 'question') act.ask(text);
  return reading.said;
}

export const door: View = (container, first) => {
  let model = first;
  const said = h('p', { class: 'door-said', id: 'door-said', role: 'status' });
  const field = h('input', {
    class: 'door-field',
    'aria-label': words.door,
    'aria-describedby': 'door-said',
    placeholder: words.door,
    spellcheck: 'false',
    autocomplete: 'off',
    oninput: () => read(),
    onblur: () => {
      said.textContent = '';
    },
  });
  container.replaceChildren(field, said);

  async function read(): Promise<void> {
    const text = field.value;
    if (text.trim() === '') {
      said.textContent = '';
      return;
    }
    try {
      const answer = await openText(text, model);
      if (field.value === text) said.textContent = answer;
    } catch (error) {
      model.act.notify(words.partMissing((error as Error).message));
    }
  }

  return {
    update(next) {
      model = next;
    },
    dispose: () => container.replaceChildren(),
  };
};
