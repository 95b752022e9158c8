/** Shapes in the notation of the documents: `(2,3) + (3)`, `[w,h]` lists alike, `-` for a rejection. */

const LIST = /[([]([^)\]]*)[)\]]/g;

const numbers = (text) => text.split(',').flatMap((part) => (part.trim() ? [Number(part)] : []));

/** Every shape in `text`, in order. */
export const shapesIn = (text) => [...text.matchAll(LIST)].map(([, list]) => numbers(list));

/** The single shape in `text`, or null for `-`. */
export const shapeIn = (text) => (text.trim() === '-' ? null : shapesIn(text)[0]);

export const written = (shape) => `(${shape.join(',')})`;
