/** Strips with signs between them. The last is a result; each of its elements shows its sum. */
import { moveOf } from '../base/a11y.ts';
import { h, setText } from '../base/dom.ts';
import type { NetworkValue } from '../data/digit-reader.ts';
import type { Cell, Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import { createStrip, type Span, type Strip } from './strips.ts';
import { say } from './words.ts';

export interface Part {
  readonly value: NetworkValue;
  readonly layout: Layout;
  readonly reading?: Reading;
  /** Whether a pointer on it points at the same position of the result. */
  readonly leads?: boolean;
}

/** The sources of an element of the result: the spans in each earlier part, and a sentence. */
export interface Telling {
  spansOf(position: number): readonly (readonly Span[])[];
  tell(position: number): string;
}

const sign = (text: string): HTMLElement =>
  h('span', { class: 'sign', 'aria-hidden': 'true' }, text);

const held = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** The cell that a key leads to; the keys for panels lead to the next map. */
function movedBy(event: KeyboardEvent, { row, column }: Cell, layout: Layout): Cell | undefined {
  const move = moveOf(event);
  if (!move) return undefined;
  const across = move.columns + move.panels * layout.grid.wide;
  return {
    row: held(row + move.rows, layout.rows - 1),
    column: held(column + across, layout.columns - 1),
  };
}

function labelOf({ name }: NetworkValue, { grid }: Layout): string {
  const { down, across, high, wide } = grid;
  if (down * across === 1) return say.cells(name, high, wide);
  return say.maps(name, down * across, high, wide);
}

/** The maps of one digit are wide and low: below each other, with the same channels in line. */
const isRowOfMaps = ({ layout: { grid } }: Part): boolean =>
  grid.across > 1 && grid.down === 1 && !grid.turned;

export function createEquation(
  operands: readonly Part[],
  signs: readonly string[],
  { value: result, layout }: Part,
  first: Telling,
) {
  let telling = first;
  let here: number | undefined;
  const parts: readonly Part[] = [...operands, { value: result, layout, leads: true }];
  const strips = parts.map((part) => createStrip(part.value, part.layout, part.reading));
  const last = strips.at(-1) as Strip;
  const said = h('p', { class: 'cell-sum', role: 'status' });

  function show(): void {
    const spans = here === undefined ? [] : [...telling.spansOf(here), [[here, here]] as const];
    strips.forEach((strip, p) => {
      strip.ring(spans[p] ?? []);
    });
    setText(said, here === undefined ? '' : telling.tell(here));
  }

  function point(position: number | undefined): void {
    if (position === here) return;
    here = position;
    show();
  }

  last.element.setAttribute('tabindex', '0');
  last.element.setAttribute('role', 'application');
  last.element.setAttribute('aria-roledescription', say.heatMap);
  last.element.setAttribute('aria-label', labelOf(result, layout));
  last.element.addEventListener('focus', () => point(here ?? 0));
  last.element.addEventListener('blur', () => point(undefined));
  last.element.addEventListener('keydown', (event) => {
    const cell = movedBy(event, layout.cellOf(here ?? 0), layout);
    if (!cell) return;
    event.preventDefault();
    point(layout.positionOf(cell));
  });
  strips.forEach((strip, p) => {
    if (!parts[p]?.leads) return;
    strip.element.addEventListener('pointermove', (event) => point(strip.positionOf(event)));
    strip.element.addEventListener('pointerleave', () => point(undefined));
  });

  const stacked = parts.some(isRowOfMaps);
  const row = strips.flatMap((strip, p) => [
    ...(p > 0 || stacked ? [sign(signs[p - 1] ?? '')] : []),
    strip.element,
  ]);
  return {
    element: h(
      'div',
      { class: 'equation-of-strips' },
      h('div', { class: stacked ? 'strips stacked' : 'strips' }, ...row),
      said,
    ),
    /** Replaces the numbers; the shapes stay. */
    update(values: readonly NetworkValue[], next: Telling): void {
      telling = next;
      strips.forEach((strip, p) => {
        const value = values[p];
        if (value) strip.update(value);
      });
      if (here !== undefined) show();
    },
  };
}
