/** Turns the ladder into an editor: pressing a size opens a bar under the ladder that changes it. */
import { h, setAttributes, setText } from '../base/dom.ts';
import type { Model } from '../model/types.ts';
import { words } from '../state/words.ts';
import type { Rung } from './ladder.ts';
import type { Scene } from './scene.ts';

interface Pressed {
  readonly operand: number;
  readonly column: number;
}

const least = 1;

export function createRungBar(ladder: HTMLElement, { act }: Model) {
  let model: Model | undefined;
  let scene: Scene | undefined;
  let pressed: Pressed | undefined;
  const name = h('span', {});
  const size = h('output', {});
  const button = (sign: string, onclick: () => void) =>
    h('button', { type: 'button', class: 'transport', onclick }, sign);
  const fewer = button('−', () => change(-1));
  const more = button('+', () => change(1));
  const remove = button('×', () => {
    const own = rungNow()?.own;
    const { operand = 0 } = pressed ?? {};
    close();
    if (own !== undefined) act.removeAxis(operand, own);
  });
  const element = h(
    'div',
    { class: 'rung-bar', role: 'group', 'aria-label': words.sizeBar, hidden: true },
    name,
    fewer,
    size,
    more,
    remove,
  );

  const rungNow = (): Rung | undefined =>
    pressed && scene?.ladder.rows[pressed.operand]?.places[pressed.column]?.rung;
  const sizeNow = (): number => Number(rungNow()?.size);

  function change(by: number): void {
    const { operand = 0, column = 0 } = pressed ?? {};
    const next = Math.max(sizeNow() + by, least);
    const own = rungNow()?.own;
    if (own !== undefined) act.setSize(operand, own, next);
    // An added 1 is written into the shape, with all sizes after it.
    else act.setShape(operand, [next, ...aligned(operand).slice(column + 1)]);
  }

  const aligned = (operand: number) => model?.trace.operands[operand]?.aligned ?? [];

  function close(): void {
    pressed = undefined;
    element.hidden = true;
  }

  function show(): void {
    const rung = rungNow();
    if (!pressed || !rung || !Number.isFinite(sizeNow())) {
      close();
      return;
    }
    const label = `${model?.trace.operands[pressed.operand]?.name}, ${scene?.ladder.columns[pressed.column]?.place}`;
    setText(name, label);
    setText(size, rung.size);
    setAttributes(fewer, { 'aria-label': words.fewer(label), disabled: sizeNow() <= least });
    setAttributes(more, { 'aria-label': words.oneMore(label) });
    setAttributes(remove, { 'aria-label': words.remove(label), hidden: rung.own === undefined });
    element.style.top = `${ladder.offsetTop + ladder.offsetHeight}px`;
    element.hidden = false;
  }

  function press(target: EventTarget | null): void {
    const cell = (target as Element).closest<HTMLTableCellElement>('tbody td:has(.rung)');
    const row = cell?.closest('tr');
    const operand = (row?.rowIndex ?? 0) - 1;
    const column = (cell?.cellIndex ?? 0) - 1;
    const isOpen = pressed?.operand === operand && pressed.column === column;
    if (!cell || isOpen || !model || operand >= model.trace.operands.length) close();
    else {
      pressed = { operand, column };
      show();
    }
  }
  const onPress = ({ target }: Event) => {
    if (pressed && !ladder.contains(target as Node) && !element.contains(target as Node)) close();
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  document.addEventListener('pointerdown', onPress);
  document.addEventListener('keydown', onKey);

  return {
    element,
    press,
    update(next: Model, now: Scene | undefined): void {
      model = next;
      scene = now ?? scene;
      if (pressed) show();
    },
    dispose() {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    },
  };
}
