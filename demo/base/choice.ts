/** A labelled list with one chosen entry. */
import { h } from './dom.ts';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  /** The line above it in the open list. */
  readonly of?: string;
}

export function createSelect<T extends string>(
  label: string,
  options: readonly Option<T>[],
  choose: (value: T) => void,
) {
  const id = `choice-${label.toLowerCase().replaceAll(/\W+/g, '-')}`;
  let shown: readonly Option<T>[] = [];
  const select = h('select', {
    id,
    class: 'select',
    onchange: (event: Event) => choose((event.target as HTMLSelectElement).value as T),
  });
  const element = h(
    'div',
    { class: 'box' },
    h('label', { class: 'label', for: id }, label),
    select,
  );

  function update(chosen: T, offered: readonly Option<T>[] = options): void {
    if (offered !== shown) {
      shown = offered;
      select.replaceChildren(
        ...offered.map(({ value, label: text, of }) => {
          const option = h('option', { value, selected: value === chosen }, text);
          return of ? h('optgroup', { label: of }, option) : option;
        }),
      );
    }
    select.value = chosen;
  }

  return { element, update };
}
