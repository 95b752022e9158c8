/** A text box over a cell for typing its value. */
import { h } from '../base/dom.ts';
import { parseValue } from '../state/format.ts';

export type Leave = 'right' | 'down' | 'stay';

/** Numbers, and the beginnings of `nan`, `inf`, `T` and `F`. */
export const startsValue = (key: string): boolean => /^[\d.+\-−nNiItTfF]$/.test(key);

/**
 * Opens the editor of a cell. `commit` gets the value and the next cell; `cancel` is called if the old
 * value stays.
 */
export function openEditor(
  cell: HTMLElement,
  text: string,
  label: string,
  commit: (value: number, leave: Leave) => void,
  cancel: (refocus: boolean) => void,
): void {
  let open = true;
  const input = h('input', { class: 'cell-edit', 'aria-label': label, autocomplete: 'off' });
  input.value = text;

  function close(leave: Leave): boolean {
    const value = parseValue(input.value);
    if (value === undefined) {
      input.setAttribute('aria-invalid', 'true');
      return false;
    }
    open = false;
    commit(value, leave);
    return true;
  }

  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      open = false;
      cancel(true);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const leave = event.key === 'Enter' ? 'down' : event.shiftKey ? 'stay' : 'right';
      event.preventDefault();
      close(leave);
    }
  });
  input.addEventListener('blur', () => {
    if (open && !close('stay')) {
      open = false;
      cancel(false);
    }
  });
  cell.replaceChildren(input);
  input.focus();
  if (text.length > 1) input.select();
}
