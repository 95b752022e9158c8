/** A button that copies and reports whether it succeeded. */
import { h } from './dom.ts';

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
          button.textContent = 'copied';
        } catch {
          button.textContent = 'Blocked by the browser: select and copy';
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
