/** Support for assistive technology beyond the elements themselves. */
import { setAttributes } from './dom.ts';

const settleMilliseconds = 400;

/**
 * Speaks through a live region, once the edits have settled. The first text is not spoken: the page
 * has just been read.
 */
export function createAnnouncer(region: HTMLElement): { say(text: string): void; dispose(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told: string | undefined;
  return {
    say(text) {
      const first = told === undefined;
      if (text === told) return;
      told = text;
      if (first) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        region.textContent = text;
      }, settleMilliseconds);
    },
    dispose: () => clearTimeout(timer),
  };
}

/** The move of a key in a grid, in rows, columns and panels; `far` leads to the end. */
export interface Move {
  readonly rows: number;
  readonly columns: number;
  readonly panels: number;
}

const far = Number.MAX_SAFE_INTEGER;

/** The keys of the ARIA grid pattern; Page Up and Page Down lead to the panel before and after. */
export function moveOf(event: KeyboardEvent): Move | null {
  const stay = { rows: 0, columns: 0, panels: 0 };
  const moves: Readonly<Record<string, Move>> = {
    ArrowLeft: { ...stay, columns: -1 },
    ArrowRight: { ...stay, columns: 1 },
    ArrowUp: { ...stay, rows: -1 },
    ArrowDown: { ...stay, rows: 1 },
    Home: { ...stay, columns: -far, rows: event.ctrlKey ? -far : 0 },
    End: { ...stay, columns: far, rows: event.ctrlKey ? far : 0 },
    PageUp: { ...stay, panels: -1 },
    PageDown: { ...stay, panels: 1 },
  };
  return event.altKey || event.metaKey ? null : (moves[event.key] ?? null);
}

/** Turns the links of a row into one tab stop. The arrow keys, Home and End move between them. */
export function oneStop(row: HTMLElement, name: string): void {
  const links = [...row.querySelectorAll('a')];
  const stopAt = (chosen: HTMLElement | undefined) => {
    for (const link of links) link.tabIndex = link === chosen ? 0 : -1;
  };
  setAttributes(row, { role: 'toolbar', 'aria-label': name });
  stopAt(links[0]);
  row.addEventListener('keydown', (event) => {
    const move = moveOf(event);
    const at = links.indexOf(event.target as HTMLAnchorElement);
    if (!move || at < 0 || move.panels !== 0) return;
    event.preventDefault();
    const next = links[Math.min(Math.max(at + move.columns + move.rows, 0), links.length - 1)];
    stopAt(next);
    next?.focus();
  });
}

/**
 * Lets the keyboard reach a region while it scrolls sideways. It is measured after the browser's
 * own layout: measuring sooner would cost another one.
 */
export function watchScrolling(region: HTMLElement): { check(): void; dispose(): void } {
  // There is nothing to measure when the page is prerendered.
  if (typeof ResizeObserver === 'undefined') {
    return { check: () => undefined, dispose: () => undefined };
  }
  const observer = new ResizeObserver(() => {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
    else region.removeAttribute('tabindex');
  });
  // Observing an element measures it once.
  const check = () => {
    observer.disconnect();
    observer.observe(region);
  };
  check();
  return { check, dispose: () => observer.disconnect() };
}

/** Whether motion is unwelcome. */
export const stillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
