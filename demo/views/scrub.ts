/** Changes a size by dragging it sideways: by 1 per eight pixels, after the first four. */
const threshold = 4;
const pixelsPerStep = 8;

export interface Scrubbed {
  size(): number;
  set(size: number): void;
}

/** Listens on an input. Vertical drags still scroll the page, and Escape cancels the drag. */
export function scrub(input: HTMLInputElement, { size, set }: Scrubbed): void {
  let drag: { id: number; x: number; from: number; moved: boolean } | undefined;

  const end = () => {
    drag = undefined;
    delete input.dataset.scrubbing;
  };

  input.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    drag = { id: event.pointerId, x: event.clientX, from: size(), moved: false };
    // A fast drag leaves the box before its first move event.
    input.setPointerCapture(event.pointerId);
  });
  input.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const distance = event.clientX - drag.x;
    if (!drag.moved && Math.abs(distance) < threshold) return;
    if (!drag.moved) {
      drag.moved = true;
      input.dataset.scrubbing = '';
    }
    event.preventDefault();
    // Dragging stops at 1; a size of 0 must be typed.
    set(Math.max(drag.from + Math.trunc(distance / pixelsPerStep), 1));
  });
  // The digits are selected once the size has the focus; dragging must not drag them.
  input.addEventListener('dragstart', (event) => event.preventDefault());
  input.addEventListener('pointerup', end);
  input.addEventListener('pointercancel', end);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !drag) return;
    set(drag.from);
    end();
  });
}
