/**
 * Drawings that are updated in place. Every update describes the whole drawing, which costs little, and
 * only the differences from the previous description are applied: unchanged elements need no style,
 * layout or paint, and keep the focus.
 */
import { type Attributes, h, setAttributes } from './dom.ts';

/** The description of an element; `element` is set once it has been drawn. */
export interface Sketch {
  readonly tag: keyof HTMLElementTagNameMap;
  readonly attributes: Attributes;
  readonly parts: readonly Part[];
  element?: HTMLElement;
}

/** Elements created elsewhere are used unchanged. */
export type Part = Sketch | Node | string;

export const sketch = (
  tag: Sketch['tag'],
  attributes: Attributes = {},
  ...parts: readonly (Part | null)[]
): Sketch => ({ tag, attributes, parts: parts.filter((part) => part !== null) });

const isSketch = (part: Part | undefined): part is Sketch =>
  typeof part === 'object' && 'parts' in part;

const toNode = (part: Part): Node | string => (isSketch(part) ? draw(part) : part);

/** Creates the elements of a sketch. */
export function draw(wanted: Sketch): HTMLElement {
  const element = h(wanted.tag, wanted.attributes, ...wanted.parts.map(toNode));
  wanted.element = element;
  return element;
}

function changeAttributes(element: HTMLElement, before: Attributes, after: Attributes): void {
  const changed: Record<string, Attributes[string]> = {};
  for (const name of Object.keys({ ...before, ...after })) {
    if (before[name] !== after[name]) changed[name] = after[name];
  }
  setAttributes(element, changed);
}

/** Parts with a key are matched by it at any position; the others by position. */
const keyOf = (part: Part | undefined): string | undefined =>
  isSketch(part) ? (part.attributes['data-key'] as string | undefined) : undefined;

function changeParts(element: Element, before: readonly Part[], after: readonly Part[]): void {
  const keyed = new Map(before.map((part) => [keyOf(part), part]));
  const place = (node: Node | string, here: ChildNode | undefined, isKeyed: boolean) => {
    if (!here) element.append(node);
    // The node here may be found by its key later.
    else if (isKeyed) here.before(node);
    else here.replaceWith(node);
  };
  after.forEach((part, i) => {
    const key = keyOf(part);
    const known = key === undefined ? before[i] : keyed.get(key);
    const here = element.childNodes[i];
    if (part === known && isSketch(part) && part.element === here) return;
    const kept =
      isSketch(part) &&
      isSketch(known) &&
      keyOf(known) === key &&
      part.tag === known.tag &&
      known.element?.parentNode === element
        ? known.element
        : undefined;
    if (kept && isSketch(part) && isSketch(known)) {
      part.element = kept;
      changeAttributes(kept, known.attributes, part.attributes);
      changeParts(kept, known.parts, part.parts);
      if (kept !== here) place(kept, here, true);
    } else if (typeof part === 'string' && here instanceof Text) {
      if (here.data !== part) here.data = part;
    } else if (part !== here) place(toNode(part), here, keyed.size > 1);
  });
  while (element.childNodes.length > after.length) element.lastChild?.remove();
}

/** Renders parts into a container that it owns. Updates are in place. */
export function createSheet(container: HTMLElement): (parts: readonly Part[]) => void {
  let shown: readonly Part[] | undefined;
  return (parts) => {
    if (shown) changeParts(container, shown, parts);
    else container.replaceChildren(...parts.map(toNode));
    shown = parts;
  };
}
