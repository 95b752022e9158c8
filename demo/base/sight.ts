/**
 * Visible parts are drawn at once, the others after the paint: the time of an edit does not depend on
 * the parts further down. A waiting part is drawn sooner if the reader goes there.
 */

/** Longer than the repeat of a held key: off-screen parts wait until it is released. */
const pauseMilliseconds = 100;

/** Draws a part, now or soon. A later drawing replaces one that still waits. */
export type Follow = (draw: () => void) => void;

/** Calls back after the next paint. */
export const afterPaint = (act: () => void): void => {
  requestAnimationFrame(() => setTimeout(act));
};

/** Whether neither the container nor an ancestor is hidden. */
export const isShown = (container: HTMLElement): boolean => container.closest('[hidden]') === null;

/** Calls back once the reader comes near. */
export function whenNear(container: HTMLElement, act: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '50%' },
  );
  observer.observe(container);
}

export function createSight(): (container: HTMLElement) => Follow {
  const away = new Set<Element>();
  const waiting = new Map<Element, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function catchUp(container: Element): void {
    const draw = waiting.get(container);
    waiting.delete(container);
    draw?.();
  }

  function pause(): void {
    clearTimeout(timer);
    timer = setTimeout(() => [...waiting.keys()].forEach(catchUp), pauseMilliseconds);
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        away.delete(target);
        catchUp(target);
      } else away.add(target);
    }
  });

  return (container) => {
    observer.observe(container);
    for (const entering of ['focusin', 'pointerover']) {
      container.addEventListener(entering, () => catchUp(container), { capture: true });
    }
    let shown = isShown(container);
    return (draw) => {
      const before = shown;
      shown = isShown(container);
      const opened = shown && !before;
      waiting.set(container, draw);
      const now = opened || container.matches(':hover, :focus-within');
      if (!now && away.has(container)) pause();
      else catchUp(container);
    };
  };
}
