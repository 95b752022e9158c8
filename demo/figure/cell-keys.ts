/** Keys on the cells: moving from one to the next, typing a value over another, pinning a result. */
import { type Move, moveOf } from '../base/a11y.ts';
import type { Actions } from '../model/types.ts';
import { valueText } from '../state/format.ts';
import { position } from '../state/indices.ts';
import type { Index } from '../state/state.ts';
import { words } from '../state/words.ts';
import { type Leave, openEditor, startsValue } from './cell-editor.ts';
import type { Cells, Found } from './cells.ts';
import { layOut } from './layout.ts';
import { elementOf, spotAfter } from './stops.ts';

const moves: Readonly<Record<Leave, Move>> = {
  right: { rows: 0, columns: 1, panels: 0 },
  down: { rows: 1, columns: 0, panels: 0 },
  stay: { rows: 0, columns: 0, panels: 0 },
};

/** `slice` returns the indices of the drawn panels. */
export function createKeys(cells: Cells, act: Actions, slice: () => Index) {
  function edit({ drawing, spot }: Found, start: string | undefined): void {
    const { operand, tensor } = drawing;
    if (operand === undefined || tensor.asks || spot.cell.value === undefined) return;
    const leaveTo = (leave: Leave) => {
      const here = cells.at(operand, spot.at);
      const next = here && spotAfter(here.drawing, here.spot, moves[leave]);
      if (here && next) cells.focus({ drawing: here.drawing, spot: next });
    };
    const restore = (refocus: boolean) => {
      elementOf(spot).replaceChildren(valueText(spot.cell.value ?? 0, tensor.type));
      if (refocus) elementOf(spot).focus();
    };
    openEditor(
      elementOf(spot),
      start ?? String(spot.cell.value),
      words.newValue(tensor.name, spot.cell.index),
      (value, leave) => {
        const before = document.activeElement;
        restore(false);
        act.setValue(operand, position(spot.cell.index, tensor.shape), value);
        // A click elsewhere has already moved the focus.
        if (leave !== 'stay' || before?.classList.contains('cell-edit')) leaveTo(leave);
      },
      restore,
    );
  }

  /** Page Up and Page Down lead through the panels, and from the last one to the next index. */
  function turnPage({ drawing, spot }: Found, move: Move): void {
    const { tensor } = drawing;
    const outer = layOut(tensor.drawn, slice()).outer.at(-1);
    if (move.panels === 0 || !outer) return;
    const next = outer.index + move.panels;
    if (next < 0 || next >= outer.size) return;
    const at = spot.at.map((i, d) => (d === outer.axis ? next : i));
    act.step(outer.axis, next);
    const there = cells.at(drawing.operand, at);
    if (there) cells.focus(there);
  }

  function onKey(event: KeyboardEvent): void {
    const here = cells.under(event);
    if (!here) return;
    const { drawing, spot } = here;
    const isResult = drawing.operand === undefined;
    if (event.key === 'Enter' && isResult) act.pin(spot.at);
    if (event.key === 'Escape') act.pin(null);
    const types = !isResult && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (types && (event.key === 'Enter' || startsValue(event.key))) {
      event.preventDefault();
      edit(here, event.key === 'Enter' ? undefined : event.key.replace('−', '-'));
      return;
    }
    const move = moveOf(event);
    const next = move && spotAfter(drawing, spot, move);
    if (!move || !next) return;
    event.preventDefault();
    if (next === spot) turnPage(here, move);
    else cells.focus({ drawing, spot: next });
  }

  return { edit, onKey };
}
