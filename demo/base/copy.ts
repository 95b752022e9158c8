/** A button that copies and reports whether it succeeded. */
import { h } from './dom.ts';
import { words } from './words.ts';

const saidFor = 2000;

export function copyButton(label: string, text: () => string): HTMLElement {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet copy',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text());
          button.textContent = words.copied;
        } catch {
          button.textContent = words.blocked;
        }
        setTimeout(() => {
          button.textContent = label;
        }, saidFor);
      },
    },
    label,
  );
  return button;
}
